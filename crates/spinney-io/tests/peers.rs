//! Trees of other programs, kept as facts: WEKA's Id3 and J48, rpart's tables of prices, scikit-learn's CART and its paths. `benches/peers` made them, and compares
//! anew where those programs are installed.
#![cfg(test)]

mod dealt;
#[path = "../examples/tree_text/filled.rs"]
mod filled;
mod paths;
#[path = "../examples/tree_text/told.rs"]
mod told;

use std::path::{Path, PathBuf};

use spinney::grow::{Criterion, LeafKind, Preset, Training, TreeSettings, grow};
use spinney::measure::{Crosstab, information_gain};
use spinney::prune::{Pessimism, ReducedError, Risk, crossed, path as price_path, pessimistic, reduced_error};
use spinney::table::{ReadOptions, Table, Target, TargetValues, Task};
use spinney_io::{Input, Reading, read};

/// The tables of WEKA's trees: name, target, columns left out, what stands for blanks.
const TABLES: [(&str, &str, &[&str], Option<&str>); 10] = [
    ("tennis", "play", &["day"], None),
    ("party", "attend", &[], None),
    ("weekend", "decision", &[], None),
    ("restaurant", "will_wait", &[], None),
    ("car_evaluation", "class", &[], None),
    ("mushroom", "class", &[], Some("unknown")),
    ("mushroom_blanks", "class", &[], None),
    ("penguins", "species", &[], None),
    ("titanic", "survived", &["name", "ticket", "cabin", "home_dest"], None),
    ("adult", "income", &[], None),
];
/// Fewer rows than this WEKA prints as none.
const SHOWN: f64 = 0.005;

fn golden(name: &str) -> String {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The file of a table: beside the sources, or in the folder of the large ones.
fn file(name: &str) -> Option<PathBuf> {
    let stem = name.trim_end_matches("_blanks");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/{stem}.csv"));
    let large = std::env::var_os("SPINNEY_DATA").map(|folder| Path::new(&folder).join(format!("{stem}.csv.gz")));
    [Some(own), large].into_iter().flatten().find(|path| path.exists())
}

/// How J48 prunes.
#[derive(Clone, Copy, PartialEq)]
enum Pruned {
    Not,
    Folded,
    Raised,
    /// By rows that are held out (-R).
    Unseen,
}

fn lines(
    table: &Table,
    (target, task): (&str, Task),
    without: &[&str],
    settings: &TreeSettings,
    pruned: Pruned,
) -> Vec<String> {
    let target = Target::new(table, target, Some(task)).unwrap();
    let named = |place: &usize| without.contains(&table.columns()[*place].name.as_str());
    let columns: Vec<usize> =
        (0..table.columns().len()).filter(|place| *place != target.column && !named(place)).collect();
    let training = Training::new(table, &columns, &target);
    let tree = match pruned {
        Pruned::Not => grow(&training, settings, &()).unwrap(),
        Pruned::Unseen => {
            let TargetValues::Classes(classes) = &target.values else { panic!("classes") };
            let (grown, held) = dealt::dealt(&classes.codes);
            // Under -R nothing is collapsed.
            let settings = TreeSettings { collapse: false, ..settings.clone() };
            let tree = grow(&Training { rows: Some(&grown), ..training }, &settings, &()).unwrap();
            reduced_error(&tree, &Training { rows: Some(&held), ..training }, ReducedError::default()).unwrap().tree
        }
        Pruned::Folded | Pruned::Raised => {
            let tree = grow(&training, settings, &()).unwrap();
            pessimistic(&tree, Pessimism::default(), (pruned == Pruned::Raised).then_some(&training)).unwrap().tree
        }
    };
    told::told(&tree, table, &columns, &target).lines().map(str::to_owned).collect()
}

/// Spinney's lines for a table of WEKA's; leaves of next to no rows left out. None where the table is not here.
fn ours(
    preset: Preset,
    (name, target, without, fill): (&str, &str, &[&str], Option<&str>),
    pruned: Pruned,
) -> Option<Vec<String>> {
    let Some(path) = file(name) else {
        #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
        {
            eprintln!("{name}: skipped, SPINNEY_DATA names no folder with it");
        }
        return None;
    };
    let input = Input::from(path.to_str().unwrap());
    let table = filled::filled(read(&input, &ReadOptions::new(), &Reading::default()).unwrap(), fill).unwrap();
    let settings = TreeSettings::preset(preset, Task::Classification);
    let all = lines(&table, (target, Task::Classification), without, &settings, pruned);
    let shown = |line: &String| {
        let leaf = line.rsplit('\t').next().unwrap();
        leaf.is_empty() || leaf.rsplit(' ').nth(1).unwrap().parse::<f64>().unwrap() >= SHOWN
    };
    Some(all.into_iter().filter(shown).collect())
}

/// Whether two lines say the same: WEKA prints cuts to six digits and counts to two; Id3 prints no counts.
fn agree(mine: &str, theirs: &str) -> bool {
    let (mine, theirs): (Vec<&str>, Vec<&str>) = (mine.split('\t').collect(), theirs.split('\t').collect());
    let near = |one: &str, two: &str, by: f64| match (one.parse::<f64>(), two.parse::<f64>()) {
        (Ok(one), Ok(two)) => (one - two).abs() <= by,
        _ => false,
    };
    let leaf = |text: &str| text.rsplitn(3, ' ').map(str::to_owned).collect::<Vec<String>>();
    let (one, two) = (leaf(mine[4]), leaf(theirs[4]));
    let leaves = match (one.len(), two.len()) {
        (3, 3) => one[2] == two[2] && near(&one[0], &two[0], 0.0101) && near(&one[1], &two[1], 0.0101),
        (3, _) => one[2] == theirs[4],
        _ => mine[4] == theirs[4],
    };
    mine[..3] == theirs[..3] && (mine[3] == theirs[3] || near(mine[3], theirs[3], 1e-6)) && leaves
}

fn hold_to(mine: &[String], theirs: &str, name: &str) {
    let theirs: Vec<&str> = theirs.lines().collect();
    for (one, two) in mine.iter().zip(&theirs) {
        assert!(agree(one, two), "{name}:\n{one}\n{two}");
    }
    assert_eq!(mine.len(), theirs.len(), "{name}");
}

#[test]
fn id3_grows_the_trees_of_wekas_id3() {
    for table in TABLES.into_iter().take(6).filter(|table| table.0 != "restaurant") {
        if let Some(mine) = ours(Preset::Id3, table, Pruned::Not) {
            hold_to(&mine, &golden(&format!("weka/id3-{}.txt", table.0)), table.0);
        }
    }
}

#[test]
fn where_wekas_id3_asks_for_type_among_full_patrons_hunger_tells_as_much() {
    let theirs = golden("weka/id3-restaurant.txt");
    let mine = ours(Preset::Id3, TABLES[3], Pruned::Not).unwrap();
    assert!(mine[1].starts_with("1\thun\t") && theirs.lines().nth(1).unwrap().starts_with("1\ttype\t"));
    assert_eq!(mine[0], theirs.lines().next().unwrap());
    assert!(agree(mine.last().unwrap(), theirs.lines().last().unwrap()));
    // Of six rows, two wait. Hungry: 2 of 4, not: 0 of 2. Burger and Thai: 1 of 2 each, French and Italian: 0 of 1 each.
    let hunger = information_gain(&Crosstab::from_rows(&[[2.0, 2.0], [0.0, 2.0]]).unwrap());
    let kind = information_gain(&Crosstab::from_rows(&[[1.0, 1.0], [1.0, 1.0], [0.0, 1.0], [0.0, 1.0]]).unwrap());
    assert!((hunger - kind).abs() < 1e-12, "{hunger} {kind}");
}

#[test]
fn j48_grows_the_trees_of_wekas_j48_without_pruning() {
    for table in TABLES.into_iter().take(9) {
        if let Some(mine) = ours(Preset::J48, table, Pruned::Not) {
            hold_to(&mine, &golden(&format!("weka/j48-{}.txt", table.0)), table.0);
        }
    }
}

#[test]
fn j48_prunes_as_wekas_j48_with_and_without_raising() {
    for (pruned, word) in [(Pruned::Folded, "pessimistic"), (Pruned::Raised, "raising")] {
        for table in TABLES {
            let Some(mut mine) = ours(Preset::J48, table, pruned) else { continue };
            let theirs = golden(&format!("weka/{word}-{}.txt", table.0));
            let mut theirs: Vec<&str> = theirs.lines().collect();
            if table.0 == "adult" {
                // A value that a raised branch learns to know comes last here, and in its place there.
                let key = |line: &str| line.rsplitn(3, ' ').last().unwrap_or_default().to_owned();
                mine.sort_by_key(|line| key(line));
                theirs.sort_by_key(|line| key(line));
            }
            hold_to(&mine, &theirs.join("\n"), table.0);
        }
    }
}

#[test]
fn j48_prunes_by_the_rows_that_wekas_j48_holds_out() {
    for table in TABLES.into_iter().filter(|table| ["car_evaluation", "mushroom", "penguins"].contains(&table.0)) {
        let Some(mine) = ours(Preset::J48, table, Pruned::Unseen) else { continue };
        // J48 -R moves a cut to the next value below the middle of the gap, among the rows held out too: a bill of 42.4.
        let moved =
            |line: &String| if table.0 == "penguins" { line.replace("\t42.3\t", "\t42.4\t") } else { line.clone() };
        let mine: Vec<String> = mine.iter().map(moved).collect();
        hold_to(&mine, &golden(&format!("weka/reduced-{}.txt", table.0)), table.0);
    }
}

/// rpart's tables: name, target, task, rows.
const RPART: [(&str, &str, Task, usize); 5] = [
    ("iris", "species", Task::Classification, 150),
    ("car_evaluation", "class", Task::Classification, 1728),
    ("letter", "class", Task::Classification, 5000),
    ("diamonds", "price", Task::Regression, 5000),
    ("bike_sharing_hour", "cnt", Task::Regression, 17379),
];

/// CP, nsplit, rel error, xerror and xstd, with the folds that rpart was given.
#[test]
fn the_path_is_rparts_table_of_prices() {
    for (name, target, task, rows) in RPART {
        let Some(path) = file(name) else { continue };
        let input = Input::from(path.to_str().unwrap());
        let table = read(&input, &ReadOptions::new(), &Reading::default()).unwrap();
        let target = Target::new(&table, target, Some(task)).unwrap();
        let columns: Vec<usize> = (0..table.columns().len()).filter(|place| *place != target.column).collect();
        let first: Vec<u32> = (0..rows as u32).collect();
        let training = Training { rows: Some(&first), ..Training::new(&table, &columns, &target) };
        let settings = TreeSettings::preset(Preset::Rpart, task);
        let tree = grow(&training, &settings, &()).unwrap();
        let folds: Vec<u32> = (0..table.rows()).map(|row| (row * 7919 % 10) as u32).collect();
        let whole = price_path(&tree, Risk::Errors);
        let found = crossed(&whole, &training, &settings, (&folds, Risk::Errors), &()).unwrap();
        let facts = golden(&format!("rpart/{name}.txt"));
        assert_eq!(found.lines.len(), facts.lines().count(), "{name}");
        for (at, (line, fact)) in found.lines.iter().zip(facts.lines()).enumerate() {
            let fact: Vec<f64> = fact.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let own = [line.complexity, line.leaves as f64 - 1.0, line.risk, line.crossed_risk, line.deviation];
            // The last line of rpart's has the price that its tree was grown with.
            let from = usize::from(at + 1 == found.lines.len());
            for (one, two) in own.iter().zip(&fact).skip(from) {
                assert!((one - two).abs() <= 1e-9 * one.abs().max(1.0), "{name}, line {at}: {own:?} {fact:?}");
            }
        }
    }
}

#[test]
fn j48_grows_wekas_five_thousand_branches_on_adult() {
    let Some(mine) = ours(Preset::J48, TABLES[9], Pruned::Not) else { return };
    let mut digest = 0xCBF2_9CE4_8422_2325_u64; // FNV-1a
    for line in &mine {
        let (test, leaf) = line.rsplit_once('\t').unwrap();
        let class = leaf.rsplitn(3, ' ').nth(2).unwrap_or_default();
        for byte in format!("{test}\t{class}\n").bytes() {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
    let leaves = mine.iter().filter(|line| !line.ends_with('\t')).count();
    let depth = 1 + mine.iter().map(|line| line.split('\t').next().unwrap().parse::<u32>().unwrap()).max().unwrap();
    let told = format!("digest {digest:016x}\nbranches {}\nleaves {leaves}\ndepth {depth}\n", mine.len());
    assert_eq!(told, golden("weka/j48-adult.txt"));
}

/// A table, its limits, and scikit-learn's tree of it.
struct Fact<'a> {
    name: &'a str,
    depth: Option<u32>,
    least: f64,
    table: String,
    tree: Vec<&'a str>,
}

fn facts(text: &str) -> Vec<Fact<'_>> {
    let blocks = text.split("end\n").filter(|block| !block.is_empty());
    blocks
        .map(|block| {
            let (head, rest) = block.split_once('\n').unwrap();
            let words: Vec<&str> = head.split(' ').collect();
            let (table, tree) = rest.split_once("tree\n").unwrap();
            Fact {
                name: words[1],
                depth: words[3].parse().ok(),
                least: words[5].parse().unwrap(),
                table: table.to_owned(),
                tree: tree.lines().collect(),
            }
        })
        .collect()
}

/// Cuts bit for bit; means and medians to the last digits of a float's sum.
fn same(mine: &str, theirs: &str) -> bool {
    let (mine, theirs): (Vec<&str>, Vec<&str>) = (mine.split('\t').collect(), theirs.split('\t').collect());
    let number = |text: &str| text.parse::<f64>().ok();
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let near = |one: &str, two: &str| {
        one == two
            || matches!((number(one), number(two)), (Some(a), Some(b)) if (a - b).abs() <= 1e-9 * a.abs().max(1.0))
    };
    let (one, two) = (words(mine[4]), words(theirs[4]));
    mine[..3] == theirs[..3]
        && number(mine[3]) == number(theirs[3])
        && one.len() == two.len()
        && one.iter().zip(&two).all(|(one, two)| near(one, two))
}

#[test]
fn cart_grows_the_trees_of_scikit_learn() {
    let criteria = [
        ("gini", Criterion::Gini),
        ("entropy", Criterion::Entropy),
        ("mse", Criterion::Mse),
        ("mae", Criterion::Mae),
        ("poisson", Criterion::Poisson),
    ];
    for (name, criterion) in criteria {
        let text = golden(&format!("sklearn/{name}.txt"));
        let facts = facts(&text);
        assert!(facts.len() >= 10, "{name}");
        for fact in facts {
            let table = Table::from_csv(fact.table.as_bytes(), &ReadOptions::new()).unwrap();
            let task = criterion.task().unwrap();
            let settings = TreeSettings {
                criterion,
                max_depth: fact.depth,
                min_rows_leaf: fact.least,
                leaf: if criterion == Criterion::Mae { LeafKind::Median } else { LeafKind::Mean },
                ..TreeSettings::preset(Preset::Cart, task)
            };
            let mine = lines(&table, ("y", task), &[], &settings, Pruned::Not);
            assert_eq!(mine.len(), fact.tree.len(), "{name}, table {}", fact.name);
            for (one, two) in mine.iter().zip(fact.tree) {
                assert!(same(one, two), "{name}, table {}:\n{one}\n{two}", fact.name);
            }
        }
    }
}
