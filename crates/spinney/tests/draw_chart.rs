//! Charts: well-formed, round ticks, names that stand beside each other, every number and name safe.
//!
//! With `SPINNEY_PICTURES` set to a folder, the samples are written there, to be looked at.
#![cfg(test)]

mod easel;
mod proof;

use easel::{attribute, size, tags};
use proptest::prelude::*;
use spinney::draw::{Axis, Chart, Guide, Look, Point, Series, Spread, chart};

fn series(name: &str, points: &[(f64, f64)]) -> Series {
    Series::new(name, points.iter().map(|(x, y)| Point::new(*x, *y)).collect())
}

/// The picture of overfitting: training errors fall for ever, the others do not.
fn overfitting() -> Chart {
    let sizes = [1.0, 2.0, 4.0, 7.0, 12.0, 25.0, 60.0, 140.0, 300.0, 700.0];
    let training = [0.42, 0.3, 0.24, 0.21, 0.19, 0.16, 0.11, 0.07, 0.03, 0.004];
    let validation = [0.43, 0.32, 0.27, 0.245, 0.25, 0.262, 0.28, 0.297, 0.31, 0.32];
    let crossed = [0.43, 0.33, 0.265, 0.25, 0.246, 0.258, 0.27, 0.282, 0.288, 0.294];
    let line = |name: &str, ys: &[f64]| series(name, &sizes.into_iter().zip(ys.iter().copied()).collect::<Vec<_>>());
    let mut crossed = line("cross-validation", &crossed).look(Look::LinePoints).spread(Spread::Band);
    for point in &mut crossed.points {
        *point = point.give_or_take(0.02);
    }
    Chart {
        title: "Error by the size of the tree".into(),
        note: "german credit · 1,000 rows · cross-validation: 10 folds, ± one standard error".into(),
        series: vec![line("training", &training), line("validation", &validation), crossed],
        guides: vec![Guide::Place { x: 7.0, label: "chosen: 7 leaves".into() }],
        ..Chart::new(Axis::new("leaves").log().whole(), Axis::new("share of wrong answers").from(0.0))
    }
}

/// Two ROC curves, which all end in one corner.
fn roc() -> Chart {
    let curve = |power: i32| (0..=20).map(|at| f64::from(at) / 20.0).map(move |x| (x, 1.0 - (1.0 - x).powi(power)));
    Chart {
        title: "Found against false alarms".into(),
        series: vec![
            series("tree, AUC 0.82", &curve(4).collect::<Vec<_>>()).look(Look::Step),
            series("forest, AUC 0.91", &curve(9).collect::<Vec<_>>()),
        ],
        guides: vec![Guide::Line { from: (0.0, 0.0), to: (1.0, 1.0), label: "guessing".into() }],
        size: (380.0, 380.0),
        ..Chart::new(
            Axis::new("share of others taken for positive").between(0.0, 1.0),
            Axis::new("share of positives found").between(0.0, 1.0),
        )
    }
}

fn learning() -> Chart {
    let mut points: Vec<Point> =
        (1..=8).map(|at| Point::new(f64::from(at) * 2500.0, 0.9 - 0.3 / f64::from(at))).collect();
    for point in &mut points {
        *point = point.give_or_take(0.05 / (point.x / 2500.0));
    }
    let held_out = Series { points, ..series("held-out rows", &[]) }.look(Look::LinePoints).spread(Spread::Bars);
    let seen = series("training rows", &[(2500.0, 0.99), (10_000.0, 0.95), (20_000.0, 0.93)]).look(Look::LinePoints);
    Chart {
        title: "What more rows bring".into(),
        series: vec![held_out, seen],
        guides: vec![Guide::Level { y: 0.55, label: "always the commonest".into() }],
        ..Chart::new(Axis::new("rows").from(0.0), Axis::new("accuracy"))
    }
}

fn calibration() -> Chart {
    let bins = [(0.04, 0.02), (0.17, 0.2), (0.35, 0.3), (f64::NAN, 0.4), (0.66, 0.75), (0.85, 0.8), (0.96, 0.99)];
    Chart {
        title: "Said and true".into(),
        series: vec![series("10 bins", &bins).look(Look::LinePoints)],
        guides: vec![
            Guide::Line { from: (0.0, 0.0), to: (1.0, 1.0), label: "exact".into() },
            Guide::Place { x: 0.5, label: "half".into() },
            Guide::Place { x: 0.52, label: "a bit more than half".into() },
        ],
        ..Chart::new(Axis::new("said").between(0.0, 1.0), Axis::new("true").between(0.0, 1.0))
    }
}

fn wild() -> Chart {
    let long = "w".repeat(500);
    Chart {
        title: format!("</title><script>{long}"),
        note: "\u{1}\u{202e}&\"'".into(),
        series: vec![
            series("<b>&", &[(1.0, 1e300), (2.0, -1e300)]),
            series(&long, &[(f64::INFINITY, 1.0), (1.5, 0.0)]),
        ],
        guides: vec![Guide::Place { x: 1.5, label: long.clone() }],
        ..Chart::new(Axis::new(&long), Axis::new("]]>"))
    }
}

fn samples() -> Vec<(&'static str, Chart)> {
    vec![
        ("overfitting", overfitting()),
        ("roc", roc()),
        ("learning", learning()),
        ("calibration", calibration()),
        ("wild-chart", wild()),
        (
            "many",
            Chart {
                series: (0..12)
                    .map(|at| series(&format!("series {at}"), &[(0.0, 0.0), (1.0, f64::from(at % 5))]))
                    .collect(),
                ..Chart::new(Axis::new("x"), Axis::new("y"))
            },
        ),
        ("empty", Chart::new(Axis::new("x"), Axis::new("y").log())),
    ]
}

/// The words of a drawing with their left ends, base lines and right ends (no letter is taken for wider than it is).
fn words(drawing: &str) -> Vec<(f64, f64, f64, String)> {
    let texts = drawing.split("<text").skip(1).map(|text| text.split_once('>').unwrap());
    let placed = texts.map(|(tag, text)| {
        let text = text.split('<').next().unwrap().to_owned();
        let wide = size(tag, "font-size") * 0.45 * text.chars().count() as f64;
        let left = match attribute(tag, "text-anchor") {
            Some("end") => size(tag, "x") - wide,
            Some(_) => size(tag, "x") - wide / 2.0,
            None => size(tag, "x"),
        };
        (left, size(tag, "y"), left + wide, text)
    });
    placed.collect()
}

fn check(drawing: &str) {
    let tags = tags(drawing);
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
    let (wide, high) = (size(&tags[0], "width"), size(&tags[0], "height"));
    for tag in tags.iter().filter(|tag| tag.starts_with("path")) {
        let way = attribute(tag, "d").unwrap().replace(|sign: char| sign.is_ascii_alphabetic(), " ");
        let lengths = way.split(' ').filter(|part| !part.is_empty()).map(|part| part.parse::<f64>().unwrap());
        assert!(lengths.into_iter().all(|length| length.abs() <= wide.max(high)), "on the page: {tag}");
    }
}

/// No word stands on another.
fn check_words(drawing: &str) {
    let all = words(drawing);
    let (wide, high) = (size(&tags(drawing)[0], "width"), size(&tags(drawing)[0], "height"));
    for (place, (left, base, right, text)) in all.iter().enumerate() {
        assert!(*left >= -1.0 && *right <= wide + 1.0 && *base <= high, "{text} on the page");
        for (other_left, other_base, other_right, other) in &all[place + 1..] {
            let beside = right <= other_left || other_right <= left || (base - other_base).abs() >= 9.0;
            assert!(beside, "{text} and {other}");
        }
    }
}

#[test]
fn the_samples_are_sound_pictures() {
    for (name, sample) in samples() {
        let drawing = chart(&sample);
        check(&drawing);
        if name != "wild-chart" {
            check_words(&drawing);
        }
        assert_eq!(drawing, chart(&sample.clone()), "{name}: the same bytes");
        if let Some(folder) = std::env::var_os("SPINNEY_PICTURES") {
            std::fs::write(std::path::PathBuf::from(folder).join(format!("{name}.svg")), drawing).unwrap();
        }
    }
}

#[test]
fn names_stand_at_the_ends_of_lines_that_end_apart_and_in_a_list_otherwise() {
    let samples = |drawing: &str| drawing.matches("h28\"").count();
    assert_eq!(samples(&chart(&overfitting())), 0);
    assert_eq!(samples(&chart(&roc())), 3, "all curves end in one corner");
    let base = |drawing: &str, name: &str| words(drawing).into_iter().find(|word| word.3 == name).unwrap().1;
    let drawing = chart(&overfitting());
    assert!(base(&drawing, "validation") < base(&drawing, "cross-validation"));
    assert!(base(&drawing, "cross-validation") < base(&drawing, "training"));
}

#[test]
fn a_lone_curve_that_ends_where_the_diagonal_ends_is_named_in_a_list() {
    let drawing = chart(&Chart { series: roc().series[..1].to_vec(), ..roc() });
    assert_eq!(drawing.matches("h28\"").count(), 2, "{drawing}");
}

#[test]
fn a_level_is_a_thin_line_in_the_colour_of_its_series() {
    let one = series("one", &[(0.0, 1.0), (1.0, 0.25)]);
    let axes = Chart::new(Axis::new(""), Axis::new("").from(0.0));
    let drawing = chart(&Chart { series: vec![one.clone().level(0.0), one.clone().level(f64::NAN)], ..axes.clone() });
    let thin: Vec<&str> = drawing.lines().filter(|line| line.contains("stroke-dasharray=\"1.5 3\"")).collect();
    assert_eq!(thin.len(), 1, "{drawing}");
    assert!(thin[0].contains("stroke=\"#0072b2\" stroke-width=\"1\""), "{}", thin[0]);
    let ticks = |series: Series| words(&chart(&Chart { series: vec![series], ..axes.clone() }));
    assert!(ticks(one.clone().level(7.0)).iter().any(|word| word.3 == "6"), "the axis reaches to it");
}

#[test]
fn a_marked_place_stands_where_it_is_on_the_axis() {
    let drawing = chart(&overfitting());
    let place = drawing.lines().find(|line| line.contains("stroke-dasharray=\"5 3\"")).unwrap();
    let at: f64 = attribute(place, "d").unwrap()[1..].split(' ').next().unwrap().parse().unwrap();
    let tick =
        |text: &str| words(&drawing).into_iter().find(|word| word.3 == text).map(|word| f64::midpoint(word.0, word.2));
    let (one, ten) = (tick("1").unwrap(), tick("10").unwrap());
    assert!((at - (one + (ten - one) * 7_f64.log10())).abs() < 0.2, "{at} between {one} and {ten}");
}

#[test]
fn numbers_that_are_none_leave_gaps() {
    let points = [(0.0, 1.0), (1.0, 2.0), (2.0, f64::NAN), (3.0, f64::INFINITY), (4.0, 1.0), (5.0, 2.0)];
    let drawing = chart(&Chart { series: vec![series("", &points)], ..Chart::new(Axis::new(""), Axis::new("")) });
    check(&drawing);
    let lines: Vec<&str> = drawing.lines().filter(|line| line.contains("stroke-width=\"2\"")).collect();
    assert_eq!(lines.len(), 2, "{drawing}");
}

#[test]
fn lines_beyond_a_fixed_axis_are_cut_off_at_its_end() {
    let points = [(0.0, 0.0), (1.0, 10.0)];
    let axes = Chart::new(Axis::new(""), Axis::new("").between(0.0, 5.0));
    let drawing = chart(&Chart { series: vec![series("", &points)], ..axes });
    check(&drawing);
    let line = drawing.lines().find(|line| line.contains("stroke-width=\"2\"")).unwrap();
    let way = attribute(line, "d").unwrap().replace(['M', 'L'], " ");
    let way: Vec<f64> = way.split_whitespace().map(|part| part.parse().unwrap()).collect();
    let (start, end) = (way[0], way[2]);
    let right = 560.0 / 1.08 * 1.04; // both ends of the lying axis have a little room, but not below 0
    assert!((end - start - right / 2.0).abs() < 15.0, "half of the way: {way:?}");
}

#[test]
fn one_point_and_equal_values_are_drawn() {
    for points in [&[(3.0, 3.0)][..], &[(3.0, 0.0), (3.0, 0.0)], &[(1.0, -7.0), (2.0, -7.0)], &[]] {
        for look in [Look::Line, Look::LinePoints, Look::Points, Look::Step] {
            let drawing = chart(&Chart {
                series: vec![series("", points).look(look)],
                ..Chart::new(Axis::new(""), Axis::new(""))
            });
            check(&drawing);
            let drawn = drawing.contains("#0072b2");
            assert_eq!(drawn, !points.is_empty(), "{points:?} {look:?}");
        }
    }
}

#[test]
fn wild_names_are_text_and_nothing_else() {
    let drawing = chart(&wild());
    assert!(!drawing.contains("<script") && !drawing.contains("<b>") && !drawing.contains('\u{202e}'));
    assert_eq!(drawing.matches("</svg>").count(), 1);
    assert!(drawing.contains("www…<"), "long names are cut");
}

#[test]
fn a_million_points_on_a_line_make_a_small_picture() {
    let points: Vec<(f64, f64)> = (0..1_000_000).map(|at| (f64::from(at), f64::from(at).sqrt())).collect();
    let drawing = chart(&Chart { series: vec![series("s", &points)], ..Chart::new(Axis::new(""), Axis::new("")) });
    assert!(drawing.len() < 200_000, "{}", drawing.len());
}

fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![4 => -1e3..1e3_f64, 1 => any::<f64>(), 1 => Just(f64::NAN), 1 => Just(0.0), 1 => Just(1.0)]
}

#[test]
fn a_whole_number_beyond_a_short_axis_is_not_marked() {
    let guides = vec![Guide::Place { x: 7.5e-17, label: "here".to_owned() }];
    check(&chart(&Chart { guides, ..Chart::new(Axis::new("x").whole(), Axis::new("y")) }));
}

proptest! {
    #![proptest_config(proof::cases(300))]

    #[test]
    fn no_numbers_break_a_chart(
        points in prop::collection::vec((any_number(), any_number(), any_number()), 0..12),
        ends in (prop::option::of(any_number()), prop::option::of(any_number())),
        (log_x, log_y, whole, kind) in (any::<bool>(), any::<bool>(), any::<bool>(), 0_usize..12),
        guide in (any_number(), any_number()),
    ) {
        let all = points.iter().map(|(x, y, far)| Point::new(*x, *y).give_or_take(*far)).collect();
        let look = [Look::Line, Look::LinePoints, Look::Points, Look::Step][kind % 4];
        let spread = [Spread::Nothing, Spread::Band, Spread::Bars][kind / 4];
        let x = Axis { name: "x".into(), low: ends.0, high: ends.1, log: log_x, whole };
        let y = Axis { name: "y".into(), low: None, high: ends.0, log: log_y, whole: false };
        let label = "here".to_owned();
        let guides = vec![
            Guide::Place { x: guide.0, label: label.clone() },
            Guide::Level { y: guide.1, label: label.clone() },
            Guide::Line { from: guide, to: (guide.1, guide.0), label },
        ];
        check(&chart(&Chart { series: vec![Series { spread, ..Series::new("s", all).look(look) }], guides, ..Chart::new(x, y) }));
    }
}
