//! The log under many hands, through rotations, and after accidents.
use super::*;
use crate::{Carried, Kept, Prefix};
use std::{process, sync::Barrier, thread, time::SystemTime};
use throughline_chat::Chat;
use throughline_core::{
    Api, Fragments, ReasoningCarrier, Registry, RejectionMemory, Route, Scene, plan, verbatim::fingerprint,
};

/// A folder of its own, gone at the end.
struct Folder(PathBuf);
impl Folder {
    fn new(name: &str) -> Self {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos();
        Self(std::env::temp_dir().join(format!("throughline-journal-{name}-{}-{now}", process::id())))
    }
    fn journal(&self, bytes: u64) -> Journal {
        Journal::open(&self.0).unwrap().bounded(1000, bytes)
    }
    fn files(&self) -> Vec<String> {
        numbers(&self.0).unwrap().into_iter().map(|number| fs::read_to_string(path(&self.0, number)).unwrap()).collect()
    }
}
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const NONE: [usize; 0] = [];

fn record(turn: usize) -> RequestRecord {
    RequestRecord { turn, session: Some(SessionId::new(format!("s{}", turn % 2))), ..RequestRecord::default() }
}
fn turns(records: &[RequestRecord]) -> Vec<usize> {
    records.iter().map(|record| record.turn).collect()
}
fn pull(follow: &mut Follow) -> Vec<usize> {
    std::iter::from_fn(|| follow.next().unwrap()).map(|record| record.turn).collect()
}

#[test]
fn a_record_is_one_line_and_reads_back() {
    let folder = Folder::new("line");
    let journal = folder.journal(1 << 20);
    let full = RequestRecord {
        at: 7,
        carried: vec![Carried { key: "reasoning_content".to_owned(), turns: 2, ..Carried::default() }],
        prefix: Some(Prefix { same: 1, of: 2, broke: Some((1, "withheld".to_owned())) }),
        ..record(1)
    };
    journal.write(&full).unwrap();
    journal.write(&record(2)).unwrap();
    let [text] = folder.files().try_into().unwrap();
    assert!(text.ends_with('\n') && text.lines().count() == 2);
    let read = journal.read(&Wanted::default()).unwrap();
    assert_eq!(read.records, [full, record(2)]);
    assert!(read.unreadable.is_empty());
}

/// A record as it is made: of what a plan's ledger says.
#[test]
fn a_record_of_marked_thoughts_shows_none_of_the_marks() {
    let route = Route::new("custom", "https://api.example.com/v1?key=MARK0", Api::CHAT, "m").unwrap();
    let request = r#"{"messages":[{"role":"user","content":"MARK1"},{"role":"assistant","content":"MARK2",
        "reasoning_content":"MARK3","reasoning_details":[{"type":"reasoning.encrypted","data":"MARK4","id":"MARK5"}],
        "reasoning_opaque":"MARK6","MARK7":"MARK8","tool_calls":[{"id":"MARK9","type":"function",
        "function":{"name":"MARK10","arguments":"MARK11"}}]}]}"#;
    let ingested = Chat.ingest(&route, request.as_bytes()).unwrap();
    let registry = Registry::builder().with(&[throughline_chat::ADAPTER]).build().unwrap();
    let policy = registry.rules().find(&route).unwrap();
    let (history, memory) = (ingested.turns.into_iter().collect(), RejectionMemory::new());
    let scene =
        Scene { route: &route, policy: &policy, request: &ingested.request, history: &history, memory: &memory };
    let mut record = RequestRecord {
        host: route.origin_host(),
        hash: fingerprint(request.as_bytes()),
        learned: vec!["reasoning_content".to_owned()],
        ..record(1)
    };
    for line in plan(&Chat, scene, &mut Fragments::new()).ledger() {
        match line.outcome.key() {
            Some(key) => record.carried.push(Carried {
                key: key.to_string(),
                turns: 1,
                padded: 0,
                bytes: line.bytes,
                hashes: vec![line.hash],
            }),
            None => record.withheld.push(Kept {
                kind: line.kind.to_string(),
                carriers: 1,
                why: line.because.reason.to_string(),
                rule: line.because.rule.map(|entry| entry.rule.name.to_string()),
            }),
        }
    }
    assert!(record.carried.len() == 1 && record.withheld.len() > 1, "{record:?}");
    let folder = Folder::new("marks");
    folder.journal(1 << 20).write(&record).unwrap();
    let [line] = folder.files().try_into().unwrap();
    assert!(!line.contains("MARK"), "{line}");
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("mode");
    folder.journal(1).write(&record(1)).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path(&folder.0, 1)), mode(&folder.0)), (0o600, 0o700));
}

#[test]
fn it_is_bounded_and_keeps_the_newest() {
    let folder = Folder::new("bounds");
    let line = serde_json::to_vec(&record(10)).unwrap().len() as u64 + 1;
    let journal = Journal::open(&folder.0).unwrap().bounded(3, 2 * line);
    for turn in 10..30 {
        journal.write(&record(turn)).unwrap();
    }
    assert_eq!(folder.files().iter().map(|file| file.lines().count()).collect::<Vec<_>>(), [2, 2, 2]);
    assert!(folder.files().iter().all(|file| file.len() as u64 <= 2 * line));
    assert_eq!(turns(&journal.read(&Wanted::default()).unwrap().records), [24, 25, 26, 27, 28, 29]);
    // One that is longer than a file may be has a file to itself.
    journal.write(&RequestRecord { model: "m".repeat(1000), ..record(30) }).unwrap();
    journal.write(&record(31)).unwrap();
    assert_eq!(turns(&journal.read(&Wanted::default()).unwrap().records), [28, 29, 30, 31]);
}

#[test]
fn a_session_and_the_newest_can_be_asked_for() {
    let folder = Folder::new("wanted");
    let journal = folder.journal(500);
    for turn in 0..20 {
        journal.write(&record(turn)).unwrap();
    }
    let read = |session: Option<&str>, last| {
        let wanted = Wanted { session: session.map(SessionId::new), last };
        turns(&journal.read(&wanted).unwrap().records)
    };
    assert_eq!(read(Some("s1"), Some(3)), [15, 17, 19]);
    assert_eq!(read(None, Some(2)), [18, 19]);
    assert_eq!(read(None, Some(0)), NONE);
    assert_eq!(read(Some("none"), None), NONE);
    assert_eq!(read(None, None), (0..20).collect::<Vec<_>>());
}

#[test]
fn what_is_no_record_is_named_and_costs_no_other() {
    let folder = Folder::new("broken");
    let journal = folder.journal(1 << 20);
    journal.write(&record(1)).unwrap();
    let mut file = OpenOptions::new().append(true).open(path(&folder.0, 1)).unwrap();
    // A person's edit, bytes that are no text, and a process that died in the middle of its line.
    file.write_all(b"{\"turn\":\"SECRET\"}\n\xff\xfe\n\n{\"turn\":3,").unwrap();
    journal.write(&record(4)).unwrap();
    let read = journal.read(&Wanted::default()).unwrap();
    assert_eq!(turns(&read.records), [1, 4]);
    let named: Vec<_> = read.unreadable.iter().map(|line| format!("{}: {}", line.place, line.why)).collect();
    assert_eq!(
        named,
        [
            "requests.000001.jsonl line 2: no record from column 16 on",
            "requests.000001.jsonl line 3: no record from column 1 on",
            "requests.000001.jsonl line 5: no record from column 10 on",
        ]
    );
    file.write_all(&b"x\n".repeat(100_000)).unwrap();
    let unreadable = journal.read(&Wanted::default()).unwrap().unreadable;
    assert_eq!((unreadable.len(), unreadable.last().unwrap().place.as_str()), (101, "99903 more lines"));
}

#[test]
fn a_follower_loses_and_repeats_nothing_across_rotations() {
    let folder = Folder::new("follow");
    let journal = folder.journal(300);
    journal.write(&record(0)).unwrap();
    let mut all = journal.follow(&Wanted::default()).unwrap();
    let mut new = journal.follow(&Wanted { session: None, last: Some(0) }).unwrap();
    assert_eq!((pull(&mut all), pull(&mut new)), (vec![0], vec![]));
    for turn in 1..50 {
        journal.write(&record(turn)).unwrap();
        if turn % 3 == 0 {
            assert_eq!(pull(&mut new), [turn - 2, turn - 1, turn]);
        }
    }
    assert!(folder.files().len() > 10);
    assert_eq!(pull(&mut all), (1..50).collect::<Vec<_>>());
    assert_eq!(pull(&mut new), [49]);
    assert!(all.unreadable().is_empty());
}

#[test]
fn a_follower_keeps_the_file_that_it_has_open_and_goes_on_where_files_are_gone() {
    let folder = Folder::new("behind");
    let journal = Journal::open(&folder.0).unwrap().bounded(2, 1);
    journal.write(&record(0)).unwrap();
    let mut follow = journal.follow(&Wanted { session: None, last: Some(0) }).unwrap();
    for turn in 1..10 {
        journal.write(&record(turn)).unwrap();
    }
    assert_eq!(pull(&mut follow), [8, 9]);
}

#[test]
fn a_half_written_line_waits_for_its_end() {
    let folder = Folder::new("half");
    let journal = folder.journal(1 << 20);
    let mut follow = journal.follow(&Wanted::default()).unwrap();
    assert_eq!(pull(&mut follow), NONE);
    let line = serde_json::to_vec(&record(5)).unwrap();
    let mut file = private().create(true).append(true).open(path(&folder.0, 1)).unwrap();
    for piece in line.chunks(40) {
        assert_eq!(pull(&mut follow), NONE);
        file.write_all(piece).unwrap();
    }
    assert_eq!(pull(&mut follow), NONE);
    file.write_all(b"\n").unwrap();
    assert_eq!(pull(&mut follow), [5]);
}

#[test]
fn many_writers_and_a_reader_at_once_lose_and_mix_nothing() {
    const WRITERS: usize = 4;
    const EACH: usize = 200;
    let folder = Folder::new("many");
    let start = Barrier::new(WRITERS + 1);
    let seen = thread::scope(|scope| {
        for writer in 0..WRITERS {
            // A handle each, as processes have.
            let (journal, start) = (folder.journal(4000), &start);
            scope.spawn(move || {
                start.wait();
                for n in 0..EACH {
                    journal.write(&RequestRecord { turn: writer * EACH + n, ..RequestRecord::default() }).unwrap();
                }
            });
        }
        let mut follow = folder.journal(4000).follow(&Wanted::default()).unwrap();
        start.wait();
        let mut seen = vec![];
        while seen.len() < WRITERS * EACH {
            seen.extend(pull(&mut follow));
            thread::yield_now();
        }
        assert_eq!(pull(&mut follow), NONE);
        assert!(follow.unreadable().is_empty());
        seen
    });
    assert!(folder.files().len() > 5);
    assert_eq!(turns(&folder.journal(4000).read(&Wanted::default()).unwrap().records), seen, "in the order of the log");
    for writer in 0..WRITERS {
        let own: Vec<_> = seen.iter().filter(|turn| **turn / EACH == writer).copied().collect();
        assert_eq!(own, (writer * EACH..(writer + 1) * EACH).collect::<Vec<_>>(), "each once, in order");
    }
}
