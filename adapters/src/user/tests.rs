//! The user's table: what reads, and the words for all that does not.
use super::*;
use throughline_core::{
    Accept, Api, Family, Flag, Form, Ids, Keeps, Key, Layer, Mismatch, Model, Pattern, Place, Reads, Registry,
    Required, Route, Scope, Slot, When,
};

fn read(text: &str) -> Vec<RouteRule> {
    rows(text, "rules.toml").unwrap_or_else(|error| panic!("{error}"))
}
/// The errors of a file, one a line, without its name.
fn errors(text: &str) -> String {
    let error = rows(text, "rules.toml").expect_err("the file is wrong").to_string();
    error.replace("rules.toml: ", "")
}
/// The errors of one row that is for the host `h` and called `n`.
fn wrong(more: &str) -> String {
    errors(&format!("[[rule]]\nname = \"n\"\nhosts = [\"h\"]\n{more}\n"))
}

#[test]
fn every_column() {
    let rule = read(
        r#"
        [[rule]]
        name = "all of it"
        providers = [" Groq", "mine"]
        hosts = ["*-east.example.com"]
        local = true
        apis = ["chat_completions", "carrier-pigeon"]
        path = "/v1"
        models = ["a/b", "qwen*", "*/kimi-*", { family = "GLM", since = 4.10, before = "5", not = ["Air"] }]
        strict = true
        reads = ["reasoning_content", { field = "reasoning_details", accepts = ["x:*", { issuer = "y", model = "same" }, { issuer = "z", model = "Z*" }] },
                 { field = "sealed", form = "text", opaque = true, accepts = ["x"], empties = true, echo = true, unsigned = false, with = "reasoning_content" },
                 { field = "thinking", form = "blocks", kind = "thinking" }]
        extras = ["annotations"]
        ids = "nine"
        keeps = "loop"
        bound = "drop"
        required = { field = "reasoning_content", scope = "all", placeholder = "-" }
        flags = [{ member = "thinking", inner = "keep", value = "all" }, { member = "t", value = { b = [1, 2.50, 0x1F], a = true }, unless = ["u"] },
                 { member = "w", inner = "i", value = 1_000, whole = { type = "on", i = 1 } }]
        why = "because"
        evidence = "https://example.com"
        since = 2026-11-30
        "#,
    )
    .remove(0);
    assert_eq!(
        (rule.name.as_ref(), rule.why.as_ref(), rule.evidence.as_ref(), rule.since.as_ref()),
        ("all of it", "because", "https://example.com", "2026-11-30")
    );
    assert!(rule.strict);
    let family =
        Family { stem: "glm".into(), since: Some((4, 10)), before: Some((5, 0)), not: vec!["air".into()].into() };
    let pattern = Pattern {
        providers: vec!["groq".into(), "mine".into()].into(),
        hosts: vec!["*-east.example.com".into()].into(),
        local: true,
        apis: vec![Api::CHAT, Api::new("carrier-pigeon")].into(),
        path: Some("/v1".into()),
        models: vec![
            Model::Exact("a/b".into()),
            Model::Prefix("qwen".into()),
            Model::Glob("*/kimi-*".into()),
            Model::Family(family),
        ]
        .into(),
    };
    assert_eq!(rule.pattern, pattern);
    let slots = vec![
        Slot::text("reasoning_content"),
        Slot {
            accepts: vec![
                Accept::any("x:*"),
                Accept::same_model("y"),
                Accept { issuer: "z".into(), when: When::Model("z*".into()) },
            ]
            .into(),
            ..Slot::entries("reasoning_details", &[])
        },
        Slot {
            accepts: vec![Accept::any("x")].into(),
            empties: true,
            echo: true,
            unsigned: false,
            with: Some(Key::new("reasoning_content")),
            ..Slot::opaque("sealed", &[])
        },
        Slot::blocks("thinking", "thinking", &[]),
    ];
    let reads = Reads {
        slots: slots.into(),
        extras: vec![Key::new("annotations")].into(),
        ids: Ids::Nine,
        issuer: None,
        keeps: Keeps::Loop,
        bound: Some(Mismatch::Drop),
    };
    assert_eq!(rule.reads, Some(reads));
    assert_eq!(
        rule.required,
        Some(Required { field: Key::new("reasoning_content"), scope: Scope::All, placeholder: "-".into() })
    );
    let flag = |member: &'static str, inner: Option<&'static str>, value: &'static str, whole: &'static str| Flag {
        member: Key::new(member),
        inner: inner.map(Key::new),
        value: value.into(),
        whole: whole.into(),
        unless: vec![].into(),
    };
    let object = r#"{"b":[1,2.50,31],"a":true}"#;
    let flags = vec![
        flag("thinking", Some("keep"), "\"all\"", r#"{"keep":"all"}"#),
        Flag { unless: vec![Key::new("u")].into(), ..flag("t", None, object, object) },
        flag("w", Some("i"), "1000", r#"{"type":"on","i":1}"#),
    ];
    assert_eq!(rule.flags, Some(flags.into()));
}

#[test]
fn the_example_of_the_module_reads() {
    let lines = include_str!("mod.rs").lines().map_while(|line| line.strip_prefix("//!"));
    let text: Vec<&str> =
        lines.skip_while(|line| line.trim() != "```toml").skip(1).take_while(|line| line.trim() != "```").collect();
    let names: Vec<_> = read(&text.join("\n")).into_iter().map(|rule| rule.name).collect();
    assert_eq!(names, ["our gateway", "qwen behind it keeps its thoughts"]);
}

#[test]
fn a_path_is_whole_segments() {
    let rule = read("[[rule]]\nname = \"n\"\npath = \"/v1/\"\nreads = []").remove(0);
    assert_eq!(rule.pattern.path.as_deref(), Some("/v1"));
    assert!(errors("[[rule]]\nname = \"n\"\npath = \"/\"\nreads = []").starts_with("line 3, column 8: path `/`: "));
}

#[test]
fn slots_that_get_in_each_others_way_are_told() {
    assert_eq!(wrong("reads = [\"a\", \"a\"]"), "line 4, column 15: `a` is read already");
    assert_eq!(
        wrong("reads = [{ field = \"a\", with = \"b\" }, \"b\"]"),
        "line 4, column 10: `with = \"b\"`: no field of that name is read before this one"
    );
    assert_eq!(read("[[rule]]\nname = \"n\"\nlocal = true\nreads = [\"b\", { field = \"a\", with = \"b\" }]").len(), 1);
}

#[test]
fn what_a_user_may_leave_out() {
    let rule =
        read("\u{feff}[[rule]]\r\nname = \"n\"\r\nhosts = [\"h.example\"]\r\nreads = [\"reasoning_details\"]\r\n")
            .remove(0);
    assert_eq!(
        (rule.why.as_ref(), rule.evidence.as_ref(), rule.since.as_ref()),
        ("the user's own row", "rules.toml", "-")
    );
    let slot = rule.reads.unwrap().slots.into_owned().remove(0);
    assert_eq!((slot.form, slot.place), (Form::Entries, Place::Message));
    assert_eq!(slot.accepts.as_ref(), [Accept::same_model("h.example"), Accept::same_model("h.example:*")]);
    assert!(read("").is_empty() && read("# nothing yet\n").is_empty());
}

#[test]
fn a_row_of_the_user_wins() {
    let rows = read("[[rule]]\nname = \"open\"\nany = true\nreads = [\"reasoning\"]\n");
    let registry = Registry::builder().user(rows).build().unwrap();
    let entry = &registry.rules().entries()[0];
    assert_eq!((entry.layer, entry.rule.pattern == Pattern::ANY), (Layer::User, true));
    let route = Route::new("groq", "https://api.groq.com", Api::CHAT, "m").unwrap();
    assert!(registry.find(&route).is_err(), "a row alone speaks no wire");
}

#[test]
fn misspelt_names_are_told_with_their_place() {
    for (more, want) in [
        ("read = []", "line 4, column 1: unknown key `read`; did you mean `reads`?"),
        (
            "reads = [{ feild = \"x\" }]",
            "line 4, column 10: an element of `reads` without `field`\nline 4, column 12: unknown key `feild`; did you mean `field`?",
        ),
        (
            "reads = [{ field = \"x\", form = \"entrys\" }]",
            "line 4, column 32: `form`: unknown value `entrys`, expected `text`, `entries`, `whole`, `blocks`; did you mean `entries`?",
        ),
        (
            "bound = \"withold\"\nreads = []",
            "line 4, column 9: `bound`: unknown value `withold`, expected `withhold`, `drop`, `fail`; did you mean `withhold`?",
        ),
        (
            "ids = \"nien\"\nreads = []",
            "line 4, column 7: `ids`: unknown value `nien`, expected `any`, `optional`, `nine`, `word`, `dotted`; did you mean `nine`?",
        ),
        (
            "required = { field = \"x\", scope = \"tool_call\" }",
            "line 4, column 35: `scope`: unknown value `tool_call`, expected `tool_calls`, `all`; did you mean `tool_calls`?",
        ),
        (
            "apis = [\"chat_completion\"]\nreads = []",
            "line 4, column 9: unknown api `chat_completion`; did you mean `chat_completions`?",
        ),
        (
            "flags = [{ member = \"a\", value = 1, unles = [] }]",
            "line 4, column 37: unknown key `unles`; did you mean `unless`?",
        ),
        (
            "colour = 1\nreads = []",
            "line 4, column 1: unknown key `colour`; a row has name, providers, hosts, apis, models, local, path, any, strict, extras, ids, keeps, bound, reads, required, flags, why, evidence, since",
        ),
    ] {
        assert_eq!(wrong(more), want, "{more}");
    }
    assert_eq!(errors("[[rules]]\nname = \"x\"\n"), "line 1, column 3: unknown key `rules`; did you mean `rule`?");
}

#[test]
fn wrong_types_are_told() {
    for (more, want) in [
        ("reads = \"reasoning\"", "line 4, column 9: `reads`: expected a list, found a string"),
        (
            "reads = [1]",
            "line 4, column 10: an element of `reads`: expected a key or a table with `field`, found a number",
        ),
        ("reads = [\" \"]", "line 4, column 10: an element of `reads` is empty"),
        ("strict = \"yes\"\nreads = []", "line 4, column 10: `strict`: expected `true` or `false`, found a string"),
        ("required = true", "line 4, column 12: `required`: expected a table, found a boolean"),
        (
            "required = { field = \"x\", placeholder = 1 }",
            "line 4, column 41: `placeholder`: expected a string, found a number",
        ),
        ("flags = [{ member = \"x\" }]", "line 4, column 10: a flag without `value`"),
        ("models = [4]\nreads = []", "line 4, column 11: an element of `models`: expected a string, found a number"),
        (
            "models = [{ family = \"glm\", since = \"four\" }]\nreads = []",
            "line 4, column 37: generation `four`: expected a number such as 4.7",
        ),
        ("path = \"v1\"\nreads = []", "line 4, column 8: path `v1`: expected one such as `/api/coding`"),
        (
            "since = \"2026-02-30\"\nreads = []",
            "line 4, column 9: `since`: `2026-02-30` is no date, expected one such as \"2026-11\" or \"2026-11-30\"",
        ),
        (
            "since = 2026\nreads = []",
            "line 4, column 9: `since`: expected a date such as \"2026-11\" or \"2026-11-30\", found a number",
        ),
    ] {
        assert_eq!(wrong(more), want, "{more}");
    }
    for date in [
        "2026",
        "2026-13",
        "2026-00",
        "26-01",
        "2026-1",
        "2026-11-31",
        "2025-02-29",
        "2026-11-30-1",
        "x",
        "+202-01",
        "2026-+1",
    ] {
        assert!(wrong(&format!("since = \"{date}\"\nreads = []")).contains("is no date"), "{date}");
    }
    for host in ["https://h", "h:80", "h/v1", "a..b", "*.*.h"] {
        assert!(
            errors(&format!("[[rule]]\nname = \"n\"\nhosts = [\"{host}\"]\nreads = []"))
                .starts_with("line 3, column 10: host"),
            "{host}"
        );
    }
}

#[test]
fn rows_that_mean_nothing_or_everything_are_told() {
    assert_eq!(wrong("why = \"x\""), "line 1, column 1: the row says nothing: give it `reads`, `required` or `flags`");
    assert_eq!(
        wrong("strict = true\nrequired = { field = \"x\" }"),
        "line 1, column 1: `strict` without `reads`: say what is read, `reads = []` for nothing"
    );
    assert_eq!(
        wrong("bound = \"fail\"\nflags = []"),
        "line 1, column 1: `bound` without `reads`: say what is read, `reads = []` for nothing"
    );
    assert_eq!(
        wrong("ids = \"any\"\nflags = []"),
        "line 1, column 1: `ids` without `reads`: say what is read, `reads = []` for nothing"
    );
    assert_eq!(wrong("any = true\nreads = []"), "line 1, column 1: `any = true` beside `hosts`: leave one of them out");
    assert_eq!(
        wrong("reads = [\"a\"]\nrequired = { field = \"b\" }"),
        "line 5, column 12: `b` is required but not among this row's `reads`: it would never be sent"
    );
    let every = "the row is for every route: give it one of `providers`, `hosts`, `local`, `apis`, `path`, `models`, or write `any = true` if that is meant";
    for more in ["", "providers = []\n", "local = false\n"] {
        assert_eq!(errors(&format!("[[rule]]\nname = \"n\"\n{more}reads = []")), format!("line 1, column 1: {every}"));
    }
    assert_eq!(errors("[[rule]]\nany = true\nreads = []"), "line 1, column 1: a row without `name`");
    let twice = "[[rule]]\nname = \"n\"\nany = true\nreads = []\n".repeat(2);
    assert_eq!(errors(&twice), "line 5, column 1: a second row called `n`: every row has a name of its own");
}

#[test]
fn a_file_that_is_not_toml_or_has_many_faults() {
    assert_eq!(
        errors("[rule]\nname = \"x\"\n"),
        "line 1, column 1: write `[[rule]]`, with two brackets: the file may have many"
    );
    assert!(errors("[[rule]]\nname = \n").starts_with("line 2, column 8: not toml: "));
    assert!(errors("[[rule]]\nname = \"a\"\nname = \"b\"\n").starts_with("line 3, column 1: not toml: duplicate key"));
    assert_eq!(errors("[[rule]]\nname = \"é\"\n\"röutes\" = 1\nwhy = 2\nreads = []\nany = true").lines().count(), 2);
}

#[test]
fn nothing_panics() {
    let pieces = [
        "[[rule]]",
        "[",
        "]",
        "{",
        "}",
        "name",
        "=",
        "\"",
        "\n",
        "reads",
        "1",
        ".",
        ",",
        "é",
        "\u{feff}",
        "'''",
        "#",
        "any = true\n",
        "flags",
    ];
    for a in pieces {
        for b in pieces {
            for c in pieces {
                let _ = rows(&format!("{a}{b}{c}{a} = {b}\n"), "f");
            }
        }
    }
}
