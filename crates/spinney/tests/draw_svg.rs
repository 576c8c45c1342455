//! Pictures: well-formed, nothing on top of anything else, every name safe, large trees folded.
//!
//! With `SPINNEY_PICTURES` set to a folder, the samples are written there, to be looked at.
#![cfg(test)]
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

mod easel;
mod grove;
mod proof;

use std::process::{Command, Stdio};

use easel::{attribute, size, tags};
use grove::*;
use proptest::prelude::*;
use spinney::draw::{Orientation, PictureOptions, dot, latex, svg};
use spinney::model::{ColumnSchema, Schema};
use spinney::tree::Tree;

/// A tree that looks as grown ones do: halves of unequal size, answers that cluster.
fn grown(dice: &mut Dice, (rows, leaves): (f64, u32), classes_: u32, near: u32) -> Plan {
    if leaves <= 1 {
        if classes_ == 0 {
            return mean(rows, f64::from(near * 100 + dice.below(1000)) / 100.0, rows * f64::from(dice.below(40)));
        }
        let main = (near + dice.below(3) / 2) % classes_;
        let weight = |class: u32, dice: &mut Dice| {
            if class == main { rows } else { (rows * f64::from(dice.below(10)) / 60.0 / f64::from(classes_)).floor() }
        };
        let all: Vec<(u32, f64)> = (0..classes_).map(|class| (class, weight(class, dice))).collect();
        return Plan::Classes(all.into_iter().filter(|pair| pair.1 > 0.0).collect());
    }
    let left = 1 + dice.below(leaves - 1);
    let part = (rows * f64::from(left) / f64::from(leaves)).round().max(1.0);
    let split = cut(dice.below(6), f64::from(dice.below(1000)) / 100.0);
    let (low, high) = (near.saturating_sub(dice.below(20)), near + dice.below(30));
    let first = grown(dice, (part, left), classes_, low);
    Plan::Split(split, vec![first, grown(dice, ((rows - part).max(1.0), leaves - left), classes_, high)])
}

fn measured() -> Vec<ColumnSchema> {
    ["age", "income", "petal length (cm)", "petal width (cm)", "distance to the coast", "rooms"]
        .map(continuous)
        .to_vec()
}

fn flowers(leaves: u32) -> (Schema, Tree) {
    let schema = Schema { columns: measured(), target: classes("species", &["setosa", "versicolor", "virginica"]) };
    let plan = grown(&mut Dice::new([7; 32]), (f64::from(leaves) * 100.0, leaves), 3, 0);
    (schema, tree(plan, 3))
}

fn prices() -> (Schema, Tree) {
    let schema = Schema { columns: measured(), target: number("house price") };
    (schema, tree(grown(&mut Dice::new([8; 32]), (20_640.0, 10), 0, 50), 0))
}

fn animals() -> (Schema, Tree) {
    let names = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen", "ibis", "jay", "koi", "lynx"];
    let schema = Schema { columns: measured(), target: classes("animal", &names) };
    (schema, tree(grown(&mut Dice::new([9; 32]), (5000.0, 20), 12, 0), 12))
}

fn fan(branches: u32) -> (Schema, Tree) {
    let levels: Vec<String> = (0..branches).map(|level| format!("city {level:05}")).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let schema = Schema { columns: vec![nominal("city", &levels)], target: classes("cycles", &["no", "yes"]) };
    let leaves = (0..branches).map(|at| leaf(&[(0, f64::from(1 + at % 11)), (1, f64::from(1 + at % 23))]));
    (schema, tree(Plan::Split(each(0, &(0..branches).collect::<Vec<_>>()), leaves.collect()), 2))
}

fn wild() -> (Schema, Tree) {
    let long = "w".repeat(500);
    let levels = [
        "a\nb",
        "<script>alert(1)</script>",
        "\u{202e}abc",
        &long,
        "名前",
        "שלום",
        "\\end{document} %$#_^~",
        "\u{1}\\N",
    ];
    let columns = vec![nominal("\"<![CDATA[ & ]]> 'b'\n", &levels)];
    let schema = Schema { columns, target: classes("</svg><b>", &["p\r\nq", "{q}"]) };
    let leaves = (0..8).map(|class| leaf(&[(class % 2, 1.0)])).collect();
    (schema, tree(Plan::Split(each(0, &[0, 1, 2, 3, 4, 5, 6, 7]), leaves), 2))
}

fn samples() -> Vec<(&'static str, Schema, Tree)> {
    let all = [
        ("tennis", tennis()),
        ("flowers", flowers(9)),
        ("two-hundred", flowers(101)),
        ("prices", prices()),
        ("animals", animals()),
        ("fan", fan(15)),
        ("wild", wild()),
        ("stump", (mixed(2), tree(leaf(&[(0, 3.0), (1, 5.0)]), 2))),
    ];
    all.map(|(name, (schema, tree))| (name, schema, tree)).to_vec()
}

/// Left, top, width and height of each card: the first rectangle of each group with a tooltip.
fn cards(drawing: &str) -> Vec<[f64; 4]> {
    let groups = drawing.split("<g><title>").skip(1);
    let first = groups.map(|group| &group[group.find("<rect").unwrap()..]);
    first.map(|tag| ["x", "y", "width", "height"].map(|name| size(tag, name))).collect()
}

/// The words of each card stay left of its bar where they are on the same line, and on the card.
fn check_words(drawing: &str) {
    for group in drawing.split("<g><title>").skip(1).filter_map(|group| group.split_once("</title>")) {
        let group = group.1.split("</g>").next().unwrap();
        let card = &group[group.find("<rect").unwrap()..];
        let (left, right) = (size(card, "x"), size(card, "x") + size(card, "width"));
        let bar = group.split("<rect").skip(2).find(|tag| size(tag, "height") == 9.0);
        for text in group.split("<text").skip(1) {
            let (tag, words) = text.split_once('>').unwrap();
            let words = words.split('<').next().unwrap();
            let entities: usize =
                words.split('&').skip(1).map(|entity| entity.split(';').next().unwrap().chars().count() + 1).sum();
            let letters = words.chars().count() - entities;
            // No letter but i, j and l is narrower than this.
            let (x, wide) = (size(tag, "x"), size(tag, "font-size") * 0.4 * letters as f64);
            let (from, to) = if attribute(tag, "text-anchor").is_some() { (x - wide, x) } else { (x, x + wide) };
            assert!(from >= left && to <= right, "{words} on its card");
            let same = |bar: &&str| (size(bar, "y") + 4.5 - size(tag, "y") + 4.2).abs() < 2.0;
            if let Some(bar) = bar.filter(same) {
                let (start, end) = (size(bar, "x"), size(bar, "x") + size(bar, "width"));
                assert!(to <= start || from >= end, "{words} beside the bar");
            }
        }
    }
}

fn check(drawing: &str) {
    check_words(drawing);
    let tags = tags(drawing);
    let (wide, high) = (size(&tags[0], "width"), size(&tags[0], "height"));
    let mut cards = cards(drawing);
    for [left, top, width, height] in &cards {
        assert!(*left >= 0.0 && *top >= 0.0 && left + width <= wide && top + height <= high, "on the page");
    }
    cards.sort_by(|one, two| one[1].total_cmp(&two[1]));
    for (at, one) in cards.iter().enumerate() {
        for two in cards[at + 1..].iter().take_while(|two| two[1] < one[1] + one[3]) {
            assert!(one[0] + one[2] <= two[0] || two[0] + two[2] <= one[0], "{one:?} and {two:?} overlap");
        }
    }
    for fill in tags.iter().filter_map(|tag| attribute(tag, "fill")).filter_map(|fill| fill.strip_prefix("url(#")) {
        let name = fill.trim_end_matches(')');
        assert!(drawing.contains(&format!("<pattern id=\"{name}\"")), "{name} is defined");
    }
}

#[test]
fn the_samples_are_sound_pictures_either_way() {
    for (name, schema, tree) in samples() {
        for orientation in [Orientation::Auto, Orientation::Down, Orientation::Across] {
            let options = PictureOptions { orientation, ..PictureOptions::default() };
            let drawing = svg(&schema, &tree, &options);
            check(&drawing);
            assert_eq!(cards(&drawing).len(), tree.len(), "{name}: a card for each node");
            assert_eq!(drawing, svg(&schema, &tree, &options), "{name}: the same bytes");
        }
        if let Some(folder) = std::env::var_os("SPINNEY_PICTURES") {
            let (folder, options) = (std::path::PathBuf::from(folder), PictureOptions::default());
            std::fs::write(folder.join(format!("{name}.svg")), svg(&schema, &tree, &options)).unwrap();
            std::fs::write(folder.join(format!("{name}.dot")), dot(&schema, &tree, &options)).unwrap();
            std::fs::write(folder.join(format!("{name}.tex")), latex(&schema, &tree, &options)).unwrap();
        }
    }
}

#[test]
fn tennis_names_every_test_answer_and_count() {
    let (schema, tree) = tennis();
    let drawing = svg(&schema, &tree, &PictureOptions::default());
    for words in [">outlook<", ">= Overcast<", ">wind<", ">= Weak<", ">Yes<", ">100 %<", ">14 rows<", ">5 rows<"] {
        assert!(drawing.contains(words), "{words}");
    }
    assert!(drawing.contains("14 rows · 8 nodes · 5 leaves · depth 2"));
    assert!(drawing.contains("<title>outlook = Rain\nasks: wind\n5 rows, 36 % of all\nNo 2, Yes 3</title>"));
}

/// A W of `DejaVu Sans Bold`, which stands in for the condensed one on many machines, is 1.103 of its size, and one of `DejaVu Sans` 0.989.
#[test]
fn wide_letters_have_room_on_their_cards_and_in_the_legend() {
    let schema = Schema {
        columns: vec![continuous("WWWWWWWWWWWWWWWWWWWW")],
        target: classes("W", &["WWWWWWWWWWWWWWWWWWWW", "no"]),
    };
    let plan = Plan::Split(cut(0, 2.5), vec![leaf(&[(0, 3.0)]), leaf(&[(1, 2.0)])]);
    let tree = tree(plan, 2);
    for orientation in [Orientation::Down, Orientation::Across] {
        let drawing = svg(&schema, &tree, &PictureOptions { orientation, ..PictureOptions::default() });
        let cards = cards(&drawing);
        let texts = drawing.split("<text").skip(1).filter_map(|text| text.split_once("</text>"));
        let titles = texts.map(|(text, _)| text).filter(|text| text.contains(">WWW"));
        for tag in titles {
            let letters = tag.matches('W').count() as f64;
            let bold = tag.contains("font-weight");
            let wide = size(tag, "font-size") * letters * if bold { 1.103 } else { 0.989 };
            let (x, y) = (size(tag, "x"), size(tag, "y"));
            let around =
                cards.iter().find(|card| x > card[0] && x < card[0] + card[2] && y > card[1] && y < card[1] + card[3]);
            match around {
                Some(card) => assert!(x + wide <= card[0] + card[2], "{tag}"),
                // The chip of the other class stands behind the name of the first.
                None => assert!(x + wide < size(&drawing[drawing.find(">no<").unwrap() - 80..], "x") - 20.0, "{tag}"),
            }
        }
    }
}

#[test]
fn two_hundred_nodes_lie_on_their_side_and_fit_a_large_page() {
    let (schema, tree) = flowers(101);
    let drawing = svg(&schema, &tree, &PictureOptions::default());
    let head = &tags(&drawing)[0];
    assert!(size(head, "height") < 3600.0 && size(head, "width") < 5000.0, "{head}");
}

#[test]
fn more_nodes_than_a_picture_holds_are_folded_and_said_to_be() {
    let (schema, tree) = flowers(3000);
    let drawing = svg(&schema, &tree, &PictureOptions::default());
    check(&drawing);
    let shown = cards(&drawing).len();
    assert!(shown <= 2000 && shown > 200, "{shown}");
    assert!(drawing.contains("stroke-dasharray") && drawing.contains(" folded<"), "folded branches are dashed");
    let cut = svg(&schema, &tree, &PictureOptions { max_depth: Some(1), ..PictureOptions::default() });
    assert_eq!(cards(&cut).len(), 3);
    assert!(cut.contains("leaves</text>"), "and say how many leaves they hold");
}

#[test]
fn a_chain_of_a_hundred_thousand_and_a_fan_of_five_thousand_are_drawn() {
    let (schema, tree) = chain(100_000);
    check(&svg(&schema, &tree, &PictureOptions::default()));
    let (schema, tree) = fan(5000);
    let drawing = svg(&schema, &tree, &PictureOptions::default());
    assert_eq!(cards(&drawing).len(), 1 + 48);
    assert!(drawing.contains(">4,953 branches<"));
}

#[test]
fn wild_names_are_text_and_nothing_else() {
    let (schema, tree) = wild();
    let drawing = svg(&schema, &tree, &PictureOptions::default());
    assert!(!drawing.contains("<script") && !drawing.contains("<b>") && !drawing.contains("CDATA[ &amp; ]]>&"));
    assert!(!drawing.contains('\u{202e}') && !drawing.contains('\u{1}') && !drawing.contains('\r'));
    assert_eq!(drawing.matches("</svg>").count(), 1);
    assert!(drawing.contains("www…<") && drawing.contains(&"w".repeat(500)), "cut on the card, in full in the tooltip");
}

#[test]
fn classes_beyond_the_eighth_have_textures() {
    let (schema, tree) = animals();
    let drawing = svg(&schema, &tree, &PictureOptions::default());
    assert!(drawing.contains("<pattern id=\"class8\"") && !drawing.contains("<pattern id=\"class7\""));
}

#[test]
fn numbers_have_a_scale_from_the_least_to_the_greatest() {
    let (schema, tree) = prices();
    let drawing = svg(&schema, &tree, &PictureOptions::default());
    assert!(drawing.contains(">± "));
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
}

#[test]
fn a_tree_without_any_weight_is_drawn() {
    for (schema, plan) in [(mixed(2), Plan::Split(cut(0, 1.0), vec![leaf(&[]), leaf(&[])])), (mixed(2), leaf(&[]))] {
        let drawing = svg(&schema, &tree(plan, 2), &PictureOptions::default());
        check(&drawing);
        assert!(drawing.contains("no answer") && !drawing.contains("NaN"));
    }
    let schema = Schema { target: number("t"), ..mixed(2) };
    let drawing = svg(&schema, &tree(mean(0.0, 0.0, 0.0), 0), &PictureOptions::default());
    assert!(!drawing.contains("NaN"), "{drawing}");
}

/// Whether a program is there to be asked.
fn has(program: &str, version: &str) -> bool {
    Command::new(program)
        .arg(version)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[test]
fn graphviz_reads_every_sample() {
    let (schema, tree) = tennis();
    let text = dot(&schema, &tree, &PictureOptions::default());
    assert!(text.contains("n0 -> n1 [label=\" = Overcast\""), "{text}");
    if !has("dot", "-V") {
        eprintln!("skipped: Graphviz is not installed");
        return;
    }
    for (name, schema, tree) in samples() {
        let file = std::env::temp_dir().join(format!("spinney-{}-{name}.dot", std::process::id()));
        std::fs::write(&file, dot(&schema, &tree, &PictureOptions::default())).unwrap();
        let answer = Command::new("dot").arg("-Tsvg").arg(&file).output().unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(answer.status.success(), "{name}: {}", String::from_utf8_lossy(&answer.stderr));
        let nodes = String::from_utf8_lossy(&answer.stdout).matches("class=\"node\"").count();
        assert_eq!(nodes, tree.len(), "{name}");
    }
}

#[test]
fn latex_escapes_every_sign_and_stays_within_what_tex_can_measure() {
    let (schema, tree) = wild();
    let text = latex(&schema, &tree, &PictureOptions::default());
    assert_eq!(text.matches("\\end{document}").count(), 1, "{text}");
    let signs = Schema { columns: vec![continuous("a%$#_^~&\\")], target: classes("t", &["p", "q"]) };
    let two = Plan::Split(cut(0, 1.0), vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)])]);
    let text = latex(&signs, &grove::tree(two, 2), &PictureOptions::default());
    assert!(text.contains("a\\%\\$\\#\\_\\textasciicircum{}\\textasciitilde{}\\&\\textbackslash{}}"), "{text}");
    let (schema, tree) = chain(3000);
    let text = latex(&schema, &tree, &PictureOptions { max_depth: Some(3000), ..PictureOptions::default() });
    let lengths = text.split(['(', ',', ')']).filter_map(|part| part.strip_suffix("pt")?.parse::<f64>().ok());
    assert!(lengths.into_iter().all(|length| length.abs() < 16_383.0));
}

#[test]
fn latex_sets_the_samples_where_it_is_installed() {
    if !has("pdflatex", "--version") || !has("kpsewhich", "standalone.cls") {
        eprintln!("skipped: LaTeX is not installed");
        return;
    }
    let folder = std::env::temp_dir().join(format!("spinney-tex-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, schema, tree) in samples().into_iter().filter(|sample| sample.0 != "wild") {
        std::fs::write(folder.join("tree.tex"), latex(&schema, &tree, &PictureOptions::default())).unwrap();
        let arguments = ["-interaction=nonstopmode", "-halt-on-error", "tree.tex"];
        let answer = Command::new("pdflatex").args(arguments).current_dir(&folder).output().unwrap();
        assert!(answer.status.success(), "{name}: {}", String::from_utf8_lossy(&answer.stdout));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

proptest! {
    #![proptest_config(proof::cases(60))]

    #[test]
    fn no_card_is_ever_on_another_or_off_the_page(seed in any::<[u8; 32]>(), depth in 0_u32..6, down in any::<bool>()) {
        let tree = tree(any_plan(&mut Dice::new(seed), depth, 3), 3);
        let orientation = if down { Orientation::Down } else { Orientation::Across };
        let drawing = svg(&mixed(3), &tree, &PictureOptions { orientation, missing: true, ..PictureOptions::default() });
        check(&drawing);
        prop_assert!(cards(&drawing).len() <= 2000);
    }
}
