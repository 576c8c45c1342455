//! A model as bytes. The grammar, with its reasons, is `docs/model-file.md`.
//!
//! ```text
//! mark  format  header's length  header (JSON)          arrays, little-endian, in the order of their names    checksum
//! 8     4       8                as long as it says     each begins at a multiple of 8, filled up with 0      8 bytes
//! ```

/// Whether bytes are as they were written.
mod checksum;
/// All arrays that a model can have.
mod parts;
/// Arrays as they are written.
mod pack;
/// What the file says of itself.
mod header;
/// A model becomes bytes.
mod encode;
/// The arrays of a file, one element after the other.
mod stream;
/// Arrays become nodes.
mod nodes;
/// Arrays become answers.
mod answers;
/// Bytes become a model.
mod decode;
