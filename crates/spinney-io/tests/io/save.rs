//! Files are written whole or not at all; models come from them.

use std::fs;
use std::path::Path;

use spinney::model::{FileFault, Model, ModelError};
use spinney_io::{Problem, load, load_model, save};

use crate::write::folder;

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn what_is_saved_is_loaded_and_nothing_else_is_left() {
    let folder = folder();
    let path = folder.path().join("m.spinney");
    for bytes in [&b"first"[..], b"", b"a longer second"] {
        save(&path, bytes).unwrap();
        assert_eq!(load(&path).unwrap(), bytes);
        assert_eq!(names(folder.path()), ["m.spinney"]);
    }
}

#[test]
fn a_file_without_a_folder_in_its_name_is_saved_here() {
    // The working folder of the test is its crate's.
    let name = format!("spinney-save-{}.tmp", std::process::id());
    save(Path::new(&name), b"here").unwrap();
    assert_eq!(fs::read(&name).unwrap(), b"here");
    fs::remove_file(&name).unwrap();
}

#[test]
fn a_failure_leaves_the_old_file_and_no_temporary_one() {
    let folder = folder();
    let error = save(&folder.path().join("no/such/m.spinney"), b"x").unwrap_err();
    assert!(matches!(error.problem, Problem::NoFolder), "{error}");
    assert_eq!(error.hint().as_deref(), Some("make the directory first"));
    assert!(error.to_string().ends_with("m.spinney: there is no such directory to write it in"));
    let error = save(folder.path(), b"x").unwrap_err();
    assert!(matches!(error.problem, Problem::Directory), "{error}");
    assert!(names(folder.path()).is_empty());
    // A name that cannot be: the temporary file is made, the renaming fails.
    let long = folder.path().join("x".repeat(300));
    assert!(save(&long, b"x").is_err());
    assert!(names(folder.path()).is_empty());
}

#[test]
fn a_file_that_is_not_there_is_not_loaded() {
    let folder = folder();
    save(&folder.path().join("tennis.spinney"), b"x").unwrap();
    let error = load(&folder.path().join("tenis.spinney")).unwrap_err();
    assert!(error.to_string().ends_with("tenis.spinney: there is no such file"), "{error}");
    assert_eq!(error.hint().as_deref(), Some("did you mean \"tennis.spinney\"?"));
}

#[cfg(unix)]
#[test]
fn permissions_are_kept_a_file_to_be_left_alone_is_and_links_stay_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let path = folder.path().join("m.spinney");
    save(&path, b"old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link");
    symlink("m.spinney", &link).unwrap();
    save(&link, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let error = save(&path, b"newer").unwrap_err();
    assert!(matches!(error.problem, Problem::Unwritable), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(folder.path()), ["link", "m.spinney"]);
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_written_to_directly() {
    save(Path::new("/dev/null"), b"gone").unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn readers_see_the_old_file_or_the_new_one_and_nothing_between() {
    let folder = folder();
    let path = folder.path().join("m.spinney");
    let content = |letter: u8| vec![letter; 100_000];
    save(&path, &content(0)).unwrap();
    std::thread::scope(|scope| {
        let writers: Vec<_> = (1..3)
            .map(|letter| {
                let path = &path;
                scope.spawn(move || (0..20).for_each(|_| save(path, &content(letter)).unwrap()))
            })
            .collect();
        while !writers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            let found = load(&path).unwrap();
            assert!(found == content(found[0]));
        }
    });
    assert_eq!(names(folder.path()), ["m.spinney"]);
}

#[test]
fn a_model_is_loaded_from_its_file_and_from_json() {
    let folder = folder();
    let text = " \n{\"target\": \"play\", \"tree\": {\"counts\": {\"Yes\": 9, \"No\": 5}}}";
    let (json, file) = (folder.path().join("tree.json"), folder.path().join("tree.spinney"));
    save(&json, text.as_bytes()).unwrap();
    let model = load_model(&json).unwrap();
    assert_eq!(model, Model::from_json(text).unwrap());
    save(&file, &model.to_bytes()).unwrap();
    assert_eq!(load_model(&file).unwrap(), model);
    let mut damaged = model.to_bytes();
    damaged[40] ^= 1;
    save(&file, &damaged).unwrap();
    let error = load_model(&file).unwrap_err();
    let Problem::Model(problem) = &error.problem else { panic!("{error}") };
    let is_checksum = |fault: &FileFault| matches!(fault, FileFault::Checksum { .. });
    assert!(matches!(&**problem, ModelError::File { fault, .. } if is_checksum(fault)), "{error}");
    assert_eq!(error.hint().as_deref(), Some("copy or download it again, or save it anew"));
    save(&json, b"{\"target\": 3}").unwrap();
    let error = load_model(&json).unwrap_err().to_string();
    assert!(error.ends_with("tree.json: line 1: the field \"tree\" is missing here"), "{error}");
}
