//! What becomes of typed columns.

use std::sync::Arc;

use arrow_array::types::{Int8Type, UInt16Type};
use arrow_array::{
    ArrayRef, BinaryArray, Date64Array, Decimal128Array, DictionaryArray, Float16Array, Float32Array, Float64Array,
    Int8Array, Int16Array, Int32Array, Int64Array, LargeStringArray, ListArray, NullArray, StringArray,
    Time32SecondArray, TimestampMicrosecondArray, TimestampNanosecondArray, TimestampSecondArray, UInt8Array,
    UInt32Array, UInt64Array,
};
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use spinney::table::{Column, Declared, Kind, Meaning, ReadOptions, Table, Values, Warning};
use spinney_io::Problem;

use crate::write::{arrow_file, arrow_stream, file, folder, named, parquet, read_with};

/// Reads the columns from Parquet, from an Arrow file and from a stream, which must agree; also with compressed buffers.
fn read(columns: &[(&str, ArrayRef)], options: &ReadOptions) -> Table {
    let folder = folder();
    let batch = named(columns.iter().map(|(name, array)| (*name, array.clone())));
    let snappy = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let table = read_with(&file(folder.path(), "t.arrow", &arrow_file(&batch)), options).unwrap();
    for bytes in [arrow_stream(&batch), parquet(&batch, snappy), compressed(&batch)] {
        assert_eq!(read_with(&file(folder.path(), "t", &bytes), options).unwrap(), table);
    }
    table
}

fn compressed(batch: &arrow_array::RecordBatch) -> Vec<u8> {
    use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
    let options = IpcWriteOptions::default().try_with_compression(Some(arrow_ipc::CompressionType::LZ4_FRAME)).unwrap();
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

fn numbers(column: &Column) -> (&[f64], Meaning) {
    match &column.values {
        Values::Sparse(_) => unreachable!("no column here is sparse"),
        Values::Number(number) => (&number.values, number.meaning),
        Values::Category(category) => panic!("{} holds {category:?}", column.name),
    }
}

fn levels(column: &Column) -> Vec<&str> {
    match &column.values {
        Values::Category(category) => category.levels.iter().map(String::as_str).collect(),
        Values::Number(_) | Values::Sparse(_) => panic!("{} holds numbers", column.name),
    }
}

#[test]
fn numbers_of_every_width_become_numbers() {
    let half = Float16Array::from_iter([Some(1.5), None, Some(-2.0)].map(|v| v.map(half_from)));
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("i8", Arc::new(Int8Array::from(vec![Some(-128), None, Some(127)]))),
        ("i16", Arc::new(Int16Array::from(vec![1, 2, 3]))),
        ("i32", Arc::new(Int32Array::from(vec![Some(1), None, Some(3)]))),
        ("i64", Arc::new(Int64Array::from(vec![Some(-(1 << 53)), None, Some(1 << 53)]))),
        ("u8", Arc::new(UInt8Array::from(vec![255, 0, 1]))),
        ("u32", Arc::new(UInt32Array::from(vec![u32::MAX, 0, 1]))),
        ("u64", Arc::new(UInt64Array::from(vec![1 << 53, 0, 1]))),
        ("f16", Arc::new(half)),
        ("f32", Arc::new(Float32Array::from(vec![0.5, f32::NAN, f32::INFINITY]))),
        ("f64", Arc::new(Float64Array::from(vec![Some(-0.0), None, Some(f64::NAN)]))),
        (
            "decimal",
            Arc::new(Decimal128Array::from(vec![Some(12345), None, Some(-1)]).with_precision_and_scale(10, 2).unwrap()),
        ),
        ("null", Arc::new(NullArray::new(3))),
    ];
    let table = read(&columns, &ReadOptions::new());
    let first: Vec<f64> = table.columns().iter().map(|column| numbers(column).0[0]).collect();
    let two53 = 9_007_199_254_740_992.0;
    assert_eq!(first[..11], [-128.0, 1.0, 1.0, -two53, 255.0, 4_294_967_295.0, two53, 1.5, 0.5, 0.0, 123.45]);
    assert!(first[9].is_sign_positive());
    let missing: Vec<usize> = table.columns().iter().map(Column::missing).collect();
    assert_eq!(missing, [1, 0, 1, 1, 0, 0, 0, 1, 1, 2, 1, 3]);
    assert_eq!(table.warnings(), []);
}

/// The crate of half-width floats is not named here; an array's own type knows it.
fn half_from(value: f32) -> <arrow_array::types::Float16Type as arrow_array::ArrowPrimitiveType>::Native {
    <arrow_array::types::Float16Type as arrow_array::ArrowPrimitiveType>::Native::from_f32(value)
}

#[test]
fn decimals_are_the_nearest_number() {
    let digits = vec![Some(123_456_789_012_345_678_901_234_567_890), Some(1), None];
    let array = Decimal128Array::from(digits).with_precision_and_scale(38, 20).unwrap();
    let table = read(&[("d", Arc::new(array))], &ReadOptions::new());
    assert_eq!(numbers(&table.columns()[0]).0[..2], [1_234_567_890.123_456_8, 1e-20]);
}

#[test]
fn whole_numbers_beyond_2_to_the_53_become_categories_by_their_digits() {
    let (big, next) = ((1 << 53) + 1, (1 << 53) + 2);
    let ids: ArrayRef = Arc::new(Int64Array::from(vec![Some(7), None, Some(big), Some(-big), Some(next)]));
    let codes: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX, 1, 2, u64::MAX - 1, 3]));
    let columns = [("id", ids), ("code", codes)];
    let table = read(&columns, &ReadOptions::new());
    assert_eq!(levels(&table.columns()[0]), ["-9007199254740993", "7", "9007199254740993", "9007199254740994"]);
    assert_eq!(levels(&table.columns()[1])[3..], ["18446744073709551614", "18446744073709551615"]);
    assert_eq!(table.columns()[0].missing(), 1);
    let example = |column: &str, example: &str| Warning::BigWholeNumbers {
        column: column.to_owned(),
        example: example.to_owned(),
    };
    assert_eq!(table.warnings(), [example("id", "9007199254740993"), example("code", "18446744073709551615")]);
    let options = ReadOptions::new().declare("id", Declared::Continuous).declare("code", Declared::Nominal);
    let table = read(&columns, &options);
    assert_eq!(numbers(&table.columns()[0]).0[2], 9_007_199_254_740_992.0);
    assert_eq!(levels(&table.columns()[1]).len(), 5);
    assert_eq!(table.warnings(), []);
}

#[test]
fn an_empty_text_is_missing_and_a_dictionary_gives_the_values_that_occur() {
    let keys = arrow_array::PrimitiveArray::<UInt16Type>::from(vec![Some(2), Some(0), None, Some(3)]);
    let dictionary =
        DictionaryArray::new(keys, Arc::new(LargeStringArray::from(vec![Some(""), Some("unused"), Some("b"), None])));
    let keys = arrow_array::PrimitiveArray::<Int8Type>::from(vec![Some(1), Some(0), Some(1), None]);
    let codes = DictionaryArray::new(keys, Arc::new(Int64Array::from(vec![10, 9])));
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("text", Arc::new(StringArray::from(vec![Some("a"), Some(""), None, Some(" ")]))),
        ("dictionary", Arc::new(dictionary)),
        ("codes", Arc::new(codes)),
    ];
    let table = read(&columns, &ReadOptions::new());
    assert_eq!(levels(&table.columns()[0]), [" ", "a"]);
    assert_eq!(levels(&table.columns()[1]), ["b"]);
    assert_eq!(levels(&table.columns()[2]), ["9", "10"]);
    let missing: Vec<usize> = table.columns().iter().map(Column::missing).collect();
    assert_eq!(missing, [2, 3, 1]);
}

#[test]
fn dates_are_days_and_timestamps_of_any_unit_are_seconds() {
    let milli = 1_794_736_812_345;
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("date64", Arc::new(Date64Array::from(vec![Some(86_400_000), None]))),
        ("s", Arc::new(TimestampSecondArray::from(vec![Some(90), None]))),
        ("us", Arc::new(TimestampMicrosecondArray::from(vec![Some(milli * 1000), None]).with_timezone("+02:00"))),
        ("ns", Arc::new(TimestampNanosecondArray::from(vec![Some(milli * 1_000_000), None]))),
    ];
    let folder = folder();
    let batch = named(columns);
    let table = read_with(&file(folder.path(), "t", &arrow_file(&batch)), &ReadOptions::new()).unwrap();
    assert_eq!((numbers(&table.columns()[0]).0[0], numbers(&table.columns()[0]).1), (1.0, Meaning::Date));
    assert_eq!(numbers(&table.columns()[1]).0[0], 90.0);
    assert_eq!(numbers(&table.columns()[2]).0[0], 1_794_736_812.345);
    assert_eq!(numbers(&table.columns()[3]).0[0], 1_794_736_812.345);
    assert!(table.columns()[1..].iter().all(|column| numbers(column).1 == Meaning::Time && column.missing() == 1));
    let csv = format!("t\n{}\n", table.columns()[3].text(0).unwrap());
    let text = Table::from_csv(csv.as_bytes(), &ReadOptions::new()).unwrap();
    assert_eq!(numbers(&text.columns()[0]).0[0], numbers(&table.columns()[3]).0[0]);
}

#[test]
fn columns_that_a_table_cannot_hold_are_named_unless_ignored() {
    let folder = folder();
    let list = ListArray::from_iter_primitive::<arrow_array::types::Int32Type, _, _>([Some([Some(1)]), None]);
    let odd: Vec<(&str, ArrayRef)> = vec![
        ("list", Arc::new(list)),
        ("bytes", Arc::new(BinaryArray::from(vec![&b"x"[..], b"y"]))),
        ("clock", Arc::new(Time32SecondArray::from(vec![1, 2]))),
    ];
    for (name, array) in odd {
        let batch = named([("n", Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef), (name, array)]);
        for bytes in [arrow_file(&batch), arrow_stream(&batch), parquet(&batch, WriterProperties::default())] {
            let path = file(folder.path(), "t", &bytes);
            let error = read_with(&path, &ReadOptions::new()).unwrap_err();
            assert!(matches!(&error.problem, Problem::Unsupported { column, .. } if column == name), "{error}");
            assert_eq!(error.hint(), Some(format!("--ignore {name:?} leaves it out")));
            let table = read_with(&path, &ReadOptions::new().ignore(name)).unwrap();
            assert_eq!(table.columns(), [Column::numbers("n", vec![1.0, 2.0])]);
        }
    }
}

#[test]
fn columns_of_one_name_are_told_apart() {
    let folder = folder();
    let column = |value: i32| Arc::new(Int32Array::from(vec![value])) as ArrayRef;
    let batch = named([("x", column(1)), ("x", column(2)), ("", column(3))]);
    for bytes in [arrow_file(&batch), arrow_stream(&batch)] {
        let path = file(folder.path(), "t", &bytes);
        let table = read_with(&path, &ReadOptions::new()).unwrap();
        let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["x", "x_2", "column_3"]);
        assert_eq!(table.warnings().len(), 2);
        for (name, left) in [("x", ["x_2", "column_3"]), ("x_2", ["x", "column_3"])] {
            let table = read_with(&path, &ReadOptions::new().ignore(name)).unwrap();
            let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
            assert_eq!(names, left);
        }
    }
}

#[test]
fn options_name_columns_that_are_there() {
    let folder = folder();
    let batch = named([("size", Arc::new(StringArray::from(vec!["S", "L"])) as ArrayRef)]);
    let path = file(folder.path(), "t", &parquet(&batch, WriterProperties::default()));
    let error = read_with(&path, &ReadOptions::new().ignore("sise")).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("did you mean \"size\"?"));
    let table = read_with(&path, &ReadOptions::new().declare("size", Declared::ordinal("S<L").unwrap())).unwrap();
    assert_eq!((table.columns()[0].kind(), levels(&table.columns()[0])), (Kind::Ordinal, vec!["S", "L"]));
}

#[test]
fn parts_of_an_ignored_date_are_read_all_the_same() {
    use spinney::table::date::Part;
    let date: ArrayRef = Arc::new(Date64Array::from(vec![Some(86_400_000), None]));
    let options = ReadOptions::new().ignore("d").date_parts("d", [Part::Year]);
    let table = read(&[("d", date)], &options);
    assert_eq!(table.columns(), [Column::numbers("d.year", vec![1970.0, f64::NAN])]);
}
