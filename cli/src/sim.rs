//! `sim/PROVIDER[/MODEL]`: the simulator inside this process, under a name that outlives it.
//!
//! The host is always [`HOST`] and the seed always the same, so that what a session remembers of a route, and every signature in it,
//! still means something to the next process. It must never be dialled by a name that reaches another machine.
use crate::{
    demo::{
        spoken::Spoken,
        table::{WAYS, Way},
    },
    failure::Failure,
    place,
};
use throughline::{Api, Projector, Request, Route, Verbatim, near};
use throughline_simulator::{Error, Listed, Options, Simulator};

/// The host of every simulated route.
pub(crate) const HOST: &str = "sim.localhost";
/// What every simulator of a session is made from.
const SEED: u64 = 2026;

/// A simulator that understands what earlier ones have said. It stops when it is dropped.
pub(crate) fn start() -> Result<Simulator, Error> {
    Simulator::start(Options { seed: Some(SEED), ..Options::default() })
}

/// Whether a request for `route` stays inside this process.
pub(crate) fn is(route: &Route) -> bool {
    route.host().as_str() == HOST
}

/// The route that `PROVIDER/MODEL` or `sim/PROVIDER[/MODEL]` means.
pub(crate) fn resolve(spec: &str, base_url: Option<&str>, api: Option<Api>) -> Result<Route, Failure> {
    let Some(simulated) = spec.trim().strip_prefix("sim/") else {
        return place::resolve(spec, base_url, api);
    };
    if base_url.is_some() {
        return Err(Failure::Usage(format!("`{}` is inside this program: leave --base-url out", spec.trim())));
    }
    let (provider, model) = simulated.split_once('/').unwrap_or((simulated, ""));
    let listed = on(find(provider)?, api.as_ref());
    let model = match way(&listed) {
        _ if !model.is_empty() => model,
        Some(way) => way.model,
        None => return Err(Failure::Usage(format!("which model? say `sim/{provider}/MODEL`"))),
    };
    let url = format!("http://{HOST}{}", listed.path);
    let api = api.or(Some(Api::new(listed.api)));
    Ok(throughline::resolve(&format!("{}/{model}", listed.provider), Some(&url), api)?)
}

/// Sets the members that a simulated provider demands of every request, where they are not there; models that the demo does not
/// know are asked for thinking in the words of their wire.
pub(crate) fn complete(route: &Route, request: &mut Request) -> Result<(), Failure> {
    if !is(route) {
        return Ok(());
    }
    let projection = Projector::new(throughline::registry()?).to(route)?;
    let known = |way: &&Way| way.provider == route.provider.as_str() && way.model == route.model;
    let listed = Simulator::providers().find(|listed| listed.api == route.api.as_str() && is_at(listed, route));
    let way = WAYS.iter().filter(known).find(|way| listed.as_ref().is_some_and(|listed| listed.name == way.simulated));
    let demanded = match way {
        Some(way) => projection.ingest(Spoken::of(&route.api).asking(None, way.members, &[]).as_bytes())?.request,
        None if route.api == Api::CHAT => return Ok(()),
        None => {
            let mut asking = Request::new(Api::CHAT);
            asking.set("reasoning_effort", Verbatim::parse(r#""medium""#)?);
            projection.adapter().adopt(route, &asking, &mut vec![])
        }
    };
    for (name, value) in demanded.members {
        if name.as_str() != "model" && request.get(name.as_str()).is_none() {
            request.set(name, value);
        }
    }
    Ok(())
}

/// Who speaks that wire of the same provider; `listed` where nobody is asked for, or nobody does.
fn on(listed: Listed, api: Option<&Api>) -> Listed {
    let asked = |other: &Listed| other.provider == listed.provider && api.is_some_and(|api| api.as_str() == other.api);
    if asked(&listed) {
        return listed;
    }
    Simulator::providers().find(asked).unwrap_or(listed)
}

fn is_at(listed: &Listed, route: &Route) -> bool {
    route.base_url.as_str() == format!("http://{HOST}{}", listed.path)
}

fn find(provider: &str) -> Result<Listed, Failure> {
    let provider = provider.trim();
    if let Some(listed) =
        Simulator::providers().find(|listed| names(listed).any(|name| name.eq_ignore_ascii_case(provider)))
    {
        return Ok(listed);
    }
    let all: Vec<&str> = Simulator::providers().map(|listed| listed.name).collect();
    let meant = near(provider, all.iter().copied()).first().map(|name| format!("; did you mean `sim/{name}`?"));
    let meant = meant.unwrap_or_else(|| ";".to_owned());
    Err(Failure::Usage(format!("`{provider}` is not simulated{meant} there are {}", all.join(", "))))
}

/// How the demo goes there first, or to another wire of the same provider.
fn way(listed: &Listed) -> Option<&'static Way> {
    let there = WAYS.iter().find(|way| names(listed).any(|name| name == way.simulated));
    there.or_else(|| WAYS.iter().find(|way| way.provider == listed.provider))
}

fn names(listed: &Listed) -> impl Iterator<Item = &'static str> {
    [listed.name].into_iter().chain(listed.aliases.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simulated_route_is_its_provider_s_under_another_host() {
        for (spec, provider, url, model) in [
            ("sim/deepseek", "deepseek", "http://sim.localhost/deepseek", "deepseek-v4-pro"),
            ("sim/openrouter/z-ai/glm-5", "openrouter", "http://sim.localhost/openrouter/api/v1", "z-ai/glm-5"),
            ("sim/Groq", "groq", "http://sim.localhost/groq/openai/v1", "openai/gpt-oss-120b"),
            ("sim/gemini", "gemini", "http://sim.localhost/gemini/v1beta", "gemini-3-pro"),
            ("sim/gemini-openai", "gemini", "http://sim.localhost/gemini/v1beta/openai", "gemini-3-pro"),
            ("sim/bedrock", "bedrock", "http://sim.localhost/bedrock", "us.anthropic.claude-opus-4-5-20251101-v1:0"),
            ("sim/foundry", "azure-foundry", "http://sim.localhost/azure-foundry/anthropic", "claude-opus-4-5"),
            ("sim/deepseek-anthropic", "deepseek", "http://sim.localhost/deepseek/anthropic", "deepseek-v4-pro"),
        ] {
            let route = resolve(spec, None, None).unwrap();
            assert_eq!(
                (route.provider.as_str(), route.base_url.as_str(), route.model.as_str()),
                (provider, url, model)
            );
            assert!(is(&route) && route.is_local());
        }
        assert!(!is(&resolve("deepseek/m", None, None).unwrap()));
    }
    #[test]
    fn every_way_of_the_demo_can_be_chatted_with() {
        for way in WAYS {
            let route = resolve(&format!("sim/{}", way.simulated), None, None);
            assert!(route.is_ok_and(|route| is(&route)), "{}", way.simulated);
        }
    }
    #[test]
    fn a_slip_is_told() {
        for (spec, want) in
            [("sim/deepsek", "did you mean `sim/deepseek`?"), ("sim/", "`` is not simulated"), ("sim/x", "there are ")]
        {
            let failure = resolve(spec, None, None).unwrap_err();
            assert!(failure.code() == 2 && failure.text().is_some_and(|text| text.contains(want)), "{failure:?}");
        }
        assert!(resolve("sim/deepseek", Some("http://h"), None).is_err());
    }
    #[test]
    fn what_a_provider_demands_is_added_and_never_changed() {
        let route = resolve("sim/anthropic", None, None).unwrap();
        let mut request = Request::new(route.api.clone());
        request.set("max_tokens", Verbatim::parse("9").unwrap());
        complete(&route, &mut request).unwrap();
        assert_eq!(request.get("max_tokens").unwrap().get(), "9");
        assert!(request.get("thinking").is_some());
    }
}
