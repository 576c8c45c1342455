//! Regions: cells that tile the plane, answers that are the tree's own, pictures that are sound.
//!
//! With `SPINNEY_PICTURES` set to a folder, the samples are written there, to be looked at.
#![cfg(test)]

mod easel;
mod grove;
mod proof;

use easel::{attribute, size, tags};
use grove::*;
use proptest::prelude::*;
use spinney::draw::{Plane, Region, RegionOptions, Side, regions};
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema};
use spinney::predict::{Answer, Predictor};
use spinney::table::{Meaning, ReadOptions, Table};
use spinney::tree::{Cell, ColumnId, Row};

fn model(schema: Schema, plan: Plan, classes: u32) -> Model {
    Model::new(schema, None, tree(plan, classes)).unwrap()
}

fn table(text: &str) -> Table {
    Table::from_csv(text.as_bytes(), &ReadOptions::new()).unwrap()
}

fn over(across: u32, up: Option<u32>, rows: Option<&Table>) -> RegionOptions<'_> {
    RegionOptions { across: ColumnId(across), up: up.map(ColumnId), rows, title: None }
}

/// A random tree that asks these columns alone.
fn plan_over(dice: &mut Dice, depth: u32, columns: &[ColumnId]) -> Plan {
    if depth == 0 || dice.below(5) == 0 {
        return leaf(&[
            (0, f64::from(1 + dice.below(5))),
            (1, f64::from(1 + dice.below(5))),
            (2, f64::from(1 + dice.below(3))),
        ]);
    }
    let (split, branches) =
        std::iter::repeat_with(|| any_split(dice)).find(|pair| columns.contains(&pair.0.column)).unwrap();
    Plan::Split(split, (0..branches).map(|_| plan_over(dice, depth - 1, columns)).collect())
}

fn plane(model: &Model, columns: &[ColumnId]) -> Plane {
    let sides = columns.iter().map(|column| Side::new(model.schema(), model.tree().unwrap(), *column, None)).collect();
    Plane::new(model.tree().unwrap(), &Predictor::new(model), sides)
}

/// The one cell that holds a row; panics where none or several do.
fn region<'a>(plane: &'a Plane, row: &Values) -> &'a Region {
    let at = plane.sides.iter().map(|side| {
        let cell = row.cell(side.column);
        let places: Vec<usize> = (0..side.slots.len()).filter(|at| side.slots[*at].holds(cell)).collect();
        assert_eq!(places.len(), 1, "{cell:?} in {:?}", side.slots);
        places[0]
    });
    let at: Vec<usize> = at.collect();
    plane.region(at[0], at.get(1).copied().unwrap_or(0)).unwrap()
}

proptest! {
    #![proptest_config(proof::cases(200))]

    #[test]
    fn cells_tile_the_plane_and_say_what_the_tree_says(
        seed in any::<[u8; 32]>(), depth in 0_u32..6, one in 0_u32..6, two in 0_u32..6,
    ) {
        let mut dice = Dice::new(seed);
        let mut columns = vec![ColumnId(one)];
        columns.extend((one != two).then_some(ColumnId(two)));
        let model = model(mixed(3), plan_over(&mut dice, depth, &columns), 3);
        let (plane, predictor) = (plane(&model, &columns), Predictor::new(&model));
        prop_assert!(plane.others.is_empty());
        for _ in 0..40 {
            let mut row = any_row(&mut dice);
            for cell in &mut row.0 {
                if dice.below(6) == 0 {
                    *cell = Cell::Missing;
                }
            }
            let said = predictor.answer(&model.tree().unwrap().landings(&row), &row);
            prop_assert_eq!(&region(&plane, &row).answer, &said, "{:?}", row);
        }
    }

    #[test]
    fn any_tree_over_any_columns_is_a_sound_picture(
        seed in any::<[u8; 32]>(), depth in 0_u32..6, one in 0_u32..6, two in prop::option::of(0_u32..6),
    ) {
        // A model has some weight; a plan need not.
        let Ok(model) = Model::new(mixed(3), None, tree(any_plan(&mut Dice::new(seed), depth, 3), 3)) else { return Ok(()) };
        check(&regions(&model, &over(one, two, None)).unwrap());
    }
}

#[test]
fn other_columns_are_averaged_by_their_training_rows() {
    let inner = Plan::Split(cut(0, 5.0), vec![leaf(&[(1, 10.0)]), leaf(&[(0, 60.0)])]);
    let model = model(mixed(2), Plan::Split(each(2, &[0, 1]), vec![leaf(&[(0, 30.0)]), inner]), 2);
    let plane = plane(&model, &[ColumnId(0)]);
    assert_eq!(plane.others, [ColumnId(2)]);
    let Answer::Class { shares, .. } = &plane.region(0, 0).unwrap().answer else { panic!("classes") };
    assert_eq!(
        shares.iter().map(|pair| pair.share).collect::<Vec<_>>(),
        [0.3, 0.7],
        "30 rows of one branch, 70 of the other"
    );
    let drawing = regions(&model, &over(0, Some(1), None)).unwrap();
    assert!(drawing.contains("also asked: colour"), "the picture says so");
}

/// Left, top, width and height of the cells.
fn cells(drawing: &str) -> Vec<[f64; 4]> {
    let cells = tags(drawing).into_iter().filter(|tag| tag.contains("class=\"cell\""));
    cells.map(|tag| ["x", "y", "width", "height"].map(|name| size(&tag, name))).collect()
}

fn check(drawing: &str) {
    let tags = tags(drawing);
    assert!(!drawing.contains("NaN") && !drawing.contains("inf\""), "{drawing}");
    let (wide, high) = (size(&tags[0], "width"), size(&tags[0], "height"));
    let cells = cells(drawing);
    for (at, [left, top, width, height]) in cells.iter().enumerate() {
        assert!(*left >= 0.0 && *top >= 0.0 && left + width <= wide && top + height <= high, "on the page");
        for [other, above, across, down] in &cells[at + 1..] {
            let apart =
                left + width <= *other || other + across <= *left || top + height <= *above || above + down <= *top;
            assert!(apart, "cells do not overlap");
        }
    }
    if !cells.is_empty() {
        let covered: f64 = cells.iter().map(|cell| cell[2] * cell[3]).sum();
        // A band for missing values stands a little apart from the others.
        let gap =
            |anchor: &str| if drawing.contains(&format!("text-anchor=\"{anchor}\">missing<")) { 8.0 } else { 0.0 };
        assert_eq!(covered, (540.0 - gap("middle")) * (400.0 - gap("end")), "cells cover the plane");
    }
    for tag in tags.iter().filter(|tag| tag.starts_with("text")) {
        let at = (size(tag, "x"), size(tag, "y"));
        assert!(at.0 >= 0.0 && at.0 <= wide && at.1 <= high, "{tag}");
    }
    for fill in tags.iter().filter_map(|tag| attribute(tag, "fill")).filter_map(|fill| fill.strip_prefix("url(#")) {
        assert!(drawing.contains(&format!("<pattern id=\"{}\"", fill.trim_end_matches(')'))));
    }
}

#[test]
fn a_cut_is_drawn_where_it_is() {
    let schema = Schema { columns: vec![continuous("x"), continuous("y")], target: classes("c", &["a", "b"]) };
    let model = model(schema, Plan::Split(cut(0, 5.0), vec![leaf(&[(0, 4.0)]), leaf(&[(1, 4.0)])]), 2);
    let rows = table("x,y,c\n0,0,a\n10,1,b\n");
    let drawing = regions(&model, &over(0, Some(1), Some(&rows))).unwrap();
    check(&drawing);
    let cells = cells(&drawing);
    // The axis begins at 0 and ends 0.4 behind 10.
    assert_eq!(cells.iter().map(|cell| cell[2]).collect::<Vec<_>>(), [260.0, 280.0], "540 · 5 / 10.4 = 259.6");
    assert!(drawing.contains("2 leaves · 2 rows · paler"), "{drawing}");
}

#[test]
fn dates_have_years_or_months_along_their_axis() {
    let when = ColumnSchema { name: "when".into(), values: ColumnValues::Continuous { meaning: Meaning::Date } };
    let schema = Schema { columns: vec![when], target: number("t") };
    // 2020-01-01 is day 18262.
    let cuts = |last: f64| {
        let inner = Plan::Split(cut(0, last), vec![mean(2.0, 2.0, 0.0), mean(3.0, 3.0, 0.0)]);
        model(schema.clone(), Plan::Split(cut(0, 18_262.0), vec![mean(1.0, 1.0, 0.0), inner]), 0)
    };
    let drawing = |last: f64| regions(&cuts(last), &over(0, None, None)).unwrap();
    assert!(drawing(18_262.0 + 3650.0).contains(">2024<"), "years");
    assert!(drawing(18_262.0 + 200.0).contains(">2020-03<"), "months");
    assert!(drawing(18_262.0 + 20.0).contains(">2020-01-09<"), "days");
}

fn wild() -> Model {
    let long = "w".repeat(500);
    let levels = ["<script>alert(1)</script>", "\u{202e}abc", &long, "名前", "a\nb"];
    let columns = vec![nominal("\"<![CDATA[ & ]]> 'b'\n", &levels), nominal("</text>", &levels)];
    let schema = Schema { columns, target: classes("</svg><b>", &["p\r\nq", "<i>"]) };
    model(schema, Plan::Split(each(0, &[0, 1, 2]), vec![leaf(&[(0, 1.0)]), leaf(&[(1, 2.0)]), leaf(&[(1, 1.0)])]), 2)
}

#[test]
fn wild_names_are_text_and_nothing_else() {
    for up in [None, Some(1)] {
        let drawing = regions(&wild(), &over(0, up, None)).unwrap();
        check(&drawing);
        assert!(!drawing.contains("<script") && !drawing.contains("<b>") && !drawing.contains("<i>"));
        assert!(!drawing.contains('\u{202e}') && !drawing.contains('\r'));
        assert_eq!(drawing.matches("</svg>").count(), 1);
        assert_eq!(drawing, regions(&wild(), &over(0, up, None)).unwrap(), "the same bytes");
    }
}

#[test]
fn rows_are_drawn_and_what_is_left_out_is_said() {
    let schema = Schema { columns: vec![continuous("x"), nominal("n", &["a", "b"])], target: number("t") };
    let model = model(schema, Plan::Split(cut(0, 5.0), vec![mean(4.0, 1.0, 0.0), mean(4.0, 9.0, 0.0)]), 0);
    let row = |row: u32| format!("{},{},{}\n", row % 10, if row.is_multiple_of(2) { "a" } else { "b" }, row % 7);
    let text = format!("x,n,t\n{},a,3\n4,zebra,3\n", (0..3000).map(row).collect::<String>());
    let rows = table(&text);
    let dots = |drawing: &str| drawing.matches("stroke-width=\"0.7\"").count() - drawing.matches(">rows<").count();
    for up in [Some(1), None] {
        let drawing = regions(&model, &over(0, up, Some(&rows))).unwrap();
        check(&drawing);
        assert!(drawing.contains("2,000 of 3,002 rows drawn"), "{up:?}");
        assert!(dots(&drawing) > 1990 && dots(&drawing) <= 2000, "{}", dots(&drawing));
    }
    let drawing = regions(&model, &over(0, Some(1), Some(&rows))).unwrap();
    assert!(drawing.contains("1 with values that training never saw left out"));
    let few = table("x,n\n1,a\n,b\n");
    let drawing = regions(&model, &over(0, Some(1), Some(&few))).unwrap();
    check(&drawing);
    assert_eq!(dots(&drawing), 2, "also without a target");
    assert!(drawing.contains(">missing<"), "a band for the row without a value");
}

#[test]
fn a_table_without_the_columns_is_a_mistake_that_names_them() {
    let (schema, tree) = tennis();
    let model = Model::new(schema, None, tree).unwrap();
    let error = regions(&model, &over(0, Some(1), Some(&table("outlok,humidity\nRain,High\n")))).unwrap_err();
    assert!(error.to_string().contains("outlook"), "{error}");
}

#[test]
fn a_tree_with_more_cuts_than_dots_is_drawn_in_coarse_steps() {
    let (schema, tree) = chain(3000);
    let model = Model::new(schema, None, tree).unwrap();
    for up in [None, Some(1)] {
        let drawing = regions(&model, &over(0, up, None)).unwrap();
        check(&drawing);
        assert!(drawing.contains("in coarse steps"));
    }
}
