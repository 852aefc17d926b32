//! The simulator in a process of its own, so that something can be made to go wrong there.
use crate::run::program;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
};

/// `throughline simulate`, ended when dropped.
pub(crate) struct Simulated {
    child: Child,
    pub(crate) greeting: String,
}

impl Simulated {
    pub(crate) fn start() -> Self {
        let mut child = program(&["simulate", "--seed", "7"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut greeting = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        while !greeting.contains("throughline ask") {
            assert!(out.read_line(&mut greeting).unwrap() > 0, "{greeting}");
        }
        Self { child, greeting }
    }
    pub(crate) fn url(&self, path: &str) -> String {
        let start = self.greeting.find("http://127.0.0.1:").unwrap();
        let address: String = self.greeting[start + 7..].chars().take_while(|c| !"/; ".contains(*c)).collect();
        format!("http://{address}{path}")
    }
    /// From now on this goes wrong: `{"provider":"nous","fault":{"refuse":{"field":"reasoning"}}}`.
    pub(crate) fn fault(&self, fault: &str) {
        let url = self.url("");
        let mut stream = TcpStream::connect(&url["http://".len()..]).unwrap();
        let length = fault.len();
        write!(
            stream,
            "POST /_faults HTTP/1.1\r\nhost: h\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{fault}"
        )
        .unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    }
}
impl Drop for Simulated {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
