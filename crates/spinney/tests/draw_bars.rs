//! Bars: well-formed, on their page, long names cut, what is not shown counted, every number and name safe.
//!
//! With `SPINNEY_PICTURES` set to a folder, the samples are written there, to be looked at.
#![cfg(test)]

mod easel;
mod proof;

use easel::{attribute, size, tags};
use proptest::prelude::*;
use spinney::draw::{Bar, Bars, MOST_BARS, bars};
use spinney::metric::Interval;

fn bar(name: &str, value: f64, far: f64) -> Bar {
    let interval = (far > 0.0).then_some(Interval { low: value - far, high: value + far });
    Bar { name: name.to_owned(), value, interval }
}

fn picture(all: Vec<Bar>) -> Bars {
    Bars {
        title: "species: what columns are worth".into(),
        note: "debiased, 100 trees; whiskers are intervals of 95 %".into(),
        axis: "taken off the Gini index of rows out of bag".into(),
        bars: all,
    }
}

fn samples() -> Vec<(&'static str, Bars)> {
    let many = |count: usize| {
        let of = |place: usize| bar(&format!("column {place}"), 0.3 / (place + 1) as f64 - 0.012, 0.01);
        (0..count).map(of).collect::<Vec<Bar>>()
    };
    let long = "a name that is longer than any picture has room for, and then some";
    vec![
        (
            "bars-few",
            picture(vec![bar("bill_length_mm", 0.205, 0.018), bar("island", 0.098, 0.02), bar("year", -0.001, 0.001)]),
        ),
        ("bars-one", picture(vec![bar("size", 0.4, 0.0)])),
        ("bars-thirty", picture(many(30))),
        ("bars-more", picture(many(31))),
        (
            "bars-long",
            picture(vec![bar(long, 123_456.0, 20_000.0), bar("b", -45_000.0, 9_000.0), bar("日本語の列", 3.0, 0.0)]),
        ),
        ("bars-negative", picture(vec![bar("noise", -0.002, 0.001), bar("more noise", -0.01, 0.004)])),
        ("bars-nothing", picture(vec![bar("a", 0.0, 0.0), bar("b", 0.0, 0.0)])),
        ("bars-none", picture(Vec::new())),
    ]
}

/// Every stroke on the page, every number a number.
fn check(drawing: &str) {
    let tags = tags(drawing);
    let (wide, high) = (size(&tags[0], "width"), size(&tags[0], "height"));
    assert!(wide < 900.0 && high < 900.0, "{wide} by {high}");
    for tag in &tags {
        if tag.starts_with("path") {
            let way = attribute(tag, "d").unwrap().replace(|sign: char| sign.is_ascii_alphabetic(), " ");
            let lengths = way.split(' ').filter(|part| !part.is_empty()).map(|part| part.parse::<f64>().unwrap());
            assert!(lengths.into_iter().all(|length| (0.0..=wide.max(high)).contains(&length)), "on the page: {tag}");
        }
        if tag.starts_with("rect x") {
            let (left, across) = (size(tag, "x"), size(tag, "width"));
            assert!(left >= 0.0 && across >= 0.0 && left + across <= wide, "on the page: {tag}");
        }
    }
}

#[test]
fn the_samples_are_sound_pictures() {
    for (name, sample) in samples() {
        let drawing = bars(&sample);
        check(&drawing);
        assert_eq!(drawing, bars(&sample.clone()), "{name}: the same bytes");
        if let Some(folder) = std::env::var_os("SPINNEY_PICTURES") {
            std::fs::write(std::path::PathBuf::from(folder).join(format!("{name}.svg")), drawing).unwrap();
        }
    }
}

/// The rectangles of bars: left end and length.
fn lengths(drawing: &str) -> Vec<(f64, f64)> {
    let rects = tags(drawing).into_iter().filter(|tag| tag.starts_with("rect x"));
    rects.map(|tag| (size(&tag, "x"), size(&tag, "width"))).collect()
}

#[test]
fn bars_are_as_long_as_their_values_and_begin_at_zero() {
    let found = lengths(&bars(&picture(vec![bar("a", 0.4, 0.0), bar("b", 0.1, 0.0), bar("c", -0.2, 0.0)])));
    assert!((found[0].1 - 4.0 * found[1].1).abs() < 0.5, "{found:?}");
    assert!((found[0].1 - 2.0 * found[2].1).abs() < 0.5, "{found:?}");
    assert_eq!(found[0].0, found[1].0);
    assert!((found[2].0 + found[2].1 - found[0].0).abs() < 0.11, "left of 0: {found:?}");
}

#[test]
fn a_long_name_is_cut_and_told_in_full_where_the_pointer_rests() {
    let (_, sample) = samples().into_iter().find(|(name, _)| *name == "bars-long").unwrap();
    let drawing = bars(&sample);
    assert!(drawing.contains("<title>a name that is longer than any picture has room for, and then some: 123456"));
    let shown = drawing.split("<text ").find(|text| text.contains("\"end\">a name that")).unwrap();
    assert!(shown.contains("…</text>"), "{shown}");
}

#[test]
fn beyond_thirty_bars_are_counted() {
    let drawing = |count: usize| bars(&picture((0..count).map(|place| bar(&place.to_string(), 1.0, 0.0)).collect()));
    assert_eq!(lengths(&drawing(MOST_BARS)).len(), MOST_BARS);
    assert!(!drawing(MOST_BARS).contains("not shown"));
    assert!(drawing(31).contains("and 1 more that is not shown") && lengths(&drawing(31)).len() == MOST_BARS);
    assert!(drawing(1_000_000).contains("and 999970 more that are not shown"));
}

#[test]
fn whiskers_are_drawn_where_an_interval_is_known() {
    let whiskers = |drawing: &str| drawing.matches("v7").count();
    assert_eq!(whiskers(&bars(&picture(vec![bar("a", 1.0, 0.2), bar("b", 0.5, 0.0)]))), 2);
    let endless = Bar { interval: Some(Interval { low: f64::NEG_INFINITY, high: 1.0 }), ..bar("a", 1.0, 0.0) };
    assert_eq!(whiskers(&bars(&picture(vec![endless]))), 0);
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![4 => -1e3..1e3_f64, 1 => any::<f64>(), 1 => Just(f64::NAN), 1 => Just(0.0), 1 => Just(f64::INFINITY)]
}

proptest! {
    #![proptest_config(proof::cases(300))]

    #[test]
    fn no_numbers_and_no_names_break_bars(
        all in prop::collection::vec((".{0,40}", any_number(), prop::option::of((any_number(), any_number()))), 0..40),
        (title, note, axis) in (".{0,90}", ".{0,90}", ".{0,90}"),
    ) {
        let bar = |(name, value, interval): (String, f64, Option<(f64, f64)>)| {
            Bar { name, value, interval: interval.map(|(low, high)| Interval { low, high }) }
        };
        check(&bars(&Bars { title, note, axis, bars: all.into_iter().map(bar).collect() }));
    }
}
