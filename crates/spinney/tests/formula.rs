//! Formulae: the disjunctive form of each class, simplified, and proven to say what the tree says.
#![cfg(test)]

mod grove;
mod proof;

use grove::*;
use proptest::prelude::*;
use spinney::explain::{Formula, formula};
use spinney::model::Schema;
use spinney::tree::{Cell, ColumnId, Missing, Split, Test};

fn of(schema: &Schema, plan: Plan) -> Formula {
    formula(schema, &tree(plan, schema.classes().len() as u32)).unwrap()
}

fn terms(schema: &Schema, plan: Plan, class: usize) -> Vec<String> {
    of(schema, plan).classes[class].terms.iter().map(ToString::to_string).collect()
}

#[test]
fn tennis_is_the_formula_of_the_lecture() {
    let (schema, tree) = tennis();
    let found = formula(&schema, &tree).unwrap().text(200);
    assert_eq!(
        found,
        "\
play = No: (outlook = Rain ∧ wind = Strong) ∨ (outlook = Sunny ∧ humidity = High)
play = Yes: outlook = Overcast ∨ (outlook = Rain ∧ wind = Weak) ∨ (outlook = Sunny ∧ humidity = Normal)
"
    );
}

#[test]
fn a_formula_wider_than_the_page_has_a_term_on_each_line() {
    let (schema, tree) = tennis();
    let found = formula(&schema, &tree).unwrap().text(90);
    let yes = "\
play = Yes:
    outlook = Overcast
  ∨ (outlook = Rain ∧ wind = Weak)
  ∨ (outlook = Sunny ∧ humidity = Normal)
";
    assert!(found.ends_with(yes), "{found}");
}

#[test]
fn siblings_of_one_class_become_one_term() {
    let schema = mixed(2);
    let same = Plan::Split(cut(1, 3.0), vec![leaf(&[(1, 2.0)]), leaf(&[(1, 1.0)])]);
    let plan = Plan::Split(cut(0, 2.0), vec![same, leaf(&[(0, 1.0)])]);
    assert_eq!(terms(&schema, plan, 1), ["x ≤ 2"]);
}

#[test]
fn values_of_one_class_become_one_set() {
    let schema = mixed(2);
    let leaves = [1, 0, 1, 1, 0, 0].map(|class| leaf(&[(class, 1.0)])).to_vec();
    let plan = Plan::Split(each(3, &[0, 1, 2, 3, 4, 5]), leaves);
    assert_eq!(terms(&schema, plan.clone(), 1), ["letter in {a, c, d}"]);
    assert_eq!(terms(&schema, plan, 0), ["letter in {b, e, f}"]);
}

#[test]
fn a_set_that_leaves_little_out_is_said_by_what_it_leaves_out() {
    let schema = mixed(2);
    let leaves = [1, 1, 0, 1, 1, 1].map(|class| leaf(&[(class, 1.0)])).to_vec();
    assert_eq!(terms(&schema, Plan::Split(each(3, &[0, 1, 2, 3, 4, 5]), leaves), 1), ["letter ≠ c"]);
}

#[test]
fn stretches_that_touch_become_one_and_those_apart_stay_two() {
    let schema = mixed(2);
    let last = Plan::Split(cut(0, 6.0), vec![leaf(&[(0, 1.0)]), leaf(&[(1, 1.0)])]);
    let middle = Plan::Split(cut(0, 4.0), vec![leaf(&[(1, 1.0)]), last]);
    let plan = Plan::Split(cut(0, 2.0), vec![leaf(&[(1, 1.0)]), middle]);
    assert_eq!(terms(&schema, plan.clone(), 1), ["x ≤ 4", "x > 6"]);
    assert_eq!(terms(&schema, plan, 0), ["4 < x ≤ 6"]);
}

#[test]
fn a_value_without_rows_belongs_to_the_majority_of_its_node() {
    let schema = mixed(2);
    let plan = Plan::Split(each(2, &[0, 2]), vec![leaf(&[(0, 1.0)]), leaf(&[(1, 3.0)])]);
    assert_eq!(terms(&schema, plan.clone(), 0), ["colour = blue"]);
    assert_eq!(terms(&schema, plan, 1), ["colour in {green, red}"]);
}

#[test]
fn one_class_everywhere_is_always_and_the_others_never() {
    let schema = mixed(2);
    let plan = Plan::Split(cut(0, 2.0), vec![leaf(&[(1, 2.0)]), leaf(&[(1, 1.0)])]);
    assert_eq!(of(&schema, plan).text(80), "t = class 0: never\nt = class 1: always\n");
}

#[test]
fn a_path_that_nothing_can_take_is_left_out() {
    let schema = mixed(2);
    let never = Plan::Split(cut(0, 9.0), vec![leaf(&[(1, 2.0)]), leaf(&[(0, 1.0)])]);
    let plan = Plan::Split(cut(0, 2.0), vec![never, leaf(&[(0, 1.0)])]);
    assert_eq!(terms(&schema, plan, 0), ["x > 2"]);
}

#[test]
fn missing_values_are_named_only_where_they_have_a_branch_of_their_own() {
    let schema = mixed(2);
    let known =
        Split { column: ColumnId(0), test: Test::Threshold { cut: f64::INFINITY }, missing: Missing::Branch(1) };
    let inner = Plan::Split(cut(0, 2.0), vec![leaf(&[(1, 2.0)]), leaf(&[(0, 1.0)])]);
    let plan = Plan::Split(known, vec![inner, leaf(&[(1, 1.0)])]);
    assert_eq!(terms(&schema, plan.clone(), 1), ["x ≤ 2 or missing"]);
    assert_eq!(terms(&schema, plan, 0), ["x > 2"]);
}

#[test]
fn a_number_has_no_formula_and_the_mistake_says_what_would_do() {
    let schema = Schema { target: number("price"), ..mixed(2) };
    let error = formula(&schema, &tree(mean(1.0, 2.0, 0.0), 0)).unwrap_err();
    let found = error.to_string();
    assert_eq!(found, "column \"price\": a formula says when each class is the answer, and the target is a number");
    assert_eq!(error.hint().as_deref(), Some("--as rules shows a rule for each leaf"));
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_has_its_formula() {
    let (schema, tree) = chain(100_000);
    let found = formula(&schema, &tree).unwrap();
    let all: usize = found.classes.iter().map(|class| class.terms.len()).sum();
    assert!(all > 99_000 && all <= 100_001, "{all}");
}

proptest! {
    #![proptest_config(proof::cases(400))]

    #[test]
    fn a_formula_says_what_the_tree_says(seed in any::<[u8; 32]>(), classes in 1_u32..4, depth in 0_u32..6) {
        let mut dice = Dice::new(seed);
        let schema = mixed(classes);
        let tree = tree(any_plan(&mut dice, depth, classes), classes);
        let found = formula(&schema, &tree).unwrap();
        for _ in 0..40 {
            let row = any_row(&mut dice);
            let mut node = tree.landings(&row)[0].node;
            while tree.majority(node).is_none() && tree.parent(node).is_some() {
                node = tree.parent(node).unwrap();
            }
            let said: Vec<u32> =
                found.classes.iter().filter(|class| class.holds(&row)).map(|class| class.class).collect();
            let met: usize = found.classes.iter().map(|class| class.terms.iter().filter(|term| term.holds(&row)).count()).sum();
            prop_assert_eq!(said, tree.majority(node).into_iter().collect::<Vec<_>>());
            prop_assert!(met <= 1, "terms exclude each other");
        }
    }

    #[test]
    fn a_formula_has_no_more_terms_than_the_tree_has_ends(seed in any::<[u8; 32]>()) {
        let mut dice = Dice::new(seed);
        let tree = tree(any_plan(&mut dice, 4, 2), 2);
        let found = formula(&mixed(2), &tree).unwrap();
        let all: usize = found.classes.iter().map(|class| class.terms.len()).sum();
        prop_assert!(all <= tree.len());
        for class in &found.classes {
            prop_assert!(class.terms.is_sorted_by_key(|term| term.conditions.len()));
            for term in &class.terms {
                let mut columns: Vec<u32> = term.conditions.iter().map(|condition| condition.id.0).collect();
                columns.sort_unstable();
                prop_assert!(columns.windows(2).all(|pair| pair[0] < pair[1]), "one condition for each column");
                prop_assert!(!term.conditions.iter().any(|condition| condition.holds(Cell::Unseen)));
            }
        }
    }
}
