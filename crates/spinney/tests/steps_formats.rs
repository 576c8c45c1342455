//! A derivation says the same in every format, and no name can break any of them.
#![cfg(test)]
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

mod sight;

use serde_json::Value;
use sight::{columns, sample, table};
use spinney::grow::{Criterion, Preset, Training, TreeSettings, grow_recorded};
use spinney::steps::{Block, Derivation, Scope, Steps, html, latex, markdown, steps, text};
use spinney::table::{Table, Target, Task};

const NASTY: &str = "<script>alert('x')</script>,50%_$a$,\"two\nlines\",a|b \\ {c},日本,y_1\n\
    1,a,x,p,p`q,it's <b>\n2,b,x,q,r*s,it's <b>\n3,a,y,p,p`q,B & C\n4,b,y,q,```,B & C\n5,c,y,p,r*s,it's <b>\n\
    6,c,z,q,r*s,\\end{document} $$ %\n";

fn told(table: &Table, settings: &TreeSettings) -> Steps {
    let target = Target::new(table, &table.columns().last().unwrap().name, None).unwrap();
    let columns = columns(table, &["day"]);
    steps(&Training::new(table, &columns, &target), settings, (Scope::default(), true), &()).unwrap()
}

fn id3() -> TreeSettings {
    TreeSettings::preset(Preset::Id3, Task::Classification)
}

fn samples() -> Vec<Derivation> {
    let ratio = TreeSettings::preset(Preset::C45, Task::Classification);
    vec![
        told(&table(NASTY), &id3()).derivation(),
        told(&table(NASTY), &TreeSettings::classification()).derivation(),
        told(&sample("penguins"), &ratio).derivation(),
        told(&table("x,y\n1,1.5\n2,2.5\n3,9\n4,11\n"), &TreeSettings::regression()).derivation(),
        told(&table("x,y\n1,1.5\n2,2.5\n3,9\n4,11\n"), &TreeSettings::regression().criterion(Criterion::Mae))
            .derivation(),
    ]
}

/// The tags of a page, in order, without what stands between them.
fn tags(page: &str) -> Vec<&str> {
    page.split('<').skip(1).map(|part| part.split('>').next().unwrap()).collect()
}

#[test]
fn a_page_closes_every_tag_and_runs_nothing() {
    for derivation in samples() {
        let page = html(&derivation);
        let mut open: Vec<&str> = Vec::new();
        for tag in tags(&page) {
            let name = tag.split([' ', '/']).next().unwrap();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed), "{tag} in\n{page}");
            } else if !tag.starts_with('!') && !tag.ends_with('/') && name != "meta" {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert!(!page.contains("<script") && !page.contains("http"), "{page}");
        assert_eq!(page.matches("<details open").count(), derivation.sections.len());
    }
}

#[test]
fn html_holds_the_fractions_of_tennis() {
    let page = html(&told(&sample("tennis"), &id3()).derivation());
    let term = "<mfrac><mn>4</mn><mn>14</mn></mfrac><mo>·</mo><mn>0</mn><mo>+</mo>";
    assert!(page.contains(term) && page.contains("<mn>0.6935</mn>"), "{page}");
}

#[test]
fn markdown_tables_have_as_many_cells_in_every_row() {
    for derivation in samples() {
        let page = markdown(&derivation);
        let mut cells = 0;
        let mut fenced = false;
        for line in page.lines() {
            fenced ^= line.starts_with("```");
            let own = line.replace("\\\\", "").replace("\\|", "").matches('|').count();
            if line.starts_with('|') && !fenced {
                cells = if cells == 0 { own } else { cells };
                assert_eq!(own, cells, "{line}");
                assert!(!line.contains('<'), "{line}");
            } else {
                cells = 0;
            }
            assert!(fenced || !line.replace("\\$", "").trim_matches('$').contains('$'), "{line}");
        }
        assert!(!fenced);
    }
}

#[test]
fn markdown_sets_the_sums_of_tennis_for_tex() {
    let page = markdown(&told(&sample("tennis"), &id3()).derivation());
    let sum = "$$H ( \\text{play} \\mid \\text{outlook} ) = \\tfrac{4}{14} \\cdot 0 + \\tfrac{5}{14} \\cdot 0.9710 + \
               \\tfrac{5}{14} \\cdot 0.9710 = 0.6935$$\n";
    assert!(page.contains(sum), "{page}");
    assert!(page.contains("| **outlook** | **0.6935** | **0.2467** | **wins** |\n"), "{page}");
}

#[test]
fn all_formats_have_the_same_headings_in_the_same_order() {
    let derivation = told(&sample("restaurant"), &id3()).derivation();
    let pages = [text(&derivation), markdown(&derivation), latex(&derivation), html(&derivation)];
    for page in &pages {
        let mut rest = page.as_str();
        for section in &derivation.sections {
            let number = format!("Node {}", section.node);
            rest = &rest[rest.find(&number).unwrap_or_else(|| panic!("{number} in {page}"))..];
            for block in &section.blocks {
                // LaTeX has the question mark in braces.
                if let Block::Heading(heading) = block {
                    let at = rest.find(heading.trim_end_matches('?')).unwrap_or_else(|| panic!("{heading} in {page}"));
                    rest = &rest[at..];
                }
            }
        }
    }
}

#[test]
fn pdflatex_sets_every_derivation() {
    let works = std::process::Command::new("pdflatex").arg("--version").output().is_ok_and(|run| run.status.success());
    if !works {
        eprintln!("skipped: pdflatex is not installed");
        return;
    }
    let folder = std::env::temp_dir().join(format!("spinney-steps-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, derivation) in samples().iter().enumerate() {
        let file = folder.join(format!("steps{number}.tex"));
        std::fs::write(&file, latex(derivation)).unwrap();
        let run = std::process::Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"])
            .arg(&file)
            .current_dir(&folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{said}");
        assert!(file.with_extension("pdf").exists(), "{said}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn json_holds_every_split_that_was_tried() {
    let penguins = sample("penguins");
    let settings = id3();
    let json = told(&penguins, &settings).json();
    let target = Target::new(&penguins, "species", None).unwrap();
    let columns = columns(&penguins, &[]);
    let (tree, record) = grow_recorded(&Training::new(&penguins, &columns, &target), &settings, &()).unwrap();
    let nodes = json["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), tree.len());
    for (node, account) in nodes.iter().zip(&record.nodes) {
        assert_eq!(node["trials"].as_array().unwrap().len(), account.trials.len());
    }
    assert!(record.nodes[0].trials.len() > 500);
}

#[test]
fn json_of_a_node_adds_up() {
    let json = told(&sample("tennis"), &id3()).json();
    let number = |value: &Value| value.as_f64().unwrap();
    assert_eq!(json["target"], "play");
    assert_eq!(json["classes"], serde_json::json!(["No", "Yes"]));
    for node in json["nodes"].as_array().unwrap() {
        for trial in node["trials"].as_array().unwrap() {
            let branches = trial["branches"].as_array().unwrap();
            let rows: f64 = branches.iter().map(|branch| number(&branch["rows"])).sum();
            let after: f64 = branches.iter().map(|branch| number(&branch["rows"]) * number(&branch["impurity"])).sum();
            assert_eq!(rows, number(&node["rows"]));
            assert!((after / rows - number(&trial["after"])).abs() < 1e-12);
            assert!((number(&node["impurity"]) - number(&trial["after"]) - number(&trial["gain"])).abs() < 1e-12);
        }
        if let Some(chosen) = node.get("split_by").and_then(Value::as_u64) {
            assert_eq!(node["trials"][chosen as usize]["better"], 0);
        } else {
            assert_eq!(node["leaf"], "pure");
        }
    }
    assert_eq!(json["nodes"][2]["when"], "outlook = Rain or missing");
}
