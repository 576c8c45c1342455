"""Compares Spinney's CART trees with scikit-learn's, node by node; see README.md beside this file.

    sklearn_trees.py 300       on so many random tables for each criterion
    sklearn_trees.py --facts   write small tables and scikit-learn's trees to crates/spinney-io/tests/golden/sklearn
"""

import os
import pathlib
import random
import sys
import tempfile

import numpy
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from trees import ROOT, ours, parse, read_table

FACTS = ROOT / "crates" / "spinney-io" / "tests" / "golden" / "sklearn"
SMALL = ROOT / "data"
LARGE = pathlib.Path(os.environ.get("SPINNEY_DATA", SMALL))
# our criterion, its name there
CLASSES = [("gini", "gini"), ("entropy", "entropy")]
NUMBERS = [("mse", "squared_error"), ("mae", "absolute_error"), ("poisson", "poisson")]
TIE = 1e-9


def random_table(seed, task, path):
    """Numbers well apart and exact in 32 bits; a target that depends on them and seldom ties."""
    draw = random.Random(f"{task} {seed}")
    rows = draw.choice([2, 5, 20, 100, 400])
    columns = []
    for _ in range(draw.randint(1, 5)):
        spread = draw.choice([1, 3, 40])  # few values, some, or nearly all different
        top = max(2, rows * spread // 3)
        step = draw.choice([0.25, 1.0, 16.0])
        columns.append([step * (draw.randrange(top) - top // 2) for _ in range(rows)])
    classes = draw.randint(2, 5)
    target = []
    for row in range(rows):
        signal = sum((place + 1) * column[row] for place, column in enumerate(columns[:2]))
        if task == "classification":
            noisy = draw.random() < 0.3
            target.append(f"c{draw.randrange(classes) if noisy else int(abs(signal)) % classes}")
        else:
            target.append(round(abs(signal) % 97 + draw.random() * 30, 6))
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(f"x{place}" for place in range(len(columns))) + ",y\n")
        for row in range(rows):
            file.write(",".join(repr(column[row]) for column in columns) + f",{target[row]}\n")


def real_table(name, target, path):
    """The numeric columns of a real table, rows with a blank left out."""
    found = next((p for p in (SMALL / f"{name}.csv", LARGE / f"{name}.csv.gz") if p.exists()), None)
    if found is None:
        return False
    table = read_table(found)
    names = [n for n in table.names if table.numeric[n] and n != target] + [target]
    rows = zip(*(table.columns[n] for n in names))
    whole = [row for row in rows if None not in row]
    # 32 bits are what the other program keeps of a number
    keep = lambda cell: repr(float(numpy.float32(cell)))
    label = lambda cell: f"{cell:g}" if isinstance(cell, float) and cell == int(cell) else str(cell)
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(names) + "\n")
        for row in whole:
            file.write(",".join([*map(keep, row[:-1]), label(row[-1])]) + "\n")
    return True


def fitted(table, criterion, depth, least):
    names = [name for name in table.names if name != "y"]
    x = numpy.array([table.columns[name] for name in names], dtype=numpy.float32).T
    y = table.columns["y"]
    kind = DecisionTreeRegressor if table.numeric["y"] else DecisionTreeClassifier
    model = kind(criterion=criterion, max_depth=depth, min_samples_leaf=least, random_state=0)
    return model.fit(x, y), names


def lines(model, names):
    """scikit-learn's tree in our lines."""
    tree = model.tree_
    out = []

    def leaf(node):
        values, rows = tree.value[node][0], tree.n_node_samples[node]
        if hasattr(model, "classes_"):
            counts = [round(share * rows) for share in values]
            return f"{model.classes_[counts.index(max(counts))]} {rows} {rows - max(counts)}"
        return f"{float(values[0])!r} {rows}"

    def told(node):
        return leaf(node) if tree.children_left[node] < 0 else ""

    open_ = [(0, 0, 0)]
    if tree.children_left[0] < 0:
        return [f"0\t\t\t\t{leaf(0)}"]
    while open_:
        node, depth, branch = open_.pop()
        if branch == 2 or tree.children_left[node] < 0:
            continue
        child = (tree.children_left, tree.children_right)[branch][node]
        cut = float(tree.threshold[node])
        out.append(f"{depth}\t{names[tree.feature[node]]}\t{['<=', '>'][branch]}\t{cut!r}\t{told(child)}")
        open_ += [(node, depth, branch + 1), (child, depth + 1, 0)]
    return out


def rest(values, criterion):
    """Weight times impurity of a set of target values."""
    if not values:
        return 0.0
    n = len(values)
    if criterion in ("gini", "entropy"):
        counts = [values.count(value) for value in set(values)]
        if criterion == "gini":
            return n - sum(c * c for c in counts) / n
        return -sum(c * numpy.log2(c / n) for c in counts)
    array = numpy.array(values)
    if criterion == "mse":
        return float(((array - array.mean()) ** 2).sum())
    if criterion == "mae":
        return float(abs(array - numpy.median(array)).sum())
    above = array[array > 0]
    return float((above * numpy.log(above / array.mean())).sum())


class Comparison:
    """Two trees side by side over the rows that reach each pair of nodes."""

    def __init__(self, table, criterion):
        self.table, self.criterion = table, criterion
        self.same, self.ties, self.faults = 0, [], []

    def run(self, mine, theirs):
        open_ = [(mine, theirs, list(range(self.table.rows)), "root")]
        while open_:
            one, two, rows, where = open_.pop()
            if (one.leaf is None) != (two.leaf is None) or one.leaf is None and not self.same_cut(one, two, rows):
                self.differs(one, two, rows, where)
                continue
            self.same += 1
            if one.leaf is not None:
                self.leaves(one, two, where)
                continue
            cut = float(one.branches[0][1])
            for branch, part in enumerate(self.parts(rows, one.column, cut)):
                open_.append((one.branches[branch][2], two.branches[branch][2], part, f"{where} / {one.column} {cut}"))

    def parts(self, rows, column, cut):
        values = self.table.columns[column]
        return [r for r in rows if values[r] <= cut], [r for r in rows if values[r] > cut]

    def same_cut(self, one, two, rows):
        return one.column == two.column and float(one.branches[0][1]) == float(two.branches[0][1])

    def gain(self, node, rows):
        of = lambda rows: rest([self.table.columns["y"][r] for r in rows], self.criterion)
        if node.leaf is not None:
            return 0.0
        return of(rows) - sum(of(part) for part in self.parts(rows, node.column, float(node.branches[0][1])))

    def differs(self, one, two, rows, where):
        gains = [self.gain(node, rows) for node in (one, two)]
        scale = max(1.0, rest([self.table.columns["y"][r] for r in rows], self.criterion))
        told = [node.leaf or f"{node.column} <= {node.branches[0][1]}" for node in (one, two)]
        text = f"{where}: {told[0]} ({gains[0]!r}) here, {told[1]} ({gains[1]!r}) there, {len(rows)} rows"
        (self.ties if abs(gains[0] - gains[1]) <= TIE * scale else self.faults).append(text)

    def leaves(self, one, two, where):
        mine, theirs = one.leaf.split(" "), two.leaf.split(" ")
        if self.table.numeric["y"]:
            a, b = float(mine[0]), float(theirs[0])
            good = abs(a - b) <= 1e-9 * max(1.0, abs(a)) and mine[1] == theirs[1]
        else:
            good = mine == theirs
        if not good:
            self.faults.append(f"{where}: leaf {one.leaf} here, {two.leaf} there")


def compare(path, criterion, depth, least):
    mine_name, their_name = criterion
    table = read_table(path, target=None if mine_name in dict(NUMBERS) else "y")
    model, names = fitted(table, their_name, depth, least)
    theirs = lines(model, names)
    task = "regression" if table.numeric["y"] else "classification"
    leaf = "median" if mine_name == "mae" else None
    mine = ours(path, "y", "cart", criterion=mine_name, task=task, max_depth=depth, min_rows_leaf=least, leaf=leaf)
    comparison = Comparison(table, mine_name)
    comparison.run(parse(mine), parse(theirs))
    return comparison, theirs


def run_all(tables):
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for task, criteria in (("classification", CLASSES), ("regression", NUMBERS)):
            sums = {name: [0, 0, 0, 0] for name, _ in criteria}
            for seed in range(tables):
                path = pathlib.Path(folder) / f"{task}{seed}.csv"
                random_table(seed, task, path)
                for criterion in criteria:
                    for limits in ((None, 1), (3, 1), (None, 7)):
                        failed |= one(f"random {task} {seed}", path, criterion, limits, sums)
            for name, target in REAL[task]:
                path = pathlib.Path(folder) / f"{name}.csv"
                if not real_table(name, target, path):
                    print(f"{name}: skipped, SPINNEY_DATA names no folder with it")
                    continue
                path.write_text(path.read_text().replace(f",{target}\n", ",y\n", 1))
                for criterion in criteria:
                    for limits in ((None, 1), (5, 1), (None, 20)):
                        failed |= one(name, path, criterion, limits, sums)
            for name, (trees, same, ties, faults) in sums.items():
                print(f"{name}: {trees} trees, {same} nodes alike, {ties} ties, {faults} faults")
    return failed


REAL = {
    "classification": [("iris", "species"), ("penguins", "species"), ("higgs_sample", "signal")],
    "regression": [("california_housing", "median_house_value")],
}


def one(name, path, criterion, limits, sums):
    comparison, _ = compare(path, criterion, *limits)
    figures = sums[criterion[0]]
    for place, more in enumerate([1, comparison.same, len(comparison.ties), len(comparison.faults)]):
        figures[place] += more
    for kind, texts in (("tie", comparison.ties), ("FAULT", comparison.faults)):
        for text in texts[: 3 if kind == "tie" else 10]:
            print(f"{name} {criterion[0]} {limits}: {kind}: {text}")
    return bool(comparison.faults)


def write_facts(each=10):
    """Small tables whose trees have no ties, with scikit-learn's trees, for tests that need no scikit-learn."""
    FACTS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "table.csv"
        for task, criteria in (("classification", CLASSES), ("regression", NUMBERS)):
            for criterion in criteria:
                blocks = []
                for seed, limits in ((seed, limits) for seed in range(200) for limits in ((None, 1), (3, 1), (None, 7))):
                    random_table(seed, task, path)
                    comparison, theirs = compare(path, criterion, *limits)
                    text = path.read_text()
                    if len(blocks) < each and not comparison.ties and len(theirs) > 5 and len(text) < 3000:
                        head = f"table {seed} depth {limits[0] or 'any'} least {limits[1]}\n"
                        blocks.append(head + text + "tree\n" + "\n".join(theirs) + "\nend\n")
                (FACTS / f"{criterion[0]}.txt").write_text("".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    if "--facts" in sys.argv:
        sys.exit(write_facts())
    sys.exit(run_all(next((int(word) for word in sys.argv[1:] if word.isdigit()), 40)))
