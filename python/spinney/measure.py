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

from collections.abc import Iterable

from . import _core
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

Weights = Iterable[float]
Branches = Iterable[Iterable[float]]


def _rows(branches: Branches) -> list[list[float]]:
    return [list(branch) for branch in branches]


def information(probability: float) -> float:
    """What an outcome tells, in bits: −log2 p. The rarer it is, the more.

    >>> information(0.25)
    2.0
    """
    return _core.information(probability)


def entropy(weights: Weights) -> float:
    """The entropy in bits: what is to be known on average, Σ p·log2(1/p).

    >>> entropy([1, 1, 1, 1])
    2.0
    """
    return _core.of_weights("entropy", list(weights))


def entropy_nats(weights: Weights) -> float:
    """The entropy by the natural logarithm.

    >>> round(entropy_nats([1, 1]), 4)
    0.6931
    """
    return _core.of_weights("entropy_nats", list(weights))


def gini(weights: Weights) -> float:
    """The Gini index, 1 − Σ p².

    >>> gini([3, 1])
    0.375
    """
    return _core.of_weights("gini", list(weights))


def questions(weights: Weights) -> float:
    """How many yes-or-no questions tell a value on average, asked in the best way.

    >>> questions([1, 1, 2])
    1.5
    """
    return _core.of_weights("questions", list(weights))


def code_lengths(weights: Weights) -> list[int]:
    """How many of these questions tell each value.

    >>> code_lengths([1, 1, 2])
    [2, 2, 1]
    """
    return _core.code_lengths(list(weights))


def conditional_entropy(branches: Branches) -> float:
    """The entropy that is left when the branch is known; a list of class weights for each branch.

    >>> conditional_entropy([[4, 0], [2, 2]])
    0.5
    """
    return _core.of_split("conditional_entropy", _rows(branches))


def information_gain(branches: Branches) -> float:
    """What knowing the branch takes off the entropy.

    >>> information_gain([[4, 0], [0, 4]])
    1.0
    """
    return _core.of_split("information_gain", _rows(branches))


def split_entropy(branches: Branches) -> float:
    """The entropy of the branches themselves.

    >>> split_entropy([[4, 0], [0, 4]])
    1.0
    """
    return _core.of_split("split_entropy", _rows(branches))


def gain_ratio(branches: Branches) -> float:
    """The information gain over the entropy of the branches.

    >>> gain_ratio([[4, 0], [0, 4]])
    1.0
    """
    return _core.of_split("gain_ratio", _rows(branches))


def gini_split(branches: Branches) -> float:
    """The Gini index that is left when the branch is known.

    >>> gini_split([[4, 0], [2, 2]])
    0.25
    """
    return _core.of_split("gini_split", _rows(branches))


def gini_gain(branches: Branches) -> float:
    """What knowing the branch takes off the Gini index.

    >>> gini_gain([[4, 0], [0, 4]])
    0.5
    """
    return _core.of_split("gini_gain", _rows(branches))


def mean(numbers: Weights) -> float:
    """The mean, rounded once.

    >>> mean([1, 2, 6])
    3.0
    """
    return _core.of_numbers("mean", list(numbers))


def variance(numbers: Weights) -> float:
    """The mean squared distance from the mean.

    >>> variance([1, 3])
    1.0
    """
    return _core.of_numbers("variance", list(numbers))


def mse_reduction(groups: Branches) -> float:
    """What parting numbers into groups takes off their variance.

    >>> mse_reduction([[1, 1], [3, 3]])
    1.0
    """
    return _core.mse_reduction(_rows(groups))


def gaussian_entropy(sd: float) -> float:
    """The differential entropy of a normal distribution, by the natural logarithm.

    >>> round(gaussian_entropy(1.0), 4)
    1.4189
    """
    return _core.gaussian_entropy(sd)


def histogram_entropy(edges: Weights, weights: Weights) -> float:
    """The differential entropy of a histogram, by the natural logarithm.

    >>> round(histogram_entropy([0, 2, 4], [1, 1]), 4)
    1.3863
    """
    return _core.histogram_entropy(list(edges), list(weights))
