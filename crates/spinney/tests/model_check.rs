//! The one door of models: a tree that does not fit its columns and its target is refused.
#![cfg(test)]

use spinney::forest::{
    Findings, Forest, ForestFlaw, ForestSettings, Importances, OutOfBagMeasures, OutOfBagScore, Vote, Worth,
};
use spinney::grow::{Columns, Sample, TreeSettings};
use spinney::metric::Interval;
use spinney::model::{ColumnSchema, ColumnValues, Misfit, Model, ModelError, Schema, TargetKind, TargetSchema};
use spinney::table::{Kind, Meaning, Task};
use spinney::tree::{
    Answers, Branches, ClassAnswers, ClassWeight, ColumnId, Flaw, LevelBranch, LinearModel, Missing, Node, NodeId,
    NumberAnswers, Split, Surrogate, Term, Test, Tree,
};

fn texts<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

fn column(name: &str, values: ColumnValues) -> ColumnSchema {
    ColumnSchema { name: name.to_owned(), values }
}

/// Columns 0 to 3: a number, names, an order, a hierarchy.
fn schema() -> Schema {
    let paths = vec![texts(["Germany"]), texts(["Rhône", "France"]), texts(["Var", "France"])];
    let columns = vec![
        column("age", ColumnValues::Continuous { meaning: Meaning::Plain }),
        column("wind", ColumnValues::Nominal { levels: texts(["Strong", "Weak"]) }),
        column("size", ColumnValues::Ordinal { levels: texts(["S", "M", "L"]) }),
        column("town", ColumnValues::Hierarchical { levels: texts(["Bonn", "Lyon", "Nice"]), above: paths }),
    ];
    let values = TargetKind::Classes { names: texts(["No", "Yes"]) };
    Schema { columns, target: TargetSchema { name: "play".to_owned(), values } }
}

fn list<const N: usize>(pairs: [(u32, u32); N]) -> spinney::tree::List<LevelBranch> {
    pairs.map(|(level, branch)| LevelBranch { level, branch }).into()
}

/// A root with two leaves of these weights of class 0.
fn stump(column: u32, test: Test, missing: Missing, weights: [f64; 2]) -> Result<Tree, Flaw> {
    let split = Split { column: ColumnId(column), test, missing };
    let branches = Branches { first: NodeId(1), count: 2 };
    let weights: Vec<&f64> = weights.iter().filter(|weight| **weight > 0.0).collect();
    let starts = vec![0, 0, weights.len().min(1) as u32, weights.len() as u32];
    let weights = weights.into_iter().map(|weight| ClassWeight { class: 0, weight: *weight }).collect();
    let answers = Answers::Classes(ClassAnswers::new(2, starts, weights));
    Tree::new(vec![Node::Branch { split, branches }, Node::Leaf, Node::Leaf], answers)
}

fn fit(column: u32, test: Test) -> Result<Model, ModelError> {
    Model::new(schema(), None, stump(column, test, Missing::Branch(0), [1.0, 1.0])?)
}

fn misfit(result: Result<Model, ModelError>) -> Misfit {
    match result {
        Err(ModelError::Misfit(misfit)) => misfit,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_test_is_asked_of_its_own_kinds_of_column_only() {
    let both = || list([(0, 0), (1, 1)]);
    let fitting: [(Test, &[u32]); 5] = [
        (Test::Threshold { cut: 1.0 }, &[0]),
        (Test::Cut { level: 1 }, &[2]),
        (Test::Values { branches: both() }, &[1, 2, 3]),
        (Test::Subset { branches: both() }, &[1, 2, 3]),
        (Test::Height { height: 0, branches: both() }, &[3]),
    ];
    for (test, columns) in fitting {
        for column in 0..4 {
            let result = fit(column, test.clone());
            assert_eq!(result.is_ok(), columns.contains(&column), "{test:?} of {column}: {result:?}");
            if let Err(error) = result {
                assert!(matches!(error, ModelError::Misfit(Misfit::WrongKind { node: 0, .. })), "{error}");
            }
        }
    }
    let error = fit(1, Test::Threshold { cut: 1.0 }).unwrap_err();
    assert_eq!(error.to_string(), "node 0 asks \"threshold\" of column \"wind\", which is nominal");
}

#[test]
fn columns_and_levels_must_be_there() {
    assert_eq!(misfit(fit(4, Test::Threshold { cut: 1.0 })), Misfit::NoColumn { node: 0, column: 4, columns: 4 });
    let no_level = |column: &str, level, levels| Misfit::NoLevel { node: 0, column: column.to_owned(), level, levels };
    assert_eq!(misfit(fit(1, Test::Values { branches: list([(0, 0), (2, 1)]) })), no_level("wind", 2, 2));
    assert_eq!(misfit(fit(2, Test::Cut { level: 3 })), no_level("size", 3, 3));
    assert!(fit(2, Test::Cut { level: 2 }).is_ok());
}

#[test]
fn a_subset_has_two_sides() {
    let branches = list([(0, 0), (1, 1), (2, 2)]);
    let error = fit(2, Test::Subset { branches }).unwrap_err();
    assert_eq!(error, ModelError::Tree(Flaw::NoBranch { node: 0, count: 2, branch: 2 }));
}

#[test]
fn a_surrogate_is_checked_as_a_split_is() {
    let with = |column, test| {
        let other = Surrogate { column: ColumnId(column), test, to: [0, 1].into(), agreement: 1.0 };
        let missing = Missing::Surrogates([other].into());
        Model::new(schema(), None, stump(0, Test::Threshold { cut: 1.0 }, missing, [1.0, 1.0])?)
    };
    assert!(with(2, Test::Cut { level: 0 }).is_ok());
    assert!(matches!(misfit(with(1, Test::Cut { level: 0 })), Misfit::WrongKind { kind: Kind::Nominal, .. }));
    assert!(matches!(misfit(with(9, Test::Cut { level: 0 })), Misfit::NoColumn { column: 9, .. }));
}

#[test]
fn a_cut_through_a_hierarchy_keeps_each_of_its_nodes_whole() {
    let at = |height, pairs| fit(3, Test::Height { height, branches: list(pairs) });
    assert!(at(2, [(0, 0), (1, 1), (2, 1)]).is_ok());
    assert!(at(1, [(0, 0), (1, 1), (2, 0)]).is_ok());
    let parted = at(2, [(0, 0), (1, 1), (2, 0)]);
    assert_eq!(misfit(parted), Misfit::Parted { node: 0, column: "town".to_owned() });
    let high = at(3, [(0, 0), (1, 1), (2, 1)]);
    assert_eq!(misfit(high), Misfit::TooHigh { node: 0, column: "town".to_owned(), height: 3, top: 2 });
}

#[test]
fn names_are_unique_and_a_hierarchy_has_a_path_for_each_value() {
    let tree = || stump(0, Test::Threshold { cut: 1.0 }, Missing::Branch(0), [1.0, 1.0]).unwrap();
    let with = |change: &dyn Fn(&mut Schema)| {
        let mut schema = schema();
        change(&mut schema);
        misfit(Model::new(schema, None, tree()))
    };
    let same = |name: &str| Misfit::SameName { name: name.to_owned() };
    assert_eq!(with(&|schema| schema.columns[1].name = "age".to_owned()), same("age"));
    assert_eq!(with(&|schema| schema.target.name = "town".to_owned()), same("town"));
    let twice = |column: &str, level: &str| Misfit::SameLevel { column: column.to_owned(), level: level.to_owned() };
    let nominal = ColumnValues::Nominal { levels: texts(["b", "a", "b"]) };
    assert_eq!(with(&|schema| schema.columns[1].values = nominal.clone()), twice("wind", "b"));
    let classes = TargetKind::Classes { names: texts(["No", "No"]) };
    assert_eq!(with(&|schema| schema.target.values = classes.clone()), twice("play", "No"));
    let short = ColumnValues::Hierarchical { levels: texts(["x", "y"]), above: vec![Vec::new()] };
    let paths = Misfit::Paths { column: "town".to_owned(), paths: 1, levels: 2 };
    assert_eq!(with(&|schema| schema.columns[3].values = short.clone()), paths);
    let tall = ColumnValues::Hierarchical { levels: texts(["x"]), above: vec![vec!["up".to_owned(); 1001]] };
    assert!(matches!(with(&|schema| schema.columns[3].values = tall.clone()), Misfit::TooMany { limit: 1000, .. }));
}

#[test]
fn answers_fit_the_target() {
    let tree = stump(0, Test::Threshold { cut: 1.0 }, Missing::Branch(0), [1.0, 1.0]).unwrap();
    let mut other = schema();
    other.target.values = TargetKind::Classes { names: texts(["a", "b", "c"]) };
    assert_eq!(misfit(Model::new(other.clone(), None, tree.clone())), Misfit::Classes { found: 2, expected: 3 });
    other.target.values = TargetKind::Number { meaning: Meaning::Plain };
    assert!(matches!(misfit(Model::new(other.clone(), None, tree)), Misfit::Answers { needed: "numbers", .. }));
    let leaf = |linear| {
        let answers = NumberAnswers { rows: vec![1.0], values: vec![2.0], errors: vec![0.0], linear };
        Tree::new(vec![Node::Leaf], Answers::Numbers(answers)).unwrap()
    };
    assert!(matches!(misfit(Model::new(schema(), None, leaf(vec![]))), Misfit::Answers { needed: "classes", .. }));
    let linear = |column| {
        let terms = vec![Term { column: ColumnId(column), slope: 1.0, centre: 0.0 }];
        leaf(vec![(NodeId(0), LinearModel { base: 2.0, terms, low: 0.0, high: 3.0 })])
    };
    assert!(Model::new(other.clone(), None, linear(0)).is_ok());
    let error = Model::new(other, None, linear(1)).unwrap_err();
    assert_eq!(error.to_string(), "node 0 asks \"linear term\" of column \"wind\", which is nominal");
}

#[test]
fn weights_are_there_where_they_are_needed_and_finite_together() {
    let with = |missing, weights| {
        Model::new(schema(), None, stump(0, Test::Threshold { cut: 1.0 }, missing, weights).unwrap())
    };
    assert!(with(Missing::Spread, [1.0, 0.0]).is_ok());
    assert_eq!(misfit(with(Missing::Branch(0), [0.0, 0.0])), Misfit::NoWeight);
    assert_eq!(misfit(with(Missing::Branch(0), [f64::MAX, f64::MAX])), Misfit::Infinite);
    let mut numeric = schema();
    numeric.target.values = TargetKind::Number { meaning: Meaning::Plain };
    let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 1.0 }, missing: Missing::Spread };
    let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
    let zero = || vec![0.0; 3];
    let answers = NumberAnswers { rows: zero(), values: zero(), errors: zero(), linear: Vec::new() };
    let tree = Tree::new(vec![root, Node::Leaf, Node::Leaf], Answers::Numbers(answers)).unwrap();
    assert_eq!(misfit(Model::new(numeric, None, tree.clone())), Misfit::NoSpread { node: 0 });
    let answers = NumberAnswers { rows: vec![4.0, 2.0, 3.0], values: zero(), errors: zero(), linear: Vec::new() };
    assert_eq!(Tree::new(tree.nodes().to_vec(), Answers::Numbers(answers)), Err(Flaw::Answers { node: 0 }));
}

#[test]
fn settings_that_json_cannot_hold_are_refused() {
    let tree = stump(0, Test::Threshold { cut: 1.0 }, Missing::Branch(0), [1.0, 1.0]).unwrap();
    let settings = TreeSettings { min_gain: f64::INFINITY, ..TreeSettings::classification() };
    assert_eq!(misfit(Model::new(schema(), Some(settings), tree)), Misfit::Setting { name: "min-gain" });
}

#[test]
fn the_trees_of_a_forest_answer_alike_and_each_fits_the_schema() {
    let tree = |column, test| stump(column, test, Missing::Branch(0), [1.0, 1.0]).unwrap();
    let sound = || tree(0, Test::Threshold { cut: 1.0 });
    let of = |trees| Model::of_forest(schema(), (None, None), Forest::new(trees, Vote::Majority).unwrap());
    let model = of(vec![sound(), tree(2, Test::Cut { level: 1 })]).unwrap();
    assert_eq!((model.trees().len(), model.forest().unwrap().vote()), (2, Vote::Majority));
    let inner = Misfit::NoLevel { node: 0, column: "size".to_owned(), level: 3, levels: 3 };
    let found = misfit(of(vec![sound(), sound(), tree(2, Test::Cut { level: 3 })]));
    assert_eq!(found.to_string(), "tree 2: node 0 names level 3 of column \"size\", which has 3");
    assert_eq!(found, Misfit::InTree { tree: 2, misfit: Box::new(inner) });
    let answers = NumberAnswers { rows: vec![1.0], values: vec![2.0], errors: vec![0.0], linear: Vec::new() };
    let number = Tree::new(vec![Node::Leaf], Answers::Numbers(answers)).unwrap();
    let flaw = Forest::new(vec![sound(), number.clone()], Vote::Mean).unwrap_err();
    assert_eq!(flaw, ForestFlaw::Unlike { tree: 1, found: None, expected: Some(2) });
    assert_eq!(flaw.to_string(), "tree 1 answers numbers, and tree 0 answers one of 2 classes");
    assert_eq!(Forest::new(Vec::new(), Vote::Mean), Err(ForestFlaw::NoTree));
    // Numbers are averaged, whatever is said.
    let forest = Forest::new(vec![number.clone(), number], Vote::Majority).unwrap();
    assert_eq!(forest.vote(), Vote::Mean);
    assert!(matches!(misfit(Model::of_forest(schema(), (None, None), forest)), Misfit::InTree { tree: 0, .. }));
}

#[test]
fn a_forest_is_no_tree_and_says_how_to_take_one() {
    let tree = stump(0, Test::Threshold { cut: 1.0 }, Missing::Branch(0), [1.0, 1.0]).unwrap();
    let settings = ForestSettings::random_forest(Task::Classification).trees(100);
    let forest = Forest::new(vec![tree.clone(); 100], Vote::Mean).unwrap();
    let model = Model::of_forest(schema(), (Some(settings.clone()), None), forest).unwrap();
    let error = model.tree().unwrap_err();
    assert_eq!(error.to_string(), "the model is a forest of 100 trees, and this is asked of one tree");
    assert_eq!(error.hint().as_deref(), Some("--tree takes one of them: --tree 0 … --tree 99"));
    assert_eq!(model.one(100), None);
    let one = model.one(99).unwrap();
    assert_eq!((one.tree().unwrap(), one.settings()), (&tree, Some(&settings.tree)));
    assert_eq!(one.one(0).as_ref(), Some(&one));
    assert_eq!(one.one(1), None);
    assert_eq!((model.nodes(), model.leaves(), model.depth()), (300, 200, 1));
    let pruned = model.pruned(tree, spinney::prune::Pruning::Merge).unwrap();
    assert_eq!((pruned.trees().len(), pruned.pruning().len(), pruned.settings()), (1, 1, Some(&settings.tree)));
}

#[test]
fn what_was_found_of_a_forest_tells_all_its_columns_its_target_and_finite_numbers() {
    let tree = stump(0, Test::Threshold { cut: 1.0 }, Missing::Branch(0), [1.0, 1.0]).unwrap();
    let columns = schema().columns.len();
    let with = |change: &dyn Fn(&mut Findings)| {
        let (accuracy, log_loss) = (Some(0.5), Some(1.0));
        let measures = OutOfBagMeasures::Classes {
            accuracy,
            accuracy_of_votes: None,
            balanced_accuracy: None,
            log_loss,
            roc_auc: None,
        };
        let mut found = Findings {
            out_of_bag: Some(OutOfBagScore { rows: 3, never: 1, measures }),
            importances: Importances {
                debiased: Some(vec![Worth { mean: 0.1, interval: Some(Interval { low: 0.0, high: 0.2 }) }; columns]),
                impurity: vec![0.0; columns],
                decrease: vec![0.0; columns],
                splits: vec![0; columns],
            },
        };
        change(&mut found);
        let forest = Forest::new(vec![tree.clone()], Vote::Mean).unwrap();
        Model::of_forest(schema(), (None, Some(found)), forest)
    };
    let model = with(&|_| {}).unwrap();
    assert_eq!(Model::from_bytes(&model.to_bytes()).unwrap().findings(), model.findings());
    assert_eq!(model.one(0).unwrap().findings(), None);
    let columns: [&dyn Fn(&mut Findings); 4] = [
        &|found| _ = found.importances.impurity.pop(),
        &|found| found.importances.decrease.push(0.0),
        &|found| _ = found.importances.splits.pop(),
        &|found| _ = found.importances.debiased.as_mut().unwrap().pop(),
    ];
    let infinite: [&dyn Fn(&mut Findings); 4] = [
        &|found| found.importances.impurity[1] = f64::NAN,
        &|found| found.importances.decrease[0] = f64::INFINITY,
        &|found| found.importances.debiased.as_mut().unwrap()[1].mean = f64::NAN,
        &|found| found.importances.debiased.as_mut().unwrap()[1].interval.as_mut().unwrap().low = f64::NEG_INFINITY,
    ];
    let reason = |found| match misfit(found) {
        Misfit::Findings { reason } => reason,
        other => panic!("{other}"),
    };
    for change in columns {
        assert!(reason(with(change)).starts_with("columns are told that it does not have"));
    }
    for change in infinite {
        assert_eq!(reason(with(change)), "a figure is not a finite number");
    }
    let numbers = OutOfBagMeasures::Numbers { r2: None, mean_squared_error: None, mean_absolute_error: None };
    let other = with(&|found| found.out_of_bag.as_mut().unwrap().measures = numbers.clone());
    assert_eq!(reason(other), "the score out of bag is of another kind of target");
}

#[test]
fn settings_of_a_forest_that_json_cannot_hold_are_refused() {
    let tree = stump(0, Test::Threshold { cut: 1.0 }, Missing::Branch(0), [1.0, 1.0]).unwrap();
    let with = |change: &dyn Fn(&mut ForestSettings)| {
        let mut settings = ForestSettings::random_forest(Task::Classification);
        change(&mut settings);
        let forest = Forest::new(vec![tree.clone()], Vote::Mean).unwrap();
        misfit(Model::of_forest(schema(), (Some(settings), None), forest))
    };
    let setting = |name| Misfit::Setting { name };
    assert_eq!(with(&|settings| settings.sample = Sample::Bootstrap(f64::NAN)), setting("sample"));
    assert_eq!(
        with(&|settings| settings.columns_per_tree = Columns::Share(f64::INFINITY)),
        setting("columns-per-tree")
    );
    assert_eq!(
        with(&|settings| settings.tree.columns_per_split = Columns::Share(f64::NAN)),
        setting("columns-per-split")
    );
    assert_eq!(with(&|settings| settings.tree.min_gain = f64::NAN), setting("min-gain"));
}
