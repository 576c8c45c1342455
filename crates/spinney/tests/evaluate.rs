//! Rows dealt to learning and asking, and the figures of answers.
#![cfg(test)]

mod proof;
mod saplings;

use proptest::prelude::*;
use saplings::Answered;
use spinney::evaluate::{ClassScore, Measures, Score, folds, holdout, score, score_rows, truth};
use spinney::metric::{average_precision_one_vs_rest, brier_score_loss, log_loss, roc_auc, roc_auc_one_vs_rest};
use spinney::model::{ColumnSchema, ColumnValues, Model, Schema, TargetKind, TargetSchema};
use spinney::predict::{Predictor, Unseen};
use spinney::seed::Key;
use spinney::table::{Column, Meaning, ReadOptions, Table, Target, Task};
use spinney::tree::*;

/// Up to 2: no with 1 of 4, yes with 3 of 4; above: no.
fn stump(target: TargetKind) -> Model {
    let split = Split { column: ColumnId(0), test: Test::Threshold { cut: 2.0 }, missing: Missing::Branch(1) };
    let root = Node::Branch { split, branches: Branches { first: NodeId(1), count: 2 } };
    let pair = |class, weight| ClassWeight { class, weight };
    let answers = match &target {
        TargetKind::Classes { names } => {
            let weights = vec![pair(0, 1.0), pair(1, 3.0), pair(0, 2.0)];
            Answers::Classes(ClassAnswers::new(names.len() as u32, vec![0, 0, 2, 3], weights))
        }
        TargetKind::Number { .. } => Answers::Numbers(NumberAnswers {
            rows: vec![6.0, 4.0, 2.0],
            values: vec![2.0, 1.0, 4.0],
            errors: vec![0.0; 3],
            linear: vec![],
        }),
    };
    let columns = vec![ColumnSchema { name: "x".into(), values: ColumnValues::Continuous { meaning: Meaning::Plain } }];
    let target = TargetSchema { name: "y".into(), values: target };
    let tree = Tree::new(vec![root, Node::Leaf, Node::Leaf], answers).unwrap();
    Model::new(Schema { columns, target }, None, tree).unwrap()
}

fn classes(names: &[&str]) -> Model {
    stump(TargetKind::Classes { names: names.iter().map(|name| (*name).to_owned()).collect() })
}

fn scored(model: &Model, text: &str, weights: Option<&[f64]>) -> spinney::Result<Score> {
    let table = Table::from_csv(text.as_bytes(), &ReadOptions::new())?;
    let predictor = Predictor::new(model);
    let predictions = predictor.predict(&table, Unseen::AsNode)?;
    score(&predictions, &truth(model.schema(), &table)?, weights)
}

fn class_score(score: Score) -> ClassScore {
    let Measures::Classification(score) = score.measures else { panic!("classes") };
    score
}

#[test]
fn five_rows_score_as_by_hand() {
    let found = scored(&classes(&["no", "yes"]), "x,y\n1,yes\n1,no\n1,yes\n3,no\n3,\n", None).unwrap();
    assert_eq!((found.rows, found.without_target, found.weight), (4, 1, None));
    let found = class_score(found);
    assert_eq!((found.overall.accuracy, found.overall.balanced_accuracy), (Some(0.75), Some(0.75)));
    // Chances of the truth: 3/4, 1/4, 3/4, 1.
    assert_eq!(found.overall.log_loss, log_loss(&[0.75, 0.25, 0.75, 1.0], None));
    // Pairs of a yes and a no: the yeses tie with one no and beat the other.
    assert_eq!(found.overall.roc_auc, Some(0.75));
    assert_eq!(found.confusion.len(), 3);
    assert_eq!((found.classes[1].class.as_str(), found.classes[1].precision), ("yes", Some(2.0 / 3.0)));
}

#[test]
fn some_rows_score_as_a_table_of_these_rows() {
    let model = classes(&["no", "yes"]);
    let table = Table::from_csv(b"x,y\n1,yes\n1,no\n1,yes\n3,no\n3,\n", &ReadOptions::new()).unwrap();
    let (predictor, target) = (Predictor::new(&model), truth(model.schema(), &table).unwrap());
    let predictions = predictor.predict(&table, Unseen::AsNode).unwrap();
    let found = score_rows(&predictions, &[1, 3, 4, 99], &target, Some(&[9.0, 1.0, 9.0, 3.0, 9.0])).unwrap();
    assert_eq!((found.rows, found.without_target, found.weight), (2, 1, Some(4.0)));
    assert_eq!(found, scored(&model, "x,y\n1,no\n3,no\n3,\n", Some(&[1.0, 3.0, 9.0])).unwrap());
    assert_eq!(class_score(found).overall.accuracy, Some(0.75));
    let json = serde_json::to_string(&score(&predictions, &target, None).unwrap()).unwrap();
    assert!(!json.contains("null"), "what does not apply is absent: {json}");
}

#[test]
fn a_class_that_the_model_has_never_seen_is_wrong_and_reported() {
    let found = class_score(scored(&classes(&["no", "yes"]), "x,y\n1,yes\n1,maybe\n3,no\n3,maybe\n", None).unwrap());
    assert_eq!(found.overall.accuracy, Some(0.5));
    assert_eq!(found.overall.log_loss, log_loss(&[0.75, 0.0, 1.0, 0.0], None));
    assert_eq!((found.unknown.len(), found.unknown[0].class.as_str(), found.unknown[0].rows), (1, "maybe", 2));
    assert_eq!(found.overall.balanced_accuracy, Some(2.0 / 3.0));
}

#[test]
fn weights_count_as_copies() {
    let model = classes(&["no", "yes"]);
    let weighed = scored(&model, "x,y\n1,yes\n1,no\n3,no\n", Some(&[2.0, 1.0, 3.0])).unwrap();
    let copied = scored(&model, "x,y\n1,yes\n1,yes\n1,no\n3,no\n3,no\n3,no\n", None).unwrap();
    assert_eq!(weighed.weight, Some(6.0));
    assert_eq!(weighed.measures, copied.measures);
    let error = scored(&model, "x,y\n1,yes\n", Some(&[-1.0])).unwrap_err();
    assert_eq!(error.to_string(), "row 1: -1 is no weight: weights are finite, not negative, and so is their sum");
    assert!(scored(&model, "x,y\n1,yes\n", Some(&[])).is_err());
}

#[test]
fn classes_that_a_small_table_shows_as_numbers_are_found() {
    // Many different numbers would be a regression by themselves; the model says that they are classes.
    let rows: Vec<String> = (0..30).map(|row| format!("1,{row}")).collect();
    let found = class_score(scored(&classes(&["00", "1"]), &format!("x,y\n{}\n", rows.join("\n")), None).unwrap());
    assert_eq!((found.overall.accuracy, found.unknown.len()), (Some(1.0 / 30.0), 28));
}

#[test]
fn numbers_score_as_by_hand() {
    let model = stump(TargetKind::Number { meaning: Meaning::Plain });
    let found = scored(&model, "x,y\n1,1.5\n3,3\n3,\n", None).unwrap();
    let Measures::Regression(figures) = &found.measures else { panic!("numbers") };
    assert_eq!((found.rows, figures.mean_absolute_error), (2, Some(0.75)));
    assert_eq!(figures.root_mean_squared_error, Some(0.625_f64.sqrt())); // (0.25 + 1) / 2
    assert!((figures.r2.unwrap() - (1.0 - 0.625 / 0.5625)).abs() < 1e-15);
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(
        (&json["task"], &json["mean_absolute_error"], &json["rows"]),
        (&"regression".into(), &0.75.into(), &2.into())
    );
}

#[test]
fn a_target_of_another_kind_is_a_mistake() {
    let table = Table::new(vec![Column::numbers("x", vec![1.0]), Column::numbers("y", vec![1.0])]).unwrap();
    let target = Target::new(&table, "y", Some(Task::Regression)).unwrap();
    let predictor = Predictor::new(&classes(&["no", "yes"]));
    let predictions = predictor.predict(&table, Unseen::AsNode).unwrap();
    let error = score(&predictions, &target, None).unwrap_err();
    assert_eq!(error.to_string(), r#"column "y": the column is numeric, and this needs a nominal one"#);
}

#[test]
fn the_same_seed_deals_the_same_rows_for_ever() {
    let rows: Vec<u32> = (0..10).collect();
    let parts = holdout(&rows, 0.3, 1, None).unwrap();
    assert_eq!(parts.test, [1, 6, 8]);
    let dealt: Vec<Vec<u32>> = (0..3).map(|fold| folds(&rows, 3, 1, None).unwrap().parts(fold).test).collect();
    assert_eq!(dealt, [vec![1, 5, 6, 7], vec![3, 4, 9], vec![0, 2, 8]]);
}

#[test]
fn what_cannot_be_dealt_is_a_mistake() {
    for fraction in [0.0, 1.0, -0.5, f64::NAN] {
        assert!(holdout(&[1, 2, 3], fraction, 0, None).is_err());
    }
    assert!(holdout(&[1], 0.5, 0, None).is_err());
    assert_eq!(folds(&[1, 2], 3, 0, None).unwrap_err().to_string(), "2 rows cannot be dealt into 3 folds");
    assert!(folds(&[1, 2], 1, 0, None).is_err());
    assert_eq!(holdout(&[4, 7], 0.01, 0, None).unwrap().test.len(), 1);
    assert_eq!(holdout(&[4, 7], 0.99, 0, None).unwrap().train.len(), 1);
}

#[test]
fn every_row_is_as_likely_to_be_held_out() {
    let rows: Vec<u32> = (0..10).collect();
    let classes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]; // the last row is alone in its class
    let mut counts = [0_u32; 10];
    for seed in 0..10_000 {
        holdout(&rows, 0.2, seed, Some(&classes)).unwrap().test.iter().for_each(|row| counts[*row as usize] += 1);
    }
    assert!(counts.iter().all(|count| (1_840..2_160).contains(count)), "{counts:?}"); // 2,000 ± 4 standard deviations
}

/// A row of a class that the model does not know has the worst distance: no chance was given to what came true.
fn brier_of_rows(codes: &[u32], all: &[f64], weights: Option<&[f64]>) -> Option<f64> {
    brier_score_loss(codes, all, 3, weights)
}

proptest! {
    #![proptest_config(proof::cases(500))]

    #[test]
    fn every_row_is_dealt_once_and_every_class_in_its_share(
        seed in any::<u64>(), fraction in 0.01..0.99_f64, many in 2..8_usize,
        classes in prop::collection::vec(0..4_u32, 8..80),
    ) {
        let rows: Vec<u32> = (0..classes.len() as u32).filter(|row| row % 5 != 3).collect();
        let of = |part: &[u32], class: u32| part.iter().filter(|row| classes[**row as usize] == class).count();
        let parts = holdout(&rows, fraction, seed, Some(&classes)).unwrap();
        let mut both = [parts.train.clone(), parts.test.clone()].concat();
        both.sort_unstable();
        prop_assert_eq!(&both, &rows);
        prop_assume!(many <= rows.len());
        let dealt = folds(&rows, many, seed, Some(&classes)).unwrap();
        let tests: Vec<Vec<u32>> = (0..dealt.len()).map(|fold| dealt.parts(fold).test).collect();
        let mut all = tests.concat();
        all.sort_unstable();
        prop_assert_eq!(&all, &rows);
        for class in 0..4 {
            let share = parts.test.len() as f64 / rows.len() as f64;
            let ideal = of(&rows, class) as f64 * share;
            prop_assert!((of(&parts.test, class) as f64 - ideal).abs() < 1.0 + 1e-9);
            let sizes: Vec<usize> = tests.iter().map(|test| of(test, class)).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
        for fold in 0..dealt.len() {
            let parts = dealt.parts(fold);
            prop_assert_eq!(parts.train.len() + parts.test.len(), rows.len());
            prop_assert!(parts.train.iter().all(|row| parts.test.binary_search(row).is_err()));
        }
    }

    #[test]
    fn renaming_classes_deals_the_same_rows(seed in any::<u64>(), classes in prop::collection::vec(0..4_u32, 8..60)) {
        let rows: Vec<u32> = (0..classes.len() as u32).collect();
        let renamed: Vec<u32> = classes.iter().map(|class| 9 - class * 3).collect();
        prop_assert_eq!(holdout(&rows, 0.3, seed, Some(&classes)).unwrap(), holdout(&rows, 0.3, seed, Some(&renamed)).unwrap());
        prop_assert_eq!(folds(&rows, 3, seed, Some(&classes)).unwrap(), folds(&rows, 3, seed, Some(&renamed)).unwrap());
    }

    #[test]
    fn figures_are_those_of_the_full_matrix(seed in any::<u64>(), weighed in any::<bool>()) {
        let model = saplings::model(seed, Answered::Classes);
        let table = saplings::table(&saplings::rows(seed, 50));
        let mut draws = Key::new(seed).child(3).draws();
        let codes: Vec<u32> = (0..50).map(|_| draws.below(4) as u32).collect();
        let weights: Vec<f64> = (0..50).map(|_| draws.below(16) as f64 / 8.0).collect();
        let weights = weighed.then_some(weights.as_slice());
        let names = ["no", "so", "yes", "else"];
        let truth = Column::categories("answer", codes.iter().map(|code| Some(names[*code as usize])));
        let target = Target::new(&Table::new(vec![truth]).unwrap(), "answer", None).unwrap();
        let predictor = Predictor::new(&model);
        let predictions = predictor.predict(&table, Unseen::AsNode).unwrap();
        let found = class_score(score(&predictions, &target, weights).unwrap());
        let all = predictions.probabilities().unwrap();
        let chances: Vec<f64> = codes.iter().zip(all.chunks(3)).map(|(code, row)| row.get(*code as usize).copied().unwrap_or(0.0)).collect();
        for (one, two) in [
            (found.overall.log_loss, log_loss(&chances, weights)),
            (found.overall.roc_auc, roc_auc_one_vs_rest(&codes, &all, 3, weights)),
            (found.overall.average_precision, average_precision_one_vs_rest(&codes, &all, 3, weights)),
            (found.overall.brier_score_loss, brier_of_rows(&codes, &all, weights)),
        ] {
            match (one, two) {
                (Some(one), Some(two)) => prop_assert!((one - two).abs() < 1e-12, "{} {}", one, two),
                (one, two) => prop_assert_eq!(one, two),
            }
        }
    }

    #[test]
    fn two_classes_have_the_area_of_the_second(rows in prop::collection::vec((0..5_i32, any::<bool>()), 2..30)) {
        let model = classes(&["no", "yes"]);
        let x = Column::numbers("x", rows.iter().map(|row| f64::from(row.0)).collect());
        let y = Column::categories("y", rows.iter().map(|row| Some(if row.1 { "yes" } else { "no" })));
        let table = Table::new(vec![x, y]).unwrap();
        let predictor = Predictor::new(&model);
        let predictions = predictor.predict(&table, Unseen::AsNode).unwrap();
        let found = class_score(score(&predictions, &truth(model.schema(), &table).unwrap(), None).unwrap());
        let scores: Vec<f64> = rows.iter().map(|row| if row.0 <= 2 { 0.75 } else { 0.0 }).collect();
        let positive: Vec<bool> = rows.iter().map(|row| row.1).collect();
        prop_assert_eq!(found.overall.roc_auc, roc_auc(&scores, &positive, None));
    }
}
