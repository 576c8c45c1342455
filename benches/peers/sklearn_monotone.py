"""Compares trees whose answers only rise or fall along some columns with scikit-learn's (`monotonic_cst`), leaf by leaf; see README.md
beside this file.

Columns have no ties, and rows have weights, so that no two shares of classes are equal by chance. Small nodes may still have several splits of one
gain, of which scikit-learn draws one: tables on which its trees of sixteen seeds are not all alike are left out and counted.

    sklearn_monotone.py 200    compare on so many random tables
"""

import pathlib
import sys
import tempfile

import numpy
import pandas
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from trees import spinney

DEPTH = 6
NEAR = 1e-8


def random_table(seed):
    """Columns without ties, a target that follows two of them with noise, and a direction for each column, half of them against it."""
    draw = numpy.random.RandomState(seed)
    rows, columns = draw.choice([60, 300, 1500]), draw.randint(2, 6)
    features = numpy.stack([draw.permutation(rows) for _ in range(columns)], axis=1).astype(float)
    told = features[:, 0] / rows - (features[:, 1] > rows / 3) + draw.normal(0, 0.5, rows)
    regression = seed % 2 == 1
    target = numpy.round(told, 6) if regression else (told > numpy.median(told)).astype(int)
    return features, target, regression, draw.choice([-1, 0, 1], columns), draw.uniform(1, 4, rows).round(6)


def theirs(features, target, regression, directions, weights, seed):
    """Weight and value of every leaf, in order."""
    sign = 1 - 2 * (seed % 2)  # the other way round, and rows in another order, so that rounding decides no tie alike every time
    kind = DecisionTreeRegressor if regression else DecisionTreeClassifier
    peer = kind(random_state=seed, max_depth=DEPTH, monotonic_cst=sign * directions)
    order = numpy.random.RandomState(seed).permutation(len(target))
    peer.fit(sign * features[order], target[order], sample_weight=weights[order])
    tree, last = peer.tree_, 0 if regression else 1
    leaves = tree.children_left < 0
    return sorted(zip(tree.weighted_n_node_samples[leaves].tolist(), tree.value[leaves, 0, last].tolist()))


def ours(features, target, regression, directions, weights):
    """The same of Spinney's tree."""
    names = [f"x{place}" for place in range(features.shape[1])]
    table, keep = pandas.DataFrame(features, columns=names), ",".join(names)
    table["y"] = target if regression else [f"c{label}" for label in target]
    table["w"] = weights
    ways = {1: "increasing", -1: "decreasing"}
    asked = ",".join(f"x{place}={ways[way]}" for place, way in enumerate(directions) if way)
    with tempfile.TemporaryDirectory() as folder:
        path, model = pathlib.Path(folder) / "table.csv", pathlib.Path(folder) / "tree.spinney"
        table.to_csv(path, index=False)
        task = "regression" if regression else "classification"
        limits = ["--preset", "cart", "--prune", "none", "--max-depth", DEPTH, "--weight", "w", "--keep", keep]
        monotone = ["--monotone", asked] if asked else []
        spinney("fit", path, "--target", "y", "--task", task, *limits, *monotone, "--out", model)
        found, open_ = [], [spinney("show", model)["tree"]]
    while open_:
        node = open_.pop()
        below = [child["node"] for child in node.get("children", [])]
        if not below:
            rows = node["rows"]
            found.append((rows, node["mean"] if regression else node.get("held", node["counts"].get("c1", 0) / rows)))
        open_ += below
    return sorted(found)


def answers(leaves):
    """The weight of each answer: scikit-learn splits on where constraints leave room for one answer alone."""
    found = []
    for weight, answer in sorted(leaves, key=lambda leaf: leaf[1]):
        if found and answer - found[-1][1] < NEAR:
            found[-1][0] += weight
        else:
            found.append([weight, answer])
    return found


def alike(one, two):
    one, two = answers(one), answers(two)
    return len(one) == len(two) and numpy.allclose(one, two, rtol=0, atol=NEAR)


def main():
    many = int(sys.argv[1])
    same = ties = leaves = 0
    for seed in range(many):
        table = random_table(seed)
        peers = [theirs(*table, peer_seed) for peer_seed in range(16)]
        if any(not alike(peer, peers[0]) for peer in peers):
            ties += 1
            continue
        found = ours(*table)
        if not alike(found, peers[0]):
            sys.exit(f"table {seed}: {len(found)} leaves, scikit-learn has {len(peers[0])}, or they answer otherwise")
        same, leaves = same + 1, leaves + len(found)
    print(f"scikit-learn, monotone: {same} of {many} trees the same, {leaves} leaves; {ties} tables with ties left out")


main()
