"""What is to be known of one variable: entropies, the Gini index, questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from . import _core

Weights = Iterable[float] | Mapping[Any, float]


def counts(weights: Weights) -> list[float]:
    """Weights as a list; labels are still to be counted."""
    if isinstance(weights, str) or not hasattr(weights, "__iter__"):
        raise TypeError(f"a count or a probability for each value is asked for, as a list: [9, 5]; got {weights!r}.")
    found: list[Any] = list(weights.values() if isinstance(weights, Mapping) else weights)
    if any(isinstance(value, str) for value in found):
        raise TypeError("counts or probabilities are asked for, and these are texts: collections.Counter(...) counts them.")
    other = [value for value in found if not hasattr(value, "__float__") or np.ndim(value)]
    if other:
        raise TypeError(f"counts or probabilities are asked for, a number for each value; got {other[0]!r}.")
    return found


def numbers(given: Iterable[float]) -> list[float]:
    """Numbers as a list."""
    if isinstance(given, (str, Mapping)) or not hasattr(given, "__iter__"):
        raise TypeError(f"a list of numbers is asked for: [1, 2, 6]; got {given!r}.")
    found: list[Any] = list(given)
    other = [value for value in found if not hasattr(value, "__float__") or np.ndim(value)]
    if other:
        raise TypeError(f"a list of numbers is asked for: [1, 2, 6]; {other[0]!r} is none.")
    return found


def information(probability: float) -> float:
    """What an outcome tells, in bits: −log2 p. The rarer it is, the more.

    Parameters
    ----------
    probability : float
        The chance of the outcome, above 0.

    Returns
    -------
    bits : float
        0 for what is sure.

    Examples
    --------
    >>> information(0.25)
    2.0
    """
    return _core.information(probability)


def entropy(weights: Weights) -> float:
    """The entropy in bits: what is to be known on average, Σ p·log2(1/p).

    Parameters
    ----------
    weights : iterable of float, or mapping
        A count or a probability for each value; of a mapping, such as ``collections.Counter`` makes, its values.

    Returns
    -------
    bits : float
        0 where one value has all the weight.

    Examples
    --------
    >>> entropy([1, 1, 1, 1])
    2.0
    """
    return _core.of_weights("entropy", counts(weights))


def entropy_nats(weights: Weights) -> float:
    """The entropy by the natural logarithm.

    Parameters
    ----------
    weights : iterable of float, or mapping
        A count or a probability for each value; of a mapping, such as ``collections.Counter`` makes, its values.

    Returns
    -------
    nats : float
        0 where one value has all the weight.

    Examples
    --------
    >>> round(entropy_nats([1, 1]), 4)
    0.6931
    """
    return _core.of_weights("entropy_nats", counts(weights))


def gini(weights: Weights) -> float:
    """The Gini index, 1 − Σ p².

    Parameters
    ----------
    weights : iterable of float, or mapping
        A count or a probability for each value; of a mapping, such as ``collections.Counter`` makes, its values.

    Returns
    -------
    index : float
        The chance that two draws differ: 0 where one value has all the weight.

    Examples
    --------
    >>> gini([3, 1])
    0.375
    """
    return _core.of_weights("gini", counts(weights))


def questions(weights: Weights) -> float:
    """How many yes-or-no questions tell a value on average, asked in the best way.

    Parameters
    ----------
    weights : iterable of float, or mapping
        A count or a probability for each value; of a mapping, such as ``collections.Counter`` makes, its values.

    Returns
    -------
    questions : float
        At least the entropy, and less than one more.

    Examples
    --------
    >>> questions([1, 1, 2])
    1.5
    """
    return _core.of_weights("questions", counts(weights))


def code_lengths(weights: Weights) -> list[int]:
    """How many of these questions tell each value.

    Parameters
    ----------
    weights : iterable of float, or mapping
        A count or a probability for each value; of a mapping, such as ``collections.Counter`` makes, its values.

    Returns
    -------
    lengths : list of int
        One for each value, in their order.

    Examples
    --------
    >>> code_lengths([1, 1, 2])
    [2, 2, 1]
    """
    return _core.code_lengths(counts(weights))


def gaussian_entropy(sd: float) -> float:
    """The differential entropy of a normal distribution, by the natural logarithm.

    Parameters
    ----------
    sd : float
        The standard deviation.

    Returns
    -------
    nats : float
        It grows with the standard deviation, and does not depend on the mean.

    Examples
    --------
    >>> round(gaussian_entropy(1.0), 4)
    1.4189
    """
    return _core.gaussian_entropy(sd)


def histogram_entropy(edges: Iterable[float], weights: Iterable[float]) -> float:
    """The differential entropy of a histogram, by the natural logarithm.

    Parameters
    ----------
    edges : iterable of float
        Where bins begin and end, ascending: one more than there are bins.
    weights : iterable of float
        A count or a probability for each bin.

    Returns
    -------
    nats : float
        Below 0 where values lie close together.

    Examples
    --------
    >>> round(histogram_entropy([0, 2, 4], [1, 1]), 4)
    1.3863
    """
    return _core.histogram_entropy(numbers(edges), counts(weights))
