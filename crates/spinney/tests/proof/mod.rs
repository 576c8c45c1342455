//! How many cases a property is tried on.

use proptest::test_runner::Config;

/// So many cases; `SPINNEY_PROOF` times as many in a longer proof.
pub(crate) fn cases(ordinary: u32) -> Config {
    let times = std::env::var("SPINNEY_PROOF").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let cases = ordinary.saturating_mul(times);
    // Tables that a property says nothing about are passed over: as many as that in a longer proof too.
    Config { cases, max_global_rejects: cases.max(1024), failure_persistence: None, ..Config::default() }
}
