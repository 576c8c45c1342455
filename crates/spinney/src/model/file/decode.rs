//! Bytes become a model.

use crate::blind::Blind;
use crate::forest::{Forest, ForestFlaw, ForestSettings, Vote};
use crate::grow::TreeSettings;
use crate::model::error::{FileFault, ModelError};
use crate::model::finished::Model;
use crate::model::schema::{Schema, TargetKind, TargetSchema};
use crate::model::several::Models;
use crate::parallel;
use crate::tree::{Answers, Flaw, Nodes, Tree};

use super::answers::{Numbers, Said};
use super::checksum::checksum;
use super::encode::kind_word;
use super::header::{CHECKSUM, FORMAT, HEADER, Header, MARK, Other, misunderstood, settings};
use super::nodes::{Kinds, NodeReader};
use super::stream::{Arrays, Stream, check_filling, file};

/// Trees of a forest whose places in the arrays are looked up at a time.
const WAVE: usize = 64;

impl Model {
    /// The model of the bytes of a `.spinney` file. Bytes that were damaged, or made to do harm, are an error.
    ///
    /// ```
    /// use spinney::model::Model;
    /// let error = Model::from_bytes(b"outlook,play\nSunny,No\n").unwrap_err();
    /// assert!(error.to_string().starts_with("byte 0: this is not a Spinney model"));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        Models::from_bytes(bytes)?.into_only()
    }
}

impl Models {
    /// The models of the bytes of a `.spinney` file, of one target or several.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let (header, start) = begin(bytes)?;
        decode(header, start, bytes)
    }
}

/// The models of a file with this header, whose arrays begin at `start`.
pub(super) fn decode(header: Header, start: usize, bytes: &[u8]) -> Result<Models, ModelError> {
    let maker = format!("{} {}", header.provenance.tool, header.provenance.version);
    let data = &bytes[start..bytes.len() - CHECKSUM];
    let mut arrays = Arrays::new(&header, data, start as u64, &maker)?;
    let provenance = header.provenance.clone();
    let models = match header.model.as_str() {
        "forest" => forests(header, &mut arrays, &maker)?,
        "isolation" | "embedding" => vec![blind(header, &mut arrays, &maker)?],
        _ => trees(header, &mut arrays, &maker)?,
    };
    Models::new(models.into_iter().map(|model| model.made_by(provenance.clone())).collect())
}

/// The models of one tree, one for each target.
fn trees(header: Header, arrays: &mut Arrays, maker: &str) -> Result<Vec<Model>, ModelError> {
    let findings = header.findings.is_some() || header.others.iter().any(|other| other.findings.is_some());
    let stray = [(header.vote.is_some(), "vote"), (findings, "findings")];
    if let Some((_, name)) = stray.iter().find(|(is, _)| *is) {
        return Err(misunderstood(&format!("unknown field `{name}`"), maker));
    }
    let mut nodes = NodeReader::new(arrays, Kinds::new(&header, maker)?)?;
    let found = nodes.next(nodes.all())?;
    nodes.end()?;
    let schemas = schemas(&header);
    let answers: Vec<Answers> = match header.answers.as_str() {
        "classes" => {
            let mut said = Said::classes(arrays, 0)?;
            let each = schemas.iter().map(|schema| said.next_of(&found, schema.classes().len() as u32));
            let answers = each.collect::<Result<_, _>>()?;
            said.end()?;
            answers
        }
        _ => Numbers::of_tree(arrays, found.len(), schemas.len())?.into_iter().map(Answers::Numbers).collect(),
    };
    arrays.end()?;
    let settings: Option<TreeSettings> = settings(header.settings, maker)?;
    let trees = Tree::several(found, answers)?.into_iter().zip(schemas);
    trees.map(|(tree, schema)| Model::made(schema, settings.clone(), header.pruning.clone(), tree)).collect()
}

/// The names for each target.
fn schemas(header: &Header) -> Vec<Schema> {
    let of = |target: &TargetSchema| Schema { columns: header.schema.columns.clone(), target: target.clone() };
    let others = header.others.iter().map(|other| of(&other.target));
    std::iter::once(header.schema.clone()).chain(others).collect()
}

/// The models of many trees, one for each target.
fn forests(header: Header, arrays: &mut Arrays, maker: &str) -> Result<Vec<Model>, ModelError> {
    if !header.pruning.is_empty() {
        return Err(misunderstood("unknown field `pruning`", maker));
    }
    let vote = header.vote.ok_or_else(|| misunderstood("missing field `vote`", maker))?;
    let (trees, schemas) = (trees_of_many(&header, arrays, maker)?, schemas(&header));
    let settings: Option<ForestSettings> = settings(header.settings, maker)?;
    let findings = std::iter::once(header.findings).chain(header.others.into_iter().map(|other| other.findings));
    let mut models = Vec::with_capacity(schemas.len());
    for ((trees, schema), findings) in trees.into_iter().zip(schemas).zip(findings) {
        let forest = Forest::new(trees, vote)?;
        if forest.vote() != vote {
            return Err(misunderstood("numbers are not answered by a majority", maker));
        }
        models.push(Model::of_forest(schema, (settings.clone(), findings), forest)?);
    }
    Ok(models)
}

/// The model of trees without a target.
fn blind(header: Header, arrays: &mut Arrays, maker: &str) -> Result<Model, ModelError> {
    let stray = [
        (header.vote.is_some(), "vote"),
        (header.findings.is_some(), "findings"),
        (!header.pruning.is_empty(), "pruning"),
        (!header.others.is_empty(), "others"),
    ];
    if let Some((_, name)) = stray.iter().find(|(is, _)| *is) {
        return Err(misunderstood(&format!("unknown field `{name}`"), maker));
    }
    let blind: Blind = settings(header.settings.clone(), maker)?;
    if kind_word(blind.settings.kind) != header.model {
        return Err(misunderstood("its settings are of another kind", maker));
    }
    let trees = trees_of_many(&header, arrays, maker)?.pop().unwrap_or_default();
    let forest = Forest::new(trees, Vote::Mean)?;
    Model::blind_of(header.schema, blind, forest)
}

/// All trees of a forest, for each target.
fn trees_of_many(header: &Header, arrays: &mut Arrays, maker: &str) -> Result<Vec<Vec<Tree>>, ModelError> {
    let counts = arrays.take("tree.nodes")?;
    let nodes = NodeReader::new(arrays, Kinds::new(header, maker)?)?;
    let said = match header.answers.as_str() {
        "classes" => Said::classes(arrays, header.schema.classes().len() as u32)?,
        _ => Said::numbers(arrays)?,
    };
    arrays.end()?;
    let classes = |other: &Other| match &other.target.values {
        TargetKind::Classes { names } => names.len() as u32,
        TargetKind::Number { .. } => 0,
    };
    Trees { nodes, said }.all(counts, header.others.iter().map(classes))
}

/// What is left of the trees of a forest.
#[derive(Clone)]
struct Trees<'a> {
    nodes: NodeReader<'a>,
    said: Said<'a>,
}

/// A tree's parts, before they are checked.
type Found = Result<(Nodes, Answers), ModelError>;

impl<'a> Trees<'a> {
    /// All trees, which have so many nodes each; then what they answer for further targets, which have so many classes.
    fn all(mut self, mut counts: Stream<'a>, others: impl Iterator<Item = u32>) -> Result<Vec<Vec<Tree>>, ModelError> {
        let mut trees = Vec::with_capacity(counts.left());
        while counts.left() > 0 {
            let wave = (0..counts.left().min(WAVE)).map(|_| counts.next()).collect::<Result<Vec<u32>, _>>()?;
            for tree in self.wave(&wave) {
                let tree = tree.and_then(|tree| {
                    tree.map_err(|flaw| ForestFlaw::Unsound { tree: trees.len() as u32, flaw }.into())
                });
                trees.push(tree?);
            }
        }
        self.nodes.end()?;
        let mut all = vec![trees];
        for classes in others {
            let like = |(place, first): (usize, &Tree)| {
                let answers = self.said.next_like(first, classes)?;
                first.saying(answers).map_err(|flaw| ForestFlaw::Unsound { tree: place as u32, flaw }.into())
            };
            let trees = all[0].iter().enumerate().map(like).collect::<Result<Vec<Tree>, ModelError>>()?;
            all.push(trees);
        }
        self.said.end()?;
        Ok(all)
    }

    /// The next trees. Where each begins in the arrays can be told without reading them, but for surrogates; so all threads read.
    fn wave(&mut self, counts: &[u32]) -> Vec<Result<Result<Tree, Flaw>, ModelError>> {
        let built = |found: Found| found.map(|(nodes, answers)| Tree::new(nodes, answers));
        if self.nodes.has_surrogates() {
            return counts.iter().map(|count| built(self.next(*count))).collect();
        }
        let begins = counts.iter().map(|count| {
            let begin = (self.clone(), *count);
            self.skip(*count as usize);
            begin
        });
        parallel::map_owned(begins.collect(), |(mut trees, count)| built(trees.next(count)))
    }

    fn next(&mut self, count: u32) -> Found {
        let nodes = self.nodes.next(self.nodes.has(count)?)?;
        let answers = self.said.next(&nodes)?;
        Ok((nodes, answers))
    }

    fn skip(&mut self, count: usize) {
        let splits = self.nodes.skip(count);
        self.said.skip(count.saturating_sub(splits), splits);
    }
}

/// The header of bytes that are as they were written, and where the arrays begin.
pub(super) fn begin(bytes: &[u8]) -> Result<(Header, usize), ModelError> {
    let ends = |part, at: usize, needed: u64| {
        file(at as u64, FileFault::Ends { part, needed, left: bytes.len().saturating_sub(at) as u64 })
    };
    if !bytes.starts_with(&MARK) {
        let cut = !bytes.is_empty() && MARK.starts_with(bytes);
        return Err(if cut { ends("mark", 0, 8) } else { file(0, FileFault::NotAModel) });
    }
    let (format, rest) = bytes[8..].split_first_chunk().ok_or_else(|| ends("format", 8, 4))?;
    match u32::from_le_bytes(*format) {
        FORMAT => {}
        0 => return Err(file(8, FileFault::NoFormat { found: 0 })),
        found => return Err(file(8, FileFault::Newer { found, known: FORMAT })),
    }
    let length = rest.first_chunk().copied().map(u64::from_le_bytes).ok_or_else(|| ends("header's length", 12, 8))?;
    let end = usize::try_from(length).ok().and_then(|length| length.checked_add(HEADER));
    let start = end.and_then(|end| end.checked_next_multiple_of(8));
    let fits = |start: &usize| start.checked_add(CHECKSUM).is_some_and(|all| all <= bytes.len());
    let too_short = || ends("header", HEADER, length);
    let (end, start) = end.zip(start.filter(fits)).ok_or_else(too_short)?;
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    let stored = sum.first_chunk().copied().map_or(0, u64::from_le_bytes);
    let found = checksum(content);
    if stored != found {
        return Err(file(content.len() as u64, FileFault::Checksum { stored, found }));
    }
    check_filling(&bytes[end..start], end as u64)?;
    Ok((Header::from_bytes(&bytes[HEADER..end])?, start))
}
