//! `spinney show --as regions`: pictures of one or two columns, and requests that cannot be drawn.

use crate::mistakes::refused;
use crate::program::{File, run};

fn penguins(more: &[&str]) -> File {
    let file = File::new("model.spinney", b"");
    let fit = ["fit", "data/penguins.csv", "-t", "species", "--max-leaves", "6", "--out", &file.path];
    let run = run(&[&fit, more].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    file
}

#[test]
fn two_columns_are_drawn_with_the_rows_as_svg_and_png() {
    let model = penguins(&[]);
    let asked = ["show", &model.path, "--columns", "flipper_length_mm,bill_length_mm", "--rows", "data/penguins.csv"];
    let drawn = run(&[&asked[..], &["--as", "regions"]].concat());
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    assert!(drawn.out.starts_with("<svg") && drawn.out.contains("344 rows"));
    assert_eq!(run(&asked).out, drawn.out, "--columns says enough");
    for (ending, begin) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG\r\n")] {
        let out = model.path.replace("model.spinney", &format!("regions.{ending}"));
        let run = run(&[&asked[..], &["--out", &out]].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{run:?}");
        assert!(run.talk.contains("the picture is in "), "{}", run.talk);
        assert!(std::fs::read(&out).expect(ending).starts_with(begin), "{ending}");
    }
}

#[test]
fn one_column_is_drawn_and_a_column_that_the_tree_does_not_ask_is_said() {
    let model = penguins(&[]);
    let drawn = run(&["show", &model.path, "--columns", "year"]);
    assert!(drawn.out.contains("shares of species"), "{drawn:?}");
    assert!(drawn.talk.contains("the tree does not ask year"), "{}", drawn.talk);
    let titled = run(&["show", &model.path, "--columns", "island", "--title", "Where & who"]);
    assert!(titled.out.contains("Where &amp; who"));
}

#[test]
fn columns_that_cannot_be_drawn_are_refused_with_what_would_do() {
    let model = penguins(&[]);
    let refuses = |more: &[&str], expected: &[&str]| refused(&[&["show", &model.path], more].concat(), expected);
    refuses(&["--as", "regions"], &["one or two columns, and none are named", "hint: --columns "]);
    refuses(&["--columns", "island,sex,year"], &["one or two columns, and 3 are named"]);
    refuses(&["--columns", "iland"], &["the model knows no column \"iland\"", "did you mean \"island\"?"]);
    refuses(&["--columns", "zebra"], &["no column \"zebra\"", "it knows \"island\""]);
    refuses(&["--columns", "species"], &["\"species\" is what the model answers"]);
    refuses(&["--columns", "island,island"], &["\"island\" twice"]);
    refuses(&["--columns", "island", "--as", "rules"], &["--columns is for regions", "--as regions"]);
    refuses(&["--rows", "data/penguins.csv", "--as", "text"], &["--rows is for regions"]);
    refuses(&["--columns", "island", "--rows", "data/tennis.csv"], &["data/tennis.csv", "island"]);
    refuses(&["--columns", "island", "--rows", "none.csv"], &["none.csv"]);
    let out = model.path.replace("model.spinney", "regions.tex");
    refuses(&["--columns", "island", "--out", &out], &["regions are a picture", ".svg or .png"]);
}

#[test]
fn the_picture_of_the_guide_is_what_the_program_draws() {
    let model = penguins(&["--ignore", "island,bill_depth_mm,body_mass_g,sex,year"]);
    let asked = ["show", &model.path, "--columns", "flipper_length_mm,bill_length_mm", "--rows", "data/penguins.csv"];
    let drawn = run(&asked).out;
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/penguins.svg");
    if std::env::var_os("TRYCMD").is_some_and(|how| how == "overwrite") {
        std::fs::write(&path, &drawn).expect("the picture");
    }
    let kept = std::fs::read_to_string(&path).expect("docs/penguins.svg");
    assert_eq!(kept, drawn, "TRYCMD=overwrite draws it anew");
}
