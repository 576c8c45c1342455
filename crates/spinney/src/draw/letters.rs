//! How wide letters are, and texts cut to fit: in a terminal, and in the font of pictures.

/// How many cells of a terminal a text takes: two for wide letters (Chinese, Japanese, Korean, emoji), none for marks that
/// combine.
///
/// ```
/// use spinney::draw::cells;
/// assert_eq!(cells("abc"), 3);
/// assert_eq!(cells("日本"), 4);
/// assert_eq!(cells("e\u{301}"), 1);
/// ```
pub fn cells(text: &str) -> usize {
    text.chars().map(cell).sum()
}

fn cell(letter: char) -> usize {
    match letter {
        '\u{300}'..='\u{36f}' | '\u{200c}'..='\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' => 0,
        letter if is_wide(letter) => 2,
        _ => 1,
    }
}

fn is_wide(letter: char) -> bool {
    matches!(letter,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

/// The text, cut with an ellipsis where it takes more cells than this.
///
/// ```
/// assert_eq!(spinney::draw::cut_cells("humidity", 5), "humi…");
/// ```
pub fn cut_cells(text: &str, most: usize) -> String {
    cut(text, most as f64, |letter| cell(letter) as f64, 1.0)
}

/// The text, cut with an ellipsis where the widths of its letters add up to more than this.
fn cut(text: &str, most: f64, width: impl Fn(char) -> f64, ellipsis: f64) -> String {
    let (mut sum, mut end) = (0.0, 0);
    for (at, letter) in text.char_indices() {
        if sum + ellipsis <= most {
            end = at;
        }
        sum += width(letter);
        if sum > most {
            return if most < ellipsis { String::new() } else { format!("{}…", text[..end].trim_end()) };
        }
    }
    text.to_owned()
}

/// Light or heavy letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// The widths of the letters from space to `~` in thousandths of the size, in `DejaVu Sans Condensed`: the font that pictures
/// are drawn with here, and a little wider than the fonts that a browser takes in its place.
const REGULAR: [u16; 95] = [
    286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572, 572, 572, 572, 572,
    572, 572, 572, 303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568, 518, 697, 677, 265, 265, 590, 501, 776,
    673, 708, 542, 708, 625, 571, 549, 659, 615, 890, 616, 549, 616, 351, 303, 351, 754, 450, 450, 551, 571, 495, 571,
    554, 316, 571, 570, 250, 250, 521, 250, 876, 570, 550, 571, 571, 370, 469, 353, 570, 532, 736, 532, 532, 472, 572,
    303, 572, 754,
];

/// The same in bold.
const BOLD: [u16; 95] = [
    313, 410, 469, 754, 626, 901, 785, 275, 411, 411, 470, 754, 342, 374, 342, 329, 626, 626, 626, 626, 626, 626, 626,
    626, 626, 626, 360, 360, 754, 754, 754, 522, 900, 696, 686, 660, 747, 615, 615, 738, 753, 334, 334, 697, 573, 896,
    753, 765, 659, 765, 693, 648, 614, 730, 696, 993, 694, 651, 652, 411, 329, 411, 754, 450, 450, 607, 644, 533, 644,
    610, 391, 644, 641, 308, 308, 598, 308, 938, 641, 618, 644, 644, 444, 536, 430, 641, 586, 831, 580, 586, 523, 641,
    329, 641, 754,
];

fn thousandths(letter: char, weight: Weight) -> u16 {
    let table = if weight == Weight::Bold { &BOLD } else { &REGULAR };
    match letter {
        ' '..='~' => table[letter as usize - ' ' as usize],
        '…' => 900,
        '·' => 342,
        letter if cell(letter) == 0 => 0,
        letter if is_wide(letter) => 1000,
        '\u{2190}'..='\u{2bff}' => 784,
        _ => 690, // Latin beyond ASCII, Greek, Cyrillic and others: wider than most
    }
}

/// The width of a text in a font of this size.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    text.chars().map(|letter| f64::from(thousandths(letter, weight))).sum::<f64>() * size / 1000.0
}

/// How much wider than `DejaVu Sans Condensed` the widest font is that pictures are usually drawn in where that is lacking: `DejaVu Sans` itself,
/// which many machines have for `sans-serif`, and of which the condensed letters are nine tenths.
const WIDEST: f64 = 1.0 / 0.9;

/// The room that a text takes in any of these fonts.
pub(super) fn room(text: &str, size: f64, weight: Weight) -> f64 {
    width(text, size, weight) * WIDEST
}

/// The text, cut with an ellipsis where it is wider than this.
pub(super) fn cut_width(text: &str, most: f64, size: f64, weight: Weight) -> String {
    cut(text, most, |letter| f64::from(thousandths(letter, weight)) * size / 1000.0, 0.9 * size)
}

/// The text, cut with an ellipsis where it may take more room than this.
pub(super) fn cut_room(text: &str, most: f64, size: f64, weight: Weight) -> String {
    cut_width(text, most / WIDEST, size, weight)
}
