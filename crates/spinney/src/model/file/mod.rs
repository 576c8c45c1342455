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
/// Arrays of numbers that need not be whole.
mod reals;
/// Arrays become nodes.
mod nodes;
/// Arrays become answers.
mod answers;
/// Bytes become a model.
mod decode;
/// Arrays read where they lie.
mod lane;
/// Which nodes of a forest have branches.
mod shape;
/// What the leaves of a forest say, where it lies.
mod voice;
/// A forest as it lies in its file.
mod packed;

pub(crate) use packed::{Opened, Packed};
