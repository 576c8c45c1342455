"""Compares node arrays, leaf numbers and paths with scikit-learn's; see README.md beside this file.

    sklearn_arrays.py 100     on so many random tables for each task
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
from sklearn.datasets import load_iris, make_classification, make_friedman1
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from trees import ROOT

PROGRAM = ROOT / "target" / "release" / "spinney"
WHOLE = ["children_left", "children_right", "feature", "n_node_samples"]
REAL = ["threshold", "impurity", "weighted_n_node_samples", "value"]


def ours(*words):
    run = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=True)
    return run.stdout


def exact(x):
    """Numbers that 32 bits hold, and whose midpoints they hold too."""
    return numpy.round(numpy.asarray(x, dtype=float) * 1024) / 1024


def write(path, x, y):
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(f"x{place}" for place in range(x.shape[1])) + ",y\n")
        for row, label in zip(x, y):
            file.write(",".join(repr(float(cell)) for cell in row) + f",{label}\n")


def differing(mine, model):
    """The arrays that are not alike."""
    tree = model.tree_
    found = [name for name in WHOLE if mine[name] != getattr(tree, name).tolist()]
    scale = max(1.0, float(abs(tree.value[0]).max()) ** 2)  # of squares, which are subtracted there
    for name in REAL:
        one, two = numpy.array(mine[name]), getattr(tree, name)
        if one.shape != two.shape or not numpy.allclose(one, two, rtol=1e-9, atol=1e-12 * scale):
            found.append(name)
    # Equal halves: the first branch here, the right there.
    left, right = tree.children_left, tree.children_right
    if not found:
        uneven = (left >= 0) & (tree.n_node_samples[left] != tree.n_node_samples[right])
        if (numpy.array(mine["missing_go_to_left"])[uneven] != (tree.missing_go_to_left[uneven] != 0)).any():
            found.append("missing_go_to_left")
    return found


def ends(mine, model, x, table, file):
    """Whether leaves and paths are alike, by the numbers of the arrays."""
    to = numpy.argsort(numpy.array(mine["ids"]))  # our number of a node -> theirs
    leaves = numpy.array(ours("predict", file, table, "--leaves").split()[1:], dtype=int)
    found = [] if (to[leaves] == model.apply(x)).all() else ["apply"]
    path = json.loads(ours("predict", file, table, "--paths", "--json"))
    theirs = model.decision_path(x)
    if path["starts"] != theirs.indptr.tolist():
        found.append("indptr")
    rows = zip(path["starts"], path["starts"][1:], theirs.indptr, theirs.indptr[1:])
    nodes = numpy.array(path["nodes"])
    if any(sorted(to[nodes[a:b]]) != sorted(theirs.indices[c:d].tolist()) for a, b, c, d in rows):
        found.append("indices")
    return found


def compare(name, x, y, kind, criterion, least, folder):
    table, file = folder / "table.csv", folder / "tree.spinney"
    x = exact(x)
    write(table, x, y)
    task = "classification" if kind is DecisionTreeClassifier else "regression"
    words = {"squared_error": "mse"}.get(criterion, criterion)
    ours("fit", table, "--target", "y", "--task", task, "--preset", "cart", "--criterion", words, "--min-rows-leaf", least,
         "--prune", "none", "--quiet", "--out", file)
    mine = json.loads(ours("show", file, "--as", "arrays"))
    model = kind(criterion=criterion, min_samples_leaf=least, random_state=0).fit(x, y)
    # Which of equal splits is taken is decided by column here and by a shuffle there: such trees are counted apart.
    same = [mine[name] == getattr(model.tree_, name).tolist() for name in ("children_left", "feature", "threshold")]
    if not all(same):
        return "tie" if tied(x, y, criterion, mine, model) else f"{name}: another tree"
    found = differing(mine, model) or ends(mine, model, x, table, file)
    return f"{name}: {found}" if found else "same"


def tied(x, y, criterion, mine, model):
    """Whether both splits of the first node that differs are worth the same to the rows that reach it."""
    tree = model.tree_
    splits = list(zip(mine["feature"], mine["threshold"]))
    place = next(n for n, split in enumerate(zip(tree.feature, tree.threshold)) if split != splits[n])
    here = model.decision_path(x)[:, place].toarray().ravel() > 0
    rows, labels = x[here], numpy.asarray(y)[here]
    mine, theirs = splits[place], (tree.feature[place], tree.threshold[place])
    gains = [gain(rows, labels, criterion, *split) for split in (mine, theirs)]
    return abs(gains[0] - gains[1]) <= 1e-9 * max(1.0, rest(labels, criterion))


def gain(rows, labels, criterion, column, cut):
    left = rows[:, column] <= cut if column >= 0 else numpy.ones(len(rows), dtype=bool)
    return rest(labels, criterion) - rest(labels[left], criterion) - rest(labels[~left], criterion)


def rest(labels, criterion):
    """Weight times impurity."""
    if len(labels) == 0:
        return 0.0
    if criterion == "squared_error":
        return float(((labels - labels.mean()) ** 2).sum())
    counts = numpy.unique(labels, return_counts=True)[1]
    if criterion == "gini":
        return len(labels) - float((counts.astype(float) ** 2).sum()) / len(labels)
    return -float((counts * numpy.log2(counts / len(labels))).sum())


def tables(many):
    """Tables with their criterion and the fewest rows of a leaf. Two rows are parted as well by any column, so that nearly every tree of
    several columns that is grown to the end has ties; one column alone is, and several down to leaves of some rows."""
    iris = load_iris()
    names = [f"c{label}" for label in iris.target]
    yield "iris", iris.data, names, DecisionTreeClassifier, "gini", 10
    for seed in range(many):
        rows = [30, 200, 1000][seed % 3]
        criterion = ["gini", "entropy"][seed % 2]
        x, y = make_classification(rows, 8, n_informative=5, n_classes=3, random_state=seed)
        y = [f"c{label}" for label in y]
        yield f"classes {seed}", x, y, DecisionTreeClassifier, criterion, rows // 20 + 5
        yield f"one column {seed}", x[:, :1], y, DecisionTreeClassifier, criterion, 1
        x, y = make_friedman1(rows, 7, noise=1.0, random_state=seed)
        y = numpy.round(y, 6)
        yield f"friedman {seed}", x, y, DecisionTreeRegressor, "squared_error", rows // 50 + 3
        yield f"one friedman {seed}", x[:, :1], y, DecisionTreeRegressor, "squared_error", 1


def run(many):
    told = {"same": 0, "tie": 0}
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for table in tables(many):
            found = compare(*table, pathlib.Path(folder))
            if found in told:
                told[found] += 1
            else:
                faults.append(found)
                print("FAULT", found)
    print(f"arrays, leaves and paths: {told['same']} trees alike, {told['tie']} with ties, {len(faults)} faults")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(run(next((int(word) for word in sys.argv[1:] if word.isdigit()), 30)))
