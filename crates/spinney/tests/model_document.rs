//! What `docs/model-file.md` shows is so.
#![cfg(test)]

use std::path::Path;

use spinney::model::Model;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/model-file.md");
    std::fs::read_to_string(path).unwrap()
}

/// The blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let (document, fence) = (document(), format!("```{language}\n"));
    let parts = document.split(&fence).skip(1);
    parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
}

/// So many bytes a line: where they are, what they are, what they mean.
fn shown(bytes: &[u8], parts: &[(usize, usize, &str)]) -> String {
    let line = |(from, to, meaning): &(usize, usize, &str)| {
        let hex: Vec<String> = bytes[*from..*to].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{from:5}  {:48}  {meaning}\n", hex.join(" "))
    };
    parts.iter().map(line).collect()
}

#[test]
fn every_tree_of_the_document_is_a_model() {
    let blocks = blocks("json");
    assert_eq!(blocks.len(), 4);
    for text in blocks {
        let model = Model::from_json(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(Model::from_json(&model.to_json_text()).unwrap(), model);
    }
}

#[test]
fn the_bytes_of_the_document_are_those_of_its_first_tree() {
    let bytes = Model::from_json(&blocks("json")[0]).unwrap().to_bytes();
    let length = u64::from_le_bytes(*bytes[12..].first_chunk().unwrap()) as usize;
    let at = (20 + length).next_multiple_of(8);
    let name = format!("header: {length} bytes, beginning {{\"answers\":\"cl");
    let fill = format!("filling, behind the header's last byte at {}", 19 + length);
    let mut parts = vec![
        (0, 8, "mark"),
        (8, 12, "format 1"),
        (12, 20, "length of the header"),
        (20, 34, name.as_str()),
        (20 + length, at, fill.as_str()),
    ];
    for (place, size, meaning) in [
        (0, 8, "leaf.classes: 2, 2"),
        (8, 8, "missing.branch: 0, filled"),
        (16, 8, "missing.kind: branch, filled"),
        (24, 16, "node.branches: 2, 0, 0, filled"),
        (40, 8, "test.column: 0, filled"),
        (48, 8, "test.kind: threshold, filled"),
        (56, 8, "threshold.cut: 75"),
        (64, 16, "weight.class: No, Yes; No, Yes"),
        (80, 16, "weight.value: 1, 7"),
        (96, 16, "weight.value: 4, 2"),
        (112, 8, "checksum"),
    ] {
        parts.push((at + place, at + place + size, meaning));
    }
    assert_eq!(at + 120, bytes.len());
    assert_eq!(blocks("hex"), [shown(&bytes, &parts)]);
}
