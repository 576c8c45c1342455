//! How soon a forest in a file answers: `open_time FILE TABLE TARGET [TREES] [ROWS] [TIMES]` prints one line of JSON.
//!
//! Where FILE is not there, a forest is grown from ROWS rows of TABLE, which are spread over all of it, and written there. Then the file is read, opened and asked
//! for one row, TIMES times over; the parts of the best time are told, and the least time that threads were at work in it. The time of the checksum is
//! that of a file whose checksum does not fit, which is refused right behind it. For comparison: the same through a decoded
//! model and a compiled predictor, and what a row of many takes in each.
//!
//! `open_time FILE` does it once, as a program that has just been started and has no memory or threads yet.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use spinney::forest::{ForestSettings, grow};
use spinney::grow::Training;
use spinney::model::{Model, Schema};
use spinney::predict::{Desk, Predictor, Rows, Unseen};
use spinney::table::{Column, ReadOptions, Table, Target};
use spinney::tree::ColumnId;
use spinney_io::{Input, Reading, read};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [file] = &arguments[..] {
        return once(Path::new(file));
    }
    let [file, table, name, rest @ ..] = &arguments[..] else {
        return Err("usage: open_time FILE TABLE TARGET [TREES] [ROWS] [TIMES], or open_time FILE".into());
    };
    let number = |place: usize, usual: usize| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let (file, times) = (Path::new(file), number(2, 50)?);
    let table =
        spread(read(&Input::from(table.as_str()), &ReadOptions::new(), &Reading::default())?, number(1, 100_000)?);
    if !file.exists() {
        fs::write(file, grown(&table, name, number(0, 100)? as u32)?.to_bytes())?;
    }
    let opened = opened(file, &table, times)?;
    let model = decoded(file, &table, times.div_ceil(10))?;
    let (many, (raw, compiled)) = (4000, (Predictor::open(fs::read(file)?)?, Predictor::new(&model)));
    let asked = spread(table, many);
    let [raw, compiled] = [raw, compiled].map(|predictor| each(&predictor, &asked, times.div_ceil(5)));
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!(
            "{{\"trees\": {}, \"nodes\": {}, \"bytes\": {}, {opened}, \"raw_us_per_row\": {:.2}, \"compiled_us_per_row\": {:.2}}}",
            model.trees().len(),
            model.nodes(),
            fs::metadata(file)?.len(),
            raw? * 1e6 / many as f64,
            compiled? * 1e6 / many as f64,
        );
    }
    Ok(())
}

/// From the file to the answer for one row, for the first time.
fn once(file: &Path) -> Outcome<()> {
    let start = Instant::now();
    let bytes = fs::read(file)?;
    let read = start.elapsed().as_secs_f64();
    let predictor = Predictor::open(bytes)?;
    let open = start.elapsed().as_secs_f64();
    let column = |id: &ColumnId| Column::numbers(&predictor.schema().column(*id).name, vec![1.0]);
    let table = Table::new(predictor.used().iter().map(column).collect())?;
    let answer = predictor.predict(&table, Unseen::AsNode)?.text(0).unwrap_or_default();
    let [all, read, open, cpu] = [start.elapsed().as_secs_f64(), read, open - read, at_work()].map(|time| time * 1e3);
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!(
            "{{\"ms\": {all:.2}, \"read_ms\": {read:.2}, \"open_ms\": {open:.2}, \"process_cpu_ms\": {cpu:.2}, \"answer\": {answer:?}}}"
        );
    }
    Ok(())
}

/// The forest of a table.
fn grown(table: &Table, name: &str, trees: u32) -> Outcome<Model> {
    let target = Target::new(table, name, None)?;
    let columns: Vec<usize> = (0..table.columns().len()).filter(|place| *place != target.column).collect();
    let settings = ForestSettings::random_forest(target.task()).trees(trees);
    let forest = grow(&Training::new(table, &columns, &target), &settings, &())?;
    Ok(Model::of_forest(Schema::new(table, &columns, &target), (Some(settings), None), forest)?)
}

/// The times from the file to the first answer, in milliseconds.
fn opened(file: &Path, table: &Table, times: usize) -> Outcome<String> {
    let mut wrong = fs::read(file)?;
    let last = wrong.len() - 1;
    wrong[last] ^= 1;
    let (mut best, mut cpu, mut sum, mut desk) = ([f64::INFINITY; 4], f64::INFINITY, f64::INFINITY, Desk::new());
    for _ in 0..times {
        let wrong = wrong.clone();
        let start = Instant::now();
        black_box(Predictor::open(wrong).is_err());
        sum = sum.min(start.elapsed().as_secs_f64());
        let (start, worked) = (Instant::now(), at_work());
        let bytes = fs::read(file)?;
        let read = start.elapsed().as_secs_f64();
        let predictor = Predictor::open(bytes)?;
        let open = start.elapsed().as_secs_f64();
        ask(&predictor, &predictor.rows(table, Unseen::AsNode)?, 0, &mut desk);
        let all = start.elapsed().as_secs_f64();
        cpu = cpu.min(at_work() - worked);
        if all < best[3] {
            best = [read, open - read, all - open, all];
        }
    }
    let [read, open, row, all] = best.map(|seconds| seconds * 1e3);
    Ok(format!(
        "\"ms\": {all:.2}, \"cpu_ms\": {:.2}, \"read_ms\": {read:.2}, \"checksum_ms\": {:.2}, \"checks_ms\": {:.2}, \"row_ms\": {row:.3}",
        cpu * 1e3,
        sum * 1e3,
        open - sum * 1e3,
    ))
}

/// The model, and on standard error the same times through it.
fn decoded(file: &Path, table: &Table, times: usize) -> Outcome<Model> {
    let (mut best, mut last, mut desk) = ([f64::INFINITY; 2], None, Desk::new());
    for _ in 0..times {
        let start = Instant::now();
        let model = Model::from_bytes(&fs::read(file)?)?;
        best[0] = best[0].min(start.elapsed().as_secs_f64());
        let predictor = Predictor::new(&model);
        ask(&predictor, &predictor.rows(table, Unseen::AsNode)?, 0, &mut desk);
        best[1] = best[1].min(start.elapsed().as_secs_f64());
        last = Some(model);
    }
    #[expect(clippy::print_stderr, reason = "an example is its own program")]
    {
        eprintln!("decoded in {:.1} ms, compiled and first row in {:.1} ms", best[0] * 1e3, best[1] * 1e3);
    }
    last.ok_or_else(|| "TIMES is at least 1".into())
}

/// The time of all rows of a table.
fn each(predictor: &Predictor, table: &Table, times: usize) -> Outcome<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..times {
        let start = Instant::now();
        black_box(predictor.predict(table, Unseen::AsNode)?.values());
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}

fn ask(predictor: &Predictor, rows: &Rows<'_>, row: usize, desk: &mut Desk) {
    if let Some(row) = rows.row(row) {
        black_box(predictor.one(desk, &row));
    }
}

/// The seconds that the threads of this process have been at work; NaN where the system does not tell.
fn at_work() -> f64 {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return f64::NAN };
    let time = |path: std::path::PathBuf| -> Option<f64> {
        fs::read_to_string(path.join("schedstat")).ok()?.split_whitespace().next()?.parse().ok()
    };
    threads.filter_map(|thread| time(thread.ok()?.path())).sum::<f64>() / 1e9
}

/// So many rows, one as far from the next as all others; all of them for 0.
fn spread(table: Table, rows: usize) -> Table {
    let all = table.rows();
    if rows == 0 || rows >= all {
        return table;
    }
    table.picked(&(0..rows).map(|row| (row * all / rows) as u32).collect::<Vec<_>>())
}
