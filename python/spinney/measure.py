"""Measures of uncertainty and of splits, on plain lists.

Weights may be counts or probabilities; logarithms are to the base 2 where nothing else is said.

Examples
--------
>>> from spinney import measure
>>> round(measure.entropy([9, 5]), 4)
0.9403
>>> round(measure.information_gain([[2, 3], [4, 0], [3, 2]]), 4)
0.2467
"""

from __future__ import annotations

from ._amounts import code_lengths, entropy, entropy_nats, gaussian_entropy, gini, histogram_entropy, information, questions
from ._partings import (
    conditional_entropy,
    gain_ratio,
    gini_gain,
    gini_split,
    information_gain,
    mean,
    mse_reduction,
    split_entropy,
    variance,
)
from ._probability import Joint, Space, chance, independent, joint

__all__ = [
    "Joint",
    "Space",
    "chance",
    "code_lengths",
    "conditional_entropy",
    "entropy",
    "entropy_nats",
    "gain_ratio",
    "gaussian_entropy",
    "gini",
    "gini_gain",
    "gini_split",
    "histogram_entropy",
    "independent",
    "information",
    "information_gain",
    "joint",
    "mean",
    "mse_reduction",
    "questions",
    "split_entropy",
    "variance",
]
