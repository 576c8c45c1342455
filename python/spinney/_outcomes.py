"""What a comparison and a search came to."""

from __future__ import annotations

import json
from typing import Any

from ._results import Grid, Result, counted, decimals, digits, figure
from ._shown import Picture

#: Below this probability of luck a difference is taken for one.
SURE = 0.05

#: Lines of a table; ``data`` has all of them.
MOST_SHOWN = 20


class Comparison(Result):
    """Several models on the same folds.

    Attributes
    ----------
    data : dict
        Every figure of every model, fold by fold, and every pair, as ``spinney compare --json`` prints them.
    """

    def __init__(self, told: str, svg: str) -> None:
        super().__init__(json.loads(told))
        self._svg = svg

    @property
    def best(self) -> str:
        """The name of the best model."""
        return str(self.data["best"])

    @property
    def scores(self) -> dict[str, list[float]]:
        """The score that decides, for each model fold by fold."""
        by = self.data["by"]
        return {own["model"]: [fold[by] for fold in own["curve"][-1]["each"] if by in fold] for own in self.data["models"]}

    def plot(self) -> Picture:
        """The score that decides against the rows learned from; a curve where ``shares`` names several.

        Returns
        -------
        picture : Picture
            Shown by notebooks; ``save`` writes it to a file.
        """
        if len(self.data["models"][0]["curve"]) < 2:
            raise ValueError("there is one share of the rows, and no curve: compare(..., shares=True) has several")
        return Picture(self._svg)

    def _order(self) -> list[dict[str, Any]]:
        sign = 1 if self.data["less_is_better"] else -1
        return sorted(self.data["models"], key=lambda own: sign * own["curve"][-1]["score"]["mean"])

    def _parts(self) -> list[str | Grid]:
        data, by = self.data, self.data["by"]
        rows = []
        for own in self._order():
            last = own["curve"][-1]
            score = [figure(by, last["score"]["mean"]), _interval(by, last["score"])]
            rows.append([own["model"], *score, *self._beside(own["model"]), digits(round(last["leaves"], 1))])
        note = "(p: how likely luck puts a model so far behind the best; it counts with what folds share,\nand is raised for the pairs that were looked at)"
        warned = [f"! {words}" for words in data["warnings"]]
        return [_head(data), Grid(["<model", by, "<95 % interval", "p", "<", "leaves"], rows), note, *warned]

    def _beside(self, name: str) -> list[str]:
        """How likely luck puts a model behind the best."""
        for pair in self.data["pairs"]:
            if {pair["first"], pair["second"]} == {name, self.best} and name != self.best:
                p = pair["adjusted_p_value"]
                return ["< 0.0001" if p < 1e-4 else decimals(p), "worse" if p < SURE else "may be luck"]
        return ["", "best"] if name == self.best else ["-", ""]


def _head(data: dict[str, Any]) -> str:
    """Which rows were asked, and what decides."""
    better = "less" if data["less_is_better"] else "more"
    return f"{counted(data['rows'], 'row')}, {data['dealt']}, by {data['by']} ({better} is better)"


def _interval(by: str, score: dict[str, Any]) -> str:
    ends = score.get("interval")
    return f"{figure(by, ends['low'])} to {figure(by, ends['high'])}" if ends else "-"


class Tuning(Result):
    """A search for the settings that do best on rows left out.

    Attributes
    ----------
    model : estimator
        The winner, grown on all rows.
    data : dict
        Every contender, and the winner with its settings, as ``spinney tune --json`` prints them.
    """

    def __init__(self, told: str, svg: str, model: Any) -> None:
        super().__init__(json.loads(told))
        self._svg, self.model = svg, model

    @property
    def winner(self) -> dict[str, Any]:
        """The winner's values of the lists."""
        own = self.data["contenders"][self.data["winner"]["contender"]]
        return {name: value for name, value in own.items() if name not in ("dropped", "mean", "scores", "leaves")}

    def plot(self) -> Picture:
        """The best score of each size of model, a line for each criterion.

        Returns
        -------
        picture : Picture
            Shown by notebooks; ``save`` writes it to a file.
        """
        return Picture(self._svg)

    def _parts(self) -> list[str | Grid]:
        data = self.data
        sign = 1 if data["less_is_better"] else -1
        lanes = sorted((own for own in data["contenders"] if "mean" in own), key=lambda own: (own["dropped"], sign * own["mean"]))
        names = list(self.winner)
        rows = [
            [*(own[name] for name in names), figure(data["by"], own["mean"]), str(len(own["scores"])), digits(round(own["leaves"], 1))]
            for own in lanes
        ]
        dropped = sum(own["dropped"] for own in data["contenders"])
        field = f"{counted(len(data['contenders']), 'contender')}, of which {dropped} went early"
        won = "the winner: " + ", ".join(f"{name} {value}" for name, value in self.winner.items())
        score = data["winner"].get("score")
        if score:
            won += f"\n{data['by']}: {figure(data['by'], score['mean'])}, 95 % interval {_interval(data['by'], score)}, over folds"
            won += "\n(the best of many flatters: evaluate asks rows that had no part in the choice)"
        warned = [f"! {words}" for words in data["warnings"]]
        grid = Grid([*names, data["by"], "folds", "leaves"], rows[:MOST_SHOWN])
        return [f"{_head(data)}\n{field}", grid, won, *warned]
