//! Files into Spinney's tables.
#![forbid(unsafe_code)]
