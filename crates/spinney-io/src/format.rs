//! Formats and packings: by content, by name.

use std::fmt;
use std::path::Path;

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text with delimiters.
    Csv,
    /// Text with tabs.
    Tsv,
    /// WEKA's attribute-relation files.
    Arff,
    /// svmlight and libsvm files: sparse rows.
    Svmlight,
    /// Parquet.
    Parquet,
    /// Arrow IPC, file (Feather) or stream.
    Arrow,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] =
        [Format::Csv, Format::Tsv, Format::Arff, Format::Svmlight, Format::Parquet, Format::Arrow];

    /// The word of this format, as a person writes it.
    pub fn word(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Arff => "arff",
            Format::Svmlight => "svmlight",
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
        }
    }

    /// The format of this word.
    ///
    /// ```
    /// use spinney_io::Format;
    /// assert_eq!(Format::from_word("parquet"), Some(Format::Parquet));
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    /// The format that a file's name promises, under the name of its packing; `.txt` promises nothing but text.
    ///
    /// ```
    /// use spinney_io::Format;
    /// assert_eq!(Format::from_name("cars.TSV.gz".as_ref()), Some(Format::Tsv));
    /// assert_eq!(Format::from_name("cars.txt".as_ref()), None);
    /// ```
    pub fn from_name(path: &Path) -> Option<Self> {
        let inner = path.file_stem().filter(|_| Packing::from_name(path) != Packing::None).map(Path::new);
        match extension(inner.unwrap_or(path))?.as_str() {
            "csv" => Some(Format::Csv),
            "tsv" | "tab" => Some(Format::Tsv),
            "arff" => Some(Format::Arff),
            "svm" | "libsvm" | "svmlight" => Some(Format::Svmlight),
            "parquet" | "pq" => Some(Format::Parquet),
            "arrow" | "arrows" | "ipc" | "feather" => Some(Format::Arrow),
            _ => None,
        }
    }

    /// The format whose mark stands at the head of the content.
    pub(crate) fn from_mark(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"PAR1") {
            Some(Format::Parquet)
        } else if head.starts_with(b"ARROW1") || head.starts_with(&[0xFF; 4]) {
            Some(Format::Arrow)
        } else {
            None
        }
    }

    /// The format that text looks like: ARFF where its first word says so, else CSV.
    pub(crate) fn from_text(head: &[u8]) -> Self {
        let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"%"));
        let word = first.and_then(|line| line.get(..9)).unwrap_or_default();
        if word.eq_ignore_ascii_case(b"@relation") { Format::Arff } else { Format::Csv }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Csv => "CSV",
            Format::Tsv => "TSV",
            Format::Arff => "ARFF",
            Format::Svmlight => "svmlight",
            Format::Parquet => "Parquet",
            Format::Arrow => "Arrow",
        })
    }
}

/// What a file is packed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Nothing.
    None,
    /// gzip, of one member or many.
    Gzip,
    /// zstd, of one frame or many.
    Zstd,
}

impl Packing {
    /// The packing whose mark stands at the head of the content.
    pub(crate) fn from_mark(head: &[u8]) -> Self {
        let marked = |packing: &Packing| *packing != Packing::None && head.starts_with(packing.mark());
        [Packing::Gzip, Packing::Zstd].into_iter().find(marked).unwrap_or(Packing::None)
    }

    /// The packing that a file's name promises.
    pub(crate) fn from_name(path: &Path) -> Self {
        match extension(path).as_deref() {
            Some("gz" | "gzip") => Packing::Gzip,
            Some("zst" | "zstd") => Packing::Zstd,
            _ => Packing::None,
        }
    }

    /// The bytes that it begins with.
    pub(crate) fn mark(self) -> &'static [u8] {
        match self {
            Packing::None => b"",
            Packing::Gzip => &[0x1F, 0x8B],
            Packing::Zstd => &[0x28, 0xB5, 0x2F, 0xFD],
        }
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Packing::None => "plain",
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
        })
    }
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}
