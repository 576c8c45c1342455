//! Drawings taken apart, for the tests of pictures.
#![allow(dead_code, reason = "each test file uses some of it")]

/// The value of an attribute.
pub(crate) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

pub(crate) fn size(tag: &str, name: &str) -> f64 {
    attribute(tag, name).unwrap_or_else(|| panic!("{name} in {tag}")).parse().unwrap()
}

/// The tags of a drawing; panics where they do not nest, or a text holds a mark that is not escaped.
pub(crate) fn tags(drawing: &str) -> Vec<String> {
    let (mut open, mut all, mut rest) = (Vec::new(), Vec::new(), drawing);
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "{text}");
        for entity in text.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| entity.starts_with(known)), "{text}");
        }
        let end = rest.find('>').unwrap();
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags nest");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        all.push(tag.to_owned());
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty());
    all
}
