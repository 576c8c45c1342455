//! The habits of C4.5 and J48: cuts by gain less what their number costs, columns by gain ratio among those whose gain is
//! not below the average.
//!
//! Both compare floats, J48 with a tolerance; trees agree with theirs only where we do the same.

use super::candidate::{Candidate, Merit, Question, Route};
use super::choose::{Choice, Choose};
use super::criterion::{ClassSide, Entropy, Measure};
use super::groups::Groups;
use super::item::{Class, Item, Stored};
use super::judge::Judge;
use super::observer::Observer;
use super::settings::Conventions;
use super::splitter::ALONE;
use crate::encode::{Coded, Encoded, EncodedColumn};
use crate::measure::{Amount, NLogN};
use crate::parallel;
use crate::seed::Key;

/// Numbers nearer than this are one number.
const SAME: f64 = 1e-5;
/// What a gain may lack of the average.
pub(crate) const SLACK: f64 = 1e-3;
/// A nominal column with at least this share of the rows as values does not count in the average.
const MANY: f64 = 0.3;

/// What the search needs to know of the whole training set.
pub(crate) struct Habits<'a> {
    pub(crate) data: &'a Encoded<'a>,
    pub(crate) conventions: Conventions,
    /// Weights are in units of this part of a row.
    pub(crate) unit: f64,
    pub(crate) min_rows: f64,
    pub(crate) classes: usize,
    /// The weight of all rows.
    pub(crate) rows: f64,
    /// Whether this thread does all the work.
    pub(crate) alone: bool,
}

/// The best test of a column, in C4.5's figures.
struct Rated {
    candidate: Candidate,
    gain: f64,
    ratio: f64,
    sides: Vec<ClassSide>,
}

impl<'m> Choose<Entropy<'m>> for Habits<'_> {
    type On<'b> = Habits<'b>;

    fn on<'b>(&self, data: &'b Encoded<'b>) -> Habits<'b> {
        Habits { data, ..*self }
    }

    fn by_oneself(self) -> Self {
        Habits { alone: true, ..self }
    }

    /// The split that the reference would make.
    fn choose<S: Stored<Label = Class>, O: Observer>(
        &self,
        judge: &Judge<'_, Entropy<'m>>,
        items: &[Item<S>],
        columns: &[u32],
        (_, observer): (Key, &O),
    ) -> Choice {
        let search = |column: &u32| self.column(judge, items, *column as usize, observer);
        let found: Vec<(Option<Rated>, bool)> = if self.alone || O::WATCHES || items.len() < ALONE {
            columns.iter().map(search).collect()
        } else {
            parallel::map(columns, search)
        };
        let live = columns.iter().zip(&found).filter(|(_, found)| !found.1).map(|(column, _)| *column);
        let mut live: Vec<u32> = live.collect();
        live.sort_unstable();
        Choice { best: self.best(found.into_iter().filter_map(|found| found.0).collect(), observer), live }
    }
}

impl Habits<'_> {
    /// What counts as larger.
    fn tolerance(&self) -> f64 {
        if self.conventions == Conventions::J48 { 1e-6 } else { 0.0 }
    }

    fn best<O: Observer>(&self, rated: Vec<Rated>, observer: &O) -> Option<Candidate> {
        let many = |column: &EncodedColumn| {
            !matches!(column.coded, Coded::Numbers(_)) && f64::from(column.distinct) >= MANY * self.rows
        };
        let all_many = self.data.columns.iter().all(many);
        let counted: Vec<f64> = rated
            .iter()
            .filter(|rated| all_many || !many(&self.data.columns[rated.candidate.column]))
            .map(|rated| rated.gain)
            .collect();
        if counted.is_empty() {
            return None;
        }
        let average = counted.iter().sum::<f64>() / counted.len() as f64;
        observer.average(average);
        let mut best: Option<Rated> = None;
        for rated in rated {
            let least = best.as_ref().map_or(0.0, |best| best.ratio);
            if rated.gain >= average - SLACK && rated.ratio > least + self.tolerance() {
                best = Some(rated);
            }
        }
        best.map(|best| best.candidate)
    }

    fn column<S: Stored<Label = Class>, O: Observer>(
        &self,
        judge: &Judge<'_, Entropy<'_>>,
        items: &[Item<S>],
        place: usize,
        observer: &O,
    ) -> (Option<Rated>, bool) {
        let column = &self.data.columns[place];
        let groups = Groups::new(items, column);
        if groups.len() + usize::from(!groups.missing.is_empty()) < 2 {
            return (None, true);
        }
        let at_node = Node::new(judge, &groups, place, self.unit);
        let rated = match (&column.coded, column.numbers()) {
            (_, Some(values)) => self.cut(&at_node, |code| values.at(code)),
            (Coded::Ordinal, _) => self.cut(&at_node, f64::from),
            _ => self.each(&at_node),
        };
        if let (true, Some(rated)) = (O::WATCHES, &rated) {
            let sides: Vec<&ClassSide> = rated.sides.iter().collect();
            let known = at_node.side(0..groups.len());
            observer.candidate(&rated.candidate, &sides, (&known, &known), judge);
        }
        (rated, false)
    }

    /// A branch for each value: allowed where at least two hold enough rows.
    fn each(&self, node: &Node<'_, '_>) -> Option<Rated> {
        let sides: Vec<ClassSide> = (0..node.groups.len()).map(|group| node.side(group..group + 1)).collect();
        let enough = |side: &&ClassSide| side.total as f64 * self.unit >= self.min_rows - self.tolerance();
        if sides.iter().filter(enough).count() < 2 {
            return None;
        }
        let gain = node.gain(&sides, self.tolerance());
        Some(self.rate(node, sides, gain, Question::Values))
    }

    /// The cut with the largest gain, of which the price of choosing among so many is then taken off.
    fn cut(&self, node: &Node<'_, '_>, number: impl Fn(u32) -> f64) -> Option<Rated> {
        let measure = node.judge.measure;
        let mut sides = [measure.empty(&node.judge.room), node.side(0..node.groups.len())];
        let known = sides[1].total as f64 * self.unit;
        let least = self.least_side(known);
        // Rows are counted here, not their weight: one of which a part came down is a row, one of weight 3 is three.
        let rows: f64 = node.groups.labels.iter().map(|label| libm::ceil(label.weight as f64 * self.unit)).sum();
        if rows < 2.0 * least - self.tolerance() {
            return None;
        }
        let mut tries = 0_u32;
        let mut best: Option<(f64, usize)> = None;
        for group in 0..node.groups.len() - 1 {
            for label in node.groups.part(group) {
                measure.add(&mut sides[0], *label);
                measure.take(&mut sides[1], *label);
            }
            let (low, high) = (number(node.groups.codes[group]), number(node.groups.codes[group + 1]));
            let enough = sides.iter().all(|side| side.total as f64 * self.unit >= least - self.tolerance());
            if low + SAME >= high || !enough {
                continue;
            }
            tries += 1;
            let gain = node.gain(&sides, self.tolerance());
            if gain > best.map_or(0.0, |best| best.0) + self.tolerance() {
                best = Some((gain, group));
            }
        }
        let (gain, group) = best?;
        let gain = gain - libm::log2(f64::from(tries)) / (node.total as f64 * self.unit);
        if gain <= self.tolerance() {
            return None;
        }
        let sides = vec![node.side(0..group + 1), node.side(group + 1..node.groups.len())];
        let question = Question::Between { low: node.groups.codes[group], high: node.groups.codes[group + 1] };
        Some(self.rate(node, sides, gain, question))
    }

    /// A tenth of the rows per class, but not below the person's minimum nor above 25.
    fn least_side(&self, known: f64) -> f64 {
        let least = 0.1 * known / self.classes as f64;
        if least <= self.min_rows + self.tolerance() { self.min_rows } else { least.min(25.0) }
    }

    fn rate(&self, node: &Node<'_, '_>, sides: Vec<ClassSide>, gain: f64, question: Question) -> Rated {
        let logs = node.judge.logs;
        let known: u64 = sides.iter().map(|side| side.total).sum();
        let parts = sides.iter().map(|side| logs.at(side.total)).sum::<i128>() + logs.at(node.total - known);
        let info = (logs.at(node.total) - parts) as f64 / NLogN::ONE_BIT / node.total as f64;
        let least_info =
            if self.conventions == Conventions::J48 { 1e-6 / (node.total as f64 * self.unit) } else { SLACK };
        let ratio = if info <= least_info { 0.0 } else { gain / info };
        let exact = Amount::whole((gain * NLogN::ONE_BIT) as i128 * i128::from(node.total));
        let candidate = Candidate {
            column: node.column,
            question,
            route: Route::Spread,
            merit: Merit::Gain(exact.clone()),
            gain: exact,
        };
        Rated { candidate, gain, ratio, sides }
    }
}

/// One column at one node.
struct Node<'a, 'm> {
    judge: &'a Judge<'a, Entropy<'m>>,
    groups: &'a Groups<Class>,
    column: usize,
    /// The weight of all rows of the node.
    total: u64,
    /// What is to be known of the rows with a value.
    rest: i128,
    unit: f64,
}

impl<'a, 'm> Node<'a, 'm> {
    fn new(judge: &'a Judge<'a, Entropy<'m>>, groups: &'a Groups<Class>, column: usize, unit: f64) -> Self {
        let mut node = Node { judge, groups, column, total: judge.whole.total, rest: 0, unit };
        node.rest = judge.measure.rest(&node.side(0..groups.len())).whole_part();
        node
    }

    fn side(&self, groups: std::ops::Range<usize>) -> ClassSide {
        let mut side = self.judge.measure.empty(&self.judge.room);
        for group in groups {
            for label in self.groups.part(group) {
                self.judge.measure.add(&mut side, *label);
            }
        }
        side
    }

    /// Bits gained for each row of the node: over the rows with a value, times their share.
    fn gain(&self, sides: &[ClassSide], tolerance: f64) -> f64 {
        let rests = sides.iter().map(|side| self.judge.measure.rest(side).whole_part());
        let bits = (self.rest - rests.sum::<i128>()) as f64 / NLogN::ONE_BIT;
        let known: u64 = sides.iter().map(|side| side.total).sum();
        let share = known as f64 / self.total as f64;
        if bits * share * self.unit <= tolerance { 0.0 } else { bits / self.total as f64 }
    }
}
