//! `capture`: a reply's raw bytes become one turn line.
use crate::{
    args::{CaptureArgs, RulesArgs},
    failure::Failure,
    input, output, rules,
};
use throughline::{Captured, Ending, Framing, Refused, ReplyHead, Stored};

pub(crate) fn run(args: &CaptureArgs, rules: &RulesArgs) -> Result<(), Failure> {
    let projection = rules::projection(rules, &args.route)?;
    let reply = input::read(&args.file)?;
    let framing = match args.stream {
        true if is_binary(&reply) => Framing::EventStream,
        true => Framing::Sse,
        false => Framing::Whole,
    };
    let head = ReplyHead { status: args.status, framing, served_by: args.served_by.clone() };
    let mut capture = projection.listen(&head);
    let fed = capture.feed(&reply, &mut |_| ());
    // What came before an error is not lost with it.
    let written = capture.finish().map_err(Failure::from).and_then(write);
    let done = fed.map_err(Failure::from).and(written);
    done.map_err(|failure| failure.advised(advice(args.stream, &reply)))
}

fn write(captured: Captured) -> Result<(), Failure> {
    match captured {
        Captured::Turn(turn) => {
            match turn.ending {
                Some(Ending::Cut) => output::complain("the reply ends before its end, and its turn says so"),
                Some(Ending::Refused(_)) => {
                    output::complain("the provider broke the reply off with an error, which its turn holds")
                }
                _ => {}
            }
            output::write(format!("{}\n", Stored::Turn(turn).line()?).as_bytes())
        }
        Captured::Refusal(Refused { status, body }) => {
            output::write(format!("{{\"status\":{status},\"body\":{}}}\n", body.get()).as_bytes())?;
            Err(Failure::Refused)
        }
    }
}

/// What the bytes look like, where the flag says otherwise.
fn advice(stream: bool, reply: &[u8]) -> &'static str {
    let reply = reply.trim_ascii_start();
    let events = ["data:", "event:", ":"].iter().any(|start| reply.starts_with(start.as_bytes()));
    match (stream, reply.first()) {
        (false, _) if events => "; it looks like a stream: add --stream",
        (true, Some(b'{' | b'[')) => "; it looks like a whole reply: leave --stream out",
        _ => "",
    }
}

/// Whether the bytes are an event stream: its messages begin with their length, and none is so long that its first byte is a letter.
fn is_binary(reply: &[u8]) -> bool {
    reply.first().is_some_and(|first| *first < b'\t')
}
