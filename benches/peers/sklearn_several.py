"""Compares trees and forests of several targets with scikit-learn's; see README.md beside this file.

    sklearn_several.py 100     on so many random tables for each task
"""

import json
import pathlib
import sys
import tempfile

import numpy
from sklearn.datasets import make_classification, make_friedman1
from sklearn.ensemble import ExtraTreesClassifier, ExtraTreesRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import accuracy_score, r2_score
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from sklearn_arrays import exact, ours

CLASSES = {"gini": "gini", "entropy": "entropy"}
NUMBERS = {"squared_error": "mse", "friedman_mse": "mse", "poisson": "poisson"}


def write(path, x, y):
    with open(path, "w", encoding="utf-8") as file:
        heads = [f"x{place}" for place in range(x.shape[1])] + [f"y{place}" for place in range(y.shape[1])]
        file.write(",".join(heads) + "\n")
        for row, labels in zip(x, y):
            file.write(",".join([repr(float(cell)) for cell in row] + [str(label) for label in labels]) + "\n")


def names(y):
    return ",".join(f"y{place}" for place in range(y.shape[1]))


def table_of(seed, task):
    """Two to four targets that hang on the same columns in different ways, and their criterion."""
    draws = numpy.random.default_rng(seed)
    rows, many = [60, 300, 1000][seed % 3], 2 + seed % 3
    if task == "classification":
        x, _ = make_classification(rows, 6, n_informative=5, n_redundant=0, random_state=seed)
        scores = x @ draws.normal(size=(6, many)) + draws.normal(scale=0.5, size=(rows, many))
        y = numpy.array([["a", "b", "c"][int(score > -1) + int(score > 1)] for score in scores.ravel()]).reshape(rows, many)
        return exact(x), y, list(CLASSES)[seed % 2]
    x, first = make_friedman1(rows, 6, noise=1.0, random_state=seed)
    others = [10 * x[:, place] ** 2 + draws.normal(size=rows) for place in range(many - 1)]
    y = numpy.round(numpy.column_stack([first, *others]), 4)
    criterion = list(NUMBERS)[seed % 3]
    return exact(x), numpy.abs(y) + 0.1 if criterion == "poisson" else y, criterion


def rest(y, criterion):
    """Weight times impurity, the mean over the targets."""
    if len(y) == 0:
        return 0.0
    return sum(rest_of(column, criterion) for column in y.T) / y.shape[1]


def rest_of(y, criterion):
    if criterion == "poisson":
        return float((y * numpy.log(y / y.mean())).sum())
    if criterion in NUMBERS:
        return float(((y - y.mean()) ** 2).sum())
    counts = numpy.unique(y, return_counts=True)[1].astype(float)
    if criterion == "gini":
        return len(y) - float((counts**2).sum()) / len(y)
    return -float((counts * numpy.log2(counts / len(y))).sum())


def tied(x, y, criterion, mine, model):
    """Whether both splits of the first node that differs are worth the same to the rows that reach it."""
    tree = model.tree_
    splits = list(zip(mine["feature"], mine["threshold"]))
    place = next(n for n, split in enumerate(zip(tree.feature, tree.threshold)) if split != splits[n])
    here = model.decision_path(x)[:, place].toarray().ravel() > 0
    rows, labels = x[here], y[here]

    def gain(column, cut):
        left = rows[:, column] <= cut if column >= 0 else numpy.ones(len(rows), dtype=bool)
        return rest(labels, criterion) - rest(labels[left], criterion) - rest(labels[~left], criterion)

    gains = [gain(*split) for split in (splits[place], (tree.feature[place], tree.threshold[place]))]
    return abs(gains[0] - gains[1]) <= 1e-9 * max(1.0, rest(labels, criterion))


def compare(seed, task, folder):
    """Two trees: whether they are alike in every node, in what they answer, and in how they are pruned."""
    x, y, criterion = table_of(seed, task)
    table, file = folder / "table.csv", folder / "tree.spinney"
    write(table, x, y)
    least = len(x) // 40 + 3
    word = {**CLASSES, **NUMBERS}[criterion]
    fit = ["fit", table, "--target", names(y), "--task", task, "--preset", "cart", "--criterion", word, "--min-rows-leaf", least, "--quiet"]
    ours(*fit, "--prune", "none", "--out", file)
    each = [json.loads(ours("show", file, "--as", "arrays", "--target", f"y{place}")) for place in range(y.shape[1])]
    mine = each[0]
    kind = DecisionTreeClassifier if task == "classification" else DecisionTreeRegressor
    model = kind(criterion=criterion, min_samples_leaf=least, random_state=0).fit(x, y)
    tree = model.tree_
    if any(mine[name] != getattr(tree, name).tolist() for name in ("children_left", "feature", "threshold")):
        return "tie" if tied(x, y, criterion, mine, model) else f"{task} {seed}: another tree"
    if task == "classification":
        impurity = numpy.mean([one["impurity"] for one in each], axis=0)
        if not numpy.allclose(impurity, tree.impurity, rtol=1e-9, atol=1e-12):
            return f"{task} {seed}: impurity"
    for place, one in enumerate(each):
        value = numpy.array(one["value"])[:, 0, :]
        if not numpy.allclose(value, tree.value[:, place, : value.shape[1]], rtol=1e-9, atol=1e-9):
            return f"{task} {seed}: values of y{place}"
    lines = ours("predict", file, table).split()[1:]
    answers = numpy.array([line.split(",") for line in lines])
    theirs = model.predict(x)
    same = (answers == theirs).all() if task == "classification" else numpy.allclose(answers.astype(float), theirs)
    if not same:
        return f"{task} {seed}: answers"
    return pruned(seed, task, (x, y, criterion, least), fit, (folder, table, model, kind))


def pruned(seed, task, data, fit, rest_of_it):
    """The tree at a price between two steps of the path."""
    x, y, criterion, least = data
    folder, table, model, kind = rest_of_it
    path = model.cost_complexity_pruning_path(x, y)
    prices = path.ccp_alphas
    if criterion == "poisson" or len(prices) < 4:
        return "same"
    place = len(prices) // 2
    price = (prices[place] + prices[place + 1]) / 2
    file = folder / "pruned.spinney"
    root = model.tree_.impurity[0]
    risk = ["--prune-risk", "entropy" if criterion == "entropy" else "gini"] if task == "classification" else []
    ours(*fit, "--prune", "cost-complexity", "--prune-complexity", repr(float(price / root)), *risk, "--out", file)
    mine = json.loads(ours("show", file, "--as", "arrays", "--target", "y0"))
    theirs = kind(criterion=criterion, min_samples_leaf=least, random_state=0, ccp_alpha=price).fit(x, y).tree_
    return "same" if mine["feature"] == theirs.feature.tolist() else f"{task} {seed}: pruned otherwise"


def forests(folder):
    """Scores of forests on rows held out, the mean over targets, over some seeds."""
    kinds = [
        ("forest", "classification", RandomForestClassifier, accuracy_score),
        ("forest", "regression", RandomForestRegressor, r2_score),
        ("extra-trees", "classification", ExtraTreesClassifier, accuracy_score),
        ("extra-trees", "regression", ExtraTreesRegressor, r2_score),
    ]
    for word, task, kind, score in kinds:
        mine, theirs = [], []
        for seed in range(5):
            x, y, _ = table_of(3 * seed + 2, task)
            half = len(x) // 2
            train, test, file = folder / "train.csv", folder / "test.csv", folder / "forest.spinney"
            write(train, x[:half], y[:half])
            write(test, x[half:], y[half:])
            columns = "sqrt" if task == "classification" else "all"
            ours("fit", train, "--target", names(y), "--task", task, "--model", word, "--trees", 100, "--columns-per-split", columns,
                 "--min-rows-value", 1, "--seed", seed, "--quiet", "--out", file)
            answers = numpy.array([line.split(",") for line in ours("predict", file, test).split()[1:]])
            answers = answers if task == "classification" else answers.astype(float)
            model = kind(100, random_state=seed, n_jobs=2).fit(x[:half], y[:half])
            found = model.predict(x[half:])
            mine.append(numpy.mean([score(y[half:, at], answers[:, at]) for at in range(y.shape[1])]))
            theirs.append(numpy.mean([score(y[half:, at], found[:, at]) for at in range(y.shape[1])]))
        print(f"{word:12} {task:15} scikit-learn {numpy.mean(theirs):.4f}  Spinney {numpy.mean(mine):.4f}")


def run(many):
    found = {"same": 0, "tie": 0}
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for seed in range(many):
            for task in ("classification", "regression"):
                said = compare(seed, task, folder)
                if said in found:
                    found[said] += 1
                else:
                    faults.append(said)
        forests(folder)
    print(f"{found['same']} trees alike, {found['tie']} with ties, {len(faults)} faults")
    print("\n".join(faults[:10]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else 30))
