//! The rectangles that a tree cuts two of its columns into; for one column, the steps of its answer.
//!
//! Where the tree asks other columns too, a cell shows the mean over their branches by training rows, and the picture says
//! so. See [`Plane`] for what a cell is.

use crate::error::Result;
use crate::explain::Words;
use crate::explain::figures::{count, counted};
use crate::model::{Model, Schema, TargetKind};
use crate::predict::Predictor;
use crate::seed::Key;
use crate::table::Table;
use crate::tree::{ColumnId, Tree};

use super::dots::Dots;
use super::ink::Area;
use super::paint::Paint;
use super::plane::{Plane, Region};
use super::ruler::Ruler;
use super::sheet::{Head, Sheet, Upright, area};
use super::stairs::Stairs;

/// Significant digits of long numbers.
const DIGITS: usize = 4;
/// Cells that have an edge and a tooltip, at most.
const MOST_EDGED: usize = 3000;
/// Other columns that are named.
const MOST_OTHERS: usize = 4;

/// What is drawn of a model.
#[derive(Debug, Clone)]
pub struct RegionOptions<'a> {
    /// The column of the lying axis.
    pub across: ColumnId,
    /// The column of the upright axis; the answer where there is none.
    pub up: Option<ColumnId>,
    /// Rows to draw; the columns shown must be in the table, the target may be.
    pub rows: Option<&'a Table>,
    /// The heading; the names of target and columns where there is none.
    pub title: Option<String>,
}

/// Draws the cells of one or two columns as an SVG that needs nothing else. A forest is a mistake, and so are rows that do not
/// fit the model.
pub fn regions(model: &Model, options: &RegionOptions<'_>) -> Result<String> {
    let (schema, tree) = (model.schema(), model.tree()?);
    let predictor = Predictor::new(model);
    let columns: Vec<ColumnId> = [Some(options.across), options.up].into_iter().flatten().collect();
    let dots = options.rows.map(|table| Dots::new(model, &predictor, &columns, table)).transpose()?;
    let seen = dots.as_ref().map(Dots::seen).unwrap_or_default();
    let rulers: Vec<Ruler> = columns.iter().map(|column| Ruler::new(schema, tree, *column, &seen)).collect();
    let plane = Plane::new(tree, &predictor, rulers.iter().map(|ruler| ruler.side.clone()).collect());
    let words = Words::new(schema).rounded(DIGITS);
    let paint = Paint::new(&words, tree);
    let head = head(&words, (schema, tree), options, &plane, dots.as_ref());
    let mut rulers = rulers.into_iter();
    let (Some(across), up) = (rulers.next(), rulers.next()) else { return Ok(String::new()) };
    let Some(up) = up else {
        let stairs = Stairs { tree, predictor: &predictor, words, paint, dots: dots.as_ref() };
        return Ok(match schema.target.values {
            TargetKind::Number { .. } => stairs.numbers(across, &plane, &head),
            TargetKind::Classes { .. } => stairs.classes(across, &plane, &head),
        });
    };
    Ok(flat(&words, &plane, (across, up), &paint, (&head, dots.as_ref())))
}

/// Title, notes and the names of the axes.
fn head(
    words: &Words<'_>,
    (schema, tree): (&Schema, &Tree),
    options: &RegionOptions<'_>,
    plane: &Plane,
    dots: Option<&Dots<'_>>,
) -> Head {
    let mut facts = vec![counted(tree.leaves() as f64, "leaf")];
    if let Some(dots) = dots {
        let drawn = dots.drawn.len();
        let all = counted(dots.all as f64, "row");
        facts.push(if drawn < dots.all { format!("{} of {all} drawn", count(drawn as f64)) } else { all });
        if dots.unseen > 0 {
            facts.push(format!("{} with values that training never saw left out", count(dots.unseen as f64)));
        }
    }
    if plane.sides.iter().any(|side| side.coarse) {
        facts.push("in coarse steps: the tree's own are finer than the picture".to_owned());
    }
    if options.up.is_some() && !schema.classes().is_empty() {
        facts.push("paler: less sure".to_owned());
    }
    let mut notes = vec![facts.join(" · ")];
    if !plane.others.is_empty() {
        let named: Vec<String> = plane.others.iter().take(MOST_OTHERS).map(|column| words.column(*column)).collect();
        let more = plane.others.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = named.join(", ");
        notes.push(format!("also asked: {named}{more}"));
        notes.push("shown is the mean over the branches of these columns, weighted by training rows".to_owned());
    }
    let upright = match (options.up, &schema.target.values) {
        (Some(up), _) => words.column(up),
        (None, TargetKind::Number { .. }) => words.target(),
        (None, TargetKind::Classes { .. }) => format!("shares of {}", words.target()),
    };
    let over = options.up.map(|up| format!(" and {}", words.column(up))).unwrap_or_default();
    let title = options.title.clone();
    let title = title.unwrap_or_else(|| format!("{} by {}{over}", words.target(), words.column(options.across)));
    Head { title, notes, names: (words.column(options.across), upright) }
}

/// Cells that are answered alike, side by side, as one rectangle.
struct Block<'a> {
    area: Area,
    region: &'a Region,
}

/// Two columns.
fn flat(
    words: &Words<'_>,
    plane: &Plane,
    (across, up): (Ruler, Ruler),
    paint: &Paint,
    (head, dots): (&Head, Option<&Dots<'_>>),
) -> String {
    // The width of what is written beside the picture does not depend on where it lies.
    let up = up.placed(400.0, 0.0);
    let area = area(words, head, &Upright::Column(&up));
    let across = across.placed(area.left, area.left + area.width);
    let up = up.placed(area.top + area.height, area.top);
    let mut sheet = Sheet::new(head, area, paint, dots.is_some());
    let blocks = blocks(plane, &across, &up);
    let edged = blocks.len() <= MOST_EDGED;
    // Where cells are many, strong edges would cover the narrow ones.
    let edge = match blocks.len() {
        _ if !edged || !plane.others.is_empty() => " shape-rendering=\"crispEdges\"",
        0..=60 => " stroke=\"#ffffff\" stroke-width=\"1\"",
        _ => " stroke=\"#ffffff\" stroke-width=\"0.4\"",
    };
    for block in &blocks {
        let (fill, opacity) = paint.cell(&block.region.answer);
        let more = format!("class=\"cell\" fill-opacity=\"{opacity:.2}\"{edge}");
        if edged {
            sheet.ink.open(&Paint::told(words, &block.region.answer));
        }
        sheet.ink.rect(block.area, 0.0, &fill, &more);
        if edged {
            sheet.ink.close();
        }
    }
    for (dots, (row, truth)) in dots.into_iter().flat_map(|dots| dots.drawn.iter().map(move |drawn| (dots, drawn))) {
        let Some(cells) = dots.row(*row) else { continue };
        let key = Key::new(1).child(*row as u64);
        if let (Some(x), Some(y)) = (across.spot(&cells, key), up.spot(&cells, key.child(1))) {
            paint.dot(&mut sheet.ink, (x, y), *truth, dots.radius());
        }
    }
    sheet.axes(words, head, &across, &Upright::Column(&up));
    sheet.ink.finish()
}

/// The rectangles of a plane: cells with the same ends are joined across, then up.
fn blocks<'a>(plane: &'a Plane, across: &Ruler, up: &Ruler) -> Vec<Block<'a>> {
    let mut done: Vec<Block<'a>> = Vec::new();
    let mut before: Vec<Block<'a>> = Vec::new();
    for (row, slot) in up.shown() {
        let (bottom, top) = up.ends(slot);
        let mut line: Vec<Block<'a>> = Vec::new();
        for (column, slot) in across.shown() {
            let (left, right) = across.ends(slot);
            let Some(region) = plane.region(column, row).filter(|_| right > left && bottom > top) else { continue };
            match line.last_mut() {
                Some(last) if last.region.ends == region.ends && last.area.left + last.area.width == left => {
                    last.area.width = right - last.area.left;
                }
                _ => line.push(Block { area: Area { left, top, width: right - left, height: bottom - top }, region }),
            }
        }
        if line.is_empty() {
            continue;
        }
        for block in &mut line {
            let same = |below: &Block<'_>| {
                below.region.ends == block.region.ends
                    && (below.area.left, below.area.width, below.area.top)
                        == (block.area.left, block.area.width, bottom)
            };
            if let Some(place) = before.iter().position(same) {
                block.area.height += before.swap_remove(place).area.height;
            }
        }
        done.append(&mut before);
        before = line;
    }
    done.append(&mut before);
    done
}
