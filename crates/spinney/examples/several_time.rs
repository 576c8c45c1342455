//! How long trees of several targets take to grow: `several_time TABLE [tree|forest|extra-trees] [COLUMNS] [TREES] [TIMES]` prints one line of
//! JSON for the benchmark.
//!
//! TABLE is a CSV file; its columns y0, y1 … are the targets. COLUMNS are asked at each split, all where that is 0. The time is from the table to the
//! finished trees.

use std::hash::{Hash, Hasher};
use std::time::Instant;

use spinney::forest::{self, ForestSettings};
use spinney::grow::{Columns, Training, grow_several};
use spinney::table::{ReadOptions, Table, Target};

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Answer<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, rest @ ..] = &arguments[..] else {
        return Err("usage: several_time TABLE [tree|forest|extra-trees] [COLUMNS] [TREES] [TIMES]".into());
    };
    let number = |place: usize, usual: u32| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let table = Table::from_csv(&std::fs::read(file)?, &ReadOptions::new())?;
    let names: Vec<String> = table.columns().iter().map(|column| column.name.clone()).collect();
    let (targets, columns): (Vec<usize>, Vec<usize>) =
        (0..names.len()).partition(|place| names[*place].starts_with('y'));
    let mut targets =
        targets.iter().map(|place| Target::new(&table, &names[*place], None)).collect::<Result<Vec<_>, _>>()?;
    let first = targets.remove(0);
    let training = Training { others: &targets, ..Training::new(&table, &columns, &first) };
    let asked = rest.first().map_or("forest", String::as_str);
    let kind = match asked {
        "extra-trees" => ForestSettings::extra_trees(first.task()),
        _ => ForestSettings::random_forest(first.task()),
    };
    let mut settings = kind.trees(number(2, 20)?);
    settings.tree.columns_per_split = match number(1, 0)? {
        0 => Columns::All,
        many => Columns::Count(many),
    };
    settings.tree.min_rows_value = 1.0;
    let (mut best, mut grown) = (f64::INFINITY, Vec::new());
    for _ in 0..number(3, 3)? {
        let start = Instant::now();
        grown = if asked == "tree" {
            grow_several(&training, &settings.tree, &())?
        } else {
            forest::grow_several(&training, &settings, &())?.iter().flat_map(|forest| forest.trees().to_vec()).collect()
        };
        best = best.min(start.elapsed().as_secs_f64());
    }
    let nodes: usize = grown.iter().map(spinney::tree::Tree::len).sum();
    // What was grown, for who compares two engines: writing it takes longer than growing it.
    let mut digest = std::hash::DefaultHasher::new();
    if std::env::var_os("DIGEST").is_some() {
        for tree in &grown {
            format!("{tree:?}").hash(&mut digest);
        }
    }
    let digest = digest.finish();
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!("{{\"seconds\": {best:.4}, \"nodes\": {nodes}, \"digest\": \"{digest:x}\"}}");
    }
    Ok(())
}
