"""Finite probability: what can happen, how likely it is, and what one thing tells about another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from . import _core
from ._results import Grid, Result, decimals, digits

#: An event: a question about an outcome, or the outcomes that belong to it.
Event = Callable[[Any], bool] | Iterable[Any]

#: Tables with more values than this are shown in part.
MOST_SHOWN = 30


class Space:
    """A finite probability space: what can happen, each with its weight. Chances are fractions, and exact.

    Parameters
    ----------
    outcomes : iterable or dict
        What can happen, all equally likely; or outcomes with their whole weights.

    Examples
    --------
    >>> from spinney.measure import Space
    >>> die = Space(range(1, 7))
    >>> die.chance(lambda face: face % 2 == 0, given=lambda face: face > 4)
    Fraction(1, 2)
    >>> die.independent({1, 2, 5}, {3, 4, 6})
    False
    >>> (die * die).map(sum).chance({8})
    Fraction(5, 36)
    """

    def __init__(self, outcomes: Iterable[Any] | Mapping[Any, int]) -> None:
        if not isinstance(outcomes, Iterable):
            raise TypeError(f"a space is made of outcomes, or of a dict of their weights; got {outcomes!r}.")
        pairs = [(outcome, 1) for outcome in outcomes]
        if isinstance(outcomes, Mapping):
            if any(not hasattr(weight, "__float__") or weight < 0 or weight != int(weight) for weight in outcomes.values()):
                raise ValueError("weights are whole numbers, and not negative: instead of 2.5 and 1, say 5 and 2")
            pairs = [(outcome, int(weight)) for outcome, weight in outcomes.items() if weight != 0]
        self.outcomes = [outcome for outcome, _ in pairs]
        self.weights = [weight for _, weight in pairs]

    def __repr__(self) -> str:
        shown = ", ".join(f"{outcome!r}: {chance}" for outcome, chance in list(self.distribution().items())[:MOST_SHOWN])
        return f"Space({{{shown}{', …' if len(self.outcomes) > MOST_SHOWN else ''}}})"

    def _marks(self, event: Event) -> list[bool]:
        if callable(event):
            return [bool(event(outcome)) for outcome in self.outcomes]
        known = list(event)
        return [outcome in known for outcome in self.outcomes]

    def distribution(self) -> dict[Any, Fraction]:
        """Every outcome with its chance.

        >>> Space({"heads": 2, "tails": 1}).distribution()
        {'heads': Fraction(2, 3), 'tails': Fraction(1, 3)}
        """
        total = sum(self.weights)
        found: dict[Any, Fraction] = {}
        for outcome, weight in zip(self.outcomes, self.weights):
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(weight, total)
        return found

    def chance(self, event: Event, given: Event | None = None) -> Fraction:
        """The chance of an event, given another where there is one: P(A), P(A | B).

        >>> Space(range(1, 7)).chance({5, 6})
        Fraction(1, 3)
        """
        known = None if given is None else self._marks(given)
        found = _core.chance(self.weights, self._marks(event), known)
        if found is None:
            raise ValueError("what is given never happens, so nothing is known given it")
        return Fraction(*found)

    def given(self, event: Event) -> Space:
        """What is left of the space once an event is known to have happened.

        >>> Space(range(1, 7)).given(lambda face: face > 4)
        Space({5: 1/2, 6: 1/2})
        """
        kept = [pair for pair, mark in zip(zip(self.outcomes, self.weights), self._marks(event)) if mark]
        if not kept:
            raise ValueError("what is given never happens, so nothing is known given it")
        return self._of(kept)

    @staticmethod
    def _of(pairs: list[tuple[Any, int]]) -> Space:
        space = Space([outcome for outcome, _ in pairs])
        space.weights = [weight for _, weight in pairs]
        return space

    def independent(self, one: Event, other: Event) -> bool:
        """Whether knowing one event does not change the chance of another: P(A and B) = P(A) · P(B).

        >>> die = Space(range(1, 7))
        >>> (die * die).independent(lambda dice: dice[0] == 1, lambda dice: dice[1] == 6)
        True
        """
        return _core.independent_events(self.weights, self._marks(one), self._marks(other))

    def independent_variables(self, one: Callable[[Any], Any], other: Callable[[Any], Any]) -> bool:
        """Whether two random variables are independent: every value of one and every value of the other are.

        >>> die = Space(range(1, 7))
        >>> (die * die).independent_variables(lambda dice: dice[0], sum)
        False
        """
        return _core.independent_variables(self.weights, _codes(map(one, self.outcomes)), _codes(map(other, self.outcomes)))

    def map(self, variable: Callable[[Any], Any]) -> Space:
        """The distribution of a random variable: its values in their order, equal ones together.

        >>> Space(range(1, 7)).map(lambda face: face % 2)
        Space({0: 1/2, 1: 1/2})
        """
        found: dict[Any, int] = {}
        for outcome, weight in zip(self.outcomes, self.weights):
            value = variable(outcome)
            found[value] = found.get(value, 0) + weight
        try:
            return Space({value: found[value] for value in sorted(found)})
        except TypeError:  # values without an order stay as they are met
            return Space(found)

    def __mul__(self, other: Space) -> Space:
        """The space of pairs of two experiments that know nothing of each other."""
        pairs = ((a, b) for a in zip(self.outcomes, self.weights) for b in zip(other.outcomes, other.weights))
        return self._of([((a[0], b[0]), a[1] * b[1]) for a, b in pairs])

    def expectation(self, variable: Callable[[Any], float] = float) -> float:
        """The expectation of a random variable that is a number, Σ P(outcome) · X(outcome).

        >>> Space(range(1, 7)).expectation()
        3.5
        """
        return _core.expectation(self.weights, [float(variable(outcome)) for outcome in self.outcomes])


def _codes(values: Iterable[Any]) -> list[int]:
    """Numbers that tell values apart."""
    known: dict[Any, int] = {}
    return [known.setdefault(value, len(known)) for value in values]


def _rows(event: Any) -> list[bool]:
    """The rows of a table in which an event happens."""
    marks = np.asarray(event)
    if marks.ndim != 1 or marks.dtype.kind != "b":
        raise TypeError('an event says True or False of each row: frame["face"] > 4')
    return [bool(mark) for mark in marks]


def chance(event: Any, given: Any = None) -> Fraction:
    """The chance of an event where every row of a table is equally likely, given another where there is one.

    Parameters
    ----------
    event : array-like of bool
        Whether it happens, for each row.
    given : array-like of bool, default=None
        What is known to have happened.

    Returns
    -------
    chance : Fraction
        Exact.

    Examples
    --------
    >>> import pandas as pd
    >>> from spinney import measure
    >>> face = pd.Series([1, 2, 3, 4, 5, 6])
    >>> measure.chance(face % 2 == 0, given=face > 4)
    Fraction(1, 2)
    """
    marks = _rows(event)
    found = _core.chance([1] * len(marks), marks, None if given is None else _rows(given))
    if found is None:
        raise ValueError("what is given never happens, so nothing is known given it")
    return Fraction(*found)


def independent(one: Any, other: Any) -> bool:
    """Whether two events are independent where every row of a table is equally likely.

    Parameters
    ----------
    one, other : array-like of bool
        Whether they happen, for each row.

    Returns
    -------
    independent : bool
        Whether P(A and B) = P(A) · P(B), exactly.

    Examples
    --------
    >>> import pandas as pd
    >>> from spinney import measure
    >>> face = pd.Series([1, 2, 3, 4, 5, 6])
    >>> measure.independent(face.isin([1, 2, 5]), face.isin([3, 4, 6]))
    False
    """
    marks = _rows(one)
    return _core.independent_events([1] * len(marks), marks, _rows(other))


class Joint(Result):
    """The joint distribution of two random variables, with all that follows from it.

    Attributes
    ----------
    data : dict
        ``counts``, ``independent``, ``information_gain`` and more, as ``spinney measure joint --json`` prints them.
    """

    @property
    def values(self) -> list[list[str]]:
        """The values of both variables."""
        found: list[list[str]] = self.data["values"]
        return found

    @property
    def independent(self) -> bool:
        """Whether no value of one changes the chance of any value of the other."""
        return bool(self.data["independent"])

    @property
    def information_gain(self) -> float:
        """What either tells about the other, in bits: the mutual information."""
        return float(self.data["information_gain"])

    @property
    def table(self) -> Any:
        """P(x, y): a row for each value of the first, a column for each value of the second."""
        return np.asarray(self.data["counts"], dtype=float) / self.data["rows"]

    def conditional(self, given: int = 0) -> Any:
        """P(y | x), a row for each value of x; with ``given=1``, P(x | y), a row for each value of y."""
        table = self.table if given == 0 else self.table.T
        return table / table.sum(axis=1, keepdims=True)

    def _parts(self) -> list[str | Grid]:
        (x, y), (of_x, of_y) = self.data["columns"], self.values
        whole = np.vstack([np.column_stack([self.table, self.table.sum(axis=1)]), [*self.table.sum(axis=0), 1.0]])
        parts: list[str | Grid] = [f"joint distribution P({x}, {y})", _grid([*of_x, "total"], [*of_y, "total"], whole)]
        parts += [f"conditional distribution P({y} | {x})", _grid(of_x, of_y, self.conditional())]
        parts += [f"conditional distribution P({x} | {y})", _grid(of_y, of_x, self.conditional(1))]
        apart = "" if self.independent else "not "
        parts.append(f"{x} and {y} are {apart}independent; mutual information = {decimals(self.information_gain)} bits")
        if self.data["rows_left_out"]:
            parts.append(f"{digits(self.data['rows_left_out'])} rows without both values are left out")
        return parts


def _grid(down: list[str], across: list[str], chances: Any) -> Grid:
    rows = [[name, *map(decimals, line[:MOST_SHOWN])] for name, line in zip(down[:MOST_SHOWN], chances)]
    return Grid(["<", *across[:MOST_SHOWN]], rows)


def joint(x: Any, y: Any) -> Joint:
    """The joint, marginal and conditional distributions of two columns, where every row is equally likely.

    Parameters
    ----------
    x, y : array-like
        A value for each row. Rows without either value are left out.

    Returns
    -------
    joint : Joint
        Shown as tables; ``data`` holds counts and figures.

    Examples
    --------
    >>> import pandas as pd
    >>> from spinney import measure
    >>> tennis = pd.read_csv("data/tennis.csv")
    >>> both = measure.joint(tennis["outlook"], tennis["play"])
    >>> both.data["counts"], both.independent
    ([[0, 4], [2, 3], [3, 2]], False)
    >>> round(both.information_gain, 4)
    0.2467
    """
    from ._values import column_of

    names = [_name(x, "x"), _name(y, "y")]
    if len(x) != len(y):
        raise ValueError(f"{names[0]} has {len(x)} rows, and {names[1]} has {len(y)}")
    told = names if names[0] != names[1] else ["x", "y"]
    columns = [column_of(name, column, True) for name, column in zip(told, (x, y))]
    values, found = _core.joint(_core.Table.from_columns(columns))
    return Joint({"measure": "joint", "columns": names, "values": values, **json.loads(found)})


def _name(column: Any, usual: str) -> str:
    name = getattr(column, "name", None)
    return name if isinstance(name, str) and name else usual
