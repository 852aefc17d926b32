//! The simulator as its users see it: start, ask where a provider is, make something go wrong, stop.

use crate::cache::Cache;
use crate::error::{Error, ErrorKind};
use crate::fault::{Fault, Faults};
use crate::provider::{Provider, Wire};
use crate::seal::Keys;
use crate::{server, table};
use std::hash::{BuildHasher, Hasher};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::oneshot;

/// How a simulator is to be.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// With a seed every reply follows from its request: words, ids, signatures and times are always the same.
    pub seed: Option<u64>,
    /// The port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Signatures and blobs that this simulator did not mint pass, unread. For requests recorded elsewhere.
    pub foreign_signatures: bool,
}

/// A running simulator. It stops when it is dropped.
#[derive(Debug)]
pub struct Simulator {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    runtime: Option<Runtime>,
}

/// A provider, for a reader.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// Other names that work as well.
    pub aliases: &'static [&'static str],
    /// Who it is: its name, or that of the provider whose other wire it is.
    pub provider: &'static str,
    /// `chat_completions`, `anthropic_messages`, `gemini_generate` or `bedrock_converse`.
    pub api: &'static str,
    /// The path of its base URL: `/groq/openai/v1`.
    pub path: String,
    /// The path that takes requests, the usual one of several: `/bedrock/model/{model}/converse`.
    pub door: String,
    /// What it reads and requires.
    pub about: &'static str,
}

/// What every request shares.
pub(crate) struct Shared {
    pub(crate) keys: Keys,
    pub(crate) lenient: bool,
    pub(crate) seeded: bool,
    pub(crate) cache: Cache,
    pub(crate) faults: Faults,
}

impl Simulator {
    /// Starts on the runtime that this is called on.
    ///
    /// # Errors
    /// Where there is no runtime, and where the port is taken.
    pub fn start(options: Options) -> Result<Self, Error> {
        let handle = Handle::try_current()
            .map_err(|_| Error::new(ErrorKind::Start, "no runtime here: use `Simulator::spawn`".to_owned()))?;
        Self::start_on(&handle, &options)
    }

    /// Starts on threads of its own, for callers without a runtime.
    ///
    /// # Errors
    /// Where the port is taken or the runtime cannot start.
    pub fn spawn(options: Options) -> Result<Self, Error> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("simulator")
            .enable_all()
            .build()
            .map_err(|source| Error::start("cannot start a runtime", source))?;
        let simulator = Self::start_on(runtime.handle(), &options);
        match simulator {
            Ok(mut simulator) => {
                simulator.runtime = Some(runtime);
                Ok(simulator)
            }
            Err(error) => {
                // Dropping a runtime blocks, which a caller with a runtime of its own must not.
                runtime.shutdown_background();
                Err(error)
            }
        }
    }

    fn start_on(handle: &Handle, options: &Options) -> Result<Self, Error> {
        let _inside = handle.enter();
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let taken = |source| Error::start(&format!("cannot listen on {wanted}"), source);
        let listener = std::net::TcpListener::bind(wanted).map_err(taken)?;
        listener.set_nonblocking(true).map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        let listener = TcpListener::from_std(listener).map_err(taken)?;
        let shared = Arc::new(Shared::new(options));
        let (stop, stopped) = oneshot::channel();
        handle.spawn(server::serve(listener, Arc::clone(&shared), stopped));
        Ok(Self { address, shared, stop: Some(stop), runtime: None })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// `http://127.0.0.1:PORT`; its index is there.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The base URL that a client of `provider` is given.
    ///
    /// # Errors
    /// Where no provider has that name.
    pub fn base_url(&self, provider: &str) -> Result<String, Error> {
        let row = find(provider)?;
        Ok(format!("{}/{}{}", self.url(), row.folder(), row.base))
    }

    /// Every provider that is simulated.
    pub fn providers() -> impl Iterator<Item = Listed> {
        table::providers().map(|row| Listed {
            name: row.name,
            aliases: row.aliases,
            provider: row.folder(),
            api: match row.wire {
                Wire::Chat => "chat_completions",
                Wire::Messages => "anthropic_messages",
                Wire::Generate => "gemini_generate",
                Wire::Converse => "bedrock_converse",
            },
            path: format!("/{}{}", row.folder(), row.base),
            door: format!("/{}{}", row.folder(), row.doors.first().map_or("", |door| door.path)),
            about: row.about,
        })
    }

    /// Names of the wordings that [`Fault::Refuse`] may choose.
    pub fn wordings() -> impl Iterator<Item = &'static str> {
        table::WORDINGS.iter().map(|words| words.name)
    }

    /// From now on `fault` holds for `provider`.
    ///
    /// # Errors
    /// Where no provider has that name or the fault means nothing there.
    pub fn fault(&self, provider: &str, fault: Fault) -> Result<(), Error> {
        self.shared.hold(provider, fault, None)
    }

    /// For its next `times` requests `fault` holds for `provider`.
    ///
    /// # Errors
    /// As [`fault`](Self::fault).
    pub fn fault_times(&self, provider: &str, fault: Fault, times: u32) -> Result<(), Error> {
        self.shared.hold(provider, fault, Some(times))
    }

    /// Takes every fault back.
    pub fn clear(&self) {
        self.shared.faults.clear(None);
    }

    /// Stops it. Dropping it does as well.
    pub fn stop(self) {}
}

impl Drop for Simulator {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // It may have stopped by itself: then nobody listens.
            let _ = stop.send(());
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Shared {
    fn new(options: &Options) -> Self {
        let random = || std::hash::RandomState::new().build_hasher().finish();
        Self {
            keys: Keys::new(options.seed.unwrap_or_else(random)),
            lenient: options.foreign_signatures,
            seeded: options.seed.is_some(),
            cache: Cache::default(),
            faults: Faults::default(),
        }
    }

    /// Seconds since 1970; with a seed time stands still.
    pub(crate) fn now(&self) -> u64 {
        const STILL: u64 = 1_796_000_000;
        if self.seeded {
            return STILL;
        }
        std::time::UNIX_EPOCH.elapsed().map_or(STILL, |since| since.as_secs())
    }

    pub(crate) fn hold(&self, provider: &str, fault: Fault, times: Option<u32>) -> Result<(), Error> {
        let row = find(provider)?;
        check(row, &fault)?;
        self.faults.hold(row.name, fault, times);
        Ok(())
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("lenient", &self.lenient).field("seeded", &self.seeded).finish_non_exhaustive()
    }
}

/// Whether `fault` means anything at `provider`.
pub(crate) fn check(provider: &Provider, fault: &Fault) -> Result<(), Error> {
    let nothing = |message: String| Err(Error::new(ErrorKind::Fault, message));
    match fault {
        Fault::Refuse { wording: Some(name), .. } if !table::WORDINGS.iter().any(|words| words.name == name) => {
            let known: Vec<_> = Simulator::wordings().collect();
            nothing(format!("unknown wording `{name}`; there are {}", known.join(", ")))
        }
        Fault::Require { .. } if provider.wire != Wire::Chat => {
            nothing(format!("`{}` has no fields to require: its thinking stands in blocks and parts", provider.name))
        }
        Fault::Exception { .. } if !provider.exceptions => {
            nothing(format!("`{}` has no event streams: no exception can come in one", provider.name))
        }
        Fault::Swap if provider.nest.is_none() => {
            nothing(format!("`{}` has no other upstream: only a gateway can be swapped", provider.name))
        }
        Fault::Status { code } | Fault::Answer { status: code, .. } if !(200..=599).contains(code) => {
            nothing(format!("status {code}: expected 200 to 599"))
        }
        _ => Ok(()),
    }
}

fn find(name: &str) -> Result<&'static Provider, Error> {
    table::provider(name).ok_or_else(|| {
        let known: Vec<_> = table::providers().map(|row| row.name).collect();
        Error::new(ErrorKind::UnknownProvider, format!("unknown provider `{name}`; there are {}", known.join(", ")))
    })
}
