//! Model files that were made to do harm, with a checksum that fits: a clean error, or a model that is sound and answers.
#![cfg(test)]

/// Random models.
mod forge;
/// How many cases a property is tried on.
mod proof;

use std::time::Duration;

use forge::Chance;
use serde_json::Value;
use spinney::blind::BlindSettings;
use spinney::fit::fit_blind;
use spinney::model::{Body, Model, ModelError, Models};
use spinney::predict::{Desk, Outcome, Predictor};
use spinney::table::{Column, Table};

/// CRC-64 as xz has it, bit by bit: written apart from the program's own.
fn checksum(bytes: &[u8]) -> u64 {
    let mut rest = !0_u64;
    for byte in bytes {
        rest ^= u64::from(*byte);
        for _ in 0..8 {
            rest = if rest & 1 == 1 { (rest >> 1) ^ 0xC96C_5795_D787_0F42 } else { rest >> 1 };
        }
    }
    !rest
}

/// A file in its pieces.
#[derive(Clone)]
struct Pieces {
    header: Value,
    data: Vec<u8>,
}

impl Pieces {
    fn of(bytes: &[u8]) -> Self {
        let length = bytes[12..20].first_chunk().copied().map(u64::from_le_bytes).unwrap() as usize;
        let header = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
        Pieces { header, data: bytes[(20 + length).next_multiple_of(8)..bytes.len() - 8].to_vec() }
    }

    fn bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.header).unwrap();
        let mut bytes = [b"\x89SPINNEY\x01\0\0\0", &(header.len() as u64).to_le_bytes()[..], &header].concat();
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.extend_from_slice(&self.data);
        bytes.extend_from_slice(&[0; 8]);
        repair(&mut bytes);
        bytes
    }

    fn entry(&self, place: usize) -> (usize, usize, usize) {
        let entry = &self.header["arrays"][place];
        let size = match entry["type"].as_str().unwrap() {
            "u8" => 1,
            "u16" => 2,
            "u24" => 3,
            "u32" => 4,
            _ => 8,
        };
        (entry["offset"].as_u64().unwrap() as usize, entry["count"].as_u64().unwrap() as usize, size)
    }
}

fn repair(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let sum = checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

#[test]
fn the_pieces_of_a_file_make_the_file() {
    for seed in 0..50 {
        let bytes = forge::model(seed, 10).to_bytes();
        assert!(Pieces::of(&bytes).bytes() == bytes);
    }
}

/// Bytes anywhere behind the format.
fn change_bytes(bytes: &mut [u8], chance: &mut Chance) {
    for _ in 0..=chance.below(4) {
        let at = 12 + chance.below(bytes.len() - 20);
        bytes[at] = chance.of(&[0, 1, 0xFF, 0x7F, 0x80, b'"', b'9', chance.0 as u8]);
    }
    repair(bytes);
}

/// An element of an array becomes another.
fn change_element(pieces: &mut Pieces, chance: &mut Chance) {
    let arrays = pieces.header["arrays"].as_array().unwrap().len();
    let (offset, count, size) = pieces.entry(chance.below(arrays));
    let at = offset + size * chance.below(count);
    let nodes = count as u32;
    let small = chance.of(&[0, 1, 2, 3, 7, nodes, nodes + 1, u32::MAX, u32::MAX - 1, 1 << 31, 1 << 20]);
    let number = chance.of(&[f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308, f64::MAX, 5e-324, 0.5]);
    match size {
        1..=4 => pieces.data[at..at + size].copy_from_slice(&small.to_le_bytes()[..size]),
        _ => pieces.data[at..at + 8].copy_from_slice(&number.to_le_bytes()),
    }
}

/// An array loses or gains elements at its end, and the directory says so.
fn resize_array(pieces: &mut Pieces, chance: &mut Chance) {
    let arrays = pieces.header["arrays"].as_array().unwrap().len();
    let place = chance.below(arrays);
    let (offset, count, size) = pieces.entry(place);
    let new = if chance.one_in(2) { count + 1 + chance.below(3) } else { count - chance.below(count.min(4)) };
    let (old_end, new_end) = ((offset + count * size).next_multiple_of(8), (offset + new * size).next_multiple_of(8));
    let mut content = pieces.data[offset..offset + count * size].to_vec();
    content.resize(new * size, 0);
    content.resize(new_end - offset, 0);
    pieces.data.splice(offset..old_end, content);
    pieces.header["arrays"][place]["count"] = new.into();
    for later in place + 1..arrays {
        let moved = pieces.entry(later).0 + new_end - old_end;
        pieces.header["arrays"][later]["offset"] = moved.into();
    }
}

/// Every value of the header, by the way to it.
fn values(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(place, value)| values(value, &format!("{path}/{place}"), found));
        }
        Value::Object(map) => map.iter().for_each(|(name, value)| values(value, &format!("{path}/{name}"), found)),
        _ => {}
    }
}

/// A value of the header becomes another, or goes, or comes twice.
fn change_header(pieces: &mut Pieces, chance: &mut Chance) {
    let mut paths = Vec::new();
    values(&pieces.header, "", &mut paths);
    let path = &paths[chance.below(paths.len())];
    let other = pieces.header.pointer(&paths[chance.below(paths.len())]).cloned().unwrap_or_default();
    let (what, wild) = (chance.below(6), chance.of(&[0, 1, 2, 8, u64::MAX, 1 << 32, (1 << 61) + 1]));
    let Some(value) = pieces.header.pointer_mut(path) else { return };
    match (what, value) {
        (0, value) => *value = other,
        (1, value) => *value = Value::Null,
        (2, Value::Array(list)) => list.extend(list.last().cloned()),
        (3, Value::Array(list)) => list.truncate(list.len() / 2),
        (2 | 3, Value::Object(map)) => {
            let name = map.keys().nth(chance.below(map.len())).cloned();
            name.and_then(|name| map.remove(&name));
        }
        (4, Value::Array(list)) => list.reverse(),
        (4, Value::Object(map)) => _ = map.insert("wild".to_owned(), other),
        (_, Value::String(text)) => {
            *text =
                chance.of(&["tree", "threshold", "u8", "nominal", "", "é", "u32", "forest", "u16", "u24"]).to_owned();
        }
        (_, value) => *value = wild.into(),
    }
}

/// A figure of this process, in kB; 0 where the system does not tell.
fn memory(figure: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(figure));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// A model came of it: then it can be written and read, and every row ends somewhere.
fn check(model: &Model, chance: &mut Chance) {
    assert_eq!(&Model::from_bytes(&model.to_bytes()).unwrap(), model);
    assert_eq!(&Model::from_json(&model.to_json_text()).unwrap(), model);
    for tree in model.trees().iter().cycle().take(5.max(model.trees().len())) {
        let landings = tree.landings(&forge::row(model.schema(), chance));
        assert!(!landings.is_empty());
        for landing in landings {
            assert!(landing.node.place() < tree.len() && landing.share.is_finite());
            let class = tree.majority(landing.node);
            assert!(class.is_none_or(|class| (class as usize) < model.schema().classes().len()));
        }
    }
}

/// Reads a model, and opens it too: that refuses what reading refuses, for the same reason, and answers as the model does.
fn read(bytes: &[u8]) -> Result<Model, ModelError> {
    let model = Model::from_bytes(bytes);
    let opened = Predictor::open(bytes.to_vec());
    match (&model, &opened) {
        (Ok(model), Ok(opened)) => check_opened(model, opened, &mut Chance(bytes.len() as u64)),
        (one, two) => assert_eq!(one.as_ref().err(), two.as_ref().err()),
    }
    model
}

fn check_opened(model: &Model, opened: &Predictor, chance: &mut Chance) {
    let (compiled, mut one, mut two) = (Predictor::new(model), Desk::new(), Desk::new());
    assert_eq!((opened.schema(), opened.used()), (compiled.schema(), compiled.used()));
    for _ in 0..5 {
        let row = forge::row(model.schema(), chance);
        let said = |desk: &mut Desk, predictor: &Predictor| match predictor.one(desk, &row) {
            Outcome::Class(class) => (class, desk.shares().iter().map(|share| share.to_bits()).collect()),
            Outcome::Number(number) => (0, vec![number.to_bits()]),
        };
        assert_eq!(said(&mut one, opened), said(&mut two, &compiled));
        assert_eq!(opened.leaves(&row), compiled.leaves(&row));
    }
}

/// How long this thread has been at work, where the system tells: a busy machine, or one that sleeps, does not count.
fn at_work() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0))
}

/// How many mutants of each sort are models, out of so many; none panics, hangs or takes the memory.
fn mutants(wanted: u32, make: impl Fn(u64, usize) -> Model) -> [u32; 6] {
    mutants_of(
        wanted,
        |seed, splits| make(seed, splits).to_bytes(),
        |bytes, chance| {
            let model = read(bytes).ok()?;
            check(&model, chance);
            Some(model.to_bytes())
        },
    )
}

/// The same of files, and of what reads them: the bytes of what came of them, where something did.
fn mutants_of(
    wanted: u32,
    make: impl Fn(u64, usize) -> Vec<u8>,
    read: impl Fn(&[u8], &mut Chance) -> Option<Vec<u8>>,
) -> [u32; 6] {
    let before = memory("VmSize");
    let (mut chance, mut sound, mut slowest) = (Chance(2026), [0_u32; 6], Duration::ZERO);
    for case in 0..wanted {
        let seed = chance.bits();
        let original = make(seed, chance.below(12));
        let mut pieces = Pieces::of(&original);
        let way = case as usize % 6;
        let mut bytes = original.clone();
        match way {
            0 => change_bytes(&mut bytes, &mut chance),
            1 | 2 => (0..=chance.below(2)).for_each(|_| change_element(&mut pieces, &mut chance)),
            3 => resize_array(&mut pieces, &mut chance),
            4 => change_header(&mut pieces, &mut chance),
            // The names of another model.
            _ => {
                pieces.header["schema"] =
                    Pieces::of(&forge::model(chance.bits(), 0).to_bytes()).header["schema"].take();
            }
        }
        if way > 0 {
            bytes = pieces.bytes();
        }
        let at = at_work();
        if let Some(again) = read(&bytes, &mut chance) {
            // Arrays have one form; in the header a setting may be left out, which is then written as it is by default.
            assert!(way == 0 || way == 4 || again == bytes);
            sound[way] += u32::from(bytes != original);
        }
        slowest = slowest.max(at_work().saturating_sub(at));
    }
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    let grown = memory("VmPeak").saturating_sub(before);
    assert!(grown < 300_000, "{grown} kB were set aside");
    sound
}

// Models do come of some mutants of each sort, or the tests would not reach behind the first checks; only an array that has grown
// or shrunk by itself hardly ever fits.

#[test]
fn no_mutant_with_a_repaired_checksum_panics_hangs_or_takes_the_memory() {
    let wanted = proof::cases(20_000).cases;
    let sound = mutants(wanted, forge::model);
    assert!((0..6).all(|way| way == 3 || sound[way] > wanted / 1000), "{sound:?} of {wanted}");
}

#[test]
fn no_mutant_of_a_forest_with_a_repaired_checksum_panics_hangs_or_takes_the_memory() {
    let wanted = proof::cases(20_000).cases;
    let sound = mutants(wanted, forge::forest);
    assert!((0..6).all(|way| way == 3 || sound[way] > wanted / 1000), "{sound:?} of {wanted}");
}

#[test]
fn no_mutant_of_a_forest_that_stays_as_it_lies_is_taken_for_sound() {
    let wanted = proof::cases(20_000).cases;
    let sound = mutants(wanted, |seed, splits| {
        let model = forge::plain(seed, 1 + splits);
        assert!(!Predictor::open(model.to_bytes()).unwrap().is_compiled());
        model
    });
    assert!((0..5).all(|way| way == 3 || sound[way] > wanted / 1000), "{sound:?} of {wanted}");
}

#[test]
fn no_mutant_of_a_larger_forest_that_stays_as_it_lies_is_taken_for_sound() {
    mutants(proof::cases(500).cases, |seed, splits| forge::plain(seed, 40 * splits));
}

/// A model with another of the same nodes beside it, for a target of its own.
fn several(seed: u64, splits: usize) -> Models {
    let model = if seed.is_multiple_of(2) { forge::model(seed, splits) } else { forge::forest(seed, splits) };
    let mut schema = model.schema().clone();
    schema.target.name.push('2');
    let other = match model.body() {
        Body::Tree { tree, settings, pruning } => Model::made(schema, settings.clone(), pruning.clone(), tree.clone()),
        Body::Forest { forest, settings, findings } => {
            Model::of_forest(schema, (settings.clone(), findings.clone()), forest.clone())
        }
        Body::Blind { .. } => panic!("no such model is made"),
    };
    // Linear leaves are for one target.
    Models::new(vec![model.clone(), other.unwrap()]).unwrap_or_else(|_| model.into())
}

#[test]
fn no_mutant_of_several_targets_panics_hangs_or_takes_the_memory() {
    let wanted = proof::cases(10_000).cases;
    let read = |bytes: &[u8], chance: &mut Chance| {
        let models = Models::from_bytes(bytes).ok()?;
        models.all().iter().for_each(|model| check(model, chance));
        assert_eq!(Models::from_json(&models.to_json_text()).unwrap(), models);
        Some(models.to_bytes())
    };
    let sound = mutants_of(wanted, |seed, splits| several(seed, splits).to_bytes(), read);
    assert!((0..6).all(|way| way == 3 || sound[way] > wanted / 1000), "{sound:?} of {wanted}");
}

/// Trees without a target, of some random columns.
fn blind(seed: u64, splits: usize) -> Model {
    let mut chance = Chance(seed);
    let rows = 4 + splits;
    let numbers = (0..rows).map(|_| if chance.one_in(5) { f64::NAN } else { chance.below(9) as f64 }).collect();
    let names: Vec<String> = (0..rows).map(|_| format!("v{}", chance.below(4))).collect();
    let columns = vec![
        Column::numbers("x", numbers),
        Column::categories("k", names.iter().map(|name| (!chance.one_in(6)).then_some(name.as_str()))),
    ];
    let usual = if chance.one_in(2) { BlindSettings::isolation() } else { BlindSettings::embedding() };
    let settings = BlindSettings { trees: 1 + chance.below(4) as u32, seed, ..usual };
    fit_blind(&Table::new(columns).unwrap(), &[0, 1], &settings, &()).unwrap().model
}

#[test]
fn no_mutant_of_trees_without_a_target_panics_hangs_or_takes_the_memory() {
    let wanted = proof::cases(5_000).cases;
    let sound = mutants(wanted, blind);
    assert!((0..5).all(|way| way == 3 || sound[way] > wanted / 1000), "{sound:?} of {wanted}");
}

#[test]
fn nodes_that_change_places_make_other_trees_or_none() {
    let (mut chance, mut sound, cases) = (Chance(9), 0, proof::cases(400).cases);
    for _ in 0..cases {
        let mut pieces = Pieces::of(&forge::plain(chance.bits(), 200).to_bytes());
        let place = pieces.names().iter().position(|name| *name == "node.branches").unwrap();
        let (offset, count, _) = pieces.entry(place);
        // Near to each other, or the counts of trees would hardly ever fit.
        let one = chance.below(count);
        pieces.data.swap(offset + one, offset + (one + 1 + chance.below(200)).min(count - 1));
        sound += u32::from(read(&pieces.bytes()).is_ok());
    }
    assert!(sound > cases / 10 && sound < cases, "{sound} of {cases}");
}

#[test]
fn no_byte_of_a_forest_that_stays_as_it_lies_can_be_another_one_without_being_looked_at() {
    for model in [forge::plain(1, 6), forge::plain(2, 6), forge::plain(7, 6)] {
        let pieces = Pieces::of(&model.to_bytes());
        assert!(!Predictor::open(pieces.bytes()).unwrap().is_compiled());
        for at in 0..pieces.data.len() {
            for by in [1, 2, 3, 4, 8, 0x10, 0x40, 0x7F, 0x80, 0xFF] {
                let mut changed = pieces.clone();
                changed.data[at] ^= by;
                _ = read(&changed.bytes());
            }
        }
    }
}

#[test]
fn an_array_that_claims_billions_of_elements_is_refused_before_any_room_is_made() {
    for model in [forge::model(3, 10), forge::forest(3, 10), forge::forest(4, 10), forge::plain(5, 10)] {
        claims(&Pieces::of(&model.to_bytes()));
    }
}

fn claims(pieces: &Pieces) {
    let before = memory("VmSize");
    let arrays = pieces.header["arrays"].as_array().unwrap().len();
    for place in 0..arrays {
        for claim in [1_u64 << 31, 1 << 40, u64::MAX, u64::MAX / 8, u64::MAX / 4] {
            let mut wild = pieces.clone();
            wild.header["arrays"][place]["count"] = claim.into();
            let error = read(&wild.bytes()).unwrap_err().to_string();
            assert!(error.contains("ends too early"), "{error}");
        }
    }
    assert!(memory("VmPeak").saturating_sub(before) < 300_000);
}

#[test]
fn names_that_this_version_does_not_know_are_told_with_who_wrote_them() {
    let model = (0..100).map(|seed| forge::model(seed, 10)).find(|model| model.tree().unwrap().len() > 5).unwrap();
    let pieces = Pieces::of(&model.to_bytes());
    let told = |change: &dyn Fn(&mut Value)| {
        let mut pieces = pieces.clone();
        pieces.header["provenance"]["version"] = "9.0.0".into();
        change(&mut pieces.header);
        let error = read(&pieces.bytes()).unwrap_err();
        let hint = error.hint().unwrap_or_default();
        assert!(hint.starts_with("it was written by spinney 9.0.0, and this is spinney "), "{error}: {hint}");
        error.to_string()
    };
    let unknown = |of: &str, name: &str| {
        format!("byte 20: \"{name}\" is a kind of {of} that this version of Spinney does not know")
    };
    assert_eq!(told(&|header| header["model"] = "hedge".into()), unknown("model", "hedge"));
    assert_eq!(told(&|header| header["answers"] = "vectors".into()), unknown("answers", "vectors"));
    assert_eq!(told(&|header| header["tests"][0] = "oblique".into()), unknown("test", "oblique"));
    assert_eq!(told(&|header| header["missing"][0] = "oracle".into()), unknown("way for missing values", "oracle"));
    let array = told(&|header| header["arrays"][0]["name"] = "vector.value".into());
    assert!(array.ends_with("this version of Spinney does not know the array \"vector.value\""), "{array}");
    let field = told(&|header| header["trees"] = 3.into());
    assert!(field.contains("the header is not understood: unknown field `trees`"), "{field}");
}

#[test]
fn a_header_has_one_form_and_filling_is_zero() {
    let bytes = forge::model(1, 10).to_bytes();
    let mut pieces = Pieces::of(&bytes);
    pieces.header["provenance"]["tool"] = "spinneys".into();
    assert!(read(&pieces.bytes()).is_ok());
    // The same header with a space more, or a name twice.
    for (old, new) in [("{\"answers\"", "{ \"answers\""), ("{\"answers\"", "{\"answers\":\"x\",\"answers\"")] {
        let header = serde_json::to_string(&pieces.header).unwrap().replacen(old, new, 1);
        let mut odd = [b"\x89SPINNEY\x01\0\0\0", &(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat();
        odd.resize(odd.len().next_multiple_of(8), 0);
        odd.extend_from_slice(&[&pieces.data[..], &[0; 8]].concat());
        repair(&mut odd);
        let error = read(&odd).unwrap_err().to_string();
        assert_eq!(error, "byte 20: the header is not in its one form: names in order, each once, no spaces");
    }
    let arrays = pieces.header["arrays"].as_array().unwrap().len();
    let gap = (0..arrays).map(|place| pieces.entry(place)).find(|(_, count, size)| count * size % 8 != 0).unwrap();
    pieces.data[(gap.0 + gap.1 * gap.2).next_multiple_of(8) - 1] = 1;
    let error = read(&pieces.bytes()).unwrap_err().to_string();
    assert!(error.ends_with("the filling between two parts is not 0"), "{error}");
}

#[test]
fn arrays_that_are_empty_unused_out_of_place_or_followed_by_more_are_refused() {
    let pieces = Pieces::of(&Model::from_json(r#"{"target": "y", "tree": {"predict": "a"}}"#).unwrap().to_bytes());
    let told = |change: &dyn Fn(&mut Pieces)| {
        let mut pieces = pieces.clone();
        change(&mut pieces);
        read(&pieces.bytes()).unwrap_err().to_string()
    };
    let add = |pieces: &mut Pieces, place: usize, name: &str, count: u32| {
        let offset = if place < 4 { pieces.entry(place).0 } else { pieces.data.len() };
        let entry = serde_json::json!({"count": count, "name": name, "offset": offset, "type": "f64"});
        pieces.header["arrays"].as_array_mut().unwrap().insert(place, entry);
        pieces.data.resize(pieces.data.len() + 8 * count as usize, 0);
    };
    // leaf.classes, node.branches, weight.class, weight.value
    let names: Vec<&str> = (0..4).map(|place| pieces.header["arrays"][place]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["leaf.classes", "node.branches", "weight.class", "weight.value"]);
    let ends = |error: String, end: &str| assert!(error.ends_with(end), "{error}");
    ends(told(&|pieces| pieces.data.extend([0; 8])), "8 bytes stand here that belong to nothing");
    ends(
        told(&|pieces| add(pieces, 2, "threshold.cut", 0)),
        "array \"threshold.cut\": it is empty, and an empty array is left out",
    );
    ends(
        told(&|pieces| add(pieces, 4, "weight.value", 1)),
        "array \"weight.value\": the arrays are not in the order of their names, each once",
    );
    ends(
        told(&|pieces| pieces.header["arrays"][1]["offset"] = 16.into()),
        "array \"node.branches\": it must begin at 8",
    );
    ends(told(&|pieces| pieces.header["arrays"][1]["type"] = "f64".into()), "its elements must be u32");
    // What only numeric trees have, or only splits.
    for name in ["node.rows", "threshold.cut", "linear.base"] {
        let error = told(&|pieces| {
            let place = (0..4).find(|place| names[*place] > name).unwrap();
            add(pieces, place, name, 1);
            for later in place + 1..5 {
                let moved = pieces.entry(later).0 + 8;
                pieces.header["arrays"][later]["offset"] = moved.into();
            }
            let (at, end) = (pieces.entry(place).0, pieces.data.len() - 8);
            pieces.data.copy_within(at..end, at + 8);
        });
        assert!(error.contains(&format!("array {name:?}: it has 1 elements that the tree does not use")), "{error}");
    }
}

/// Two trees of one cut and one weight: tables of one number each.
fn alike() -> Pieces {
    let tree = r#"{"split": {"column": "x", "missing": 0}, "children": [
        {"when": "<= 5", "node": {"counts": {"a": 7}}}, {"when": "> 5", "node": {"counts": {"b": 7}}}]}"#;
    let text = format!(r#"{{"target": "y", "forest": {{"trees": [{tree}, {tree}]}}}}"#);
    Pieces::of(&Model::from_json(&text).unwrap().to_bytes())
}

impl Pieces {
    /// Puts an array in the place of the one of its name, or in its own place among the others.
    fn put(&mut self, name: &str, kind: &str, count: usize, content: &[u8]) {
        let mut arrays: Vec<(Value, Vec<u8>)> = Vec::new();
        for place in 0..self.header["arrays"].as_array().unwrap().len() {
            let (offset, count, size) = self.entry(place);
            arrays.push((self.header["arrays"][place].clone(), self.data[offset..offset + count * size].to_vec()));
        }
        arrays.retain(|(entry, _)| entry["name"] != name);
        if count > 0 {
            arrays
                .push((serde_json::json!({"count": count, "name": name, "offset": 0, "type": kind}), content.to_vec()));
        }
        arrays.sort_by_key(|(entry, _)| entry["name"].as_str().unwrap().to_owned());
        self.data.clear();
        for (entry, content) in &mut arrays {
            entry["offset"] = self.data.len().into();
            self.data.append(content);
            self.data.resize(self.data.len().next_multiple_of(8), 0);
        }
        self.header["arrays"] = arrays.into_iter().map(|(entry, _)| entry).collect();
    }

    fn names(&self) -> Vec<&str> {
        self.header["arrays"].as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
    }
}

#[test]
fn a_forest_says_what_it_needs_and_no_more() {
    // One kind of test and one way for missing values need not be told; two equal cuts are longer than a table of one.
    let pieces = alike();
    assert_eq!(
        pieces.names(),
        [
            "leaf.classes",
            "missing.branch",
            "node.branches",
            "test.column",
            "threshold.cut",
            "threshold.cut.place",
            "tree.nodes",
            "weight.class",
            "weight.value",
            "weight.value.place"
        ]
    );
    let mut same = pieces.clone();
    same.put("tree.nodes", "u8", 2, &[3, 3]);
    assert!(same.bytes() == pieces.bytes());
}

#[test]
fn a_forest_in_another_form_than_its_one_is_refused() {
    let told = |change: &dyn Fn(&mut Pieces)| {
        let mut pieces = alike();
        change(&mut pieces);
        read(&pieces.bytes()).unwrap_err().to_string()
    };
    let ends = |error: String, end: &str| assert!(error.ends_with(end), "{error}");
    let numbers = |numbers: &[f64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    ends(
        told(&|pieces| pieces.put("tree.nodes", "u16", 2, &[3, 0, 3, 0])),
        "array \"tree.nodes\": its elements fit a narrower type than u16",
    );
    ends(
        told(&|pieces| pieces.put("tree.nodes", "f64", 2, &numbers(&[3.0, 3.0]))),
        "array \"tree.nodes\": its elements must be u8, u16, u24 or u32",
    );
    let form = |reason: &str| format!("array \"weight.value\": its numbers are not in their one form: {reason}");
    ends(
        told(&|pieces| {
            pieces.put("weight.value", "f64", 4, &numbers(&[7.0; 4]));
            pieces.put("weight.value.place", "u8", 0, &[]);
        }),
        &form("a table would be shorter"),
    );
    ends(
        told(&|pieces| {
            pieces.put("weight.value", "f64", 4, &numbers(&[7.0, 8.0, 9.0, 10.0]));
            pieces.put("weight.value.place", "u8", 4, &[0, 1, 2, 3]);
        }),
        &form("a table must save bytes"),
    );
    ends(
        told(&|pieces| pieces.put("weight.value", "f64", 2, &numbers(&[7.0, 8.0]))),
        &form("every number of a table is in use"),
    );
    for wrong in [[7.0, 7.0], [8.0, 7.0]] {
        ends(
            told(&|pieces| {
                pieces.put("weight.value", "f64", 2, &numbers(&wrong));
                pieces.put("weight.value.place", "u8", 4, &[0, 1, 1, 0]);
            }),
            &form("a table is in order, each number once"),
        );
    }
    ends(
        told(&|pieces| pieces.put("weight.value.place", "u8", 4, &[0, 0, 1, 0])),
        "array \"weight.value.place\": 1 is too large here, where numbers are below 1",
    );
    ends(
        told(&|pieces| pieces.put("test.kind", "u8", 2, &[0, 0])),
        "array \"test.kind\": it has 2 elements that the tree does not use",
    );
    ends(
        told(&|pieces| pieces.put("tree.linear", "u8", 2, &[0, 0])),
        "array \"tree.linear\": it has 2 elements that the tree does not use",
    );
    ends(
        told(&|pieces| pieces.put("tree.nodes", "u8", 2, &[3, 2])),
        "array \"node.branches\": 2 is too large here, where numbers are below 2",
    );
}

#[test]
fn trees_of_a_forest_have_their_own_nodes() {
    let told = |counts: &[u8]| {
        let mut pieces = alike();
        pieces.put("tree.nodes", "u8", counts.len(), counts);
        read(&pieces.bytes()).unwrap_err().to_string()
    };
    assert!(told(&[]).ends_with("elements that the tree does not use"));
    assert!(told(&[3, 0]).contains("tree 1 is not sound: it has no root"));
    assert!(told(&[3]).ends_with("it has 1 elements that the tree does not use"));
    assert!(told(&[3, 3, 1]).contains("it has too few elements for this tree"));
    assert!(told(&[4, 2]).ends_with("array \"node.branches\": 2 is too large here, where numbers are below 2"));
    assert!(told(&[2, 4]).ends_with("array \"node.branches\": 2 is too large here, where numbers are below 2"));
}

#[test]
fn a_forest_has_a_vote_and_no_pruning_and_numbers_have_no_majority() {
    let told = |json: &str, change: &dyn Fn(&mut Value)| {
        let mut pieces = Pieces::of(&Model::from_json(json).unwrap().to_bytes());
        change(&mut pieces.header);
        read(&pieces.bytes()).unwrap_err().to_string()
    };
    let (leaf, number) =
        (r#"{"target": "y", "tree": {"predict": "a"}}"#, r#"{"target": "y", "forest": {"trees": [{"predict": 1}]}}"#);
    let classes = r#"{"target": "y", "forest": {"trees": [{"predict": "a"}]}}"#;
    assert!(told(leaf, &|header| header["vote"] = "mean".into()).ends_with("unknown field `vote`"));
    assert!(
        told(classes, &|header| _ = header.as_object_mut().unwrap().remove("vote")).ends_with("missing field `vote`")
    );
    assert!(told(number, &|header| header["vote"] = "majority".into()).ends_with("not answered by a majority"));
    let merge = serde_json::json!([{"method": "merge"}]);
    assert!(told(classes, &|header| header["pruning"] = merge.clone()).ends_with("unknown field `pruning`"));
}

#[test]
fn what_was_found_of_a_forest_has_one_form_and_no_tree_has_it() {
    let told = |json: &str, found: Value| {
        let mut pieces = Pieces::of(&Model::from_json(json).unwrap().to_bytes());
        pieces.header["findings"] = found;
        read(&pieces.bytes()).map_err(|error| error.to_string())
    };
    let forest =
        r#"{"target": "y", "columns": [{"kind": "continuous", "name": "x"}], "forest": {"trees": [{"predict": "a"}]}}"#;
    let tree = r#"{"target": "y", "columns": [{"kind": "continuous", "name": "x"}], "tree": {"predict": "a"}}"#;
    let found = serde_json::json!({"importances": {"impurity": [1.0], "decrease": [0.25], "splits": [3]}});
    assert!(told(forest, found.clone()).is_ok());
    assert!(told(tree, found.clone()).unwrap_err().ends_with("unknown field `findings`"));
    let other = |path: &str, value: Value| {
        let mut found = found.clone();
        *found.pointer_mut(path).unwrap() = value;
        told(forest, found).unwrap_err()
    };
    // The same in another form.
    let mut null = found.clone();
    null["out_of_bag"] = Value::Null;
    let one_form = "the header is not in its one form: names in order, each once, no spaces";
    for error in [told(forest, null).unwrap_err(), told(forest, Value::Null).unwrap_err()] {
        assert!(error.ends_with(one_form), "{error}");
    }
    assert!(other("/importances/impurity/0", 1.into()).ends_with(one_form));
    assert!(other("/importances/splits", serde_json::json!([3, 0])).contains("columns are told"));
    assert!(other("/importances/splits/0", serde_json::json!(-1)).contains("the header is not understood"));
    assert!(other("/importances/splits/0", serde_json::json!("x")).contains("the header is not understood"));
}
