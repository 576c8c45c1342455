"""What a split takes off: gains of classes, and of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import _core
from ._amounts import counts
from ._amounts import numbers as _listed

Branches = Iterable[Iterable[float]]


def rows(branches: Branches) -> list[list[float]]:
    """The weights of each branch as lists."""
    if isinstance(branches, (str, Mapping)) or not hasattr(branches, "__iter__"):
        raise TypeError(f"a list of branches is asked for, each a list of numbers: [[2, 3], [4, 0]]; got {branches!r}.")
    return [counts(branch) for branch in branches]


def conditional_entropy(branches: Branches) -> float:
    """The entropy that is left when the branch is known.

    Parameters
    ----------
    branches : iterable of iterables of float
        For each branch the counts, or the probabilities, of the classes.

    Returns
    -------
    bits : float
        The mean of the branches' entropies by their weights.

    Examples
    --------
    >>> conditional_entropy([[4, 0], [2, 2]])
    0.5
    """
    return _core.of_split("conditional_entropy", rows(branches))


def information_gain(branches: Branches) -> float:
    """What knowing the branch takes off the entropy.

    Parameters
    ----------
    branches : iterable of iterables of float
        For each branch the counts, or the probabilities, of the classes.

    Returns
    -------
    bits : float
        Never below 0.

    Examples
    --------
    >>> information_gain([[4, 0], [0, 4]])
    1.0
    """
    return _core.of_split("information_gain", rows(branches))


def split_entropy(branches: Branches) -> float:
    """The entropy of the branches themselves.

    Parameters
    ----------
    branches : iterable of iterables of float
        For each branch the counts, or the probabilities, of the classes.

    Returns
    -------
    bits : float
        0 where one branch has all the weight.

    Examples
    --------
    >>> split_entropy([[4, 0], [0, 4]])
    1.0
    """
    return _core.of_split("split_entropy", rows(branches))


def gain_ratio(branches: Branches) -> float:
    """The information gain over the entropy of the branches.

    Parameters
    ----------
    branches : iterable of iterables of float
        For each branch the counts, or the probabilities, of the classes.

    Returns
    -------
    ratio : float
        0 where one branch has all the weight.

    Examples
    --------
    >>> gain_ratio([[4, 0], [0, 4]])
    1.0
    """
    return _core.of_split("gain_ratio", rows(branches))


def gini_split(branches: Branches) -> float:
    """The Gini index that is left when the branch is known.

    Parameters
    ----------
    branches : iterable of iterables of float
        For each branch the counts, or the probabilities, of the classes.

    Returns
    -------
    index : float
        The mean of the branches' indices by their weights.

    Examples
    --------
    >>> gini_split([[4, 0], [2, 2]])
    0.25
    """
    return _core.of_split("gini_split", rows(branches))


def gini_gain(branches: Branches) -> float:
    """What knowing the branch takes off the Gini index.

    Parameters
    ----------
    branches : iterable of iterables of float
        For each branch the counts, or the probabilities, of the classes.

    Returns
    -------
    gain : float
        Never below 0.

    Examples
    --------
    >>> gini_gain([[4, 0], [0, 4]])
    0.5
    """
    return _core.of_split("gini_gain", rows(branches))


def mean(numbers: Iterable[float]) -> float:
    """The mean, rounded once.

    Parameters
    ----------
    numbers : iterable of float
        The numbers.

    Returns
    -------
    mean : float
        The same in any order.

    Examples
    --------
    >>> mean([1, 2, 6])
    3.0
    """
    return _core.of_numbers("mean", _listed(numbers))


def variance(numbers: Iterable[float]) -> float:
    """The mean squared distance from the mean.

    Parameters
    ----------
    numbers : iterable of float
        The numbers.

    Returns
    -------
    variance : float
        0 where all numbers are equal.

    Examples
    --------
    >>> variance([1, 3])
    1.0
    """
    return _core.of_numbers("variance", _listed(numbers))


def mse_reduction(groups: Branches) -> float:
    """What parting numbers into groups takes off their variance.

    Parameters
    ----------
    groups : iterable of iterables of float
        The numbers of each group.

    Returns
    -------
    reduction : float
        Never below 0.

    Examples
    --------
    >>> mse_reduction([[1, 1], [3, 3]])
    1.0
    """
    return _core.mse_reduction(rows(groups))
