//! How the program behaves among others: pipes, signals, exit codes, help.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::program::{program, run};

#[test]
fn help_and_version_are_no_mistake() {
    for args in [&["--help"][..], &["info", "--help"], &["measure", "joint", "--help"], &["--version"]] {
        let run = run(args);
        assert_eq!((run.code, run.talk.as_str()), (Some(0), ""), "{args:?}");
        assert!(!run.out.is_empty(), "{args:?}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_mistake() {
    let mut child = program()
        .args(["info", "data/penguins.csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    drop(child.stdout.take());
    let mut talk = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut talk).expect("UTF-8");
    assert_eq!((child.wait().expect("an end").code(), talk.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the full device");
    let output = program().args(["info", "data/tennis.csv"]).stdout(full).output().expect("a run");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("space"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_with_exit_code_130() {
    let mut child = program()
        .args(["info", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(b"a,b\n1,2\n").expect("a beginning without an end");
    std::thread::sleep(Duration::from_millis(500)); // it now waits for more rows
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[test]
fn a_pipe_is_read_no_further_than_its_first_mistake() {
    let mut child = program()
        .args(["info", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    let mut pipe = child.stdin.take().expect("a pipe");
    let zeros = vec![0; 1 << 20];
    // The pipe stays open: a program that waited for its end would hang here. A bounded stream, should it read on.
    let written = (0..64).take_while(|_| pipe.write_all(&zeros).is_ok()).count();
    assert!(written < 64, "it read {written} MiB of nothing");
    let mut talk = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut talk).expect("UTF-8");
    assert_eq!(child.wait().expect("an end").code(), Some(1));
    assert!(talk.contains("standard input") && talk.contains("NUL"), "{talk}");
}

#[test]
fn data_goes_to_standard_output_and_talk_to_standard_error() {
    let run = run(&["info", "data/tennis.csv", "--target", "play", "--json"]);
    assert_eq!(run.talk, "");
    assert!(run.out.starts_with('{') && run.out.ends_with("}\n"));
}
