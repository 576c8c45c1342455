//! Cards and the lines between them.

use super::colour::{Colour, class_colour, ramp};
use super::face::{Bar, Face};
use super::ink::{Area, FAINT, FIELD, Hand, INK, Ink, LINE_COLOUR, class_fill, px, tint};
use super::letters::{Weight, room};
use super::page::{BAR, LABEL, LINE, Page, Place, SMALL, TITLE, ends, short_rows};
use super::sketch::{Kind, Mark};

/// The thickness of a line by the share of all rows that go along it.
fn thickness(share: f64) -> f64 {
    1.2 + 8.8 * share.clamp(0.0, 1.0)
}

/// The line from a node to one of its branches.
pub(super) fn edge(ink: &mut Ink, page: &Page, mark: &Mark, at: usize, face: &Face) {
    let (from, to) = (&page.places[mark.parent], &page.places[at]);
    let way = if page.across {
        let (x, y) = (from.right(), from.middle().1);
        let (end, row) = (to.left, to.middle().1);
        let turn = to.turn;
        let half = f64::midpoint(x, turn);
        format!(
            "M{} {}C{} {} {} {} {} {}H{}",
            px(x),
            px(y),
            px(half),
            px(y),
            px(half),
            px(row),
            px(turn),
            px(row),
            px(end)
        )
    } else {
        let ((x, _), y) = (from.middle(), from.bottom());
        let (column, end) = (to.middle().0, to.top);
        let turn = to.turn;
        let half = f64::midpoint(y, turn);
        format!(
            "M{} {}C{} {} {} {} {} {}V{}",
            px(x),
            px(y),
            px(x),
            px(half),
            px(column),
            px(half),
            px(column),
            px(turn),
            px(end)
        )
    };
    ink.path(&way, LINE_COLOUR, thickness(face.share));
}

/// The words of a branch, on the line that leads to its node.
pub(super) fn branch(ink: &mut Ink, page: &Page, place: &Place) {
    if place.branch.is_empty() {
        return;
    }
    if page.across {
        let (right, top) = (place.left - 0.5, place.middle().1 - 8.0);
        let field = Area { left: right - place.branch_width - 9.0, top, width: place.branch_width + 9.0, height: 16.0 };
        ink.rect(field, 4.0, "#ffffff", "");
        let hand = Hand { size: SMALL, weight: Weight::Regular, colour: INK, anchor: "end" };
        ink.words(right - 5.5, place.middle().1 + 3.9, &place.branch, hand);
    } else {
        let (middle, top) = (place.middle().0, place.top - LABEL - 1.0);
        let wide = place.branch_width + 14.0;
        let field = Area { left: middle - wide / 2.0, top, width: wide, height: 18.0 };
        ink.rect(field, 9.0, "#ffffff", &format!("stroke=\"{LINE_COLOUR}\""));
        let hand = Hand { size: LINE, weight: Weight::Regular, colour: INK, anchor: "middle" };
        ink.words(middle, top + 13.3, &place.branch, hand);
    }
}

/// The card of a node.
pub(super) fn card(ink: &mut Ink, page: &Page, mark: &Mark, place: &Place, face: &Face) {
    ink.open(&face.tip);
    ground(ink, mark, place, face);
    if page.across {
        line(ink, mark, place, face);
    } else {
        block(ink, mark, place, face);
    }
    ink.close();
}

/// The paper of a card: white, and for a node that answers the tint and the edge of its answer.
fn ground(ink: &mut Ink, mark: &Mark, place: &Place, face: &Face) {
    let area = Area { left: place.left, top: place.top, width: place.width, height: place.height };
    let own = match (&face.bar, ends(mark)) {
        (Bar::Classes { answer: Some(class), .. }, true) => Some((class_colour(*class).0, class_fill(*class))),
        (Bar::Number { place, .. }, true) => Some((ramp(*place), ramp(*place).hex())),
        _ => None,
    };
    let dashes = if matches!(mark.kind, Kind::Folded | Kind::Rest(_)) { " stroke-dasharray=\"4 3\"" } else { "" };
    let Some((colour, fill)) = own else {
        ink.rect(area, 6.0, "#ffffff", &format!("stroke=\"#9aa5b1\"{dashes}"));
        return;
    };
    let stroke = colour.mixed(Colour(60, 70, 80), 0.25).mixed(Colour::WHITE, 0.3).hex();
    ink.rect(area, 6.0, &tint(colour), &format!("stroke=\"{stroke}\"{dashes}"));
    ink.rect(
        Area { left: place.left + 4.0, top: place.top + 5.0, width: 5.0, height: place.height - 10.0 },
        2.0,
        &fill,
        "",
    );
}

/// Title, bar and rows one below the other.
fn block(ink: &mut Ink, mark: &Mark, place: &Place, face: &Face) {
    let (left, right) = (place.left + 14.0, place.right() - 14.0);
    let hand = Hand { size: TITLE, weight: Weight::Bold, colour: INK, anchor: "start" };
    let small = Hand { size: SMALL, weight: Weight::Regular, colour: FAINT, anchor: "start" };
    ink.words(left, place.top + 21.0, &place.title, hand);
    bar(ink, Area { left, top: place.top + 30.0, width: right - left, height: 9.0 }, &face.bar);
    let foot = place.top + 54.0;
    ink.words(left, foot, &face.rows, small);
    if mark.kind != Kind::Inner {
        ink.words(right, foot, &face.note, Hand { anchor: "end", colour: INK, ..small });
    }
}

/// Title, bar and rows on one line.
fn line(ink: &mut Ink, mark: &Mark, place: &Place, face: &Face) {
    let base = place.middle().1 + 4.2;
    let left = place.left + if ends(mark) { 14.0 } else { 9.0 };
    let hand = Hand { size: LINE, weight: Weight::Bold, colour: INK, anchor: "start" };
    let small = Hand { size: SMALL, weight: Weight::Regular, colour: FAINT, anchor: "start" };
    ink.words(left, base, &place.title, hand);
    let after = left + room(&place.title, LINE, Weight::Bold) + 6.0;
    ink.words(after, base, &face.note, Hand { colour: INK, ..small });
    let right = place.right() - 8.0;
    ink.words(right, base, short_rows(face), Hand { anchor: "end", ..small });
    bar(ink, Area { left: place.bar_left, top: place.middle().1 - 4.5, width: BAR, height: 9.0 }, &face.bar);
}

/// Shares of classes side by side, or a place on a scale.
fn bar(ink: &mut Ink, area: Area, bar: &Bar) {
    match bar {
        Bar::Nothing => {}
        Bar::Classes { shares, .. } => {
            ink.rect(area, 0.0, FIELD, "");
            let mut left = area.left;
            for (class, share) in shares {
                let wide = area.width * share;
                // A thin gap parts neighbours whose colours are close.
                let gap = if wide > 2.5 && left > area.left { 0.8 } else { 0.0 };
                ink.rect(Area { left: left + gap, width: wide - gap, ..area }, 0.0, &class_fill(*class), "");
                left += wide;
            }
        }
        Bar::Number { place, spread } => {
            ink.rect(Area { top: area.top + 2.5, height: 4.0, ..area }, 2.0, FIELD, "");
            let (low, high) = ((place - spread).max(0.0), (place + spread).min(1.0));
            let at = |share: f64| area.left + area.width * share;
            let spread = Area { left: at(low), width: at(high) - at(low), top: area.top + 2.5, height: 4.0 };
            ink.rect(spread, 2.0, "#8ba3b8", "");
            let tick = (at(*place) - 2.0).clamp(area.left, area.left + area.width - 4.0);
            ink.rect(Area { left: tick, width: 4.0, top: area.top - 0.5, height: 10.0 }, 1.5, INK, "");
        }
    }
}
