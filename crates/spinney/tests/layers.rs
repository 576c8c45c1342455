//! A module uses only the modules declared before it: read from `lib.rs`, `main.rs` and every `mod.rs` of all crates.
//!
//! Paths through a re-export count as uses of the module behind it; the re-exports themselves, comments, strings and code
//! under `#[cfg(test)]` do not count.
#![cfg(test)]

use std::collections::BTreeMap;
use std::path::Path;

type Segments = Vec<String>;

#[derive(Default)]
struct Module {
    file: String,
    children: Vec<String>,
    /// Names that stand for a path from the crate's root.
    reexports: BTreeMap<String, Segments>,
    /// Lines with the paths, from the crate's root, that they use.
    uses: Vec<(usize, Segments)>,
}

/// The modules of a crate by their paths.
type Crate = BTreeMap<Segments, Module>;

/// The source with comments, strings and characters blanked; line ends stay.
fn blanked(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let next = |at: usize| chars.get(at).copied().unwrap_or('\0');
    let mut out = String::new();
    let mut at = 0;
    while at < chars.len() {
        let end = match (chars[at], next(at + 1)) {
            ('/', '/') => (at..chars.len()).find(|end| chars[*end] == '\n').unwrap_or(chars.len()),
            ('/', '*') => behind(&chars, at + 2, "*/"),
            ('r', '"' | '#') if at == 0 || !is_word(chars[at - 1]) || chars[at - 1] == 'b' => end_of_raw(&chars, at),
            ('"', _) => end_of_quoted(&chars, at, '"'),
            ('\'', '\\') => end_of_quoted(&chars, at, '\''),
            ('\'', _) if next(at + 2) == '\'' => at + 3,
            _ => at,
        };
        if end == at {
            out.push(chars[at]);
            at += 1;
            continue;
        }
        out.extend(chars[at..end].iter().map(|letter| if *letter == '\n' { '\n' } else { ' ' }));
        at = end;
    }
    out
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Behind `r#"…"#`; at the start itself where this is no raw string but a word such as `r#type`.
fn end_of_raw(chars: &[char], start: usize) -> usize {
    let hashes = chars[start + 1..].iter().take_while(|letter| **letter == '#').count();
    let open = start + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return start;
    }
    behind(chars, open + 1, &format!("\"{}", "#".repeat(hashes)))
}

fn behind(chars: &[char], from: usize, mark: &str) -> usize {
    let mark: Vec<char> = mark.chars().collect();
    (from..chars.len()).find(|at| chars[*at..].starts_with(&mark)).map_or(chars.len(), |at| at + mark.len())
}

fn end_of_quoted(chars: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != quote {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// Words and marks (`::` is one mark) with their lines, without items under `#[cfg(test)]`.
fn tokens(source: &str) -> Vec<(usize, String)> {
    let mut tokens: Vec<(usize, String)> = Vec::new();
    for (line, text) in blanked(source).lines().enumerate() {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            let length = if word > 0 {
                word
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.push((line + 1, rest[..length].to_owned()));
            rest = rest[length..].trim_start();
        }
    }
    let marks = ["#", "[", "cfg", "(", "test", ")", "]"];
    while let Some(start) = tokens.windows(marks.len()).position(|window| window.iter().map(|token| &token.1).eq(marks))
    {
        let mut depth = 0;
        let ends = |(_, text): &(usize, String)| {
            depth += i32::from(text == "{") - i32::from(text == "}");
            depth == 0 && matches!(text.as_str(), "}" | ";")
        };
        let item = start + marks.len();
        let end = tokens[item..].iter().position(ends).map_or(tokens.len(), |length| item + length + 1);
        tokens.drain(start..end);
    }
    tokens
}

/// The paths of a tree such as `a::{b, c::d as e}`, each with the name it goes by; `at` moves behind the tree.
fn tree(tokens: &[(usize, String)], at: &mut usize, mut path: Segments, found: &mut Vec<(String, Segments)>) {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.1.as_str());
    loop {
        if text(*at) == "{" {
            *at += 1;
            while !matches!(text(*at), "}" | "") {
                tree(tokens, at, path.clone(), found);
                *at += usize::from(text(*at) == ",");
            }
            *at += 1;
            return;
        }
        path.push(text(*at).to_owned());
        *at += 1;
        if text(*at) != "::" || !(text(*at + 1).starts_with(is_word) || matches!(text(*at + 1), "{" | "*")) {
            break;
        }
        *at += 1;
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if text(*at) == "as" {
        text(*at + 1).clone_into(&mut name);
        *at += 2;
    }
    found.push((name, path));
}

/// A path from the crate's root; `None` where it leads out of the crate.
fn absolute(module: &[String], path: &[String], children: &[String]) -> Option<Segments> {
    match path.first().map(String::as_str)? {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => {
            let up = path.iter().take_while(|segment| *segment == "super").count();
            Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat())
        }
        _ => children.contains(&path[0]).then(|| [module, path].concat()),
    }
}

fn read_module(path: &[String], file: &str, source: &str) -> Module {
    let tokens = tokens(source);
    let text = |at: usize| tokens.get(at).map_or("", |token| token.1.as_str());
    let declared = |at: &usize| text(*at) == "mod" && text(at + 2) == ";";
    let children: Vec<String> = (0..tokens.len()).filter(declared).map(|at| text(at + 1).to_owned()).collect();
    let mut module = Module { file: file.to_owned(), ..Module::default() };
    let (mut at, mut public) = (0, false);
    while at < tokens.len() {
        let (line, mut found) = (tokens[at].0, Vec::new());
        let reexport = public && text(at) == "use";
        public = text(at) == "pub" || (public && matches!(text(at), "(" | ")" | "crate" | "super"));
        if reexport {
            at += 1;
            tree(&tokens, &mut at, Vec::new(), &mut found);
            let known = |(name, to): (String, Segments)| Some((name, absolute(path, &to, &children)?));
            module.reexports.extend(found.into_iter().filter_map(known));
        } else if matches!(text(at), "crate" | "super" | "self") && text(at + 1) == "::" {
            tree(&tokens, &mut at, Vec::new(), &mut found);
            module.uses.extend(found.iter().filter_map(|(_, to)| Some((line, absolute(path, to, &[])?))));
        } else {
            at += 1;
        }
    }
    module.children = children;
    module
}

/// The two siblings, first the user's side, where a path leads from a module to one declared after it.
fn backwards<'a>(modules: &'a Crate, from: &'a [String], path: &[String]) -> Option<(&'a str, String)> {
    let mut path = path.to_vec();
    for _ in 0..8 {
        let shared = from.iter().zip(&path).take_while(|(one, two)| one == two).count();
        let (mine, theirs) = (from.get(shared)?, path.get(shared)?.clone());
        let parent = modules.get(&path[..shared])?;
        let place = |name: &String| parent.children.iter().position(|child| child == name);
        if theirs == "*" || place(&theirs) > place(mine) {
            return Some((mine, theirs));
        }
        let behind = parent.reexports.get(&theirs).filter(|_| place(&theirs).is_none())?;
        path = [behind, &path[shared + 1..]].concat();
    }
    None
}

/// Every path that points backwards: `file:line: from → to`.
fn faults(modules: &Crate) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, module) in modules {
        for (line, to) in &module.uses {
            if let Some((mine, theirs)) = backwards(modules, path, to) {
                faults.push(format!("{}:{line}: {mine} → {theirs}, declared after it", module.file));
            }
        }
    }
    faults
}

/// Reads a module's file, and those of the modules it declares from `folder`.
fn load(modules: &mut Crate, path: Segments, file: &Path, folder: &Path) {
    let module = read_module(&path, &file.display().to_string(), &std::fs::read_to_string(file).unwrap());
    for child in &module.children {
        let (flat, nested) = (folder.join(format!("{child}.rs")), folder.join(child).join("mod.rs"));
        let file = if flat.exists() { flat } else { nested };
        load(modules, [&path[..], std::slice::from_ref(child)].concat(), &file, &folder.join(child));
    }
    modules.insert(path, module);
}

#[test]
fn no_path_of_any_crate_points_backwards() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut found, mut roots) = (Vec::new(), 0);
    for folder in std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path().join("src")) {
        for root in ["lib.rs", "main.rs"].map(|name| folder.join(name)).into_iter().filter(|root| root.exists()) {
            let mut modules = Crate::new();
            load(&mut modules, Vec::new(), &root, &folder);
            found.extend(faults(&modules));
            roots += 1;
        }
    }
    assert!(roots >= 3, "the crates are here");
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// The faults of a made-up crate: modules by their paths, with their sources.
fn made_up(sources: &[(&str, &str)]) -> Vec<String> {
    let segments =
        |path: &str| path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect::<Segments>();
    let module = |(path, source): &(&str, &str)| (segments(path), read_module(&segments(path), path, source));
    faults(&sources.iter().map(module).collect())
}

const ROOT: (&str, &str) = ("", "pub mod one;\nmod two;\npub use two::{Thing, deep::Other as Renamed};\n");

#[test]
fn a_path_to_a_later_module_is_found_in_every_spelling() {
    for line in [
        "use crate::two::x;",
        "use super::two;",
        "use crate::{two::{a, b}};",
        "fn f() { crate::two::x(); }",
        "use crate::Thing;",
        "use super::{Renamed};",
        "use super::*;",
        "type A = Vec<crate::Thing>;",
        "fn f<'a>(x: &'a str) -> char { crate::two::g('\\'', '\"') }",
        "/* a */ use crate::two::x; // c",
    ] {
        let found = made_up(&[ROOT, ("one", line), ("two", "")]);
        assert_eq!(found.len(), if line.contains("a, b") { 2 } else { 1 }, "{line}: {found:?}");
        assert!(found[0].starts_with("one:1: one → "), "{found:?}");
    }
}

#[test]
fn what_is_no_path_to_a_later_module_is_let_pass() {
    for line in [
        "// use crate::two;",
        "/* crate::two::x */",
        "const A: &str = \"crate::two\";",
        "const A: &str = r#\"\" crate::two::x\"#;",
        "#[cfg(test)]\nmod tests { use crate::two::x; fn f() { { } } }",
        "#[cfg(test)]\nuse crate::two::x;",
        "use crate::one::x;",
        "use other::two::x;",
    ] {
        assert_eq!(made_up(&[ROOT, ("one", line), ("two", "")]), Vec::<String>::new(), "{line}");
    }
    assert_eq!(made_up(&[ROOT, ("one", ""), ("two", "use crate::one::x;\nuse super::one;")]), Vec::<String>::new());
}

#[test]
fn code_behind_a_test_module_counts_again() {
    let source = "#[cfg(test)]\nmod tests { fn f() {} }\n\nuse crate::two::x;";
    assert_eq!(made_up(&[ROOT, ("one", source), ("two", "")]), ["one:4: one → two, declared after it"]);
}

#[test]
fn siblings_inside_a_module_are_held_to_its_own_order() {
    let inner = ("two", "mod first;\nmod last;\npub(crate) use last::Late;");
    let with = |first: &str, last: &str| made_up(&[ROOT, ("one", ""), inner, ("two/first", first), ("two/last", last)]);
    assert_eq!(with("use super::last::x;", ""), ["two/first:1: first → last, declared after it"]);
    assert_eq!(with("\nuse crate::two::last::x;", ""), ["two/first:2: first → last, declared after it"]);
    assert_eq!(with("use super::Late;", "").len(), 1);
    assert_eq!(with("use super::super::one::x;", "use super::first::x;\nuse crate::one::y;"), Vec::<String>::new());
}
