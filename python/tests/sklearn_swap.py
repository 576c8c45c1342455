"""scikit-learn's own tests of trees and forests, run against Spinney's classes.

The tests ship inside scikit-learn's wheel and import their classes from ``sklearn.tree`` and ``sklearn.ensemble``. This plugin for pytest puts
Spinney's classes under these names before they do, notes which cases train one of ours, and holds the outcome to the list of exceptions
beside it: a case that is on the list must fail, and one that is not must pass.

Run it by itself for the figures::

    python python/tests/sklearn_swap.py
"""

from __future__ import annotations

import functools
import json
import os
import sys
import tomllib
from pathlib import Path

import pytest
import sklearn.ensemble
import sklearn.tree

import spinney

HERE = Path(__file__).parent
MODULES = [
    "sklearn.tree.tests.test_tree",
    "sklearn.tree.tests.test_monotonic_tree",
    "sklearn.tree.tests.test_split",
    "sklearn.tree.tests.test_export",
    "sklearn.ensemble.tests.test_forest",
    "sklearn.ensemble.tests.test_iforest",
]
OF_TREE = ["DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor"]
OF_ENSEMBLE = [
    "ExtraTreesClassifier",
    "ExtraTreesRegressor",
    "IsolationForest",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "RandomTreesEmbedding",
]

EXPORTS = ["export_graphviz", "export_text", "plot_tree"]

#: Cases that called `fit` of one of our classes, and those that failed.
trained: set[str] = set()
failed: dict[str, str] = {}
_running = [""]


# The least share of the cases that train our classes which pass.
SHARE = 0.98


def exceptions() -> dict[str, str]:
    """The reason of each case, or of all cases that begin so, that is known to fail."""
    with open(HERE / "sklearn_exceptions.toml", "rb") as file:
        found = tomllib.load(file)
    return {case: group["why"] for group in found["exception"] for case in group["cases"]}


def reason(case: str, known: dict[str, str]) -> str | None:
    """Why a case is an exception; None where it is none. A name without brackets stands for all of its cases."""
    short = case.split("::", 1)[-1]
    return known.get(short) or known.get(short.split("[")[0])


def _noted(fit):  # type: ignore[no-untyped-def]
    @functools.wraps(fit)
    def wrapper(*args, **kwargs):  # type: ignore[no-untyped-def]
        trained.add(_running[0])
        return fit(*args, **kwargs)

    return wrapper


def swap() -> None:
    """Puts our classes under scikit-learn's names."""
    for home, names in ((sklearn.tree, OF_TREE), (sklearn.ensemble, OF_ENSEMBLE)):
        for name in names:
            ours = getattr(spinney, name)
            for method in ("fit", "fit_transform"):
                if method in vars(ours):
                    setattr(ours, method, _noted(vars(ours)[method]))
            setattr(home, name, ours)
    for name in EXPORTS:
        setattr(sklearn.tree, name, getattr(spinney, name))
    for base in {base for name in OF_TREE + OF_ENSEMBLE for base in getattr(spinney, name).__mro__}:
        if base.__module__.startswith("spinney.") and "fit" in vars(base) and base.__name__ not in OF_TREE + OF_ENSEMBLE:
            base.fit = _noted(vars(base)["fit"])


def pytest_runtest_protocol(item, nextitem):  # type: ignore[no-untyped-def]
    _running[0] = item.nodeid


def pytest_runtest_logreport(report):  # type: ignore[no-untyped-def]
    if report.failed:
        failed[report.nodeid] = report.longreprtext.strip().splitlines()[-1]


def main(arguments: list[str]) -> int:
    swap()
    pytest.main(
        ["--pyargs", *MODULES, "-q", "--no-header", "-p", "no:cacheprovider", "--tb=short", "-x" if "-x" in arguments else "-q", *arguments],
        plugins=[sys.modules[__name__]],
    )
    known = exceptions()
    unexpected = sorted(case for case in failed if case in trained and reason(case, known) is None)
    cured = sorted(case for case in trained if case not in failed and reason(case, known))
    passed = len(trained) - len([case for case in trained if case in failed])
    print(f"{passed} of {len(trained)} cases that train our classes pass: {100 * passed / max(1, len(trained)):.2f} %")
    for case in unexpected:
        print(f"  not on the list: {case}\n      {failed[case]}")
    for case in cured:
        print(f"  on the list, but passes: {case}")
    if "SPINNEY_TRAINED" in os.environ:
        Path(os.environ["SPINNEY_TRAINED"]).write_text(json.dumps(sorted(trained)))
    if passed < SHARE * len(trained):
        print(f"  fewer than {SHARE:.0%} pass")
    return 1 if unexpected or cured or passed < SHARE * len(trained) else 0


if __name__ == "__main__":
    # The module that pytest knows must be this one.
    import sklearn_swap

    sys.exit(sklearn_swap.main(sys.argv[1:]))
