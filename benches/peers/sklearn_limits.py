"""Compares trees that are kept small by shares of the rows, by what a split takes off the whole tree, and by the price of a leaf, with
scikit-learn's, node by node; see README.md beside this file.

    sklearn_limits.py 100      on so many random tables for each task
"""

import pathlib
import sys
import tempfile

import numpy
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from sklearn_trees import CLASSES, NUMBERS, Comparison, lines, random_table
from trees import ours, parse, read_table

# ours, theirs; of gains and prices also which criteria they are compared for: our mae is priced by squared errors
LIMITS = [
    ({"min_share_leaf": 0.05}, {"min_samples_leaf": 0.05}, None),
    ({"min_share_leaf": 0.07}, {"min_weight_fraction_leaf": 0.07}, None),
    ({"min_share_leaf": 0.3}, {"min_weight_fraction_leaf": 0.3}, None),
    ({"min_share_split": 0.2}, {"min_samples_split": 0.2}, None),
    ({"min_share_split": 0.31, "min_share_leaf": 0.1}, {"min_samples_split": 0.31, "min_samples_leaf": 0.1}, None),
    ({"min_tree_gain": 0.003}, {"min_impurity_decrease": 0.003}, None),
    ({"min_tree_gain": 0.04}, {"min_impurity_decrease": 0.04}, None),
    ({"prune_alpha": 0.002}, {"ccp_alpha": 0.002}, ("gini", "entropy", "mse")),
    ({"prune_alpha": 0.01}, {"ccp_alpha": 0.01}, ("gini", "entropy", "mse")),
    ({"prune_alpha": 2.0}, {"ccp_alpha": 2.0}, ("mse",)),
]


def fitted(table, criterion, limits):
    names = [name for name in table.names if name != "y"]
    x = numpy.array([table.columns[name] for name in names], dtype=numpy.float32).T
    kind = DecisionTreeRegressor if table.numeric["y"] else DecisionTreeClassifier
    return kind(criterion=criterion, random_state=0, **limits).fit(x, table.columns["y"]), names


def compare(path, criterion, mine, theirs):
    mine_name, their_name = criterion
    table = read_table(path, target=None if mine_name in dict(NUMBERS) else "y")
    model, names = fitted(table, their_name, theirs)
    whole, _ = fitted(table, their_name, {})
    task = "regression" if table.numeric["y"] else "classification"
    leaf = "median" if mine_name == "mae" else None
    comparison = Comparison(table, mine_name)
    comparison.run(
        parse(ours(path, "y", "cart", criterion=mine_name, task=task, leaf=leaf, **mine)), parse(lines(model, names))
    )
    return comparison, model.tree_.node_count < whole.tree_.node_count


def grown_alike(path, criterion):
    """Whether the whole trees are the same: where they differ by ties, so may all that is taken back of them."""
    comparison, _ = compare(path, criterion, {}, {})
    return not comparison.ties


def run_all(tables):
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for task, criteria in (("classification", CLASSES), ("regression", NUMBERS)):
            for mine, theirs, only in LIMITS:
                sums = [0, 0, 0, 0, 0]
                for seed in range(tables):
                    path = pathlib.Path(folder) / f"{task}{seed}.csv"
                    if not path.exists():
                        random_table(seed, task, path)
                    for criterion in criteria:
                        if only and criterion[0] not in only:
                            continue
                        if "prune_alpha" in mine and not grown_alike(path, criterion):
                            continue
                        comparison, smaller = compare(path, criterion, mine, theirs)
                        found = [1, smaller, comparison.same, len(comparison.ties), len(comparison.faults)]
                        sums = [one + two for one, two in zip(sums, found)]
                        for text in comparison.faults[:5]:
                            print(f"{task} {seed} {criterion[0]} {mine}: FAULT: {text}")
                failed |= sums[4] > 0
                if sums[0]:
                    trees, smaller, same, ties, faults = sums
                    said = ", ".join(f"{name} {value}" for name, value in theirs.items())
                    print(f"{task}, {said}: {trees} trees, {smaller} kept small, {same} nodes alike, {ties} ties, {faults} faults")
    return failed


if __name__ == "__main__":
    sys.exit(run_all(next((int(word) for word in sys.argv[1:] if word.isdigit()), 40)))
