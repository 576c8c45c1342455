"""A smaller tree out of a larger one."""

from __future__ import annotations

import json
from typing import Any, Self

import numpy as np

from . import _core, _rows, _smaller
from ._results import Grid, Result, counted, digits
from ._settings import whole
from ._shown import Picture

#: Lines of a table; ``data`` has all of them.
MOST_SHOWN = 40


class Pruned(Result):
    """What came of pruning a tree.

    Attributes
    ----------
    model : estimator
        The smaller tree; the one that was pruned stays as it is.
    data : dict
        The sizes before and after, what was weighed at each node, and the path with its crossed risks, as ``spinney prune --json`` prints them;
        nodes are counted depth first, as in ``tree_``.
    """

    def __init__(self, model: Any, before: _core.Model, told: str) -> None:
        super().__init__(json.loads(told))
        self.model = model
        self._before, self._told = before, told

    @property
    def path(self) -> list[dict[str, Any]]:
        """The trees of the path of cost-complexity, the root alone first; empty where none was judged."""
        return list(self.data.get("path", []))

    def plot(self, X: Any = None, y: Any = None, name: str = "other rows") -> Picture:
        """Error against size: on the rows that the tree grew from, on rows left out, and on those of ``X`` and ``y``.

        Parameters
        ----------
        X : {array-like, frame} of shape (n_samples, n_features), default=None
            Rows that the tree has not seen.
        y : array-like of shape (n_samples,), default=None
            What is true of them.
        name : str, default="other rows"
            What they are called in the picture.

        Returns
        -------
        picture : Picture
            Shown by notebooks; ``save`` writes it to a file.
        """
        if X is None:
            return Picture(_core.pruned_drawing(self._before, self._told))
        return Picture(_core.pruned_drawing(self._before, self._told, name, *_rows.of_model(self.model, *_rows.parted(X, y))))

    def _parts(self) -> list[str | Grid]:
        sizes = [self.data[when] for when in ("before", "after")]
        told = [f"{counted(s['nodes'], 'node')}, {counted(s['leaves'], 'leaf', 'leaves')}, depth {s['depth']}" for s in sizes]
        parts: list[str | Grid] = [f"pruning: {self.data['pruning']['method']}\nbefore: {told[0]}\nafter:  {told[1]}"]
        if self.path:
            rows = [
                ["chosen" if at == self.data["chosen"] else "", str(line["leaves"])]
                + [digits(line[name]) for name in ("complexity", "risk", "crossed_risk", "deviation")]
                for at, line in enumerate(self.path)
            ]
            parts.append(Grid(["<", "leaves", "complexity", "risk", "crossed risk", "± error"], rows[:MOST_SHOWN]))
        elif self.data["weighings"]:
            rows = [[str(w["node"]), digits(w["leaf"]), digits(w["subtree"]), w["outcome"]] for w in self.data["weighings"]]
            parts.append(Grid(["node", "as a leaf", "as it was", "<so it is"], rows[:MOST_SHOWN]))
        return parts


def _way(method: str, said: dict[str, Any]) -> dict[str, Any]:
    """A way of pruning in the words of the model file."""
    method = method.replace("-", "_")
    if method == "merge" and not said:
        return {"method": method}
    if method == "reduced_error" and "share" in said:
        raise ValueError("share is of rows that are held out while a tree grows; here they are given.")
    return _smaller.way({"method": method, **said})


class Prunable:
    """Trees that can be made smaller once they are grown."""

    def _made_smaller(self, model: _core.Model) -> Self:
        """A copy of this estimator with another model."""
        from copy import copy

        found = copy(self)
        found._adopt(model)  # type: ignore[attr-defined]
        return found

    def snip(self, nodes: Any) -> Self:
        """The tree in which these nodes are leaves.

        Parameters
        ----------
        nodes : int or list of int
            Nodes are counted depth first, as in ``tree_`` and by ``apply``.

        Returns
        -------
        tree : estimator
            A smaller tree; this one stays as it is.

        Examples
        --------
        >>> from spinney import DecisionTreeClassifier
        >>> tree = DecisionTreeClassifier().fit([[1], [2], [3], [4]], ["a", "b", "a", "a"])
        >>> tree.get_n_leaves(), tree.snip(0).get_n_leaves()
        (3, 1)
        """
        nodes = [whole("nodes", node) for node in (nodes if hasattr(nodes, "__iter__") else [nodes])]
        model, told = self._fitted(), self.tree_._told  # type: ignore[attr-defined]
        if told.numbers is not None:
            nodes = [told.numbers.tolist().index(node) if node < len(told.numbers) else node for node in nodes]
        return self._made_smaller(_core.snip_nodes(model, nodes))

    def cost_complexity_pruning_path(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """The prices of a leaf at which the tree becomes smaller.

        Parameters
        ----------
        X : {array-like, frame, sparse matrix} of shape (n_samples, n_features)
            The rows to learn from.
        y : array-like of shape (n_samples,)
            The target.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows.

        Returns
        -------
        path : Bunch
            ``ccp_alphas`` ascending, and ``impurities`` of the leaves that are left.
        """
        from sklearn.base import clone
        from sklearn.utils import Bunch

        grown = clone(self).set_params(ccp_alpha=0.0, pruning="none").fit(X, y, sample_weight=sample_weight)
        if grown.tree_._rest is not None:  # the engine keeps squared errors
            steps = _smaller.steps(grown.tree_)
            return Bunch(ccp_alphas=np.array([step.price for step in steps]), impurities=np.array([step.impurity for step in steps]))
        alphas, impurities = grown._model.complexity_path()
        return Bunch(ccp_alphas=np.asarray(alphas), impurities=np.asarray(impurities))

    def prune(
        self,
        X: Any = None,
        y: Any = None,
        method: str = "cost-complexity",
        *,
        sample_weight: Any = None,
        random_state: int | None = None,
        **how: Any,
    ) -> Pruned:
        """A smaller tree, and why it is what it is.

        Parameters
        ----------
        X : {array-like, frame} of shape (n_samples, n_features), default=None
            The rows that the tree was grown from; for "reduced-error", rows that it has not seen. With "merge", and with a price, none are needed.
        y : array-like of shape (n_samples,), or str, default=None
            What is true of them, or the name of a column of X.
        method : {"cost-complexity", "pessimistic", "mdl", "reduced-error", "merge"}, default="cost-complexity"
            How it is pruned. "merge" takes back splits whose branches answer the same.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows.
        random_state : int, default=None
            The seed by which rows are dealt into folds; that of the tree where there is none.
        **how : dict
            For "cost-complexity": ``risk`` ("gini", "errors" or "entropy"), ``folds`` (10), ``rule`` ("best" or "one-error"), or ``complexity``, the
            price of a leaf as a share of the root's risk. For "pessimistic": ``doubt`` ("c45" or "j48"), ``confidence`` (0.25), ``raising`` (True).
            For "reduced-error": ``backfit`` (True).

        Returns
        -------
        pruned : Pruned
            ``model`` is the smaller tree; ``data`` says what was weighed, and ``plot()`` draws error against size.

        Examples
        --------
        >>> import pandas as pd
        >>> from spinney import DecisionTreeClassifier
        >>> penguins = pd.read_csv("data/penguins.csv")
        >>> X, y = penguins.drop(columns="species"), penguins["species"]
        >>> whole = DecisionTreeClassifier(random_state=0).fit(X, y)
        >>> pruned = whole.prune(X, y, rule="one-error")
        >>> whole.get_n_leaves() > pruned.model.get_n_leaves() > 1
        True
        """
        model: _core.Model = self._fitted()  # type: ignore[attr-defined]
        way = json.dumps(_way(method, how))
        if X is None:
            found, told = _core.prune_alone(model, way)
        else:
            table, learned = _rows.of_model(self, *_rows.parted(X, y), sample_weight)
            seed = None if random_state is None else whole("random_state", random_state)
            found, told = _core.prune_by(model, table, learned, way, seed, self._threads())  # type: ignore[attr-defined]
        return Pruned(self._made_smaller(found), model, told)
