//! How a chat reply is dressed: the members that stand beside what is said, and the order in which a stream brings things.

/// The frame of a chat reply. All texts are JSON members, ready to stand in an object.
pub(crate) struct Style {
    /// `content` of a message that says nothing.
    pub(crate) silence: &'static str,
    pub(crate) top: &'static str,
    pub(crate) choice: &'static str,
    pub(crate) message: &'static str,
    /// The first delta.
    pub(crate) opening: &'static str,
    /// What rides with each delta of thinking, of text, of calls.
    pub(crate) thinking: &'static str,
    pub(crate) saying: &'static str,
    pub(crate) calling: &'static str,
    /// The last delta.
    pub(crate) closing: &'static str,
    pub(crate) usage: UsageAt,
    pub(crate) extra: &'static [Extra],
    /// A whole message's calls have an `index` as well.
    pub(crate) indexed: bool,
    pub(crate) streams: Calls,
    pub(crate) comment: &'static str,
    pub(crate) done: bool,
}

/// How a stream brings a call.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Calls {
    /// Its arguments piece by piece.
    Pieces,
    /// In one delta.
    Whole,
    /// In one delta, without an index.
    Unnumbered,
}

/// The chunk that has the usage.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum UsageAt {
    /// The last one that has a choice.
    Closing,
    /// Once more the last one.
    Again,
    /// One of its own, without choices.
    Own,
    /// One of its own, for those who ask by `stream_options.include_usage`.
    Asked,
}

/// What only some say.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Extra {
    /// `provider` and `native_finish_reason`.
    Upstream,
    /// `provider_metadata.gateway.routing` in the message.
    Routing,
    /// `usage.prompt_cache_hit_tokens` and `prompt_cache_miss_tokens`.
    HitMiss,
    /// `usage.cached_tokens`.
    Cached,
    /// `x_groq`, with the usage once more.
    XGroq,
    /// `timings`, with `cache_n`.
    Timings,
    /// `base_resp`.
    BaseResp,
}
