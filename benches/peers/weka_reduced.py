"""Compares reduced-error pruning with WEKA's J48 -R; see README.md beside this file.

J48 -R holds out one of three folds and prunes by it. Its folds are dealt without chance: rows are sorted by class, then dealt out in
turn. The same rows are given to `spinney fit` and `spinney prune` as two files.

    weka_reduced.py            compare
    weka_reduced.py --facts    write WEKA's trees, but for the long one, to crates/spinney-io/tests/golden/weka too
"""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import weka
from trees import ROOT, parse, read_table

SPINNEY = ROOT / "target" / "release" / "spinney"
CASES = ["mushroom", "car_evaluation", "penguins", "adult"]
FOLDS = 3


def stratified(classes):
    """The order of rows after WEKA has put those of one class together and dealt them out."""
    order = list(range(len(classes)))
    index = 1
    while index < len(order):
        first = classes[order[index - 1]]
        for place in range(index, len(order)):
            if classes[order[place]] == first:
                order[index], order[place] = order[place], order[index]
                index += 1
        index += 1
    return [order[place] for start in range(FOLDS) for place in range(start, len(order), FOLDS)]


def held_out(classes):
    """The rows of the last fold, which J48 prunes by."""
    order = stratified(classes)
    rows = len(order)
    size, extra = divmod(rows, FOLDS)
    last = FOLDS - 1
    count = size + (1 if last < extra else 0)
    start = last * size + (extra if last >= extra else last)
    return set(order[start : start + count])


def write(table, rows, path, names):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(names)
        cell = lambda value: "" if value is None else repr(value) if isinstance(value, float) else value
        out.writerows([cell(table.columns[name][row]) for name in names] for row in rows)


def spinney(*words):
    done = subprocess.run([str(SPINNEY), *map(str, words), "-q"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def main():
    if not shutil.which("java") or not all(map(os.path.exists, weka.JARS)):
        print("skipped: WEKA is not here (Debian's package `weka`)")
        return False
    failed = False
    for name, folder, target, without, fill, _ in [case for case in weka.CASES if case[0] in CASES]:
        path = next((p for p in (folder / f"{name}.csv", folder / f"{name}.csv.gz") if p.exists()), None)
        if path is None:
            print(f"{name}: skipped, SPINNEY_DATA names no folder with it")
            continue
        table = read_table(path, [c for c in without.split(",") if c], fill, target)
        with tempfile.TemporaryDirectory() as place:
            place = pathlib.Path(place)
            weka.write_arff(table, target, place / "table.arff")
            weka.LEARNERS["reduced"] = ("J48", ["-R", "-S"])
            theirs = weka.weka_lines(weka.run_weka("reduced", place / "table.arff"))
            if "--facts" in sys.argv and name != "adult":
                (weka.FACTS / f"reduced-{name}.txt").write_text(weka.facts(theirs), encoding="utf-8")
            held = held_out(table.columns[target])
            names = [column for column in table.names if column != target] + [target]
            write(table, [row for row in range(table.rows) if row not in held], place / "grow.csv", names)
            write(table, sorted(held), place / "held.csv", names)
            # Under -R nothing is collapsed.
            words = ["--target", target, "--preset", "j48", "--prune", "none", "--collapse", "false"]
            words += ["--out", place / "whole.json"]
            nominal = [column for column in names if not table.numeric[column]]
            kinds = [word for column in nominal for word in ("--nominal", column)]
            spinney("fit", place / "grow.csv", *words, *kinds)
            grown = [(row, 1.0) for row in range(table.rows) if row not in held]
            snap(place / "whole.json", table, target, grown)
            spinney(
                "prune", place / "whole.json", place / "held.csv", "--prune", "reduced-error", "--backfit", "false",
                "--out", place / "small.spinney", *kinds,
            )
            mine = lines(json.loads(spinney("show", place / "small.spinney", "--json"))["tree"])
            one, two = shape(parse(mine)), shape(parse(theirs))
            same = one == two
            failed |= not same
            print(f"{name} reduced: {len(theirs)} branches there, {len(mine)} here, {'the same tree' if same else 'ANOTHER TREE'}")
            if not same:
                show_first(one, two)
    return failed


def lines(tree):
    """Our tree in the lines that the peers' are compared in; branches that WEKA would print without rows are left out."""
    if "children" not in tree:
        return [f"0\t\t\t\t{tree['predict']} {tree['rows']} 0"]
    out, open_ = [], [(0, tree, None)]
    while open_:
        depth, node, head = open_.pop()
        if head is not None:
            leaf = "" if "children" in node else f"{node['predict']} {node['rows']} 0"
            out.append(f"{depth - 1}\t{head[0]}\t{head[1]}\t{head[2]}\t{leaf}")
        for child in reversed(node.get("children", [])):
            below = child["node"]
            if "children" in below or below["rows"] >= 0.0051:
                open_.append((depth + 1, below, (node["split"]["column"], *sides(child["when"]))))
    return out


def sides(when):
    return when.split(" ", 1) if str(when).startswith(("<= ", "> ")) else ("=", when)


def snap(file, table, target, rows):
    """Moves every cut to the largest value of the whole table below the middle, as WEKA does: it looks at rows held out too."""
    model = json.loads(file.read_text())
    figures = weka.Figures(table, target, "j48")
    known = {name: sorted({v for v in table.columns[name] if v is not None}) for name in table.names if table.numeric[name]}
    open_ = [(model["tree"], rows)]
    while open_:
        node, rows = open_.pop()
        if "children" not in node:
            continue
        split = Split(node)
        if split.branches[0][0] != "=":
            values, cut = table.columns[split.column], float(split.branches[0][1])
            here = {values[row] for row, _ in rows if values[row] is not None}
            low, high = max(v for v in here if v <= cut + 5e-7), min(v for v in here if v > cut + 5e-7)
            middle = (low + high) / 2
            cut = max(v for v in known[split.column] if v <= middle or v - middle < 1e-6)
            node["split"].update({"cut": cut} if "cut" in node["split"] else {})
            for child, sign in zip(node["children"], ("<=", ">")):
                child["when"] = f"{sign} {cut!r}"
        for child, part in zip(node["children"], figures.spread(rows, split)):
            open_.append((child["node"], part))
    file.write_text(json.dumps(model))


class Split:
    """A node of our JSON as the figures want it."""

    def __init__(self, node):
        self.column = node["split"]["column"]
        self.branches = [(*sides(child["when"]), None) for child in node["children"]]


def shape(node):
    """Tests and answers, without counts; branches in the order of their values."""
    if node.leaf is not None:
        return node.leaf.rsplit(" ", 2)[0]
    number = lambda text: round(float(text), 6)
    branches = [(sign, value if sign == "=" else number(value), shape(child)) for sign, value, child in node.branches]
    return node.column, tuple(sorted(branches, key=lambda branch: (branch[0], str(branch[1]))))


def show_first(one, two, where="root"):
    if isinstance(one, str) or isinstance(two, str) or one[0] != two[0]:
        if one != two:
            print(f"  FAULT: {where}: {str(one)[:90]} here, {str(two)[:90]} there")
        return
    others = {branch[:2]: branch[2] for branch in two[1]}
    for sign, value, child in one[1]:
        if (sign, value) not in others:
            print(f"  FAULT: {where}: {one[0]} {sign} {value} is not there")
        else:
            show_first(child, others[sign, value], f"{where} / {one[0]} {sign} {value}")


if __name__ == "__main__":
    sys.exit(main())
