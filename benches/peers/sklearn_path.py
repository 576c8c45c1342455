"""Compares the cost-complexity path of the `cart` preset with scikit-learn's: prices and impurities to 1e-9; see README.md beside
this file.

Tables whose trees differ by a tie of splits are left out and counted: the paths of different trees differ.

    sklearn_path.py 200        compare on so many random tables
    sklearn_path.py --facts    write paths to crates/spinney-io/tests/golden/sklearn/path.txt, for tests that need no scikit-learn
"""

import pathlib
import sys
import tempfile

import numpy
import pandas
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from trees import spinney

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEAR = 1e-9
SMALL = [0, 7, 8, 27]  # random tables of 60 rows, two of each task
FACTS = ROOT / "crates" / "spinney-io" / "tests" / "golden" / "sklearn" / "path.txt"


def random_table(seed):
    """Columns without ties; a target that follows two of them, with noise."""
    draw = numpy.random.RandomState(seed)
    rows, columns = draw.choice([60, 300, 1500]), draw.randint(2, 7)
    features = numpy.stack([draw.permutation(rows) for _ in range(columns)], axis=1).astype(float)
    told = features[:, 0] / rows + (features[:, 1] > rows / 3) + draw.normal(0, 0.3, rows)
    regression = seed % 2 == 1
    target = numpy.round(told, 6) if regression else numpy.digitize(told, numpy.quantile(told, [0.3, 0.7]))
    return features, target, regression


def nodes(tree):
    """What every node holds, in order: rows and mean, or the rows of each class."""
    found, open_ = [], [tree]
    while open_:
        node = open_.pop()
        counts = tuple(sorted(int(rows) for rows in node["counts"].values() if rows)) if "counts" in node else ()
        found.append((int(node["rows"]), round(node.get("mean", 0.0), 8), counts))
        open_ += [child["node"] for child in node.get("children", [])]
    return sorted(found)


def peer_nodes(tree, regression):
    def held(node):
        rows, values = int(tree.n_node_samples[node]), tree.value[node, 0]
        if regression:
            return rows, round(float(values[0]), 8), ()
        return rows, 0.0, tuple(sorted(int(round(share * rows)) for share in values if share > 0))

    return sorted(map(held, range(tree.node_count)))


def framed(features, target, regression):
    table = pandas.DataFrame(features, columns=[f"x{place}" for place in range(features.shape[1])])
    table["y"] = target if regression else [f"c{label}" for label in target]
    return table


def grown(features, target, regression):
    """The tree and its path. Where several steps have one price scikit-learn lists each, but for its own rounding: the last stands for
    all."""
    peer = (DecisionTreeRegressor if regression else DecisionTreeClassifier)(random_state=0, min_samples_leaf=5)
    peer.fit(features, target)
    found = peer.cost_complexity_pruning_path(features, target)
    return peer, last_of_each(list(zip(found.ccp_alphas, found.impurities)), peer.tree_.impurity[0])


def last_of_each(path, root):
    return [pair for pair, after in zip(path, [*path[1:], (numpy.inf, 0)]) if after[0] - pair[0] > NEAR * root]


def facts():
    """Small tables with their paths; iris by its name, since tests read its file."""
    with open(FACTS, "w", encoding="utf-8") as out:
        for seed in SMALL:
            case = random_table(seed)
            text = framed(*case).to_csv(index=False)
            write_facts(out, f"{seed} {'regression' if case[2] else 'classification'}", text, grown(*case)[1])
        write_facts(out, "iris classification", "", grown(*iris())[1])


def write_facts(out, head, table, path):
    steps = "".join(f"{float(alpha)!r} {float(impurity)!r}\n" for alpha, impurity in path)
    out.write(f"table {head}\n{table}path\n{steps}end\n")


def iris():
    return load_iris().data.astype("float32").astype(float), load_iris().target, False


def compare(features, target, regression, folder):
    table = framed(features, target, regression)
    path, model = folder / "table.csv", folder / "model.spinney"
    table.to_csv(path, index=False)
    peer, theirs = grown(features, target, regression)
    task = "regression" if regression else "classification"
    keep = ",".join(table.columns[:-1])
    fit = spinney("fit", path, "--target", "y", "--task", task, "--preset", "cart", "--min-rows-leaf", 5, "--keep", keep, "--out", model)
    if fit["leaves"] != peer.get_n_leaves() or nodes(spinney("show", model)["tree"]) != peer_nodes(peer.tree_, regression):
        return None
    lines = spinney("prune", model, path, "--path", "--prune-folds", 2)["path"][::-1]
    root = peer.tree_.impurity[0]
    mine = last_of_each([(line["complexity"] * root, line["risk"] * root) for line in lines], root)
    if len(mine) != len(theirs):
        return f"{len(mine)} steps here, {len(theirs)} there"
    far = [abs(a - b) / root for one, two in zip(mine, theirs) for a, b in zip(one, two)]
    return max(far)


def main():
    if "--facts" in sys.argv:
        facts()
    tables = next((int(word) for word in sys.argv[1:] if word.isdigit()), 60)
    cases = [("iris", iris())]
    cases += [(f"random {seed}", random_table(seed)) for seed in range(tables)]
    alike, others, worst, failed = 0, 0, 0.0, False
    for name, case in cases:
        with tempfile.TemporaryDirectory() as folder:
            found = compare(*case, pathlib.Path(folder))
        if found is None:
            others += 1
        elif isinstance(found, str) or found > NEAR:
            failed = True
            print(f"  FAULT: {name}: {found}")
        else:
            alike, worst = alike + 1, max(worst, found)
    print(f"paths of scikit-learn: {alike} alike (worst difference {worst:.1e} of the root's), {others} of trees that differ by ties")
    return failed or alike < len(cases) // 4


if __name__ == "__main__":
    sys.exit(main())
