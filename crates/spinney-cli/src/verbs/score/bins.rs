//! Bins of a calibration.

use spinney::metric::Bins;

use crate::args::BinsArg;

/// How many there are.
const BINS: u32 = 10;

/// The bins that the flag asks for.
pub(super) fn bins(arg: BinsArg) -> Bins {
    match arg {
        BinsArg::Uniform => Bins::Uniform(BINS),
        BinsArg::Quantile => Bins::Quantile(BINS),
    }
}
