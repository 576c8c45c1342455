//! How the program behaves among others: pipes, signals, exit codes, help.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{File, program, run};

#[test]
fn help_and_version_are_no_mistake() {
    let verbs = ["info", "measure", "fit", "predict", "score", "show", "explain"];
    let each = verbs.iter().flat_map(|verb| [vec![*verb, "--help"], vec![*verb, "-h"]]);
    for args in each.chain([vec!["--help"], vec!["measure", "joint", "--help"], vec!["--version"]]) {
        let args = args.as_slice();
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
    interrupt(&child);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

/// What a folder holds, by name.
fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_long_fit_within_half_a_second_and_leaves_no_file() {
    let kept = File::new("model.spinney", b"as it was");
    let child = program()
        .args([
            "fit",
            "data/penguins.csv",
            "-t",
            "species",
            "--cv",
            "344",
            "--preset",
            "cart",
            "--criterion",
            "entropy",
        ])
        .args(["--missing-policy", "surrogates", "--out", &kept.path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    std::thread::sleep(Duration::from_millis(300)); // it grows one tree after the other
    let sent = Instant::now();
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(sent.elapsed() < Duration::from_millis(500), "{:?}", sent.elapsed());
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(std::fs::read(&kept.path).expect("the old file"), b"as it was");
    assert_eq!(names(std::path::Path::new(&kept.path).parent().expect("a folder")), ["model.spinney"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_at_any_moment_leaves_the_old_file_or_the_whole_new_one() {
    let model = File::new("model.spinney", b"");
    let run = run(&["fit", "data/penguins.csv", "-t", "species", "--preset", "cart", "--out", &model.path]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let picture = File::new("tree.svg", b"as it was");
    let folder = std::path::Path::new(&picture.path).parent().expect("a folder").to_owned();
    for step in 0..25 {
        std::fs::write(&picture.path, b"as it was").expect("the old file");
        let mut child =
            program().args(["show", &model.path, "--quiet", "--out", &picture.path]).spawn().expect("a start");
        std::thread::sleep(Duration::from_millis(step));
        interrupt(&child);
        child.wait().expect("an end");
        let found = std::fs::read_to_string(&picture.path).expect("a file");
        assert!(found == "as it was" || found.ends_with("</svg>\n"), "{} bytes after {step} ms", found.len());
        assert_eq!(names(&folder), ["tree.svg"], "after {step} ms");
    }
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
