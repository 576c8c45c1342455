//! Inputs that are not there, not files, or not what they seem.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::{ArrayRef, Float64Array};
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use spinney::error::Mistake;
use spinney::table::ReadOptions;
use spinney_io::{Error, Format, Input, Packing, Problem, Reading};

use crate::same_table::sample;
use crate::write::{arff, arrow_file, arrow_stream, batch, delimited, file, gzip, named, parquet, read, zstd};

#[test]
fn a_file_that_is_not_there_is_told_with_the_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    file(folder.path(), "penguins.csv", b"a\n1\n");
    let error = read(&folder.path().join("pengiuns.csv")).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: there is no such file", folder.path().join("pengiuns.csv").display()));
    assert_eq!(error.hint().as_deref(), Some("did you mean \"penguins.csv\"?"));
    let error = read(&folder.path().join("cars.csv")).unwrap_err();
    assert!(matches!(error.problem, Problem::NotFound { near: None }));
    assert_eq!(error.hint(), None);
}

#[test]
fn a_folder_is_not_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let error = read(folder.path()).unwrap_err();
    assert!(matches!(error.problem, Problem::Directory), "{error}");
}

#[test]
fn nothing_is_nothing_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.csv", "t.csv.gz", "t.zst", "t.parquet", "t.arrow", "t.arff", "t"] {
        let error = read(&file(folder.path(), name, b"")).unwrap_err();
        assert!(is_table(&error, |mistake| matches!(mistake, Mistake::Empty)), "{error}");
    }
    let error = read(&file(folder.path(), "t.csv.gz", &gzip(b""))).unwrap_err();
    assert!(is_table(&error, |mistake| matches!(mistake, Mistake::Empty)), "{error}");
}

#[test]
fn a_header_without_rows_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let empty = named([("x", Arc::new(Float64Array::from(Vec::<f64>::new())) as ArrayRef)]);
    let files = [
        b"a,b\n".to_vec(),
        gzip(b"a,b\n"),
        b"@relation r\n@attribute a numeric\n@data\n".to_vec(),
        parquet(&empty, WriterProperties::default()),
        arrow_file(&empty),
        arrow_stream(&empty),
    ];
    for bytes in files {
        let error = read(&file(folder.path(), "t", &bytes)).unwrap_err();
        assert!(is_table(&error, |mistake| matches!(mistake, Mistake::NoRows)), "{error}");
    }
}

fn is_table(error: &Error, test: impl Fn(&Mistake) -> bool) -> bool {
    matches!(&error.problem, Problem::Table(inner) if test(&inner.mistake))
}

#[test]
fn a_mistake_in_the_table_reads_on_from_the_name_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "t.csv", b"a,b\n1,2\n3\n");
    let error = read(&path).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{}, row 2 (line 3): ", path.display())), "{error}");
    assert!(error.hint().is_some_and(|hint| hint.contains("--delimiter")));
    let path = file(folder.path(), "t.csv", b"a,b\n");
    let message = read(&path).unwrap_err().to_string();
    assert_eq!(message, format!("{}: it has a header but no rows", path.display()));
    assert_eq!(Input::from("-").to_string(), "standard input");
}

#[test]
fn a_name_that_promises_a_packing_must_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, packing) in [("t.csv.gz", Packing::Gzip), ("t.csv.zst", Packing::Zstd)] {
        let error = read(&file(folder.path(), name, b"a,b\n1,2\n")).unwrap_err();
        assert!(matches!(error.problem, Problem::NotPacked { packing: found } if found == packing), "{error}");
    }
    // Content that is packed beyond what the name says is unpacked all the same.
    assert_eq!(read(&file(folder.path(), "t.csv", &gzip(b"a,b\n1,2\n"))).unwrap().rows(), 1);
    assert_eq!(read(&file(folder.path(), "t", &zstd(b"a,b\n1,2\n"))).unwrap().rows(), 1);
}

#[test]
fn bytes_changed_in_a_packed_file_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let text = delimited(&sample(), ',');
    for (packed, packing) in [(gzip(&text), Packing::Gzip), (zstd_checked(&text), Packing::Zstd)] {
        let mut noticed = 0;
        for at in (20..packed.len()).step_by(7) {
            let mut bytes = packed.clone();
            bytes[at] ^= 0x55;
            match read(&file(folder.path(), "t.csv", &bytes)) {
                Err(error) => {
                    noticed += u32::from(matches!(error.problem,
                        Problem::DamagedPacking { packing: found, .. } | Problem::Truncated { packing: found } if found == packing));
                }
                Ok(table) => assert_eq!(table.rows(), 6), // a byte of a header that says nothing of the content
            }
        }
        assert!(noticed > 10, "{packing}");
    }
}

/// zstd checks its content only where it was asked to.
fn zstd_checked(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = zstd::Encoder::new(Vec::new(), 3).unwrap();
    writer.include_checksum(true).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

#[test]
fn brotli_is_refused_by_name() {
    // The writer cannot write brotli here either, so a file is made to say that it did.
    let folder = tempfile::tempdir().unwrap();
    let one = named([("x", Arc::new(Float64Array::from(vec![1.0])) as ArrayRef)]);
    let plain = parquet(&one, WriterProperties::builder().set_compression(Compression::LZ4_RAW).build());
    let mut found = false;
    for at in 0..plain.len() {
        let mut bytes = plain.clone();
        // LZ4_RAW is 7, brotli 4; Thrift writes them doubled.
        if bytes[at] == 14 {
            bytes[at] = 8;
            let problem = read(&file(folder.path(), "t", &bytes)).map_err(|error| error.problem);
            found |= matches!(problem, Err(Problem::Codec { name }) if name == "brotli");
        }
    }
    assert!(found);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "t.csv", b"a\n1\n");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    match read(&path) {
        Ok(_) => println!("skipped: this user may read everything"),
        Err(error) => assert!(matches!(error.problem, Problem::Permission), "{error}"),
    }
}

#[test]
fn progress_ends_at_the_size_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let columns = sample();
    let csv = delimited(&columns, ',');
    let table = batch(&columns);
    let files = [
        ("t.csv", csv.clone()),
        ("t.csv.gz", gzip(&csv)),
        ("t.csv.zst", zstd(&csv)),
        ("t.arff", arff(&columns)),
        ("t.arrow", arrow_file(&table)),
        ("t.arrows", arrow_stream(&table)),
        ("t.parquet", parquet(&table, WriterProperties::default())),
    ];
    for (name, bytes) in files {
        let (path, size) = (file(folder.path(), name, &bytes), bytes.len() as u64);
        let last = Arc::new(AtomicU64::new(0));
        let seen = last.clone();
        let told = move |read, total| {
            assert_eq!(total, Some(size));
            seen.store(read, Ordering::Relaxed);
        };
        let reading = Reading { format: None, progress: Some(Box::new(told)) };
        spinney_io::read(&Input::Path(path), &ReadOptions::new(), &reading).unwrap();
        let last = last.load(Ordering::Relaxed);
        assert!(last <= size && last > size / 2, "{name}: {last} of {size}");
    }
}

#[test]
fn formats_go_by_the_name_under_the_packing() {
    for (name, format) in [
        ("a.csv", Some(Format::Csv)),
        ("a.b.TAB", Some(Format::Tsv)),
        ("a.arff.zst", Some(Format::Arff)),
        ("a.pq", Some(Format::Parquet)),
        ("a.feather.gz", Some(Format::Arrow)),
        ("a.gz", None),
        ("a.txt", None),
        ("csv", None),
    ] {
        assert_eq!(Format::from_name(name.as_ref()), format, "{name}");
    }
}
