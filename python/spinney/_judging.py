"""How good a fitted model is, what its columns are worth, and what it makes of two of them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from . import _columns, _core, _rows, _settings
from ._declared import text
from ._results import Grid, Result, counted, decimals, digits
from ._shown import Picture

#: Figures that are shown, with their names for people; those of numbers are in the target's own unit but for R².
OF_CLASSES = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
    "f1_macro": "F1 (macro)",
    "matthews_corrcoef": "MCC",
    "cohen_kappa": "kappa",
    "log_loss": "log loss",
    "brier_score_loss": "Brier score",
    "roc_auc": "AUC",
    "average_precision": "average precision",
}
OF_NUMBERS = {
    "r2": "R²",
    "root_mean_squared_error": "RMSE",
    "mean_absolute_error": "MAE",
    "median_absolute_error": "median error",
    "max_error": "largest error",
}

#: Classes and columns that are shown; ``data`` has all of them.
MOST_SHOWN = 30

KINDS = ("roc", "pr", "calibration", "calibration-quantile")


class Evaluation(Result):
    """How good a model's answers are, where the truth is known.

    Attributes
    ----------
    data : dict
        Every figure under scikit-learn's name, as ``spinney score --json`` prints them.
    """

    def __init__(self, marks: _core.Marks, data: dict[str, Any]) -> None:
        super().__init__(data)
        self._marks = marks

    def curve(self, kind: str = "roc", of: Any = None) -> list[dict[str, Any]]:
        """The points of a curve, for each class against the rest.

        Parameters
        ----------
        kind : {"roc", "pr", "calibration", "calibration-quantile"}, default="roc"
            What is found against false alarms, precision against recall, or what came true against what was said, in ten bins of the same width, or of
            about as many rows.
        of : label, default=None
            The class; the second of two, else each, where none is named.

        Returns
        -------
        curves : list of dict
            A dict for each class.
        """
        told: list[dict[str, Any]] = json.loads(self._marks.curve(kind, _class_name(of))[0])
        return told

    def plot(self, kind: str = "roc", of: Any = None) -> Picture:
        """The same as a picture.

        Parameters
        ----------
        kind : {"roc", "pr", "calibration", "calibration-quantile"}, default="roc"
            As in ``curve``.
        of : label, default=None
            The class.

        Returns
        -------
        picture : Picture
            Shown by notebooks; ``save`` writes it to a file.
        """
        svg = self._marks.curve(kind, _class_name(of))[1]
        if svg is None:
            raise ValueError("there is no curve to draw: all rows, or none, are of the class")
        return Picture(svg)

    def _parts(self) -> list[str | Grid]:
        data, ends = self.data, self.data.get("intervals", {})
        parts: list[str | Grid] = [f"{counted(data['rows'], 'row')} with {self._marks.target}"]
        if data["task"] == "classification":
            parts.append(_figures(data, ends, OF_CLASSES, set()))
            parts.append(_classes(data))
        else:
            parts.append(_figures(data, ends, OF_NUMBERS, set(OF_NUMBERS) - {"r2"}))
        return parts


def _class_name(of: Any) -> str | None:
    return None if of is None else text(of)


def _figures(data: dict[str, Any], ends: dict[str, Any], names: dict[str, str], in_unit: set[str]) -> Grid:
    rows = []
    for name, words in names.items():
        text = digits if name in in_unit else decimals
        interval = f"{text(ends[name]['low'])} to {text(ends[name]['high'])}" if name in ends else ""
        rows.append([words, text(data.get(name)), interval])
    return Grid(["<", "score", "<95 % interval"], rows)


def _classes(data: dict[str, Any]) -> Grid:
    """Who was taken for whom where classes are few; precision and recall of each."""
    classes = data["classes"][:MOST_SHOWN]
    names = [own["class"] for own in classes] if len(classes) <= 8 else []
    cells = {(cell["truth"], cell["predicted"]): cell["weight"] for cell in data["confusion"]}
    rows = [
        [own["class"], *(digits(cells.get((own["class"], name), 0)) for name in names), digits(own["rows"])]
        + [decimals(own.get(figure)) for figure in ("precision", "recall", "f1")]
        for own in classes
    ]
    return Grid(["<truth down, answers across", *names, "rows", "precision", "recall", "F1"], rows)


class Importances(Result):
    """What columns are worth, the most important first.

    Attributes
    ----------
    data : dict
        Every figure, as ``spinney explain --importance --json`` prints them.
    """

    def __init__(self, found: tuple[str, str]) -> None:
        super().__init__(json.loads(found[0]))
        self._svg = found[1]

    def plot(self) -> Picture:
        """Bars, the most important column on top.

        Returns
        -------
        picture : Picture
            Shown by notebooks; ``save`` writes it to a file.
        """
        return Picture(self._svg)

    def _parts(self) -> list[str | Grid]:
        data, columns = self.data, self.data["columns"]
        head = f"{data['target']}: what columns are worth, {counted(data['trees'], 'tree')}"
        if data["by"] == "permutation":
            rows = [[own["column"], digits(own["mean"]), _interval(own)] for own in columns[:MOST_SHOWN]]
            lost = "accuracy lost" if data["task"] == "classification" else "R² lost"
            return [head, Grid(["<column", lost, "<95 % interval"], rows)]
        debiased = any("debiased" in own for own in columns)
        rows = []
        for own in columns[:MOST_SHOWN]:
            of_bag = [digits(own["debiased"]["mean"]), _interval(own["debiased"])] if debiased else []
            rows.append([own["column"], *of_bag, decimals(own["impurity"]), str(own["splits"])])
        more = ["debiased", "<95 % interval"] if debiased else []
        return [head, Grid(["<column", *more, "impurity", "splits"], rows)]


def _interval(worth: dict[str, Any]) -> str:
    ends = worth.get("interval")
    return f"{digits(ends['low'])} to {digits(ends['high'])}" if ends else "-"


class Judged:
    """What can be asked of a fitted model beside its answers."""

    def evaluate(
        self, X: Any, y: Any, sample_weight: Any = None, *, intervals: bool = False, random_state: int = 0, target: int = 0
    ) -> Evaluation:
        """How good the answers are, where the truth is known.

        Parameters
        ----------
        X : {array-like, frame} of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,), or str
            What is true of them, or the name of a column of X.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows.
        intervals : bool, default=False
            Whether all scores have an interval, for which rows are drawn again a thousand times; the accuracy's costs nothing.
        random_state : int, default=0
            The seed of these draws.
        target : int, default=0
            Which of several targets.

        Returns
        -------
        evaluation : Evaluation
            Figures, curves and pictures.

        Examples
        --------
        >>> import pandas as pd, spinney
        >>> tennis = pd.read_csv("data/tennis.csv")
        >>> told = spinney.load("data/tennis_by_hand.json").evaluate(tennis, "play")
        >>> round(told["accuracy"], 4), round(told["roc_auc"], 4)
        (0.8571, 0.8889)
        """
        model: _core.Model = self._fitted()  # type: ignore[attr-defined]
        table, learned = _rows.of_model(self, *_rows.parted(X, y), sample_weight)
        threads: int = self._threads()  # type: ignore[attr-defined]
        marks = _core.mark(model, table, learned, target, threads)
        return Evaluation(marks, json.loads(marks.document(_settings.whole("random_state", random_state) if intervals else None, threads)))

    def importances(
        self, X: Any = None, y: Any = None, sample_weight: Any = None, *, repeats: int = 10, random_state: int = 0, target: int = 0
    ) -> Importances:
        """What columns are worth: as was found while the model grew, or on the rows of a table.

        Parameters
        ----------
        X : {array-like, frame} of shape (n_samples, n_features), default=None
            Rows on which the values of each column are dealt out anew; none where what was found in growing is asked for.
        y : array-like of shape (n_samples,), or str, default=None
            What is true of them, or the name of a column of X.
        sample_weight : array-like of shape (n_samples,), default=None
            The weights of the rows.
        repeats : int, default=10
            How often values are dealt out.
        random_state : int, default=0
            The seed of these.
        target : int, default=0
            Which of several targets.

        Returns
        -------
        importances : Importances
            A forest that was grown with ``oob_score=True`` knows a worth without bias, with intervals; others that of impurity.
        """
        model: _core.Model = self._fitted()  # type: ignore[attr-defined]
        if X is None:
            return Importances(_core.worth_grown(model, target))
        table, learned = _rows.of_model(self, *_rows.parted(X, y), sample_weight)
        how, threads = (_settings.whole("repeats", repeats, 1), _settings.whole("random_state", random_state)), self._threads()  # type: ignore[attr-defined]
        return Importances(_core.worth_permuted(model, target, table, learned, how, threads))

    def regions(
        self, columns: Any = None, X: Any = None, y: Any = None, *, tree: int = 0, target: int = 0, title: str | None = None
    ) -> Picture:
        """What a tree makes of one or two columns: the rectangles that it cuts them into, or the steps along one.

        Parameters
        ----------
        columns : str, int, or a list of one or two, default=None
            The columns, by name or place, the lying axis first; the two most important ones where nothing is said.
        X : {array-like, frame} of shape (n_samples, n_features), default=None
            Rows that are drawn as points.
        y : array-like of shape (n_samples,), or str, default=None
            What is true of them, or the name of a column of X.
        tree : int, default=0
            Which tree of a forest.
        target : int, default=0
            Which of several targets.
        title : str, default=None
            The heading; the names of target and columns where there is none.

        Returns
        -------
        picture : Picture
            Shown by notebooks; ``save`` writes it to a file.
        """
        whole: _core.Model = self._fitted()  # type: ignore[attr-defined]
        model, names = whole.one(tree), whole.columns
        if columns is None:
            worth = model.importances(1)
            columns = [int(place) for place in np.argsort(-worth, kind="stable")[:2] if worth[place] > 0] or [0]
        columns = [columns] if isinstance(columns, (str, int)) else list(columns)
        if any(not isinstance(name, str) and not -1 < name < len(names) for name in columns):
            raise ValueError(f"columns names one beyond the {len(names)} that there are")
        asked = [name if isinstance(name, str) else names[name] for name in columns]
        if X is None:
            return Picture(_core.regions(model, target, asked, title=title))
        if y is None:
            features = _columns.read(self, X, fitting=False, categorical=getattr(self, "categorical_features", None))
            return Picture(_core.regions(model, target, asked, features.table(), title=title))
        return Picture(_core.regions(model, target, asked, *_rows.of_model(self, *_rows.parted(X, y)), title))
