//! What pruning came to, for people.

use std::fmt::Write;

use spinney::fit::Judged;
use spinney::prune::{Outcome as Done, Weighing};
use spinney::tree::Tree;

use super::super::pruning;
use super::work::Work;
use crate::args::Prune as Args;
use crate::text::{Grid, Heading, counted, digits, line_width, listed};

/// So many lines of a path or of weighings are printed; JSON has all of them.
const MOST_LINES: usize = 200;

/// The report of a pruning.
pub(super) fn report(args: &Args, work: &Work) -> String {
    let mut out = listed("pruning:", &pruning::words(&work.pruning), line_width());
    let _ = writeln!(out, "before: {}", size(work.tree()));
    let _ = writeln!(out, "after:  {}", size(&work.pruned.tree));
    if let (true, Some(judged)) = (args.path, &work.judged) {
        out.push('\n');
        out += &path(judged);
    }
    if args.explain {
        out.push('\n');
        out += &weighings(&work.pruned.weighings);
    }
    out
}

fn size(tree: &Tree) -> String {
    format!("{}, {}, depth {}", counted(tree.len(), "node"), counted(tree.leaves(), "leaf"), tree.depth())
}

/// The trees of the path, the chosen one marked.
fn path(judged: &Judged) -> String {
    let mut grid = Grid::new(&[
        Heading::text(""),
        Heading::figure("leaves"),
        Heading::figure("complexity"),
        Heading::figure("risk"),
        Heading::figure("crossed risk"),
        Heading::figure("± error"),
    ]);
    let lines = &judged.crossed.lines;
    let shown = shown(lines.len(), judged.chosen);
    for at in &shown {
        let line = &lines[*at];
        let mark = if *at == judged.chosen { "chosen" } else { "" };
        grid.row(vec![
            mark.to_owned(),
            crate::text::count(line.leaves),
            digits(line.complexity),
            digits(line.risk),
            digits(line.crossed_risk),
            digits(line.deviation),
        ]);
    }
    let mut out = grid.lines();
    if shown.len() < lines.len() {
        let _ = writeln!(out, "({} of {} trees; --json has all)", shown.len(), lines.len());
    }
    out += "(risks are shares of the root's; the crossed one is that of rows left out)\n";
    out
}

/// Places of lines that are shown: all, or some at even distances with the chosen one among them.
fn shown(many: usize, chosen: usize) -> Vec<usize> {
    let every = many.div_ceil(MOST_LINES).max(1);
    (0..many).filter(|at| at % every == 0 || *at == chosen || *at + 1 == many).collect()
}

fn weighings(weighings: &[Weighing]) -> String {
    let raises = weighings.iter().any(|weighing| weighing.raised.is_some());
    let mut headings = vec![Heading::figure("node"), Heading::figure("as a leaf"), Heading::figure("as it was")];
    headings.extend(raises.then(|| Heading::figure("branch raised")));
    headings.push(Heading::text("so it is"));
    let mut grid = Grid::new(&headings);
    for weighing in weighings.iter().take(MOST_LINES) {
        let mut cells = vec![weighing.node.0.to_string(), digits(weighing.leaf), digits(weighing.subtree)];
        cells.extend(raises.then(|| weighing.raised.map_or_else(String::new, digits)));
        cells.push(
            match weighing.outcome {
                Done::Kept => "kept",
                Done::Folded => "a leaf",
                Done::Raised => "its branch",
            }
            .to_owned(),
        );
        grid.row(cells);
    }
    let mut out = grid.lines();
    if weighings.len() > MOST_LINES {
        let _ = writeln!(out, "({MOST_LINES} of {} nodes; --json has all)", weighings.len());
    }
    out
}
