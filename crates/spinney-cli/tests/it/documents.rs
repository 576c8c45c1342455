//! Every command in every document is run, and prints what the document shows.

use std::path::{Path, PathBuf};

/// The documents, as seen from the root.
const DOCUMENTS: [&str; 12] = [
    "README.md",
    "data/README.md",
    "docs/measures.md",
    "docs/tables.md",
    "docs/sparse.md",
    "docs/trees.md",
    "docs/pruning.md",
    "docs/json.md",
    "docs/steps.md",
    "docs/scores.md",
    "docs/tuning.md",
    "docs/forests.md",
];

#[test]
fn documents_show_what_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository's root");
    let read = |document: &str| std::fs::read_to_string(root.join(document)).expect(document);
    let shown: usize = DOCUMENTS.iter().map(|document| read(document).matches("\n$ spinney ").count()).sum();
    assert!(shown >= 60, "only {shown} commands are shown"); // an empty set would pass below
    let folder = Folder::new(&root);
    std::env::set_current_dir(&folder.0).expect("a folder"); // documents name tables as seen from the root
    let cases = trycmd::TestCases::new();
    for document in DOCUMENTS {
        cases.case(root.join(document));
    }
    cases.run();
}

/// A folder with the sample tables, for what the commands write; gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(root: &Path) -> Self {
        let folder = std::env::temp_dir().join(format!("spinney-documents-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("data")).expect("a folder");
        for entry in std::fs::read_dir(root.join("data")).expect("the sample tables") {
            let entry = entry.expect("a sample table");
            std::fs::copy(entry.path(), folder.join("data").join(entry.file_name())).expect("a copy");
        }
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
