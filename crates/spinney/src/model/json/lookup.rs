//! Names to numbers, each map made once.

use std::collections::BTreeMap;

use crate::model::error::{JsonFault, ModelError};
use crate::model::schema::{ColumnSchema, Schema};
use crate::table::frame::nearest;
use crate::tree::ColumnId;

use super::document::{Document, Spot};

/// The names of a schema.
pub(super) struct Lookup<'s> {
    pub(super) schema: &'s Schema,
    columns: BTreeMap<&'s str, u32>,
    levels: Vec<BTreeMap<&'s str, u32>>,
    classes: BTreeMap<&'s str, u32>,
    /// For a column and a height the levels below each node.
    below: BTreeMap<(ColumnId, u32), BTreeMap<String, Vec<u32>>>,
}

fn places(names: &[String]) -> BTreeMap<&str, u32> {
    names.iter().enumerate().map(|(place, name)| (name.as_str(), place as u32)).collect()
}

impl<'s> Lookup<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        let columns = schema.columns.iter().enumerate();
        Lookup {
            schema,
            columns: columns.map(|(place, column)| (column.name.as_str(), place as u32)).collect(),
            levels: schema.columns.iter().map(|column| places(column.levels())).collect(),
            classes: places(schema.classes()),
            below: BTreeMap::new(),
        }
    }

    pub(super) fn column(&self, document: &Document, spot: Spot, name: &str) -> Result<ColumnId, ModelError> {
        self.columns.get(name).copied().map(ColumnId).ok_or_else(|| {
            let names: Vec<String> = self.schema.columns.iter().map(|column| column.name.clone()).collect();
            document.fault(spot, JsonFault::NoColumn { name: name.to_owned(), near: nearest(name, &names) })
        })
    }

    pub(super) fn level(&self, document: &Document, spot: Spot, id: ColumnId, name: &str) -> Result<u32, ModelError> {
        self.levels[id.place()].get(name).copied().ok_or_else(|| {
            let column = self.schema.column(id);
            document.fault(spot, no_level(column, name, column.levels()))
        })
    }

    pub(super) fn class(&self, document: &Document, spot: Spot, name: &str) -> Result<u32, ModelError> {
        self.classes.get(name).copied().ok_or_else(|| {
            let near = nearest(name, self.schema.classes());
            document.fault(spot, JsonFault::NoClass { name: name.to_owned(), near })
        })
    }

    /// The levels below a node of a hierarchy.
    pub(super) fn below(
        &mut self,
        document: &Document,
        spot: Spot,
        (id, height): (ColumnId, u32),
        node: &str,
    ) -> Result<&[u32], ModelError> {
        let column = self.schema.column(id);
        let nodes = self.below.entry((id, height)).or_insert_with(|| {
            let mut nodes: BTreeMap<String, Vec<u32>> = BTreeMap::new();
            for level in 0..column.levels().len() as u32 {
                nodes.entry(column.node(level, height)).or_default().push(level);
            }
            nodes
        });
        if !nodes.contains_key(node) {
            let names: Vec<String> = nodes.keys().cloned().collect();
            return Err(document.fault(spot, no_level(column, node, &names)));
        }
        Ok(nodes.get(node).map(Vec::as_slice).unwrap_or_default())
    }
}

fn no_level(column: &ColumnSchema, name: &str, names: &[String]) -> JsonFault {
    JsonFault::NoLevel { column: column.name.clone(), name: name.to_owned(), near: nearest(name, names) }
}
