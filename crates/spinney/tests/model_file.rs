//! Models as bytes: they come back as they went, byte for byte; what is damaged is told.
#![cfg(test)]

/// Random models.
mod forge;
/// How many cases a property is tried on.
mod proof;

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use spinney::forest::{Forest, Vote};
use spinney::model::{FileFault, Model, ModelError};
use spinney::predict::Predictor;
use spinney::tree::{Answers, Branches, ClassAnswers, ClassWeight, ColumnId, Missing, Node, NodeId, Split, Test, Tree};

proptest! {
    #![proptest_config(proof::cases(500))]

    #[test]
    fn every_model_comes_back_from_its_bytes_and_gives_them_again(model in forge::models()) {
        let bytes = model.to_bytes();
        prop_assert_eq!(bytes.len() % 8, 0);
        let again = Model::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&again, &model);
        // Equality holds 0 and −0 for the same; bytes do not.
        prop_assert!(again.to_bytes() == bytes);
    }

    #[test]
    fn every_forest_comes_back_from_its_bytes_and_gives_them_again(model in forge::forests()) {
        let bytes = model.to_bytes();
        prop_assert_eq!(bytes.len() % 8, 0);
        let again = Model::from_bytes(&bytes).unwrap();
        prop_assert_eq!(&again, &model);
        prop_assert!(again.to_bytes() == bytes);
    }

    #[test]
    fn every_forest_comes_back_from_its_json(model in forge::forests()) {
        let text = model.to_json_text();
        serde_json::from_str::<serde::de::IgnoredAny>(&text).unwrap();
        let again = Model::from_json(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(&again, &model);
        prop_assert!(again.to_bytes() == model.to_bytes());
    }

    #[test]
    fn every_tree_of_a_forest_is_a_model_of_its_own(model in forge::forests()) {
        for (place, tree) in model.trees().iter().enumerate() {
            let one = model.one(place).unwrap();
            prop_assert_eq!(one.tree().unwrap(), tree);
            prop_assert_eq!((one.schema(), one.settings()), (model.schema(), model.settings()));
            let again = Model::new(one.schema().clone(), one.settings().cloned(), tree.clone()).unwrap();
            prop_assert_eq!(&again, &one);
        }
        prop_assert_eq!(model.one(model.trees().len()), None);
    }

    #[test]
    fn every_model_comes_back_from_its_json(model in forge::models()) {
        let text = model.to_json_text();
        serde_json::from_str::<serde::de::IgnoredAny>(&text).unwrap();
        let again = Model::from_json(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(&again, &model);
        prop_assert!(again.to_bytes() == model.to_bytes());
    }
}

fn golden() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    files
}

/// The golden files are kept for ever: whatever the program becomes, it reads them, and as what the text beside them says.
/// `SPINNEY_GOLDEN=write` writes those that are not there yet; it never writes over one.
#[test]
fn the_golden_files_are_read_as_their_texts_and_written_as_they_are() {
    assert!(golden().len() >= 6);
    for path in golden() {
        let text = std::fs::read_to_string(&path).unwrap();
        let model = Model::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = path.with_extension("spinney");
        if !file.exists() && std::env::var("SPINNEY_GOLDEN").is_ok_and(|word| word == "write") {
            std::fs::write(&file, model.to_bytes()).unwrap();
        }
        let bytes = std::fs::read(&file).unwrap();
        assert_eq!(Model::from_bytes(&bytes).unwrap(), model, "{}", file.display());
        // Settings gain fields with time, which older files do not name.
        assert!(model.settings().is_some() || model.to_bytes() == bytes, "{}", file.display());
    }
}

fn small() -> Model {
    let text = r#"{"target": "play", "tree": {
        "split": {"column": "outlook", "missing": 1}, "children": [
            {"when": "Sunny", "node": {
                "split": {"column": "humidity", "missing": "spread"}, "children": [
                    {"when": "<= 75", "node": {"counts": {"Yes": 2}}},
                    {"when": "> 75", "node": {"counts": {"No": 3}}}]}},
            {"when": "Overcast", "node": {"counts": {"Yes": 4}}},
            {"when": "Rain", "node": {"counts": {"Yes": 3, "No": 2}}}]}}"#;
    Model::from_json(text).unwrap()
}

/// Its cuts and weights are places in tables.
fn small_forest() -> Model {
    let tree = r#"{"split": {"column": "humidity", "missing": 0}, "children": [
        {"when": "<= 75", "node": {"counts": {"Yes": 7}}}, {"when": "> 75", "node": {"counts": {"No": 7}}}]}"#;
    let text = format!(r#"{{"target": "play", "forest": {{"trees": [{tree}, {tree}, {tree}]}}}}"#);
    Model::from_json(&text).unwrap()
}

#[test]
fn every_shortened_or_lengthened_file_is_refused() {
    for model in [small(), small_forest()] {
        shortened_or_lengthened(&model.to_bytes());
    }
}

fn shortened_or_lengthened(bytes: &[u8]) {
    for length in 0..bytes.len() {
        assert!(matches!(Model::from_bytes(&bytes[..length]), Err(ModelError::File { .. })), "{length}");
        assert!(Predictor::open(bytes[..length].to_vec()).is_err(), "{length}");
    }
    for more in 1..=16 {
        let longer = [bytes, &vec![0; more]].concat();
        assert!(Model::from_bytes(&longer).is_err() && Predictor::open(longer).is_err(), "{more}");
    }
}

#[test]
fn every_change_of_a_single_byte_is_refused() {
    for model in [small(), small_forest()] {
        changed(&model.to_bytes());
    }
}

fn changed(bytes: &[u8]) {
    for at in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        for by in 1..=255 {
            changed[at] = bytes[at] ^ by;
            assert!(matches!(Model::from_bytes(&changed), Err(ModelError::File { .. })), "byte {at} by {by}");
            assert!(Predictor::open(changed.clone()).is_err(), "byte {at} by {by}");
        }
    }
}

fn fault(bytes: &[u8]) -> (u64, FileFault) {
    match Model::from_bytes(bytes) {
        Err(ModelError::File { at, fault }) => (at, *fault),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_newer_format_is_refused_kindly() {
    let mut bytes = small().to_bytes();
    bytes[8] = 2;
    assert_eq!(fault(&bytes), (8, FileFault::Newer { found: 2, known: 1 }));
    let error = Model::from_bytes(&bytes).unwrap_err();
    let told = "byte 8: it is written in format 2, and this version of Spinney reads formats up to 1";
    assert_eq!(error.to_string(), told);
    assert_eq!(error.hint().as_deref(), Some("a newer version of Spinney reads it"));
}

#[test]
fn what_is_no_model_is_told_as_such_and_a_cut_one_as_cut() {
    assert_eq!(fault(b""), (0, FileFault::NotAModel));
    assert_eq!(fault(b"{\"target\": 1}"), (0, FileFault::NotAModel));
    let bytes = small().to_bytes();
    assert!(matches!(fault(&bytes[..5]), (0, FileFault::Ends { part: "mark", .. })));
    assert!(matches!(fault(&bytes[..15]), (12, FileFault::Ends { part: "header's length", .. })));
    assert!(matches!(fault(&bytes[..30]), (20, FileFault::Ends { part: "header", .. })));
    assert!(matches!(fault(&bytes[..bytes.len() - 8]).1, FileFault::Checksum { .. }));
}

#[test]
fn a_header_that_claims_more_bytes_than_there_are_is_refused_before_any_room_is_made() {
    let bytes = small().to_bytes();
    for claim in [u64::MAX, u64::MAX - 7, u64::MAX - 20, 1 << 40, bytes.len() as u64] {
        let mut changed = bytes.clone();
        changed[12..20].copy_from_slice(&claim.to_le_bytes());
        assert!(matches!(fault(&changed), (20, FileFault::Ends { part: "header", needed, .. }) if needed == claim));
    }
}

#[test]
fn a_leaf_costs_four_bytes_and_its_answer() {
    let leaf = |yes: u32| format!("{{\"predict\": \"{}\"}}", if yes == 0 { "Yes" } else { "No" });
    let with = |leaves: u32| {
        let children: Vec<String> =
            (0..leaves).map(|n| format!("{{\"when\": \"{n:04}\", \"node\": {}}}", leaf(n % 2))).collect();
        let text = format!(
            "{{\"target\": \"play\", \"tree\": {{\"split\": {{\"column\": \"x\"}}, \"children\": [{}]}}}}",
            children.join(", ")
        );
        Model::from_json(&text).unwrap().to_bytes().len()
    };
    // 1,000 more leaves: branches, number of classes, class and weight (4 + 4 + 4 + 8); level and branch in the list (8); the
    // level's name in the header (7).
    assert_eq!(with(2000) - with(1000), 1000 * (20 + 8 + 7));
}

/// A chain: every split has a leaf and the next split.
fn chain(splits: u32) -> Tree {
    let mut nodes = Vec::new();
    for place in 0..splits {
        if place > 0 {
            nodes.push(Node::Leaf); // the first child of the split before
        }
        let split = Split {
            column: ColumnId(0),
            test: Test::Threshold { cut: f64::from(place) },
            missing: Missing::Branch(place % 2),
        };
        nodes.push(Node::Branch { split, branches: Branches { first: NodeId(2 * place + 1), count: 2 } });
    }
    nodes.extend([Node::Leaf, Node::Leaf]);
    let mut answers = ClassAnswers::new(2, vec![0], Vec::new());
    for (place, node) in nodes.iter().enumerate() {
        if matches!(node, Node::Leaf) {
            answers.weights.push(ClassWeight { class: (place % 2) as u32, weight: 1.0 });
        }
        answers.starts.push(answers.weights.len() as u32);
    }
    Tree::new(nodes, Answers::Classes(answers)).unwrap()
}

/// A forest of so many trees, each the same chain.
fn chains(trees: usize, splits: u32) -> Model {
    let schema = small().schema().clone();
    let schema = spinney::model::Schema { columns: vec![schema.columns[1].clone()], ..schema };
    let forest = Forest::new(vec![chain(splits); trees], Vote::Mean).unwrap();
    Model::of_forest(schema, (None, None), forest).unwrap()
}

#[test]
fn a_split_of_a_forest_costs_five_bytes_and_a_leaf_four_and_tables_are_written_once() {
    // Of each tree: its nodes (2 bytes). Of each split: branches, column, branch for missing values (1 + 1 + 1), the place of its
    // cut among 1,000 (2). Of each leaf: branches, number of classes, class, the place of its weight (1 + 1 + 1 + 1).
    let tree = 2 + 1000 * 5 + 1001 * 4;
    // 8 trees more, so that no array is filled up otherwise; their header says counts of more digits.
    let [few, many] = [chains(8, 1000), chains(16, 1000)].map(|model| model.to_bytes().len());
    assert!((8 * tree..=8 * tree + 16).contains(&(many - few)), "{} beside {}", many - few, 8 * tree);
    // The tables: 1,000 cuts, one weight; the rest is the header.
    let header = few - 8 * tree - 8 * 1001;
    assert!(header < 1500, "{header}");
}

#[test]
fn a_forest_of_deep_chains_goes_to_bytes_and_to_json_and_back_on_a_small_stack() {
    let work = || {
        let model = chains(3, 30_000);
        assert!(Model::from_bytes(&model.to_bytes()).unwrap() == model);
        assert!(Model::from_json(&model.to_json_text()).unwrap() == model);
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_chain_of_100_000_splits_goes_to_bytes_and_to_json_and_back_on_a_small_stack() {
    let work = || {
        let schema = small().schema().clone();
        let columns = vec![schema.columns[1].clone()];
        assert_eq!(columns[0].name, "humidity");
        let schema = spinney::model::Schema { columns, ..schema };
        let model = Model::new(schema, None, chain(100_000)).unwrap();
        assert_eq!(model.tree().unwrap().depth(), 100_000);
        assert!(Model::from_bytes(&model.to_bytes()).unwrap() == model);
        let text = model.to_json_text();
        assert!(text.len() < 100_000 * 600, "{}", text.len());
        assert!(Model::from_json(&text).unwrap() == model);
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}
