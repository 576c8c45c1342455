"""The default pruned tree beside scikit-learn's: unpruned, and the best of its cost-complexity path.

Ten tables, 75/25 splits with seeds 0 to 4, the same rows for both. scikit-learn has its categories as whole numbers, as its
users do it. The best of its path is chosen by the held-out rows themselves, which no user could do: it is a bound. See
README.md in this folder.

    python run.py [TABLE,TABLE] [FLAG …]      flags go to `spinney fit`
"""

import heapq
import json
import os
import pathlib
import statistics
import subprocess
import sys

import numpy
import pandas
from sklearn.metrics import r2_score, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DATA = pathlib.Path(os.environ["SPINNEY_DATA"])
WORK = pathlib.Path(os.environ.get("SPINNEY_BENCH_DATA", ROOT / "target" / "bench")) / "prune"
SPINNEY = ROOT / "target" / "release" / "spinney"
SEEDS = range(int(os.environ.get("SEEDS", "5")))
TABLES = {
    "adult": "income",
    "bank_marketing": "y",
    "titanic": "survived",
    "penguins": "species",
    "letter": "class",
    "higgs_sample": "signal",
    "flights_delayed": "dep_delayed_15min",
    "california_housing": "median_house_value",
    "diamonds": "price",
    "ames_housing": "price",
}
NUMBERS = {"california_housing", "diamonds", "ames_housing"}


def split(name, seed):
    """The same rows for everybody, kept as files."""
    place = WORK / f"{name}_{seed}"
    if not (place / "test.csv").is_file():
        place.mkdir(parents=True, exist_ok=True)
        table = pandas.read_csv(DATA / f"{name}.csv.gz", keep_default_na=False, na_values=[""], low_memory=False)
        classes = None if name in NUMBERS else table[TABLES[name]]
        train, test = train_test_split(table, test_size=0.25, random_state=seed, stratify=classes)
        train.to_csv(place / "train.csv", index=False)
        test.to_csv(place / "test.csv", index=False)
    return place


def frames(name, place):
    """Numbers as they are, categories as whole numbers; a category not seen, or missing, is missing."""
    read = {"keep_default_na": False, "na_values": [""], "low_memory": False}
    train, test = (pandas.read_csv(place / f"{part}.csv", **read) for part in ("train", "test"))
    target = TABLES[name]
    words = [column for column in train.columns if column != target and train[column].dtype.kind not in "if"]
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=numpy.nan)
    as_text = lambda table: table[words].astype(object).fillna("").astype(str)
    codes = encoder.fit_transform(as_text(train)), encoder.transform(as_text(test))
    for table, found in zip((train, test), codes):
        for place, column in enumerate(words):
            table[column] = numpy.where(table[column].isna(), numpy.nan, found[:, place])
    features = [column for column in train.columns if column != target]
    return train[features].astype(float), train[target], test[features].astype(float), test[target]


def score(name, truth, answers):
    if name in NUMBERS:
        return r2_score(truth, answers)
    if answers.shape[1] == 2:
        return roc_auc_score(truth, answers[:, 1])
    return roc_auc_score(truth, answers, multi_class="ovr")


def prices(tree, total):
    """For each node the price from which on it is a leaf: weakest links, by scikit-learn's own risks."""
    risk = tree.weighted_n_node_samples * tree.impurity / total
    count, left, right = tree.node_count, tree.children_left, tree.children_right
    parent, below, leaves = numpy.full(count, -1), risk.copy(), numpy.ones(count)
    for node in range(count - 1, -1, -1):
        if left[node] >= 0:
            parent[left[node]] = parent[right[node]] = node
            below[node] = below[left[node]] + below[right[node]]
            leaves[node] = leaves[left[node]] + leaves[right[node]]
    price, state = numpy.where(left < 0, 0.0, numpy.inf), numpy.zeros(count, int)
    link = lambda node: ((risk[node] - below[node]) / (leaves[node] - 1), node, state[node])
    links = [link(node) for node in range(count) if left[node] >= 0]
    heapq.heapify(links)
    at = 0.0
    while links:
        found, node, when = heapq.heappop(links)
        if when != state[node] or numpy.isfinite(price[node]):
            continue
        at = max(at, found)
        open_nodes = [node]
        while open_nodes:
            one = open_nodes.pop()
            if left[one] >= 0 and numpy.isinf(price[one]):
                price[one] = at
                open_nodes += [left[one], right[one]]
        less, fewer = risk[node] - below[node], leaves[node] - 1
        below[node], leaves[node] = risk[node], 1
        one = parent[node]
        while one >= 0:
            below[one] += less
            leaves[one] -= fewer
            state[one] += 1
            heapq.heappush(links, link(one))
            one = parent[one]
    return price, parent


def peer(name, place):
    """scikit-learn's unpruned score and leaves, and the best score of its path."""
    train, answers, test, truth = frames(name, place)
    kind = DecisionTreeRegressor if name in NUMBERS else DecisionTreeClassifier
    model = kind(random_state=0).fit(train, answers)
    tree = model.tree_
    price, parent = prices(tree, tree.weighted_n_node_samples[0])
    ends, values = model.apply(test), tree.value[:, 0, :]
    if name not in NUMBERS:
        values = values / values.sum(axis=1, keepdims=True)
    steps = numpy.unique(price[numpy.isfinite(price)])
    if len(steps) > 120:
        steps = numpy.unique(numpy.quantile(steps, numpy.linspace(0, 1, 120)))
    best = -numpy.inf
    for step in steps:
        home = numpy.arange(tree.node_count)
        for node in range(1, tree.node_count):  # parents come first
            above = home[parent[node]]
            home[node] = above if price[above] <= step and tree.children_left[above] >= 0 else node
        found = values[home[ends]]
        best = max(best, score(name, truth, found[:, 0] if name in NUMBERS else found))
    found = values[ends]
    return score(name, truth, found[:, 0] if name in NUMBERS else found), int(tree.n_leaves), best


def ours(name, place, flags):
    command = [SPINNEY, "fit", place / "train.csv", "--target", TABLES[name], "--test", place / "test.csv", "--json", "-q"]
    command += ["--task", "regression" if name in NUMBERS else "classification", *flags]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    found = json.loads(done.stdout)
    unpruned = found.get("unpruned", found)["leaves"]
    return found["test"]["r2" if name in NUMBERS else "roc_auc"], found["leaves"], unpruned, found["seconds"]


def known_peer(name, seed, place):
    """Its figures do not change: they are kept."""
    kept = place / "peer.json"
    if not kept.is_file():
        kept.write_text(json.dumps(peer(name, place)))
    return json.loads(kept.read_text())


def main():
    named = len(sys.argv) > 1 and sys.argv[1].split(",")[0] in TABLES
    names = sys.argv[1].split(",") if named else list(TABLES)
    flags = sys.argv[1 + named :]
    print("| table | spinney | scikit-learn, unpruned | best of its path | leaves | of unpruned | seconds |")
    print("| --- | --: | --: | --: | --: | --: | --: |")
    wins = close = 0
    shares = []
    for name in names:
        mine, theirs = [], []
        for seed in SEEDS:
            place = split(name, seed)
            theirs.append(known_peer(name, seed, place))
            mine.append(ours(name, place, flags))
        mean = lambda rows, at: statistics.fmean(row[at] for row in rows)
        own, plain, best = mean(mine, 0), mean(theirs, 0), mean(theirs, 2)
        leaves, before = mean(mine, 1), mean(mine, 2)
        wins, close = wins + (own >= plain), close + (own >= best - 0.01)
        shares += [row[1] / row[2] for row in mine]
        marks = ("" if own >= plain else " below") + ("" if own >= best - 0.01 else " far")
        print(
            f"| {name} | {own:.4f}{marks} | {plain:.4f} | {best:.4f} | {leaves:.0f} | {before:.0f} | {mean(mine, 3):.2f} |",
            flush=True,
        )
    print(f"\nat least as good as unpruned on {wins} of {len(names)}; within 0.01 of the best of the path on {close}; ", end="")
    print(f"leaves kept, median: {statistics.median(shares):.3f} of the unpruned")


main()
