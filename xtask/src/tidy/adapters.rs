//! Each folder `adapter-NAME/` is a feature of the facade, and whatever lists adapters lists it; and nothing lists one that has no folder.
//!
//! It must never know an adapter by name: the folders say which there are.

use super::Finding;
use crate::workspace::{File, Member};

const FACADE: &str = "throughline";
const LIST: &str = "src/list.rs";
const README: &str = "README.md";

/// What is missing of each adapter, and what is listed of none.
pub(super) fn check(members: &[Member], files: &[File]) -> Vec<Finding> {
    let Some(facade) = members.iter().find(|member| member.name == FACADE) else { return Vec::new() };
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
    let at = |path: &str| format!("{}/{path}", facade.folder);
    let (manifest, list, lib) = (at("Cargo.toml"), at(LIST), at("src/lib.rs"));
    let names: Vec<&str> = members.iter().filter_map(|member| member.folder.strip_prefix("adapter-")).collect();
    let turns_on =
        |feature: &str, one: &str| facade.features.get(feature).is_some_and(|all| all.iter().any(|on| on == one));

    let mut findings = Vec::new();
    let mut demand = |there: bool, path: &str, message: String| {
        if !there {
            findings.push(Finding::new(path, 1, message));
        }
    };
    for name in &names {
        let package = format!("throughline-{name}");
        let module = package.replace('-', "_");
        demand(
            turns_on(name, &format!("dep:{package}")),
            &manifest,
            format!("no feature `{name}` turns on `{package}`"),
        );
        demand(turns_on("all-adapters", name), &manifest, format!("`all-adapters` leaves out `{name}`"));
        let discover = format!("{package}?/discover");
        demand(turns_on("discover", &discover), &manifest, format!("`discover` leaves out `{discover}`"));
        let listed = format!("#[cfg(feature = \"{name}\")]\n    {module}::ADAPTER");
        demand(text(&list).contains(&listed), &list, format!("`ADAPTERS` leaves out `{module}::ADAPTER`"));
        let absent = format!("#[cfg(not(feature = \"{name}\"))]\n    Absent");
        demand(text(&list).contains(&absent), &list, format!("`ABSENT` says nothing for a build without `{name}`"));
        let shown = format!("#[cfg(feature = \"{name}\")]\npub use {module} as {};", name.replace('-', "_"));
        demand(text(&lib).contains(&shown), &lib, format!("`{module}` is not shown as a module"));
        demand(
            text(README).contains(&format!("\n| `{name}`")),
            README,
            format!("the table of features leaves out `{name}`"),
        );
    }
    let all = facade.features.get("all-adapters").into_iter().flatten();
    for name in all.filter(|name| !names.contains(&name.as_str())) {
        demand(false, &manifest, format!("`all-adapters` has `{name}`, and there is no folder `adapter-{name}/`"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "
    #[cfg(feature = \"big\")]
    throughline_big::ADAPTER,
    #[cfg(not(feature = \"big\"))]
    Absent { feature: \"big\" },
";
    const SHOWN: &str = "#[cfg(feature = \"big\")]\npub use throughline_big as big;\n";
    const TABLE: &str = "|---|---|\n| `big` (default) | big models |\n";
    const FEATURES: [(&str, &str); 3] =
        [("big", "dep:throughline-big"), ("all-adapters", "big"), ("discover", "throughline-big?/discover")];

    fn messages(folders: &[&str], features: &[(&str, &str)], texts: [&str; 3]) -> Vec<String> {
        let member =
            |name: &str, folder: &str| Member { name: name.into(), folder: folder.into(), ..Member::default() };
        let mut facade = member("throughline", "adapters");
        for (feature, on) in features {
            facade.features.entry((*feature).to_owned()).or_default().push((*on).to_owned());
        }
        let adapters = folders.iter().map(|folder| member(&folder.replace("adapter", "throughline"), folder));
        let members: Vec<_> = adapters.chain([facade]).collect();
        let paths = ["adapters/src/list.rs", "adapters/src/lib.rs", "README.md"];
        let files = paths.iter().zip(texts).map(|(path, text)| File { path: (*path).into(), text: text.into() });
        check(&members, &files.collect::<Vec<_>>()).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn an_adapter_that_is_everywhere_is_fine() {
        assert_eq!(messages(&["adapter-big"], &FEATURES, [LISTED, SHOWN, TABLE]), Vec::<String>::new());
    }

    #[test]
    fn each_place_that_leaves_one_out_is_named() {
        let told = messages(&["adapter-big"], &[], ["", "", ""]);
        assert_eq!(
            told,
            [
                "no feature `big` turns on `throughline-big`",
                "`all-adapters` leaves out `big`",
                "`discover` leaves out `throughline-big?/discover`",
                "`ADAPTERS` leaves out `throughline_big::ADAPTER`",
                "`ABSENT` says nothing for a build without `big`",
                "`throughline_big` is not shown as a module",
                "the table of features leaves out `big`",
            ]
        );
    }

    #[test]
    fn a_feature_without_a_folder_is_found() {
        let told = messages(&[], &FEATURES, [LISTED, SHOWN, TABLE]);
        assert_eq!(told, ["`all-adapters` has `big`, and there is no folder `adapter-big/`"]);
    }
}
