//! Sketches become splits: names are looked up, branches put into order.

use crate::model::error::{JsonFault, ModelError};
use crate::model::kind::TestKind;
use crate::model::schema::{ColumnSchema, ColumnValues};
use crate::table::{Meaning, date, number};
use crate::tree::{ColumnId, LevelBranch, Missing, Split, Surrogate, Test};

use super::document::{Document, Spot};
use super::lookup::Lookup;
use super::scan::Value;
use super::sketch::{Fork, Question, Side, When, comparison, surrogate};
use super::write::amount;

/// A split, and the nodes of its branches in their order.
pub(super) struct Resolved {
    pub(super) split: Split,
    pub(super) children: Vec<Spot>,
}

/// What a person may write under `missing`, besides the number of a child.
const WORDS: &[&str] = &["heaviest", "spread", "surrogates"];

struct Reader<'d, 's, 'l> {
    document: &'d Document<'d>,
    lookup: &'l mut Lookup<'s>,
}

/// The split of a node with its names looked up.
pub(super) fn resolve(document: &Document, lookup: &mut Lookup, fork: &Fork) -> Result<Resolved, ModelError> {
    let mut reader = Reader { document, lookup };
    let (column, test, order) = reader.ask(&fork.question)?;
    // Children stand in the order of branches, however they were written; the one for missing values is the last.
    let mut places: Vec<usize> = (0..order.len()).collect();
    places.sort_by_key(|place| order[*place]);
    let missing = reader.missing(fork, &order)?;
    Ok(Resolved {
        split: Split { column, test, missing },
        children: places.into_iter().map(|place| fork.children[place]).collect(),
    })
}

impl<'s> Reader<'_, 's, '_> {
    /// The column and the test of a question, and the branch of each of its sides.
    fn ask(&mut self, question: &Question) -> Result<(ColumnId, Test, Vec<u32>), ModelError> {
        let document = self.document;
        let id = self.lookup.column(document, question.spot, question.column)?;
        let column: &'s ColumnSchema = self.lookup.schema.column(id);
        let (kind, found) = (question.kind(Some(column.kind())), column.kind());
        if !kind.fits(found) {
            let fault = JsonFault::WrongKind { test: kind.word(), column: column.name.clone(), kind: found };
            return Err(document.fault(question.spot, fault));
        }
        let known: Vec<&Side> = question.sides.iter().filter(|side| !matches!(side.when, When::Missing)).collect();
        let (test, mut branches) = match kind {
            TestKind::Threshold => {
                let (cut, order) = self.threshold(question, column, &known)?;
                (Test::Threshold { cut }, order)
            }
            TestKind::Cut => {
                let (level, order) = self.cut(question, id, &known)?;
                (Test::Cut { level }, order)
            }
            _ => (self.list(question, id, kind, &known)?, (0..known.len() as u32).collect()),
        };
        if known.len() + 1 < question.sides.len() {
            return Err(document.fault(question.spot, JsonFault::Twice { name: "missing".to_owned() }));
        }
        let own = question.sides.iter().position(|side| matches!(side.when, When::Missing));
        if let Some(place) = own {
            branches.insert(place, known.len() as u32);
        }
        Ok((id, test, branches))
    }

    /// The text behind `<=` or `>` of each side, and the branch.
    fn compared<'t>(&self, known: &[&Side<'t>]) -> Result<Vec<(u32, &'t str)>, ModelError> {
        let compared = known.iter().map(|side| match side.when {
            When::One(text) => comparison(text).ok_or(side),
            _ => Err(side),
        });
        compared.map(|found| found.map_err(|side| self.document.expected(side.spot, "\"<= …\" or \"> …\""))).collect()
    }

    /// One side up to the cut and one above it; a surrogate needs not name them.
    fn two_sides(&self, question: &Question, branches: &[u32]) -> Result<(), ModelError> {
        match branches {
            [] | [0, 1] | [1, 0] => Ok(()),
            _ => Err(self.document.expected(question.spot, "one branch \"<= …\" and one \"> …\" of the same cut")),
        }
    }

    fn threshold(
        &self,
        question: &Question,
        column: &ColumnSchema,
        known: &[&Side],
    ) -> Result<(f64, Vec<u32>), ModelError> {
        let compared = self.compared(known)?;
        let said = match question.cut {
            None => compared.first().map(|(_, text)| *text),
            Some(cut) => match self.document.value_of(cut) {
                Value::Number(_) => None,
                _ => Some(self.document.text(cut)?),
            },
        };
        let at = question.cut.or(known.first().map(|side| side.spot)).unwrap_or(question.spot);
        let cut = match said {
            Some(text) => quantity(column, text).ok_or_else(|| self.document.expected(at, "a number to cut at"))?,
            None => self.document.number(question.cut.unwrap_or(question.spot))?,
        };
        for (side, (_, text)) in known.iter().zip(&compared) {
            // A date shows its day only, so the cut's own text will do as well as its number.
            if quantity(column, text) != Some(cut) && *text != amount(column, cut) {
                return Err(self.document.fault(side.spot, JsonFault::Disagree { one: "this", two: "the cut" }));
            }
        }
        let branches: Vec<u32> = compared.into_iter().map(|(branch, _)| branch).collect();
        self.two_sides(question, &branches)?;
        Ok((cut, branches))
    }

    fn cut(&self, question: &Question, id: ColumnId, known: &[&Side]) -> Result<(u32, Vec<u32>), ModelError> {
        let compared = self.compared(known)?;
        let name = match (question.cut, compared.first()) {
            (Some(cut), _) => self.document.name(cut)?,
            (None, Some((_, text))) => text,
            (None, None) => return Err(self.document.fault(question.spot, JsonFault::NoField { name: "cut" })),
        };
        if let Some(place) = compared.iter().position(|(_, text)| *text != name) {
            let fault = JsonFault::Disagree { one: "this", two: "the cut" };
            return Err(self.document.fault(known[place].spot, fault));
        }
        let branches: Vec<u32> = compared.iter().map(|(branch, _)| *branch).collect();
        self.two_sides(question, &branches)?;
        Ok((self.lookup.level(self.document, question.cut.unwrap_or(question.spot), id, name)?, branches))
    }

    /// A test that lists the values of each branch.
    fn list(&mut self, question: &Question, id: ColumnId, kind: TestKind, known: &[&Side]) -> Result<Test, ModelError> {
        let height = match kind {
            TestKind::Height => Some(self.height(question)?),
            _ => None,
        };
        let mut taken: Vec<(u32, u32, Spot)> = Vec::new();
        for (branch, side) in known.iter().enumerate() {
            let levels = self.side(side, id, height)?;
            taken.extend(levels.into_iter().map(|level| (level, branch as u32, side.spot)));
        }
        taken.sort_by_key(|(level, ..)| *level);
        if let Some(pair) = taken.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let name = self.lookup.schema.column(id).levels()[pair[1].0 as usize].clone();
            return Err(self.document.fault(pair[1].2, JsonFault::Twice { name }));
        }
        let branches = taken.into_iter().map(|(level, branch, _)| LevelBranch { level, branch }).collect();
        Ok(match (kind, height) {
            (TestKind::Height, Some(height)) => Test::Height { height, branches },
            (TestKind::Subset, _) => Test::Subset { branches },
            _ => Test::Values { branches },
        })
    }

    /// The levels of one branch.
    fn side(&mut self, side: &Side, id: ColumnId, height: Option<u32>) -> Result<Vec<u32>, ModelError> {
        let (document, column) = (self.document, self.lookup.schema.column(id));
        match (&side.when, height) {
            (When::Below(node) | When::One(node), Some(height)) => {
                self.lookup.below(document, side.spot, (id, height), node).map(<[u32]>::to_vec)
            }
            (When::One(name), None) => self.lookup.level(document, side.spot, id, name).map(|level| vec![level]),
            (When::Several(names), _) => {
                let level = |name: &&str| self.lookup.level(document, side.spot, id, name);
                let levels = names.iter().map(level).collect::<Result<Vec<u32>, _>>()?;
                let agrees = side.at.is_none_or(|at| {
                    height.is_some_and(|height| levels.iter().any(|level| column.node(*level, height) == at))
                });
                let fault = JsonFault::Disagree { one: "\"at\"", two: "\"values\"" };
                if agrees { Ok(levels) } else { Err(document.fault(side.spot, fault)) }
            }
            _ => Err(document.expected(side.spot, "a value or a list of values")),
        }
    }

    fn height(&self, question: &Question) -> Result<u32, ModelError> {
        let missing = || self.document.fault(question.spot, JsonFault::NoField { name: "height" });
        let spot = question.height.ok_or_else(missing)?;
        let height = self.document.number(spot)?;
        let whole = height.fract() == 0.0 && (0.0..=1000.0).contains(&height);
        if whole { Ok(height as u32) } else { Err(self.document.expected(spot, "a whole number from 0 to 1000")) }
    }

    /// Where rows without a value go: as it is said, else where a child is for them, else as surrogates say, if any.
    fn missing(&mut self, fork: &Fork, order: &[u32]) -> Result<Missing, ModelError> {
        let document = self.document;
        let own = fork.question.sides.iter().position(|side| matches!(side.when, When::Missing));
        let said = fork.missing.map(|spot| (spot, document.value_of(spot)));
        let way = match (said, own) {
            (None, Some(place)) => Missing::Branch(order[place]),
            (None, None) => self.surrogates(fork, order)?,
            (Some((spot, Value::Number(number))), _) => Missing::Branch(self.branch(spot, *number, order)?),
            (Some((spot, _)), _) => match document.text(spot)? {
                "spread" => Missing::Spread,
                "heaviest" => Missing::Surrogates([].into()),
                "surrogates" => self.surrogates(fork, order)?,
                found => {
                    let fault = JsonFault::UnknownWord { found: found.to_owned(), known: WORDS };
                    return Err(document.fault(spot, fault));
                }
            },
        };
        let disagree = |two| Err(document.fault(fork.question.spot, JsonFault::Disagree { one: "\"missing\"", two }));
        match (&way, own) {
            (Missing::Branch(branch), Some(place)) if *branch == order[place] => Ok(way),
            (_, Some(_)) => disagree("the child for missing values"),
            (Missing::Surrogates(others), _) if others.len() == fork.surrogates.len() => Ok(way),
            _ if fork.surrogates.is_empty() => Ok(way),
            _ => disagree("\"surrogates\""),
        }
    }

    fn surrogates(&mut self, fork: &Fork, order: &[u32]) -> Result<Missing, ModelError> {
        let others = fork.surrogates.iter().map(|other| self.surrogate(*other, order));
        Ok(Missing::Surrogates(others.collect::<Result<_, _>>()?))
    }

    /// The branch of a child's number.
    fn branch(&self, spot: Spot, number: f64, order: &[u32]) -> Result<u32, ModelError> {
        let whole = number.fract() == 0.0 && number >= 0.0;
        let fault = || self.document.fault(spot, JsonFault::NoChild { found: number, count: order.len() });
        order.get(number as usize).copied().filter(|_| whole).ok_or_else(fault)
    }

    fn surrogate(&mut self, spot: Spot, order: &[u32]) -> Result<Surrogate, ModelError> {
        let document = self.document;
        let (column, test, _) = self.ask(&surrogate(document, spot)?)?;
        let to = document.list(document.need(spot, "to")?)?.into_iter();
        let to = to.map(|one| self.branch(one, document.number(one)?, order)).collect::<Result<_, _>>()?;
        let agreement = document.get(spot, "agreement").map_or(Ok(0.0), |agreement| document.number(agreement))?;
        Ok(Surrogate { column, test, to, agreement })
    }
}

/// The number that a text stands for in a column: a number, a date or a time.
fn quantity(column: &ColumnSchema, text: &str) -> Option<f64> {
    if let Some(written) = number::read(text.trim()) {
        return written.value();
    }
    let moment = date::read(text.trim())?;
    match column.values {
        ColumnValues::Continuous { meaning: Meaning::Date } => Some(moment.seconds / date::DAY),
        ColumnValues::Continuous { meaning: Meaning::Time } => Some(moment.seconds),
        _ => None,
    }
}
