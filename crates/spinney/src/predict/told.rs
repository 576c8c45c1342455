//! What the leaves of a forest say, by the place of their nodes.

use rustc_hash::FxHashMap;

use super::class::{ClassShare, ClassTable};
use crate::forest::Vote;
use crate::tree::{Answers, Landing, NodeId, Tree};

/// The bits of a leaf's voice where it does not say one class alone.
pub(super) const ODD: u64 = (1 << 15) - 1;

/// What leaves say.
#[derive(Debug, Clone)]
pub(super) enum Told {
    /// Classes; where a leaf does not say one alone, the number of its mixture, by place. Empty where every leaf does.
    Classes { odd: Vec<u32>, mixtures: Mixtures },
    /// A number for each leaf, by place.
    Numbers(Vec<f64>),
}

/// The different probabilities of leaves that hold several classes.
#[derive(Debug, Clone, Default)]
pub(super) struct Mixtures {
    /// Where each begins, and the end as one more entry.
    starts: Vec<u32>,
    shares: Vec<ClassShare>,
}

/// The mixtures that are known, by class and bits of the share.
pub(super) type Known = FxHashMap<Vec<(u32, u64)>, u32>;

/// What the leaves of one tree say, for those who ask at its leaves one after the other.
pub(super) struct Voices {
    classes: Option<ClassTable>,
    rows: Vec<f64>,
    vote: Vote,
    /// Leaves that do not say one class alone, by place.
    pub(super) odd: Vec<(u32, Vec<ClassShare>)>,
}

impl Voices {
    pub(super) fn new(tree: &Tree, vote: Vote) -> Self {
        let classes = match tree.answers() {
            Answers::Classes(leaves) => Some(ClassTable::new(tree, leaves)),
            Answers::Numbers(_) => None,
        };
        Voices { classes, rows: tree.ids().map(|id| tree.rows(id)).collect(), vote, odd: Vec::new() }
    }

    /// The class of a leaf that lies at a place; [`ODD`], and its probabilities are noted, where it is not one alone.
    pub(super) fn leaf(&mut self, id: NodeId, place: u32) -> u64 {
        let Some(classes) = &self.classes else { return ODD };
        let shares = match self.vote {
            Vote::Majority => vec![ClassShare { class: classes.class_at(id.0), share: 1.0 }],
            Vote::Mean => classes.shares(&[Landing { node: id, share: 1.0 }], &self.rows),
        };
        match shares[..] {
            [ClassShare { class, share: 1.0 }] if u64::from(class) < ODD => u64::from(class),
            _ => {
                self.odd.push((place, shares));
                ODD
            }
        }
    }
}

impl Told {
    /// Nothing yet, of the kind that the trees answer.
    pub(super) fn new(trees: &[Tree]) -> Self {
        match trees.first().map(Tree::answers) {
            Some(Answers::Numbers(_)) => Told::Numbers(Vec::new()),
            _ => Told::Classes { odd: Vec::new(), mixtures: Mixtures { starts: vec![0], shares: Vec::new() } },
        }
    }

    /// Takes over what the leaves of a tree say, whose nodes lie from `root` on in this order.
    pub(super) fn extend(&mut self, (tree, odd): (&Tree, Odd), root: u32, nodes: &[NodeId], known: &mut Known) {
        match (self, tree.answers()) {
            (Told::Numbers(all), Answers::Numbers(numbers)) => {
                all.extend(nodes.iter().map(|id| numbers.values[id.place()]));
            }
            (Told::Classes { odd: all, mixtures }, _) if !odd.is_empty() => {
                all.resize(root as usize + nodes.len(), 0);
                for (place, shares) in odd {
                    let key = shares.iter().map(|pair| (pair.class, pair.share.to_bits())).collect();
                    all[(root + place) as usize] = *known.entry(key).or_insert_with(|| mixtures.push(&shares));
                }
            }
            _ => {}
        }
    }

    /// Adds what the leaves where rows have ended say, to the sums of each row. `leaf` knows the place and the voice of an end.
    #[inline]
    pub(super) fn add_all<'a>(
        &self,
        ends: &[u32],
        leaf: impl Fn(u32) -> (u32, u64),
        rows: impl Iterator<Item = &'a mut [f64]>,
    ) {
        let ended = ends.iter().map(|end| leaf(*end)).zip(rows);
        match self {
            Told::Numbers(values) => ended.for_each(|((place, _), sums)| sums[0] += values[place as usize]),
            Told::Classes { odd, mixtures } => ended.for_each(|((place, voice), sums)| {
                if voice != ODD {
                    sums[voice as usize] += 1.0;
                    return;
                }
                for pair in mixtures.of(odd[place as usize]) {
                    sums[pair.class as usize] += pair.share;
                }
            }),
        }
    }
}

/// Leaves that do not say one class alone, by place.
type Odd = Vec<(u32, Vec<ClassShare>)>;

impl Mixtures {
    fn push(&mut self, shares: &[ClassShare]) -> u32 {
        self.shares.extend_from_slice(shares);
        self.starts.push(self.shares.len() as u32);
        self.starts.len() as u32 - 2
    }

    /// The probabilities above 0 of a mixture, in the order of classes.
    #[inline]
    fn of(&self, number: u32) -> &[ClassShare] {
        &self.shares[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize]
    }
}
