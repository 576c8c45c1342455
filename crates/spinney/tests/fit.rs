//! Grown and pruned: every way of pruning, on random tables; and tables in the terms of a model.
#![cfg(test)]

mod copse;
mod proof;

use copse::{Case, TableRow, random_case};
use spinney::fit::{Variant, fit, in_terms, prune, variants};
use spinney::grow::{Training, TreeSettings, grow};
use spinney::model::{Model, Schema};
use spinney::predict::{Predictor, Unseen};
use spinney::prune::{Doubt, Price, Pruning, Risk, Rule};
use spinney::seed::{Draws, Key};
use spinney::table::{Category, Column, MISSING, Table, Target, Task, Values};
use spinney::tree::{NodeId, Tree};

const RISKS: [Risk; 3] = [Risk::Errors, Risk::Gini, Risk::Entropy];

/// Every way that a task allows.
fn ways(task: Task) -> Vec<Pruning> {
    let mut ways = vec![
        Pruning::Merge,
        Pruning::Snip { nodes: vec![0] },
        Pruning::ReducedError { share: 0.3, backfit: false },
        Pruning::ReducedError { share: 0.3, backfit: true },
    ];
    for risk in RISKS {
        ways.push(Pruning::CostComplexity { risk, price: Price::Share { complexity: 0.05 } });
        for rule in [Rule::Best, Rule::OneError] {
            ways.push(Pruning::CostComplexity { risk, price: Price::Folds { folds: 3, rule } });
        }
    }
    if task == Task::Classification {
        ways.push(Pruning::Mdl);
        for doubt in [Doubt::C45, Doubt::J48] {
            for raising in [false, true] {
                ways.push(Pruning::Pessimistic { doubt, confidence: 0.25, raising });
            }
        }
    }
    ways
}

fn cases(name: u64, ordinary: u32, mut property: impl FnMut(&mut Draws, &Case)) {
    for number in 0..u64::from(proof::cases(ordinary).cases) {
        let mut draws = Key::new(name).child(number).draws();
        let case = random_case(&mut draws);
        property(&mut draws, &case);
    }
}

/// Where each row ends, with its share.
fn ends(tree: &Tree, case: &Case, row: usize) -> Vec<(NodeId, f64)> {
    tree.landings(&TableRow(&case.table, row)).into_iter().map(|end| (end.node, end.share)).collect()
}

#[test]
fn every_way_of_pruning_gives_a_smaller_tree_whose_leaves_share_out_every_row() {
    cases(21, 60, |_, case| {
        let (columns, target) = (case.columns(), case.target());
        let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let settings = TreeSettings { collapse: false, ..case.settings.clone() };
        if grow(&training, &settings, &()).is_err() {
            return;
        }
        for way in ways(case.task) {
            // A table may have too few rows to hold some out.
            let Ok(fitted) = fit(&training, &settings, Some((&way, None)), &()) else { continue };
            assert!(fitted.tree().leaves() <= fitted.grown.leaves(), "{way:?}");
            let pruned = fitted.pruned.as_ref().map(|pruned| pruned.from.len());
            assert_eq!(pruned, Some(fitted.tree().len()), "{way:?}");
            for row in 0..case.table.rows() {
                let shares: f64 = ends(fitted.tree(), case, row).iter().map(|end| end.1).sum();
                assert!((shares - 1.0).abs() < 1e-9, "{way:?}: row {row} is shared out as {shares}");
            }
            let again = fit(&training, &settings, Some((&way, None)), &()).unwrap();
            assert_eq!(again, fitted, "{way:?}");
        }
    });
}

#[test]
fn pruning_later_is_pruning_at_once() {
    cases(22, 60, |_, case| {
        let (columns, target) = (case.columns(), case.target());
        let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let Ok(grown) = grow(&training, &case.settings, &()) else { return };
        for way in ways(case.task).into_iter().filter(|way| !matches!(way, Pruning::ReducedError { .. })) {
            let Ok(at_once) = fit(&training, &case.settings, Some((&way, None)), &()) else { continue };
            let (later, judged) = prune(&grown, (&training, &case.settings), &way, None, &()).unwrap();
            assert_eq!((Some(&later), &judged), (at_once.pruned.as_ref(), &at_once.judged), "{way:?}");
        }
    });
}

/// The same column with its levels numbered the other way round.
fn turned(column: &Column) -> Column {
    let Values::Category(category) = &column.values else { return column.clone() };
    let last = category.levels.len() as u32;
    let code = |code: &u32| if *code == MISSING { MISSING } else { last - 1 - code };
    let levels = category.levels.iter().rev().cloned().collect();
    let kind = category.kind.clone();
    let codes = category.codes.iter().map(code).collect();
    Column { name: column.name.clone(), values: Values::Category(Category { codes, levels, kind }) }
}

#[test]
fn a_table_in_a_models_terms_is_the_table_that_it_learned_from() {
    cases(23, 60, |_, case| {
        let (columns, target) = (case.columns(), case.target());
        let training = Training::new(&case.table, &columns, &target);
        let Ok(tree) = grow(&training, &case.settings, &()) else { return };
        let schema = Schema::new(&case.table, &columns, &target);
        let other = Table::new(case.table.columns().iter().map(turned).collect()).unwrap();
        let terms = in_terms(&schema, &other).unwrap();
        for (place, column) in columns.iter().zip(terms.table.columns()) {
            let known = &case.table.columns()[*place];
            for row in 0..known.len() {
                assert_eq!(column.text(row), known.text(row), "{}", known.name);
            }
        }
        let again = grow(&terms.training(), &case.settings, &()).unwrap();
        assert_eq!(again, tree);
    });
}

#[test]
fn levels_and_classes_that_a_model_does_not_know_stand_behind_those_it_knows() {
    let table = |x: [&str; 4], y: [&str; 4]| {
        Table::new(vec![
            Column::categories("x", x.into_iter().map(Some)),
            Column::categories("y", y.into_iter().map(Some)),
        ])
        .unwrap()
    };
    let known = table(["b", "b", "d", "d"], ["no", "no", "yes", "yes"]);
    let target = Target::new(&known, "y", None).unwrap();
    let schema = Schema::new(&known, &[0], &target);
    let tree = grow(&Training::new(&known, &[0], &target), &TreeSettings::classification(), &()).unwrap();
    let model = Model::new(schema.clone(), None, tree).unwrap();
    let terms = in_terms(&schema, &table(["a", "b", "d", "e"], ["maybe", "no", "yes", "yes"])).unwrap();
    let Values::Category(x) = &terms.table.columns()[0].values else { panic!() };
    assert_eq!(x.levels, ["b", "d", "a", "e"]);
    assert_eq!(x.codes, [2, 0, 1, 3]);
    // What the tree answers in these terms is what the model answers by names.
    let other = table(["a", "b", "d", "e"], ["no", "no", "yes", "yes"]);
    let predictor = Predictor::new(&model);
    let named = predictor.predict(&other, Unseen::AsNode).unwrap();
    for row in 0..4 {
        let end = model.tree().unwrap().landings(&terms_row(&terms, row))[0].node;
        assert_eq!(Some(end), named.end(row), "row {row}");
    }
}

struct TermsRow<'a> {
    terms: &'a spinney::fit::Terms,
    row: usize,
}

fn terms_row(terms: &spinney::fit::Terms, row: usize) -> TermsRow<'_> {
    TermsRow { terms, row }
}

impl spinney::tree::Row for TermsRow<'_> {
    fn cell(&self, column: spinney::tree::ColumnId) -> spinney::tree::Cell {
        let Values::Category(category) = &self.terms.table.columns()[column.place()].values else { panic!() };
        spinney::tree::Cell::Level(category.codes[self.row])
    }
}

#[test]
fn settings_that_make_no_sense_are_said() {
    let table = Table::from_csv(b"x,y\n1,0.5\n2,1.5\n3,2.25\n", &spinney::table::ReadOptions::new()).unwrap();
    let target = Target::new(&table, "y", Some(Task::Regression)).unwrap();
    let training = Training::new(&table, &[0], &target);
    let said = |way: Pruning| {
        let found = fit(&training, &TreeSettings::regression(), Some((&way, None)), &());
        found.map(|_| ()).unwrap_err().to_string()
    };
    let price = |price| Pruning::CostComplexity { risk: Risk::Gini, price };
    assert!(said(Pruning::Mdl).contains("mdl"));
    assert!(said(price(Price::Share { complexity: f64::NAN })).contains("prune-complexity"));
    assert!(said(price(Price::Folds { folds: 1, rule: Rule::Best })).contains("prune-folds"));
    assert!(said(Pruning::ReducedError { share: 1.0, backfit: true }).contains("prune-share"));
}

#[test]
fn trees_of_several_depths_and_prunings_are_those_that_are_fitted_one_by_one() {
    let mut folded = 0_u32;
    cases(23, 40, |draws, case| {
        let (columns, target) = (case.columns(), case.target());
        let training = Training { weights: case.weights.as_deref(), ..Training::new(&case.table, &columns, &target) };
        let mut ways: Vec<Option<Pruning>> = ways(case.task).into_iter().map(Some).collect();
        ways.push(None);
        let depths = [Some(0), Some(1), Some(2), Some(3), Some(30), None];
        let asked: Vec<Variant> = (0..8)
            .map(|_| Variant {
                max_depth: depths[draws.below(6) as usize],
                pruning: ways[draws.below(ways.len() as u64) as usize].clone(),
            })
            .collect();
        let one = |variant: &Variant| {
            let settings = TreeSettings { max_depth: variant.max_depth, ..case.settings.clone() };
            let way = variant.pruning.as_ref().map(|way| (way, None));
            fit(&training, &settings, way, &()).map(|fitted| fitted.tree().clone())
        };
        let alone: Result<Vec<Tree>, _> = asked.iter().map(one).collect();
        let together = variants(&training, &case.settings, &asked, &(), |tree| Ok(tree.clone()));
        match (alone, together) {
            (Ok(alone), Ok(together)) => {
                folded += alone.windows(2).filter(|pair| pair[0].len() != pair[1].len()).count() as u32;
                assert_eq!(alone, together, "{asked:?}\n{case:?}");
            }
            (alone, together) => assert_eq!(alone.is_err(), together.is_err(), "{case:?}"),
        }
    });
    assert!(folded > 20, "only {folded} neighbours differ");
}
