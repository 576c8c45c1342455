//! How the rows of a forest's trees are drawn, as the flags say: by groups, within strata, with classes that weigh the same.

use spinney::contest::ClassWeight;
use spinney::error::Mistake as Core;
use spinney::evaluate::groups_of;
use spinney::grow::SampleBy;
use spinney::table::{Table, Target};

use crate::args::{EachArg, LearnArgs};

/// How rows are drawn.
#[derive(Debug, Clone)]
pub(in crate::verbs) struct Sampling {
    pub(super) by: SampleBy,
    /// The column that they are drawn by; none where it is the target.
    pub(in crate::verbs) column: Option<String>,
    /// Whether the classes of each tree weigh the same.
    pub(super) balance: bool,
    /// The first flag that was said.
    pub(super) said: Option<&'static str>,
}

impl Sampling {
    /// What the flags ask for, and the group, or stratum, of each row of the table; rows that are learned from must have one.
    pub(super) fn read(
        args: &LearnArgs,
        (table, target, rows): (&Table, &Target, &[u32]),
        class_weight: Option<&ClassWeight>,
    ) -> spinney::Result<(Self, Option<Vec<u32>>)> {
        let (groups, strata) = (args.sample_groups.as_deref(), args.sample_strata.as_deref());
        let by = match (groups, strata, args.sample_each) {
            (Some(_), ..) => SampleBy::Groups,
            (_, _, Some(EachArg::Rarest)) => SampleBy::Balanced,
            (_, _, Some(EachArg::Count(many))) => SampleBy::Each(many),
            (_, Some(_), None) => SampleBy::Strata,
            _ => SampleBy::Rows,
        };
        let is_target = |name: &&str| *name == target.name || (*name == "target" && table.position(name).is_err());
        let column = groups.or(strata.filter(|name| !is_target(name)));
        let said = [
            (groups.is_some(), "sample-groups"),
            (strata.is_some(), "sample-strata"),
            (args.sample_each.is_some(), "sample-each"),
        ];
        let groups = column.map(|name| numbered(table, name, rows)).transpose()?;
        let sampling = Sampling {
            by,
            column: column.map(str::to_owned),
            balance: matches!(class_weight, Some(ClassWeight::BalancedSubsample)),
            said: said.into_iter().find(|(said, _)| *said).map(|(_, flag)| flag),
        };
        Ok((sampling, groups))
    }
}

fn numbered(table: &Table, name: &str, rows: &[u32]) -> spinney::Result<Vec<u32>> {
    let column = table.column(name)?;
    match rows.iter().find(|row| column.is_missing(**row as usize)) {
        Some(row) => Err(Core::NoGroup.at(u64::from(*row) + 1, name)),
        None => groups_of(column, &[]),
    }
}
