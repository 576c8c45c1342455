//! `spinney compare`, `spinney tune`, and folds of all kinds in `spinney fit`.

use crate::program::{File, program, run};

#[test]
fn models_are_compared_on_the_folds_of_fit() {
    let compared =
        run(&["compare", "data/penguins.csv", "--target", "sex", "--models", "tree,cart:max-depth=2", "--json"]);
    let compared = compared.json();
    let flags = [&["--json"][..], &["--json", "--preset", "cart", "--max-depth", "2"]];
    for (model, flags) in compared["models"].as_array().expect("models").iter().zip(flags) {
        let fit = run(&[&["fit", "data/penguins.csv", "--target", "sex", "--cv", "10"], flags].concat()).json();
        let each = model["curve"][0]["each"].as_array().expect("folds");
        for (fold, of_fit) in each.iter().zip(fit["test"]["each"].as_array().expect("folds")) {
            for score in ["accuracy", "log_loss", "roc_auc"] {
                assert_eq!(fold[score], of_fit[score], "{score}");
            }
        }
        assert_eq!((each.len(), &model["settings"]), (10, &fit["settings"]));
    }
    assert_eq!(compared["pairs"].as_array().expect("pairs").len(), 1);
    assert_eq!(compared["by"], "brier_score_loss");
}

#[test]
fn a_baseline_is_far_behind_and_the_same_model_is_not() {
    let args =
        ["compare", "data/penguins.csv", "--target", "species", "--models", "baseline,tree,tree:seed=1", "--json"];
    let refused = run(&args);
    assert!(refused.talk.contains("--models: tree:seed=1: unexpected argument '--seed'"), "{}", refused.talk);
    let args = ["compare", "data/penguins.csv", "--target", "species", "--models", "baseline,tree,tree:max-depth=none"];
    let found = run(&[&args[..], &["--json", "--by", "accuracy"]].concat()).json();
    let p = |place: usize| found["pairs"][place]["adjusted_p_value"].as_f64().expect("a p-value");
    assert!(p(0) < 1e-6 && p(1) < 1e-6 && p(2) == 1.0, "{}", found["pairs"]);
    assert_eq!(found["best"], "tree");
    let leaves = found["models"][0]["curve"][0]["leaves"].as_f64();
    assert_eq!(leaves, Some(1.0));
    // What people read says the same.
    let told = run(&args).out;
    assert!(told.contains("worse, and not by luck") && told.contains("may be luck"), "{told}");
}

#[test]
fn learning_curves_learn_from_growing_shares() {
    let drawing = File::new("curve.svg", b"");
    let args = ["compare", "data/penguins.csv", "--target", "body_mass_g", "--models", "tree", "--cv", "3"];
    let found = run(&[&args[..], &["--json", "--shares", "0.2,1", "--plot", &drawing.path]].concat()).json();
    let curve = &found["models"][0]["curve"];
    assert_eq!((curve[0]["share"].as_f64(), curve[1]["share"].as_f64()), (Some(0.2), Some(1.0)));
    let rows = |place: usize| curve[place]["rows"].as_f64().expect("rows");
    assert!((rows(0) * 5.0 - rows(1)).abs() < 3.0);
    let drawn = std::fs::read_to_string(&drawing.path).expect("a drawing");
    assert!(drawn.contains("learning curves") && drawn.contains("rows learned from"));
    let wrong = run(&[&args[..], &["--shares", "0.5,0.2"]].concat());
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.talk.contains("0.2"), "{}", wrong.talk);
}

#[test]
fn the_guide_shows_the_curve_that_is_drawn() {
    let drawing = File::new("learning.svg", b"");
    let args = ["compare", "data/penguins.csv", "--target", "sex", "--models", "tree,cart", "--cv", "5"];
    let found = run(&[&args[..], &["--plot", &drawing.path]].concat());
    assert_eq!(found.code, Some(0), "{}", found.talk);
    let found = std::fs::read_to_string(&drawing.path).expect("a drawing");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/learning.svg");
    if std::env::var("TRYCMD").as_deref() == Ok("overwrite") {
        std::fs::write(&path, &found).expect("docs/learning.svg");
    }
    assert!(found == std::fs::read_to_string(&path).expect("docs/learning.svg"), "docs/learning.svg is out of date");
}

#[test]
fn the_winner_is_the_best_contender_and_its_model_is_what_fit_makes_of_the_settings() {
    let (model, again) = (File::new("tuned.spinney", b""), File::new("again.spinney", b""));
    let args = ["tune", "data/penguins.csv", "--target", "sex", "--leaf-rows", "2,10", "--depths", "3,none"];
    let found = run(&[&args[..], &["--json", "--criteria", "entropy", "--out", &model.path]].concat()).json();
    let contenders = found["contenders"].as_array().expect("contenders");
    assert_eq!(contenders.len(), 2 * 2 * 7);
    let winner = &contenders[found["winner"]["contender"].as_u64().expect("a place") as usize];
    let mean = |contender: &serde_json::Value| contender["mean"].as_f64().expect("a mean");
    let stayed = || contenders.iter().filter(|contender| contender["dropped"] == false);
    assert!(stayed().all(|other| mean(winner) <= mean(other)));
    assert!(stayed().all(|other| other["scores"].as_array().expect("scores").len() == 5));
    let said = |name: &str| winner[name].as_str().expect("a value").to_owned();
    let mut fit = vec!["fit".to_owned(), "data/penguins.csv".to_owned(), "--target=sex".to_owned()];
    fit.extend(["criterion", "max-depth", "min-rows-leaf"].map(|name| format!("--{name}={}", said(name))));
    fit.push(match said("prune-complexity").as_str() {
        "0" => "--prune=none".to_owned(),
        price => format!("--prune-complexity={price}"),
    });
    fit.push(format!("--out={}", again.path));
    let fit = run(&fit.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(fit.code, Some(0), "{}", fit.talk);
    assert!(std::fs::read(&model.path).expect("a model") == std::fs::read(&again.path).expect("a model"));
}

#[test]
fn every_contender_scores_what_fit_scores_with_its_settings() {
    let args = ["tune", "data/penguins.csv", "--target", "body_mass_g", "--leaf-rows", "3,20", "--depths", "2,4"];
    let found =
        run(&[&args[..], &["--json", "--complexities", "0,0.01", "--keep-losers", "--cv", "4"]].concat()).json();
    let contenders = found["contenders"].as_array().expect("contenders");
    assert_eq!(contenders.len(), 8);
    for contender in contenders {
        let said = |name: &str| contender[name].as_str().expect("a value").to_owned();
        let price = match said("prune-complexity").as_str() {
            "0" => "--prune=none".to_owned(),
            price => format!("--prune-complexity={price}"),
        };
        let depth = format!("--max-depth={}", said("max-depth"));
        let least = format!("--min-rows-leaf={}", said("min-rows-leaf"));
        let fit = ["fit", "data/penguins.csv", "--target=body_mass_g", "--cv=4", "--json", &price, &depth, &least];
        let fit = run(&fit).json();
        for (fold, score) in contender["scores"].as_array().expect("scores").iter().enumerate() {
            assert_eq!(*score, fit["test"]["each"][fold]["r2"]);
        }
    }
}

#[test]
fn tuning_does_not_depend_on_threads_and_prints_what_it_was_asked_for() {
    let args = ["tune", "data/penguins.csv", "--target", "species", "--depths", "2,4", "--all"];
    let told = |threads: &str| run(&[&args[..], &["--threads", threads]].concat()).out;
    assert_eq!(told("1"), told("2"));
    let (one, all) = (run(&args[..args.len() - 1]).out, told("1"));
    assert!(all.lines().count() > one.lines().count() + 100, "{all}");
    let smaller = run(&[&args[..], &["--rule", "one-error", "--json"]].concat()).json();
    let best = run(&[&args[..], &["--json"]].concat()).json();
    let leaves = |found: &serde_json::Value| found["winner"]["leaves"].as_u64();
    assert!(leaves(&smaller) <= leaves(&best));
}

#[test]
fn a_search_ends_when_its_time_is_up_and_says_so() {
    let found = run(&["tune", "data/penguins.csv", "--target", "sex", "--budget", "0s", "--json"]).json();
    assert_eq!((&found["out_of_time"], &found["folds"]), (&true.into(), &1.into()));
    let asked = found["contenders"].as_array().expect("contenders").iter().filter(|one| one["dropped"] == false);
    assert!(asked.count() >= 1);
    let told = run(&["tune", "data/penguins.csv", "--target", "sex", "--budget", "0s"]);
    assert!(told.out.contains("the time was up after 1 fold"), "{}", told.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_search_at_once() {
    use std::fmt::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let mut rows = String::from("a,b,y\n");
    for row in 0..30_000_u64 {
        let _ = writeln!(rows, "{},{},{}", row * 7919 % 10007, row * 104_729 % 9973, row * 31 % 1009);
    }
    let table = File::new("large.csv", rows.as_bytes());
    let mut child = program()
        .args(["tune", &table.path, "--target", "y", "--task", "regression"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    std::thread::sleep(Duration::from_millis(600));
    let (sent, started) =
        (Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill"), Instant::now());
    assert!(sent.success());
    assert_eq!(child.wait().expect("an end").code(), Some(130), "after {:?}", started.elapsed());
}

#[test]
fn folds_are_repeated_grouped_and_ordered() {
    let fit =
        |flags: &[&str]| run(&[&["fit", "data/penguins.csv", "--target", "sex", "--json"], flags].concat()).json();
    let repeated = fit(&["--cv", "4", "--cv-repeats", "2"]);
    assert_eq!((&repeated["test"]["folds"], &repeated["test"]["dealt"]), (&8.into(), &"4 folds, 2 times".into()));
    assert!(repeated["test"]["accuracy"]["interval"]["low"].as_f64() < repeated["test"]["accuracy"]["mean"].as_f64());
    let grouped = fit(&["--cv", "3", "--cv-groups", "island"]);
    assert_eq!(grouped["test"]["dealt"], "3 folds by island");
    assert!(!grouped["columns"].as_array().expect("columns").contains(&"island".into()), "it is not learned from");
    let ordered = fit(&["--cv", "2", "--cv-order", "year"]);
    assert_eq!(ordered["test"]["dealt"], "2 folds in the order of year");
    assert_eq!(ordered["test"]["each"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_class_that_a_fold_never_learns_is_told() {
    let told = run(&["fit", "data/penguins.csv", "--target", "species", "--cv", "3", "--cv-groups", "island"]);
    assert!(told.out.contains("learns from no row of class"), "{}", told.out);
}

#[test]
fn what_cannot_be_is_said_before_the_work() {
    let compare = |flags: &[&str]| run(&[&["compare", "data/penguins.csv", "--target", "sex"], flags].concat());
    let tune = |flags: &[&str]| run(&[&["tune", "data/penguins.csv", "--target", "sex"], flags].concat());
    for (found, said) in [
        (compare(&["--models", "tree,forrest"]), "there is no model \"forrest\""),
        (compare(&["--models", "tre"]), "did you mean tree?"),
        (compare(&["--models", "tree:max-dept=3"]), "--models: tree:max-dept=3: unexpected argument '--max-dept'"),
        (compare(&["--models", "tree:max-depth=x"]), "invalid value 'x' for '--max-depth"),
        (compare(&["--models", "tree,tree"]), "\"tree\" is named twice"),
        (compare(&["--models", "cart:preset=j48"]), "there is no model \"cart\""),
        (compare(&["--by", "acuracy"]), "did you mean accuracy?"),
        (compare(&["--by", "r2"]), "--by: \"r2\" is no score of a classification"),
        (compare(&["--cv", "900"]), "900"),
        (compare(&["--cv-groups", "iland"]), "did you mean \"island\"?"),
        (compare(&["--cv-order", "island"]), "island"),
        (tune(&["--budget", "soon"]), "no time such as 30s, 5m or 1h"),
        (tune(&["--complexities", "0.1", "--prune", "none"]), "cannot be used with"),
        (tune(&["--complexities", "0.1", "--confidence", "0.1"]), "exclude each other"),
        (tune(&["--leaf-rows=-1"]), "min-rows-leaf"),
        (tune(&["--test", "nothing.csv"]), "nothing.csv"),
        (tune(&["--out", "data/penguins.csv"]), "would be written over"),
    ] {
        assert_eq!(found.code, Some(1), "{said}: {}", found.talk);
        assert!(found.talk.contains(said) && found.out.is_empty(), "{said}: {}", found.talk);
    }
}
