//! The rows that J48 -R holds out and prunes by: the last of three folds.

const FOLDS: usize = 3;

/// Which rows are grown from, and which are held out, by the classes of all rows. Nothing is drawn: rows of one class are put
/// together, then dealt out in turn.
pub(crate) fn dealt(classes: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let order = together(classes);
    let turns = (0..FOLDS).flat_map(|first| order.iter().skip(first).step_by(FOLDS));
    let turns: Vec<u32> = turns.copied().collect();
    let (size, extra) = (turns.len() / FOLDS, turns.len() % FOLDS);
    let (rest, last) = turns.split_at((FOLDS - 1) * size + extra);
    let sorted = |rows: &[u32]| {
        let mut rows = rows.to_vec();
        rows.sort_unstable();
        rows
    };
    (sorted(rest), sorted(last))
}

/// Rows of one class after each other: each is exchanged with the one that stands in its place.
fn together(classes: &[u32]) -> Vec<u32> {
    let class = |row: u32| classes[row as usize];
    let mut order: Vec<u32> = (0..classes.len() as u32).collect();
    let mut next = 1;
    while next < order.len() {
        let (first, rest) = (class(order[next - 1]), next..order.len());
        for place in rest {
            if class(order[place]) == first {
                order.swap(next, place);
                next += 1;
            }
        }
        next += 1;
    }
    order
}
