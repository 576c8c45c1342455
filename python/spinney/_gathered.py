"""The trees of a forest as a list that can be changed, and where each of them comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._single import SingleTree
from ._view import Told


class Origin(NamedTuple):
    """The seed of the forest where a tree was grown, its number there, and what its rows were drawn from."""

    seed: int
    number: int
    #: An urn; or how many rows there were, all of which it has; None where that is not known.
    urn: Any
    #: Where rows were learned as often as they weigh: the row that each of these was.
    copied: Any = None

    def rows(self) -> Any:
        """The rows that the tree was grown from."""
        if self.urn is None:
            raise AttributeError("it is not known which rows the trees were grown from")
        if not isinstance(self.urn, _core.Urn):
            return np.arange(self.urn, dtype=np.int32)
        drawn = self.urn.rows_of(self.number)
        return drawn if self.copied is None else self.copied[drawn]


    def settings(self) -> dict[str, int]:
        """The seed by which the tree grows again from its own rows."""
        return {} if self.number < 0 else {"seed": _core.seed_of_tree(self.seed, self.number)}


#: That of a tree which was grown by itself.
UNKNOWN = Origin(0, -1, None)


def model_of(tree: Any) -> _core.Model:
    """The engine's model of something that is to be a tree of a forest."""
    name = type(tree).__name__
    if not isinstance(tree, SingleTree):
        theirs = ": spinney.from_sklearn takes trees of scikit-learn over" if type(tree).__module__.startswith("sklearn.tree") else ""
        raise ValueError(f"the trees of a forest are trees of this package, and {name} is none{theirs}.")
    return tree._fitted()


class Trees(list[Any]):
    """The trees of a forest. What is changed in the list is changed in the forest, which refuses trees that do not fit; then the list stays as it was."""

    def __init__(self, forest: Any, trees: Iterable[Any]) -> None:
        super().__init__(trees)
        self._forest = forest

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (list(self),)  # of a list that goes elsewhere the forest knows nothing

    def _try(self, change: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Changes a copy, which takes the place of what is there once the forest has taken it."""
        tried = list(self)
        found = change(tried, *given, **named)
        model, kept = self._forest.__dict__.get("_kept", (None, None))
        if kept is self and model is self._forest._model:  # else it is the list of a forest that has grown anew
            self._forest._take(tried, self)
        super().__setitem__(slice(None), tried)
        return found


def _through(name: str) -> Callable[..., Any]:
    """One of the ways to change a list, by way of the forest."""
    change = getattr(list, name)

    def changed(self: Trees, *given: Any, **named: Any) -> Any:
        found = self._try(change, *given, **named)
        return self if name in ("__iadd__", "__imul__") else found

    changed.__name__, changed.__doc__ = name, change.__doc__
    return changed


for _name in ("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "__setitem__", "__delitem__", "__iadd__", "__imul__"):
    setattr(Trees, _name, _through(_name))


class Gathered:
    """What is known of each tree of a forest; that they can be taken from other forests."""

    _model: _core.Model
    _seed: int
    _urn: _core.Urn | None = None
    #: Where rows were learned as often as they weigh: the row that each of these was.
    _copied: Any = None
    #: Where the first trees come from, if some were assigned; all others were grown here, by the seed and their number.
    _origins: list[Origin] | None = None
    #: What the trees say of their nodes, where some were taken over from elsewhere; those grown here say nothing.
    _told: list[Told] | None = None
    #: How many trees the last call of `fit` found and kept.
    _stayed = 0

    def _tree(self, model: _core.Model, number: int) -> Any:
        raise NotImplementedError

    def _check_own(self, begun: _core.Model | None, why: str) -> None:
        """Whether all trees that are kept were grown here, where they are to grow again."""
        if begun is not None and self._origins is not None:
            raise ValueError(f"warm_start cannot go on with trees that were assigned to estimators_ {why}: warm_start=False begins anew.")

    @property
    def estimators_(self) -> list[Any]:
        """The trees, each as an estimator of its own; the list may be changed, and the forest with it."""
        model: _core.Model = self._fitted()  # type: ignore[attr-defined]
        kept = self.__dict__.get("_kept", (None, []))
        if kept[0] is not model:
            # Trees that were there before a warm start are the same, and stay the same objects.
            there = kept[1][: self._stayed]
            kept = (model, Trees(self, there + [self._tree(model, number) for number in range(len(there), model.trees)]))
            self.__dict__["_kept"] = kept
        return kept[1]  # type: ignore[no-any-return]

    @estimators_.setter
    def estimators_(self, trees: Any) -> None:
        if trees is not self.estimators_:  # else it is the list itself, which += hands over, and what is in it has been taken
            trees = list(trees)
            self._take(trees, Trees(self, trees))

    def _take(self, trees: list[Any], kept: Trees) -> None:
        """Makes these the trees of the forest, of which ``kept`` will be the list."""
        model = _core.gather(self._model, [model_of(tree) for tree in trees])
        origins = [getattr(tree, "_origin", UNKNOWN) for tree in trees]
        mine = [own.number for own in origins if own.seed == self._seed]
        if max(mine, default=-1) >= len(trees):  # else a warm start would grow trees again that are there
            self._seed = _core.seed_of_tree(self._seed, max(mine) + 1) % 2**31
        self._model, self._origins = model, origins
        told = [tree.tree_._told for tree in trees]
        self._told = told if any(own.arrays or own.numbers is not None for own in told) else None
        self.__dict__["_kept"] = (model, kept)

    def _told_of_all(self) -> list[Told] | None:
        """What each tree says of its nodes; None where all were grown here."""
        if self._told is None:
            return None
        return self._told + [Told({})] * (self._model.trees - len(self._told))

    def _drawn_from(self) -> Any:
        """What the rows of trees that are grown here are drawn from: an urn; a number where each has so many rows, all that there are; None where that is not known."""
        return self._urn

    def _origin_of(self, number: int) -> Origin:
        """Where a tree comes from."""
        if self._origins is not None and number < len(self._origins):
            return self._origins[number]
        return Origin(self._seed, number, self._drawn_from(), self._copied)

    @property
    def estimators_samples_(self) -> list[Any]:
        """The rows that each tree was grown from, in the order in which they were drawn."""
        return [self._origin_of(number).rows() for number in range(self._fitted().trees)]  # type: ignore[attr-defined]
