//! `simulate`: the providers of the demo, for others to test against, until somebody ends it.
use crate::{args::SimulateArgs, failure::Failure, output, runtime};
use std::{
    fmt::Write,
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};
use throughline_simulator::{Options, Simulator};

pub(crate) fn run(args: &SimulateArgs) -> Result<(), Failure> {
    runtime::run(serve(args))?
}

async fn serve(args: &SimulateArgs) -> Result<(), Failure> {
    let simulator = Simulator::start(Options { seed: args.seed, port: args.port, ..Options::default() })?;
    let mut ended = pin!(tokio::signal::ctrl_c());
    // The first poll is what begins to listen: an end right behind the greeting must be heard.
    if poll_fn(|context| Poll::Ready(ended.as_mut().poll(context).is_pending())).await {
        output::write(greeting(&simulator).as_bytes())?;
        ended.await.map_err(|error| Failure::Network(format!("cannot wait for the end: {error}")))?;
    }
    simulator.stop();
    Ok(())
}

fn greeting(simulator: &Simulator) -> String {
    let url = simulator.url();
    let mut table = output::list(&["base url", "api", "what it reads"]);
    for provider in Simulator::providers() {
        table.add_row([format!("{url}{}", provider.path), provider.api.to_owned(), provider.about.to_owned()]);
    }
    let mut text = format!("{}\n\n", table.trim_fmt());
    let _ = writeln!(text, "Listening at {url}; no key is needed. Ctrl-C ends it. A first try:\n");
    let _ = writeln!(text, "  throughline ask deepseek/deepseek-v4-pro --base-url {url}/deepseek 'Hello?'");
    text
}
