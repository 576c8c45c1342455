//! What the leaves of a forest say, where it lies in its file.

use crate::parallel;

use super::lane::{Lane, Numbers};
use super::reals::{Found, real};
use super::stream::{Arrays, Stream};

/// A weight of classes or rows that no number of leaves can add up to infinity; a larger one is left to the full door.
const MOST: f64 = 1e290;

/// What leaves say.
#[derive(Debug, Clone)]
pub(super) enum Voice {
    Classes(Weights),
    /// Their answers.
    Numbers(Numbers),
}

/// Weights of classes.
#[derive(Debug, Clone)]
pub(super) struct Weights {
    /// Where the weights of every 64th leaf begin.
    starts: Vec<u32>,
    /// How many classes have weight at each leaf.
    many: Lane,
    class: Lane,
    value: Numbers,
}

/// The arrays of what leaves and splits say, still to be looked at.
pub(super) enum Heard<'a> {
    Classes {
        classes: u32,
        many: Stream<'a>,
        class: Stream<'a>,
        value: Found<'a>,
    },
    /// Weight, answer and squared error of leaves; answer and squared error of splits.
    Numbers(Box<[Found<'a>; 5]>),
}

impl<'a> Heard<'a> {
    /// Takes out the arrays for so many classes; none stand for a number.
    pub(super) fn take(arrays: &mut Arrays<'a>, classes: u32) -> Option<Self> {
        if classes > 0 {
            let (many, class) = (arrays.take("leaf.classes").ok()?, arrays.take("weight.class").ok()?);
            return Some(Heard::Classes { classes, many, class, value: arrays.find_reals("weight.value").ok()? });
        }
        let mut find = |name| arrays.find_reals(name).ok();
        let (rows, value, error) = (find("leaf.rows")?, find("leaf.value")?, find("leaf.error")?);
        Some(Heard::Numbers(Box::new([rows, value, error, find("split.value")?, find("split.error")?])))
    }

    /// Whether they are those of so many leaves and splits.
    pub(super) fn fits(&self, leaves: usize, splits: usize) -> bool {
        match self {
            Heard::Classes { many, class, value, .. } => many.left() == leaves && class.left() == value.count(),
            Heard::Numbers(found) => {
                let (leaf, split) = found.split_at(3);
                leaf.iter().all(|found| found.count() == leaves) && split.iter().all(|found| found.count() == splits)
            }
        }
    }

    /// What they say, where every number in them is sound.
    pub(super) fn check(&self) -> Option<Voice> {
        match self {
            Heard::Classes { classes, many, class, value } => {
                let light = |weight: f64| weight > 0.0 && weight <= MOST;
                let (starts, sound) = parallel::both(|| starts(many, class, *classes), || is_sound(value, light));
                let (many, class, value) = (Lane::new(many), Lane::new(class), Numbers::new(value));
                sound.then_some(Voice::Classes(Weights { starts: starts?, many, class, value }))
            }
            Heard::Numbers(found) => {
                let [rows, values, errors, others, more] = &**found;
                let error = |error: f64| error.is_finite() && error >= 0.0;
                let looks: [&(dyn Fn() -> bool + Sync); 5] = [
                    &|| is_sound(values, f64::is_finite),
                    &|| is_sound(errors, error),
                    &|| is_sound(others, f64::is_finite),
                    &|| is_sound(more, error),
                    &|| is_sound(rows, |rows| (0.0..=MOST).contains(&rows)),
                ];
                let sound = parallel::map(&looks, |look| look()).into_iter().all(|sound| sound);
                sound.then(|| Voice::Numbers(Numbers::new(values)))
            }
        }
    }
}

/// Whether an array is in its one form, and all its numbers are so.
fn is_sound(found: &Found<'_>, sound: impl Fn(f64) -> bool) -> bool {
    found.check().is_ok() && found.numbers.elements().map(real).all(sound)
}

/// Where the weights of every 64th leaf begin; `None` where a leaf has none, or has classes that are not in order.
fn starts(many: &Stream<'_>, class: &Stream<'_>, classes: u32) -> Option<Vec<u32>> {
    let (_, bytes) = many.rest();
    if many.size() != 1 || u32::try_from(class.left()).is_err() || bytes.contains(&0) {
        return None;
    }
    let mut starts = Vec::with_capacity(bytes.len().div_ceil(64));
    let mut total = 0_usize;
    for leaves in bytes.chunks(64) {
        starts.push(total as u32);
        total += leaves.iter().map(|many| usize::from(*many)).sum::<usize>();
    }
    let mut most = 0;
    class.each(|class| most = most.max(class));
    if total != class.left() || most >= classes {
        return None;
    }
    let mut rest = *class;
    let ordered = bytes.chunks(64).all(|leaves| {
        // Fully grown leaves mostly hold one class.
        if leaves.iter().all(|many| *many == 1) {
            rest.pass(leaves.len());
            return true;
        }
        leaves.iter().all(|many| rest.skip(usize::from(*many)).is_sorted_by(|one, two| one < two))
    });
    ordered.then_some(starts)
}

impl Weights {
    /// The classes that have weight at a leaf, in order, and their weights.
    #[inline]
    pub(super) fn of<'a>(&'a self, bytes: &'a [u8], leaf: usize) -> impl Iterator<Item = (u32, f64)> + Clone + 'a {
        let many = |leaf| self.many.get(bytes, leaf) as usize;
        let start = self.starts[leaf / 64] as usize + (leaf / 64 * 64..leaf).map(many).sum::<usize>();
        (start..start + many(leaf)).map(|place| (self.class.get(bytes, place), self.value.get(bytes, place)))
    }
}
