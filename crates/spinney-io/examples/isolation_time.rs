//! How long an isolation forest takes: `isolation_time TABLE [TREES] [TIMES]` prints one line of JSON for the benchmark.
//!
//! The times are from the typed table to the finished model, and from there to the score of every row; reading the file is not counted.

use std::time::Instant;

use spinney::blind::BlindSettings;
use spinney::fit::fit_blind;
use spinney::predict::{Predicted, Predictor, Unseen};
use spinney::table::ReadOptions;
use spinney_io::{Input, Reading, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, rest @ ..] = &arguments[..] else { return Err("usage: isolation_time TABLE [TREES] [TIMES]".into()) };
    let number = |place: usize, usual: u32| rest.get(place).map_or(Ok(usual), |text| text.parse());
    let table = read(&Input::from(path.as_str()), &ReadOptions::new(), &Reading::default())?;
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    let settings = BlindSettings { trees: number(0, 100)?, ..BlindSettings::isolation() };
    let (mut fit, mut score) = (f64::INFINITY, f64::INFINITY);
    let mut mean = f64::NAN;
    for _ in 0..number(1, 5)? {
        let start = Instant::now();
        let model = fit_blind(&table, &columns, &settings, &())?.model;
        fit = fit.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let predictor = Predictor::new(&model);
        let found = predictor.predict(&table, Unseen::AsNode)?;
        score = score.min(start.elapsed().as_secs_f64());
        if let Predicted::Numbers(scores) = found.values() {
            mean = scores.iter().sum::<f64>() / scores.len() as f64;
        }
    }
    #[expect(clippy::print_stdout, reason = "an example is its own program")]
    {
        println!("{{\"fit\": {fit:.6}, \"score\": {score:.6}, \"mean\": {mean:.6}}}");
    }
    Ok(())
}
