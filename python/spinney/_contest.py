"""Models beside each other on the same folds: compared, tuned; and one model, judged."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from . import _columns, _core, _labels, _rows, _settings, _ways
from ._judging import Evaluation
from ._opened import adopt, opened
from ._outcomes import Comparison, Tuning
from ._progress import progress
from ._retold import parameters
from ._settings import whole
from ._values import column_of

#: Shares of a learning curve where nobody names any.
SHARES = (0.1, 0.2, 0.4, 0.7, 1.0)


class _Contest:
    """What a comparison and a search share: the table, the rules, and how they are handed over."""

    def __init__(self, table: tuple[Any, Any, Any], models: Any, rules: dict[str, Any], verbose: int, n_jobs: int | None) -> None:
        (X, y), sample_weight = _rows.parted(*table[:2]), table[2]
        self.rules, self.verbose, self.threads = dict(rules), verbose, _settings.threads_of(n_jobs)
        self.table = _rows.Reader()
        for name in _ways.DECLARING:
            setattr(self.table, name, _ways.shared(models, name))
        self.features = _columns.read(self.table, X, fitting=True, categorical=self.table.categorical_features)
        self.aside = self._aside()
        self.classes = _rows.is_classes(y)
        values = _labels.read(self.table, y)
        _labels.check_length(values, self.features.rows)
        if values.ndim == 2 and values.shape[1] > 1:
            raise ValueError(f"models are compared and tuned on one target, and y has {values.shape[1]}: y[:, 0] is the first, or a column of a frame.")
        self.labels = _labels.classes(values)[0] if self.classes else None
        found = self.labels.learned() if self.labels else _labels.numbers(values, "")[0]
        weights = _labels.weights(sample_weight, self.features.rows)
        self.learned = ([(_labels.names_of(y, values)[0], found)], weights)
        self.seed = _settings.seed_of(rules["random_state"])

    def _aside(self) -> Any:
        """The column that rows are dealt by, as a table of its own."""
        asked = [(kind, self.rules.pop(kind)) for kind in ("groups", "order")]
        asked = [(kind, column) for kind, column in asked if column is not None]
        if len(asked) > 1:
            raise ValueError("rows are dealt by groups or in an order, not by both")
        self.rules["dealt_by"] = asked[0][0] if asked else None
        if not asked:
            return None
        kind, column = asked[0]
        if np.shape(column) != (self.features.rows,):
            raise ValueError(f"{kind} has shape {np.shape(column)}, and there are {self.features.rows} rows: one value is asked for each.")
        name = str(getattr(column, "name", None) or kind)
        return _core.Table.from_columns([column_of(name, column, kind == "groups")])

    def told(self, contestants: dict[str, Any], **more: Any) -> str:
        rules = {name: self.rules[name] for name in ("folds", "repeats", "dealt_by", "by")}
        weight = _ways.class_weight(contestants, self.labels) if self.labels else None
        return json.dumps({"rules": {**rules, "seed": self.seed, "class_weight": weight}, **more})

    def spec(self, name: str, model: Any) -> dict[str, Any]:
        return _ways.spec(name, model, self.features, self.seed, self.classes)

    def run(self, work: Any, how: str) -> Any:
        with progress(self.verbose, 100, "%") as tell:
            return work(self.features.table(self.threads), self.learned, how, self.aside, self.threads, tell)


def compare(
    X: Any,
    y: Any,
    models: Any = None,
    *,
    cv: int = 10,
    repeats: int = 1,
    groups: Any = None,
    order: Any = None,
    by: str | None = None,
    shares: Any = None,
    sample_weight: Any = None,
    random_state: Any = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> Comparison:
    """Lets several models learn and be asked on the same folds, and says which differences are more than luck.

    Parameters
    ----------
    X : {array-like, frame} of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), or str
        The target, or the name of a column of X.
    models : list or dict, default=None
        Names that the program knows ("baseline", "tree", "forest", "extra-trees", "id3", "c45", "j48", "cart", "rpart"), or trees and forests of this
        package as estimators; a dict gives them other names. None are the usual ones.
    cv : int, default=10
        How many folds, each class in its share.
    repeats : int, default=1
        How often rows are dealt anew.
    groups : array-like of shape (n_samples,), default=None
        Rows of one group (a patient, a customer) stay in one fold.
    order : array-like of shape (n_samples,), default=None
        Numbers or times: every fold is asked by what was learned from the past.
    by : str, default=None
        The score that decides, by scikit-learn's name; "brier_score_loss" for classes, "r2" for numbers.
    shares : list of float, or True, default=None
        Shares of the rows that are learned from, for learning curves; True stands for some.
    sample_weight : array-like of shape (n_samples,), default=None
        The weights of the rows.
    random_state : int, default=0
        The seed of folds and models; an integer gives what ``spinney compare --seed`` gives.
    n_jobs : int, default=None
        How many threads; None is one.
    verbose : int, default=0
        Whether it is told how much is done.

    Returns
    -------
    comparison : Comparison
        Shown as a table; ``data`` holds every figure, ``plot()`` draws learning curves.

    Examples
    --------
    >>> import pandas as pd, spinney
    >>> penguins = pd.read_csv("data/penguins.csv")
    >>> told = spinney.compare(penguins, "species", ["baseline", "cart"], cv=5, by="accuracy")
    >>> told.best, len(told.scores["cart"])
    ('cart', 5)
    """
    rules = {"folds": _folds(cv), "repeats": whole("repeats", repeats, 1), "groups": groups, "order": order, "by": by, "random_state": random_state}
    X, y = _rows.parted(X, y)
    found = _ways.named(models, _rows.is_classes(y))
    if not found:
        raise ValueError("models is empty: at least one is compared, for instance ['baseline', 'cart']")
    contest = _Contest((X, y, sample_weight), found.values(), rules, verbose, n_jobs)
    shares = [1.0] if shares is None else list(SHARES) if shares is True else [_ways.number("shares", share) for share in _ways.listed("shares", shares)]
    specs = [contest.spec(name, model) for name, model in found.items()]
    return Comparison(*contest.run(_core.compare_on_folds, contest.told(found, models=specs, shares=shares)))


def tune(
    X: Any,
    y: Any,
    model: Any = "tree",
    *,
    criteria: Any = (),
    depths: Any = (),
    leaf_rows: Any = (),
    complexities: Any = (),
    split_columns: Any = (),
    cv: int = 5,
    repeats: int = 1,
    groups: Any = None,
    order: Any = None,
    by: str | None = None,
    rule: str = "best",
    budget: float | None = None,
    keep_losers: bool = False,
    sample_weight: Any = None,
    random_state: Any = 0,
    n_jobs: int | None = None,
    verbose: int = 0,
) -> Tuning:
    """Searches for the settings that do best on rows left out: every combination of the lists runs in a race over folds, which losers leave early.

    Parameters
    ----------
    X : {array-like, frame} of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), or str
        The target, or the name of a column of X.
    model : {"tree", "forest", "extra-trees"} or estimator, default="tree"
        What is grown; what the lists do not say is as there.
    criteria : list of str, default=()
        Criteria in scikit-learn's words; an empty list is the usual one, here and below.
    depths : list of int or None, default=()
        Greatest depths; None is without a limit.
    leaf_rows : list of float, default=()
        Least weights of a leaf.
    complexities : list of float, default=()
        Prices of a leaf as shares of the root's risk, for one tree; 0 is no pruning.
    split_columns : list of str, int or float, default=()
        Columns that are drawn at each node of a forest: "sqrt", "log2", "third", "all", so many, or a share.
    cv, repeats, groups, order, by : object
        As in :func:`compare`.
    rule : {"best", "one-error"}, default="best"
        Which contender wins: the best, or the smallest within one standard error of it.
    budget : float, default=None
        Seconds after which the race ends with what is known by then.
    keep_losers : bool, default=False
        Whether all contenders run to the end.
    sample_weight, random_state, n_jobs, verbose : object
        As in :func:`compare`.

    Returns
    -------
    tuning : Tuning
        ``model`` is the winner, grown on all rows, with its settings as parameters, so that a clone of it grows so again; ``data`` holds every
        contender, ``plot()`` draws the best of each size.

    Examples
    --------
    >>> import pandas as pd, spinney
    >>> penguins = pd.read_csv("data/penguins.csv")
    >>> found = spinney.tune(penguins, "species", depths=[1, 3], leaf_rows=[5], complexities=[0], criteria=["gini"])
    >>> found.winner["max-depth"], found.model.get_depth()
    ('3', 3)
    """
    rules = {"folds": _folds(cv), "repeats": whole("repeats", repeats, 1), "groups": groups, "order": order, "by": by, "random_state": random_state}
    contest = _Contest((X, y, sample_weight), [model], rules, verbose, n_jobs)
    base = contest.spec("model", model)
    if isinstance(model, str) and model not in ("tree", "forest", "extra-trees"):
        raise ValueError(f"{model!r} is none of tree, forest, extra-trees")
    of_forest = "forest" in base or model in ("forest", "extra-trees")
    criteria, complexities = _ways.listed("criteria", criteria), _ways.listed("complexities", complexities)
    split_columns = _ways.listed("split_columns", split_columns)
    if of_forest and len(complexities):
        raise ValueError("complexities are for one tree: forests are not pruned")
    if not of_forest and len(split_columns):
        raise ValueError("split_columns are for forests")
    if isinstance(model, str):
        base = {"name": "model", "known": model}
    how = contest.told(
        {"model": model},
        base=base,
        criteria=[_settings.CRITERIA.get(str(name), str(name)) for name in criteria],
        depths=[None if depth is None else whole("depths", depth) for depth in _ways.listed("depths", depths)],
        leaf_rows=[_ways.number("leaf_rows", rows) for rows in _ways.listed("leaf_rows", leaf_rows)],
        complexities=[_ways.number("complexities", price) for price in complexities],
        split_columns=[_ways.drawn(columns) for columns in split_columns],
        rule=str(rule).replace("_", "-"),
        budget=None if budget is None else _ways.number("budget", budget),
        keep_losers=keep_losers,
    )
    told, svg, found = contest.run(_core.tune_on_folds, how)
    return Tuning(told, svg, _winner(contest, model, found))


def _folds(cv: Any) -> int:
    if not isinstance(cv, (int, np.integer)) or cv < 2:
        raise ValueError(f"cv is how many folds there are, 2 or more, and rows are dealt into them here; got {cv!r}")
    return int(cv)


def _winner(contest: _Contest, model: Any, found: _core.Model) -> Any:
    """The estimator of the winner, with the labels that people know, and with its settings as parameters."""
    estimator = opened(found)
    estimator.set_params(**parameters(found, contest.features.rows))
    if not isinstance(model, str):
        kept = ("class_weight", "n_jobs", *_ways.DECLARING)
        estimator.set_params(**{name: value for name, value in model.get_params(deep=False).items() if name in kept})
    adopt(estimator, found)
    if contest.labels is not None:
        estimator._name([contest.labels.labels])
        estimator._places = [contest.labels.places]
        if hasattr(estimator, "_adopt"):
            estimator._adopt(found)
    if found.kind == "forest":
        estimator._seed, estimator._n_samples = estimator.random_state, contest.features.rows
    if not hasattr(contest.table, "feature_names_in_"):
        del estimator.feature_names_in_, estimator._by_name
    return estimator


def evaluate(model: Any, X: Any, y: Any, sample_weight: Any = None, **how: Any) -> Evaluation:
    """How good a fitted model is, where the truth is known.

    Parameters
    ----------
    model : estimator
        A fitted tree or forest of this package, or of scikit-learn, which is taken over.
    X : {array-like, frame} of shape (n_samples, n_features)
        The rows.
    y : array-like of shape (n_samples,), or str
        What is true of them, or the name of a column of X.
    sample_weight : array-like of shape (n_samples,), default=None
        The weights of the rows.
    **how : dict
        ``intervals``, ``random_state`` and ``target``, as in the method ``evaluate`` of models.

    Returns
    -------
    evaluation : Evaluation
        Figures, curves and pictures.

    Examples
    --------
    >>> import spinney
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> theirs = DecisionTreeClassifier().fit([[1], [2], [4]], ["a", "a", "b"])
    >>> spinney.evaluate(theirs, [[1], [2], [5]], ["a", "b", "b"])["accuracy"]
    0.6666666666666666
    """
    if type(model).__module__.startswith("sklearn."):
        from ._borrowed import from_sklearn

        model = from_sklearn(model)
    if not hasattr(model, "evaluate"):
        raise TypeError(f"{type(model).__name__} is no tree or forest")
    found: Evaluation = model.evaluate(X, y, sample_weight, **how)
    return found
