//! Several targets from growth to file: what is known of each, their pruning, their models.
#![cfg(test)]

mod proof;
mod several;

use several::{Case, pick};
use spinney::error::Mistake;
use spinney::fit::fit_several;
use spinney::forest::{Bag, Course, ForestSettings, Importances, Piece, bags};
use spinney::grow::{Training, TreeSettings, grow_several};
use spinney::model::{Misfit, Model, ModelError, Models, Schema};
use spinney::predict::{Predictor, Unseen};
use spinney::prune::{Price, Pruning, Risk, path_several};
use spinney::seed::{Draws, Key};
use spinney::table::{ReadOptions, Table, Target, TargetValues, Task};
use spinney::tree::{Node, NodeId, Tree};

fn forest_settings(case: &Case, draws: &mut Draws) -> ForestSettings {
    let usual = ForestSettings::random_forest(case.targets[0].task()).trees(2 + draws.below(4) as u32);
    ForestSettings { tree: TreeSettings { seed: draws.below(100), ..case.settings.clone() }, ..usual }
}

/// The pieces of all targets of a random table.
fn grown(number: u64) -> (Case, ForestSettings, Vec<Piece>) {
    let mut draws = Key::new(81).child(number).draws();
    let case = Case::random(&mut draws);
    let settings = forest_settings(&case, &mut draws);
    let pieces = all(&case.training(), &settings);
    (case, settings, pieces)
}

fn all(training: &Training<'_>, settings: &ForestSettings) -> Vec<Piece> {
    Piece::several(training, settings, 0..u64::from(settings.trees), &Course::watched(), &()).unwrap()
}

/// What a tree says of a row, by a model of its own.
fn answers(case: &Case, target: &Target, tree: &Tree) -> Vec<Vec<f64>> {
    let schema = Schema::new(&case.table, &case.columns, target);
    let model = Model::new(schema, None, tree.clone()).unwrap();
    let predictor = Predictor::new(&model);
    let predictions = predictor.predict(&case.table, Unseen::AsNode).unwrap();
    match predictions.values() {
        spinney::predict::Predicted::Numbers(values) => values.iter().map(|value| vec![*value]).collect(),
        spinney::predict::Predicted::Classes(_) => {
            let classes = model.schema().classes().len();
            predictions.probabilities().unwrap().chunks(classes).map(<[f64]>::to_vec).collect()
        }
    }
}

#[test]
fn rows_out_of_bag_are_answered_for_each_target_by_the_trees_that_have_not_seen_them() {
    let mut asked = 0;
    for number in 0..u64::from(proof::cases(100).cases) {
        let (case, settings, pieces) = grown(number);
        assert_eq!(pieces.len(), case.targets.len());
        let numbers: Vec<u64> = (0..u64::from(settings.trees)).collect();
        let bags: Vec<Bag> = bags(&case.training(), &settings, &numbers).unwrap();
        for (piece, target) in pieces.iter().zip(&case.targets) {
            let known = piece.out_of_bag().unwrap();
            let said: Vec<Vec<Vec<f64>>> = piece.trees().iter().map(|tree| answers(&case, target, tree)).collect();
            let rows: Vec<usize> = (0..case.table.rows()).collect();
            for row in rows {
                let trees: Vec<usize> = (0..bags.len()).filter(|at| bags[*at].out.contains(&(row as u32))).collect();
                assert_eq!(known.trees(row) as usize, trees.len());
                if trees.is_empty() {
                    continue;
                }
                asked += 1;
                let found = known.chances(row).unwrap_or_else(|| vec![known.number(row).unwrap()]);
                for (place, found) in found.iter().enumerate() {
                    let mean = trees.iter().map(|at| said[*at][row][place]).sum::<f64>() / trees.len() as f64;
                    assert!((found - mean).abs() < 1e-9, "{found} for {mean}");
                }
            }
        }
    }
    assert!(asked > 500, "{asked} rows");
}

#[test]
fn pieces_of_several_targets_grow_merge_and_shrink_as_those_of_one() {
    for number in 0..u64::from(proof::cases(60).cases) {
        let (case, settings, whole) = grown(number);
        let (training, course) = (case.training(), Course::watched());
        let part = |range| Piece::several(&training, &settings, range, &course, &()).unwrap();
        let (first, trees) = (u64::from(settings.trees) / 2, u64::from(settings.trees));
        let merged: Vec<Piece> =
            part(first..trees).into_iter().zip(part(0..first)).map(|(one, two)| one.merge(two).unwrap()).collect();
        assert_eq!(merged, whole);
        let more = Piece::more_several(part(0..first), &training, (trees - first) as u32, &course, &()).unwrap();
        assert_eq!(more, whole);
        let shorter: Vec<Piece> =
            whole.iter().map(|piece| piece.clone().without(&[trees - 1], &training).unwrap()).collect();
        assert_eq!(shorter, all(&training, &settings.clone().trees(trees as u32 - 1)));
        let unlike = part(0..first).remove(0).merge(part(first..trees).remove(1)).unwrap_err();
        assert!(matches!(unlike.mistake, Mistake::PiecesDiffer { .. }), "{unlike}");
        let lone = Piece::more_several(vec![whole[1].clone()], &training, 1, &course, &()).unwrap_err();
        assert!(matches!(lone.mistake, Mistake::PiecesDiffer { .. }), "{lone}");
        assert!(Piece::grow(&training, &settings, &course, &()).is_err());
    }
}

#[test]
fn what_is_found_of_each_target_is_what_one_forest_of_it_would_tell() {
    for number in 0..u64::from(proof::cases(60).cases) {
        let (case, settings, pieces) = grown(number);
        let training = case.training();
        let trees: Vec<&[Tree]> = pieces.iter().map(Piece::trees).collect();
        let joint = Importances::of_several(&trees, case.columns.len(), settings.tree.criterion);
        for column in 0..case.columns.len() {
            let own = |piece: &Piece| piece.importances().decrease[column];
            let mean = pieces.iter().map(own).sum::<f64>() / pieces.len() as f64;
            assert!((joint.decrease[column] - mean).abs() < 1e-9 * mean.abs().max(1.0));
            assert_eq!(joint.splits[column], pieces[0].importances().splits[column]);
        }
        for (place, piece) in pieces.iter().enumerate() {
            let Some(score) = piece.findings(&training).and_then(|found| found.out_of_bag) else { continue };
            // The plain share of weight that is right, or what is left of the variance.
            let known = piece.out_of_bag().unwrap();
            let rows: Vec<usize> = (0..case.table.rows()).filter(|row| known.trees(*row) > 0).collect();
            assert_eq!(score.rows, rows.len());
            let weight = |rows: &[usize]| rows.iter().map(|row| case.weights[*row]).sum::<f64>();
            let figure = match &case.targets[place].values {
                TargetValues::Classes(classes) => {
                    let right: Vec<usize> =
                        rows.iter().copied().filter(|row| known.class(*row) == Some(classes.codes[*row])).collect();
                    weight(&right) / weight(&rows)
                }
                TargetValues::Numbers(values) => {
                    let mean = rows.iter().map(|row| case.weights[*row] * values[*row]).sum::<f64>() / weight(&rows);
                    let squares = |from: &dyn Fn(usize) -> f64| {
                        rows.iter().map(|row| case.weights[*row] * (values[*row] - from(*row)).powi(2)).sum::<f64>()
                    };
                    1.0 - squares(&|row| known.number(row).unwrap()) / squares(&|_| mean)
                }
            };
            let found = score.figure().unwrap_or(f64::NAN);
            assert!(!figure.is_finite() || (found - figure).abs() < 1e-9, "{found} for {figure}");
        }
        assert!(pieces[1].permutation(&training, &()).is_ok());
    }
}

/// What a subtree costs at its best, by trying every way to cut it off: risk and leaves.
fn cheapest(tree: &Tree, risks: &[f64], price: f64, id: NodeId) -> f64 {
    let alone = risks[id.place()] + price;
    match tree.node(id) {
        Node::Leaf => alone,
        Node::Branch { branches, .. } => {
            alone.min(branches.iter().map(|child| cheapest(tree, risks, price, child)).sum())
        }
    }
}

#[test]
fn targets_are_pruned_together_by_the_mean_of_what_they_risk() {
    let mut folded = 0;
    for number in 0..u64::from(proof::cases(200).cases) {
        let mut draws = Key::new(82).child(number).draws();
        let case = Case::random(&mut draws);
        let risk = pick(&mut draws, &[Risk::Errors, Risk::Gini, Risk::Entropy]);
        let complexity = pick(&mut draws, &[0.0, 0.05, 0.2, 0.5]);
        let pruning = Pruning::CostComplexity { risk, price: Price::Share { complexity } };
        let training = case.training();
        let grown = grow_several(&training, &case.settings, &()).unwrap();
        let fitted = fit_several(&training, &case.settings, Some((&pruning, None)), &()).unwrap();
        let path = path_several(&grown, risk).unwrap();
        // Each target's own risks, from its own path.
        let own: Vec<Vec<f64>> = grown.iter().map(|tree| spinney::prune::path(tree, risk).risks).collect();
        let mean = |place: usize| own.iter().map(|risks| risks[place]).sum::<f64>() / own.len() as f64;
        let risks: Vec<f64> = (0..grown[0].len()).map(mean).collect();
        let price = complexity * risks[0];
        let best = cheapest(&grown[0], &risks, price, NodeId::ROOT);
        for (fitted, tree) in fitted.iter().zip(&grown) {
            assert_eq!(&fitted.grown, tree);
            let from = &fitted.pruned.as_ref().unwrap().from;
            keeps_splits(from, tree, fitted.tree());
            let leaves = fitted.tree().ids().filter(|id| fitted.tree().branches(*id).is_none());
            let cost = leaves.map(|id| risks[from[id.place()].place()] + price).sum::<f64>();
            assert!((cost - best).abs() < 1e-9 * best.max(1.0), "{cost} for {best}");
        }
        folded += usize::from(fitted[0].tree().len() < grown[0].len());
        assert_eq!(path.risks.len(), grown[0].len());
        let crossed = Pruning::usual();
        let settings = ForestSettings { prune_alpha: 0.1, ..forest_settings(&case, &mut draws) };
        let forest = spinney::forest::grow_several(&training, &settings, &()).unwrap();
        assert!(forest.iter().all(|one| one.trees()[0].nodes() == forest[0].trees()[0].nodes()));
        match fit_several(&training, &case.settings, Some((&crossed, None)), &()) {
            Ok(fitted) => {
                let judged = fitted[0].judged.as_ref().unwrap();
                assert_eq!(judged.crossed.lines[judged.chosen].leaves, fitted[1].tree().leaves());
            }
            Err(error) => assert!(matches!(error.mistake, Mistake::BadFolds { .. }), "{error}"),
        }
    }
    assert!(folded > 20, "{folded} trees are smaller");
}

/// The splits of a smaller tree are as they were.
fn keeps_splits(from: &[NodeId], whole: &Tree, smaller: &Tree) {
    for (at, node) in smaller.nodes().iter().enumerate() {
        if let Node::Branch { split, .. } = node {
            assert!(matches!(whole.node(from[at]), Node::Branch { split: before, .. } if before == split));
        }
    }
}

/// The models of a random table's targets: of a tree or of a forest.
fn models(number: u64) -> Models {
    let (case, settings, pieces) = grown(number);
    let training = case.training();
    let schema = |target: &Target| Schema::new(&case.table, &case.columns, target);
    let all: Vec<Model> = if number.is_multiple_of(2) {
        let trees = grow_several(&training, &case.settings, &()).unwrap();
        let model = |(tree, target)| Model::new(schema(target), Some(case.settings.clone()), tree).unwrap();
        trees.into_iter().zip(&case.targets).map(model).collect()
    } else {
        let model = |(piece, target): (Piece, _)| {
            let known = (Some(settings.clone()), piece.findings(&training));
            Model::of_forest(schema(target), known, piece.into_forest()).unwrap()
        };
        pieces.into_iter().zip(&case.targets).map(model).collect()
    };
    Models::new(all).unwrap()
}

#[test]
fn models_of_several_targets_come_back_from_bytes_and_text() {
    for number in 0..u64::from(proof::cases(200).cases) {
        let models = models(number);
        let bytes = models.to_bytes();
        let again = Models::from_bytes(&bytes).unwrap();
        assert_eq!(again, models);
        assert!(again.to_bytes() == bytes);
        let text = models.to_json_text();
        let read = Models::from_json(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, models);
        // One model alone is its own file.
        let only = Models::from(models.first().clone());
        assert!(only.to_bytes() == models.first().to_bytes());
        assert_eq!(Models::from_bytes(&only.to_bytes()).unwrap(), only);
        assert_eq!(only.into_only().unwrap(), *models.first());
        let parted: usize = models.all().iter().map(|model| model.to_bytes().len()).sum();
        assert!(bytes.len() < parted);
        for error in [Model::from_bytes(&bytes).unwrap_err(), Predictor::open(bytes).unwrap_err()] {
            let names: Vec<&str> = models.names().collect();
            let ModelError::Misfit(Misfit::Several { targets }) = &error else { panic!("{error}") };
            assert_eq!(*targets, names);
        }
    }
}

#[test]
fn damaged_files_of_several_targets_are_refused() {
    for number in 0..4 {
        let bytes = models(number).to_bytes();
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            assert!(Models::from_bytes(&damaged).is_err(), "byte {place}");
            assert!(Models::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
        }
    }
}

#[test]
fn models_that_were_not_learned_together_are_told_apart() {
    let table = Table::from_csv(b"x,a,b,n\n1,p,q,1\n2,p,r,2\n4,s,r,3.5\n", &ReadOptions::new()).unwrap();
    let target = |name: &str, task| Target::new(&table, name, Some(task)).unwrap();
    let model = |name: &str, task, settings: TreeSettings| {
        let target = target(name, task);
        let tree = spinney::grow::grow(&Training::new(&table, &[0], &target), &settings, &()).unwrap();
        Model::new(Schema::new(&table, &[0], &target), Some(settings), tree).unwrap()
    };
    let usual = TreeSettings::classification();
    let a = || model("a", Task::Classification, usual.clone());
    let wrong = |other: Model| match Models::new(vec![a(), other]).unwrap_err() {
        ModelError::Misfit(misfit) => misfit.to_string(),
        other => panic!("{other}"),
    };
    let unlike =
        |target: &str, what: &str| format!("the model of {target:?} does not have the same {what} as the first");
    assert_eq!(wrong(a()), "two columns are called \"a\"");
    assert_eq!(wrong(model("b", Task::Classification, usual.clone())), unlike("b", "nodes"));
    assert_eq!(wrong(model("n", Task::Regression, TreeSettings::regression())), unlike("n", "kind of target"));
    let other = TreeSettings { max_depth: Some(1), ..usual.clone() };
    assert_eq!(wrong(model("b", Task::Classification, other)), unlike("b", "settings"));
    assert!(matches!(Models::new(Vec::new()), Err(ModelError::Misfit(Misfit::NoTarget))));
    let text =
        "{\"models\": [\n{\"target\": \"a\", \"tree\": {\"predict\": \"p\"}},\n{\"target\": \"b\", \"tree\": {}}]}";
    let error = Models::from_json(text).unwrap_err().to_string();
    assert!(error.contains("models[1].tree") && error.contains("line 3"), "{error}");
}
