//! Runs the program as a person would, from the repository's root.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) talk: String,
}

impl Run {
    /// The JSON document on standard output.
    pub(crate) fn json(&self) -> serde_json::Value {
        assert_eq!(self.code, Some(0), "{}", self.talk);
        serde_json::from_str(&self.out).expect("one JSON document")
    }
}

/// The program, ready to be given arguments.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

/// Runs it with these arguments.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs it with these arguments and this standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut child = program()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        let _ = pipe.write_all(&input); // a program that needs no more may close the pipe
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        talk: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A file with this content in a folder of its own, gone when dropped.
pub(crate) struct File {
    folder: PathBuf,
    pub(crate) path: String,
}

impl File {
    pub(crate) fn new(name: &str, content: &[u8]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("spinney-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(name);
        std::fs::write(&path, content).expect("a file");
        File { path: path.to_str().expect("UTF-8").to_owned(), folder }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A folder of its own, and the path of a file in it that is not there yet.
pub(crate) fn place(name: &str) -> (File, String) {
    let file = File::new(name, b"");
    std::fs::remove_file(&file.path).expect("a new file");
    let path = file.path.clone();
    (file, path)
}
