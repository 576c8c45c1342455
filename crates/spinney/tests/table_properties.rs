//! Small truths of the table's parts, over all values rather than chosen ones.
#![cfg(test)]

mod proof;

use std::cmp::Ordering;

use proptest::collection::vec;
use proptest::prelude::*;
use spinney::error::Mistake;
use spinney::table::date::{self, DAY, Part, date_text, time_text};
use spinney::table::level::{Interner, canonical_order};
use spinney::table::number::{self, Written, midpoint};
use spinney::table::{Column, Hierarchy};

/// Any f64 but NaN: all exponents alike, so subnormals and huge numbers are common; and neighbours of small ones.
fn number() -> impl Strategy<Value = f64> {
    let bits = any::<u64>().prop_map(f64::from_bits).prop_filter("a number", |value| !value.is_nan());
    let tiny = (-3..4_i64).prop_map(|units| {
        if units < 0 { -f64::from_bits(units.unsigned_abs()) } else { f64::from_bits(units.unsigned_abs()) }
    });
    let edges =
        prop::sample::select(vec![f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 0.0, 1.0]);
    prop_oneof![bits, tiny, edges].prop_map(|value| value + 0.0)
}

/// Texts that are numbers, spell one number in several ways, or are no numbers.
fn level() -> impl Strategy<Value = String> {
    let spelled = r"[-+]?0{0,3}[0-2]?(\.0{1,2})?";
    let big = r"-?0{0,2}900719925474099[0-9]";
    prop_oneof![
        spelled,
        big,
        r"-?[0-9]{1,3}",
        "[a-cé]{0,3}",
        prop::sample::select(vec!["inf", "1e999", "nan"]).prop_map(str::to_owned)
    ]
}

proptest! {
    #![proptest_config(proof::cases(4000))]

    #[test]
    fn a_cut_lies_between_its_values(one in number(), two in number(), step in 0..4_u32) {
        let (low, high) = if step == 0 { (one, two) } else { (one, (0..step).fold(one, |value, _| value.next_up())) };
        let (low, high) = if low.total_cmp(&high) == Ordering::Greater { (high, low) } else { (low, high) };
        prop_assume!(low < high);
        let cut = midpoint(low, high);
        prop_assert!(low <= cut && cut < high, "{low:e} {cut:e} {high:e}");
        prop_assert!(cut.to_bits() != (-0.0_f64).to_bits());
        prop_assert!(cut.is_finite() || (low == f64::NEG_INFINITY && high == f64::MIN), "{low:e} {cut:e} {high:e}");
    }

    #[test]
    fn the_text_of_a_number_reads_back_as_it(value in number()) {
        let text = number::text(value);
        prop_assert_eq!(number::read(&text).and_then(Written::value), Some(value));
        prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits());
    }

    #[test]
    fn levels_are_ordered_totally_and_whatever_their_order_before(levels in vec(level(), 0..40), seed: u64) {
        let mut interner = Interner::default();
        for text in &levels {
            interner.intern(text);
        }
        let known = interner.levels();
        let sorted = |levels: &[&str]| canonical_order(levels).iter().map(|at| levels[*at as usize].to_owned()).collect::<Vec<_>>();
        let mut turned = known.clone();
        turned.sort_by_key(|text| text.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)));
        let order = sorted(&known);
        prop_assert_eq!(&order, &sorted(&turned));
        for pair in order.windows(2) {
            // Whatever else stands there, two levels keep their order.
            prop_assert_eq!(&sorted(&[&pair[0], &pair[1]]), pair);
            prop_assert_eq!(&sorted(&[&pair[1], &pair[0]]), pair);
            let value = |text: &str| match number::read(text) {
                Some(Written::Whole(value) | Written::BigWhole(value) | Written::Real(value)) => Some(value),
                _ => None,
            };
            match (value(&pair[0]), value(&pair[1])) {
                (Some(one), Some(two)) => prop_assert!(one <= two, "{pair:?}"),
                (None, Some(_)) => prop_assert!(false, "{pair:?}: text before a number"),
                (None, None) => prop_assert!(pair[0] < pair[1]),
                (Some(_), None) => {}
            }
        }
        let mut places = canonical_order(&known);
        places.sort_unstable();
        prop_assert!(places.into_iter().eq(0..known.len() as u32), "each level once");
    }

    #[test]
    fn a_category_gives_back_every_text(levels in vec(proptest::option::of(level()), 0..40)) {
        let column = Column::categories("x", levels.iter().map(Option::as_deref));
        for (row, text) in levels.iter().enumerate() {
            prop_assert_eq!(&column.text(row), text);
        }
        prop_assert_eq!(column.missing(), levels.iter().filter(|text| text.is_none()).count());
    }

    #[test]
    fn a_time_reads_back_to_the_fraction(seconds in -62_135_596_800.0..253_402_300_799.0_f64, places in 0..7_i32) {
        let scale = 10_f64.powi(places);
        let seconds = (seconds * scale).round() / scale;
        let text = time_text(seconds);
        prop_assert_eq!(date::read(&text).unwrap().seconds, seconds, "{}", text);
        prop_assert!(text.len() <= 27, "{}: no more decimals than need be", text);
        // The fraction is rounded once, behind the whole seconds, which may be another last bit than this difference has.
        let east = date::read(&format!("{text}+05:30")).unwrap().seconds;
        prop_assert!((east - (seconds - 19_800.0)).abs() <= f64::EPSILON * seconds.abs(), "{}", east);
    }
}

#[test]
fn numbers_come_before_text_by_value_then_by_digits() {
    let levels = ["b", "-0", "1e3", "0", "9007199254740993", "-5", "9007199254740992", "00", "-00", "10", "inf", "B"];
    let sorted: Vec<&str> = canonical_order(&levels).iter().map(|at| levels[*at as usize]).collect();
    let expected = ["-5", "0", "-0", "00", "-00", "10", "1e3", "9007199254740992", "9007199254740993", "inf", "B", "b"];
    assert_eq!(sorted, expected);
    let negative = ["-9007199254740992", "-9007199254740993"];
    assert_eq!(canonical_order(&negative), [1, 0]);
    assert_eq!(canonical_order(&["9007199254740993", "009007199254740992"]), [1, 0]);
}

#[test]
fn hundredths_of_a_second_read_back() {
    assert_eq!(date::read(&time_text(379_659.34)).unwrap().seconds, 379_659.34);
    assert_eq!(date::read("1970-01-05T09:27:39.34").unwrap().seconds, 379_659.34);
    assert_eq!(date::read("1970-01-01T00:00:60.5").unwrap().seconds, 60.5);
    for wrong in ["1970-01-01T00:00:61", "1970-01-01T00:00:1", "1970-01-01T00:00:01.", "1970-01-01T00:00:01.x"] {
        assert_eq!(date::read(wrong), None, "{wrong}");
    }
}

#[test]
fn every_day_of_the_years_1_to_9999_reads_back() {
    let (first, last) =
        (date::read("0001-01-01").unwrap().seconds / DAY, date::read("9999-12-31").unwrap().seconds / DAY);
    assert_eq!(last - first + 1.0, 3_652_059.0); // 9999 years of 365 days and 2424 leap days
    let (mut day, mut weekday) = (first, Part::Weekday.of(first * DAY));
    let mut before = [0.0; 3];
    while day <= last {
        let text = date_text(day);
        let moment = date::read(&text).unwrap();
        assert_eq!((moment.seconds, moment.has_time), (day * DAY, false), "{text}");
        assert_eq!(Part::Weekday.of(moment.seconds), weekday, "{text}");
        let parts = [Part::Year, Part::Month, Part::Day].map(|part| part.of(moment.seconds));
        assert!(parts > before, "{text}");
        before = parts;
        (day, weekday) = (day + 1.0, weekday % 7.0 + 1.0);
    }
}

#[test]
fn every_second_part_is_of_its_range_also_before_1970_and_far_away() {
    for seconds in [-0.5, -86_400.0, -1.0, 0.0, 59.999, 3599.0, 1e12, -1e12, 1e300, -1e300] {
        let parts = Part::ALL.map(|(part, _)| part.of(seconds));
        let [_, month, day, weekday, of_year, hour, minute, second] = parts;
        assert!(
            (1.0..=12.0).contains(&month) && (1.0..=31.0).contains(&day) && (1.0..=7.0).contains(&weekday),
            "{seconds}"
        );
        if seconds.abs() < 1e15 {
            assert!((1.0..=366.0).contains(&of_year) && (0.0..24.0).contains(&hour), "{seconds}");
            assert!((0.0..60.0).contains(&minute) && (0.0..60.0).contains(&second), "{seconds}");
        }
    }
}

#[test]
fn a_tree_of_values_knows_the_nodes_above_each() {
    let paths = [
        vec!["Lyon", "Rhône", "France"],
        vec!["Nice", "Var", "France"],
        vec!["Monaco"],
        vec!["Lyon", "Rhône", "France"],
    ];
    let tree = Hierarchy::from_paths(paths).unwrap();
    assert_eq!(tree.values().collect::<Vec<_>>(), ["Lyon", "Monaco", "Nice"]);
    assert_eq!(tree.height(), 2);
    assert_eq!(tree.above("Nice").unwrap(), ["Var", "France"]);
    assert_eq!(tree.above("Bonn"), None);
    assert_eq!(tree.node("Nice", 0).unwrap(), "France/Var/Nice");
    assert_eq!(tree.node("Nice", 2).unwrap(), "France");
    assert_eq!(tree.node("Monaco", 2).unwrap(), "Monaco");
    assert_eq!(tree.node("Bonn", 1), None);
}

#[test]
fn equal_names_under_different_parents_are_different_nodes() {
    let tree = Hierarchy::from_paths([vec!["a", "Springfield", "Ohio"], vec!["b", "Springfield", "Maine"]]).unwrap();
    assert_ne!(tree.node("a", 1), tree.node("b", 1));
}

#[test]
fn a_tree_gives_each_value_one_path_and_a_name() {
    let two = Hierarchy::from_paths([vec!["x", "a"], vec!["x", "b"]]).unwrap_err();
    assert!(matches!(&two.mistake, Mistake::TwoParents { value } if value == "x"));
    assert_eq!(two.place.row, Some(2));
    for loops in [vec![vec!["x", "x"]], vec![vec!["x", "a", "x"]], vec![vec!["x", "a", "b"], vec!["y", "b", "a"]]] {
        assert!(matches!(Hierarchy::from_paths(loops).unwrap_err().mistake, Mistake::Loop { .. }));
    }
    let hole = Hierarchy::from_paths([vec!["x", "", "b"]]).unwrap_err();
    assert!(matches!(&hole.mistake, Mistake::Hole { value } if value == "x"));
    assert_eq!(Hierarchy::from_paths([vec!["x", "a", ""]]).unwrap().height(), 1);
    assert!(matches!(Hierarchy::from_paths([vec!["", "a"]]).unwrap_err().mistake, Mistake::UnnamedValue));
    assert!(matches!(Hierarchy::from_paths([Vec::<String>::new()]).unwrap_err().mistake, Mistake::UnnamedValue));
}
