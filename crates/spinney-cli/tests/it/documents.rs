//! Every command in every document is run, and prints what the document shows.

use std::path::Path;

#[test]
fn documents_show_what_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(root).expect("the repository's root"); // documents name files as seen from there
    let shown: usize =
        ["README.md", "data/README.md", "docs/measures.md", "docs/tables.md", "docs/json.md", "docs/steps.md"]
            .map(|document| std::fs::read_to_string(document).expect(document).matches("\n$ spinney ").count())
            .iter()
            .sum();
    assert!(shown >= 30, "only {shown} commands are shown"); // an empty set would pass below
    let cases = trycmd::TestCases::new();
    cases.case("README.md").case("data/README.md").case("docs/*.md");
    cases.run();
}
