//! What several verbs say of a target.

use spinney::table::{Column, Task, Values};

use crate::args::TaskArg;

/// The task that the person set.
pub(super) fn told(arg: Option<TaskArg>) -> Option<Task> {
    arg.map(|task| match task {
        TaskArg::Classification => Task::Classification,
        TaskArg::Regression => Task::Regression,
    })
}

/// Why the task is what it is.
pub(super) fn reason(column: &Column, task: Task, told: bool) -> String {
    match (&column.values, task) {
        _ if told => "as --task says".to_owned(),
        (Values::Category(_), _) => "as it holds text".to_owned(),
        (Values::Number(_) | Values::Sparse(_), Task::Classification) => {
            format!("as it holds whole numbers with {} values (--task regression overrides)", column.distinct())
        }
        (Values::Number(_) | Values::Sparse(_), Task::Regression) => {
            "as it holds numbers (--task classification overrides)".to_owned()
        }
    }
}
