"""Trees in words and pictures."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from numbers import Integral
from pathlib import Path
from typing import Any

import numpy as np

from . import _columns, _core
from ._settings import whole


class Words(str):
    """A text that shows as it is, in a terminal and in a notebook; ``data`` is the same for programs, where there is such a form."""

    data: Any = None

    def __repr__(self) -> str:
        return str(self)


class Picture:
    """A picture that notebooks show.

    Attributes
    ----------
    svg : str
        The picture as SVG.
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture, {len(self.svg)} letters of SVG; save it with .save(path)>"

    def save(self, path: str | Path) -> None:
        """Writes the picture to a file.

        Parameters
        ----------
        path : str or Path
            The file, which ends in ``.svg``.
        """
        path = Path(path)
        if path.suffix.lower() != ".svg":
            raise ValueError(f"pictures are written as SVG, and {path.name} does not end in .svg: the program writes PNG, as spinney show does.")
        path.write_text(self.svg, encoding="utf-8")


def _alone(row: Any, names: Any) -> Any:
    """One row as a table: a row of pandas with the names that it has, a dict by the names of the model, else its values."""
    if isinstance(row, Mapping):
        lacking = [name for name in names if name not in row]
        if lacking:
            raise ValueError(f"the row has no {lacking[0]!r}: a row has a value for each of {', '.join(map(str, names))}.")
        return [[row[name] for name in names]]
    if hasattr(row, "to_frame") and hasattr(row, "index"):
        return row.to_frame().T.infer_objects()
    return [list(row)]


def _depth(max_depth: Any) -> int | None:
    return None if max_depth is None else whole("max_depth", max_depth)


def _is_row(row: Any) -> bool:
    """Whether something has a value for each column, in an order or by their names."""
    if isinstance(row, Mapping):
        return all(np.ndim(value) == 0 for value in row.values())
    return not isinstance(row, (str, bytes)) and hasattr(row, "__getitem__") and getattr(row, "ndim", 1) > 0


class Shown:
    """What can be seen of a fitted tree, or of a tree of a forest."""

    def _one(self, tree: int) -> _core.Model:
        model: _core.Model = self._fitted()  # type: ignore[attr-defined]
        if not isinstance(tree, Integral):
            raise TypeError(f"trees are counted from 0; got {tree!r}.")
        if tree < 0:
            raise IndexError(f"there is no tree {tree}: trees are counted from 0")
        return model.one(tree)

    def text(self, tree: int = 0, max_depth: int | None = None, target: int = 0) -> Words:
        """A tree as text.

        Parameters
        ----------
        tree : int, default=0
            Which tree of a forest.
        max_depth : int, default=None
            The depth below which branches are folded.
        target : int, default=0
            Which of several targets.

        Returns
        -------
        text : str
            A line for each branch.
        """
        return Words(self._one(tree).show("text", _depth(max_depth), target=target))

    def rules(self, tree: int = 0, target: int = 0) -> Words:
        """A tree as rules, one for each leaf.

        Parameters
        ----------
        tree : int, default=0
            Which tree of a forest.
        target : int, default=0
            Which of several targets.

        Returns
        -------
        rules : str
            A rule in each line.
        """
        return Words(self._one(tree).show("rules", target=target))

    def formula(self, tree: int = 0, target: int = 0) -> Words:
        """A tree of classes as formulae, one for each class.

        Parameters
        ----------
        tree : int, default=0
            Which tree of a forest.
        target : int, default=0
            Which of several targets.

        Returns
        -------
        formula : str
            Disjunctions of conjunctions.
        """
        return Words(self._one(tree).show("formula", target=target))

    def plot(self, tree: int = 0, max_depth: int | None = None, title: str | None = None, target: int = 0) -> Picture:
        """A tree as a picture.

        Parameters
        ----------
        tree : int, default=0
            Which tree of a forest.
        max_depth : int, default=None
            The depth below which branches are folded.
        title : str, default=None
            The heading; the target's name where there is none.
        target : int, default=0
            Which of several targets.

        Returns
        -------
        picture : Picture
            Shown by notebooks; ``save`` writes it to a file.
        """
        return Picture(self._one(tree).show("svg", _depth(max_depth), title, target))

    def _of_all(self, row: Any, which: tuple[int, int]) -> str:
        """What all trees of a forest answer together; nothing of a tree that stands alone."""
        trees = self._fitted().trees  # type: ignore[attr-defined]
        if trees == 1 or not hasattr(self, "n_outputs_"):
            return ""
        answer = np.atleast_2d(self.predict(row).T)[which[1], 0]  # type: ignore[attr-defined]
        told = f"{answer:.6g}" if isinstance(answer, float) else str(answer)
        return f"\nThis is tree {which[0]} of {trees}, counted from 0; all together answer {told}.\n"

    def explain(self, row: Any, tree: int = 0, target: int = 0) -> Words:
        """Why a row is answered as it is, and what would have changed the answer.

        Parameters
        ----------
        row : array-like or frame
            One row: a list of values, a dict by the names of the columns, a row of a frame, or a frame with a single row.
        tree : int, default=0
            Which tree of a forest.
        target : int, default=0
            Which of several targets.

        Returns
        -------
        why : str
            The way of the row; ``data`` is the same as a dict. Of a forest one tree is told, and what all answer together.
        """
        model = self._one(tree)
        if not _is_row(row):
            raise TypeError(f"explain takes one row: a list of values, a dict by the names of the columns, or frame[:1]; got {row!r}.")
        with warnings.catch_warnings():
            if isinstance(row, Mapping) or (not _columns.is_frame(row) and np.ndim(row) == 1):
                row = _alone(row, _columns.names_of(self, len(model.columns)))
                warnings.filterwarnings("ignore", "X does not have valid feature names")  # values in the order of the columns
            features = _columns.read(self, row, fitting=False, categorical=getattr(self, "categorical_features", None))
            if features.rows != 1:
                raise ValueError(f"explain takes one row, and there are {features.rows}: X[:1] is the first")
            text, told = model.explain(features.table(), 0, target)
            words = Words(text + self._of_all(row, (tree, target)))
        words.data = json.loads(told)
        return words
