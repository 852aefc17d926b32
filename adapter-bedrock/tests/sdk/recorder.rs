//! A server on loopback that keeps each request as it came and answers what it was told to, in that order.
use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Names as they came.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Recorded {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// What to answer.
#[derive(Clone)]
pub(crate) struct Canned {
    pub(crate) status: u16,
    pub(crate) headers: &'static [(&'static str, &'static str)],
    /// The body, in the pieces that it is sent in.
    pub(crate) pieces: Vec<Vec<u8>>,
    /// How long nothing comes, before the head.
    pub(crate) pause: Duration,
    /// Whether the body ends before the length that the head gave.
    pub(crate) torn: bool,
}

impl Canned {
    pub(crate) fn new(status: u16, headers: &'static [(&'static str, &'static str)], body: &[u8]) -> Self {
        Self { status, headers, pieces: vec![body.to_vec()], pause: Duration::ZERO, torn: false }
    }
}

pub(crate) struct Recorder {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<Recorded>>>,
}

impl Recorder {
    /// Answers each request with the next of these; the last one stays.
    pub(crate) fn start(answers: Vec<Canned>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let seen: Arc<Mutex<Vec<Recorded>>> = Arc::default();
        let kept = seen.clone();
        let answers = Arc::new(answers);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (answers, kept) = (answers.clone(), kept.clone());
                thread::spawn(move || serve(&stream, &answers, &kept));
            }
        });
        Self { address, seen }
    }
    pub(crate) fn url(&self, suffix: &str) -> String {
        format!("http://{}{suffix}", self.address)
    }
    pub(crate) fn seen(&self) -> Vec<Recorded> {
        self.seen.lock().unwrap().clone()
    }
}

fn serve(stream: &TcpStream, answers: &[Canned], kept: &Mutex<Vec<Recorded>>) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader) {
        let answer = {
            let mut kept = kept.lock().unwrap();
            kept.push(request);
            answers[(kept.len() - 1).min(answers.len() - 1)].clone()
        };
        if write(stream, &answer).is_none() || answer.torn {
            return;
        }
    }
}

fn read(reader: &mut impl BufRead) -> Option<Recorded> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut headers = vec![];
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
    let mut request = Recorded { method, path, headers, body: vec![] };
    // Whatever else came behind this length would be read as the next request, and be none.
    request.body = vec![0; request.header("content-length")?.parse().ok()?];
    reader.read_exact(&mut request.body).ok()?;
    Some(request)
}

fn write(mut stream: &TcpStream, answer: &Canned) -> Option<()> {
    thread::sleep(answer.pause);
    let length: usize = answer.pieces.iter().map(Vec::len).sum::<usize>() + usize::from(answer.torn);
    let mut head = format!("HTTP/1.1 {} X\r\ncontent-length: {length}\r\n", answer.status);
    for (name, value) in answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
    for piece in &answer.pieces {
        stream.write_all(piece).ok()?;
        stream.flush().ok()?;
        thread::sleep(Duration::from_millis(2));
    }
    Some(())
}
