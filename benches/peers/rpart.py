"""Compares Spinney's `rpart` preset with R's rpart: splits, leaves and surrogates; see README.md beside this file."""

import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from trees import ROOT, ours, parse, read_table

SMALL = ROOT / "data"
LARGE = pathlib.Path(os.environ.get("SPINNEY_DATA", SMALL))
# name, target, method, columns left out, rows
CASES = [
    ("penguins", "species", "class", "", None),
    ("penguins", "body_mass_g", "anova", "", None),
    ("iris", "species", "class", "", None),
    ("titanic", "survived", "class", "name,ticket,cabin,home_dest", None),
    ("car_evaluation", "class", "class", "", None),
    ("mushroom", "class", "class", "", None),
    ("adult", "income", "class", "", 4000),
    ("bank_marketing", "y", "class", "", 6000),
    ("california_housing", "median_house_value", "anova", "", 5000),
    ("bike_sharing_hour", "cnt", "anova", "", 5000),
    ("diamonds", "price", "anova", "", 5000),
    ("letter", "class", "class", "", 4000),
]


def head_of(name, rows, folder):
    """The first rows of a table as a plain file."""
    packed, plain = LARGE / f"{name}.csv.gz", SMALL / f"{name}.csv"
    if not (plain.exists() or packed.exists()):
        return None
    path = pathlib.Path(folder) / f"{name}.csv"
    with open(plain) if plain.exists() else gzip.open(packed, "rt") as source, open(path, "w") as out:
        for number, line in enumerate(source):
            if rows is None or number <= rows:
                out.write(line)
    return path


def close(one, two):
    return abs(one - two) <= 1e-9 * max(1.0, abs(one))


def same_value(sign, one, two):
    return close(float(one), float(two)) if sign in ("<=", ">") else one == two


def same_leaf(one, two):
    if (one is None) != (two is None):
        return False
    if one is None:
        return True
    ones, twos = one.split(" "), two.split(" ")
    return len(ones) == len(twos) and all(a == b or close(float(a), float(b)) for a, b in zip(ones, twos))


def parts(table, rows, node):
    """The rows of each branch; those without a value are left out."""
    values, sides = table.columns[node.column], []
    for sign, value, _ in node.branches:
        if sign in ("=", "in"):
            inside = set(value.split("|"))
            holds = lambda cell, inside=inside: cell in inside
        else:
            holds = lambda cell, low=sign == "<=", cut=float(value): (cell <= cut) == low
        sides.append([row for row in rows if values[row] is not None and holds(values[row])])
    return sides


def compare(mine, theirs, table):
    """Nodes and surrogates alike, splits that part the rows alike though by other columns, and what differs."""
    same = surrogates = 0
    faults, ties = [], []
    open_ = [(mine, theirs, "root", range(table.rows))]
    while open_:
        one, two, where, rows = open_.pop()
        tests = [[node.column, *((sign, value) for sign, value, _ in node.branches)] for node in (one, two)]
        alike = one.column == two.column and len(one.branches) == len(two.branches) and all(
            s == t and same_value(s, v, w) for (s, v, _), (t, w, _) in zip(one.branches, two.branches)
        )
        if not alike:
            both = one.column and two.column and [sorted(parts(table, rows, node)) for node in (one, two)]
            tie = both and both[0] == both[1]
            (ties if tie else faults).append(f"{where}: {tests[0]} here, {tests[1]} there")
            continue
        if not same_leaf(one.leaf, two.leaf):
            faults.append(f"{where}: leaf {one.leaf} here, {two.leaf} there")
        same += 1
        for place in range(max(len(one.surrogates), len(two.surrogates))):
            pair = [node.surrogates[place] if place < len(node.surrogates) else None for node in (one, two)]
            if None not in pair and same_surrogate(*pair):
                surrogates += 1
                continue
            # Another question of the same column that sends as many rows the right way.
            tie = None not in pair and pair[0][0] == pair[1][0] and close(pair[0][3], pair[1][3])
            (ties if tie else faults).append(f"{where} / {one.column}: surrogate {pair[0]} here, {pair[1]} there")
        sides = parts(table, rows, one) if one.branches else []
        for (sign, value, child), (_, _, other), side in zip(one.branches, two.branches, sides):
            open_.append((child, other, f"{where} / {one.column} {sign} {value}", side))
    return same, surrogates, ties, faults


def by_branch(surrogates):
    """A branch for each value, or a set for each branch: the same thing once values are gathered by branch."""
    gathered = []
    for column, sign, value, leaf in surrogates:
        branch, agreement = leaf.split(" ")
        if sign in ("=", "in"):
            last = gathered[-1] if gathered and gathered[-1][0] == column and gathered[-1][1] == "set" else None
            if last is None:
                last = (column, "set", {}, float(agreement))
                gathered.append(last)
            last[2].setdefault(branch, set()).update(value.split("|"))
        else:
            gathered.append((column, sign, (float(value), branch), float(agreement)))
    return gathered


def same_surrogate(one, two):
    if one[:2] != two[:2] or not close(one[3], two[3]):
        return False
    return one[2] == two[2] if one[1] == "set" else close(one[2][0], two[2][0]) and one[2][1] == two[2][1]


def main():
    if not shutil.which("Rscript"):
        print("skipped: R is not here (Debian's packages `r-base-core` and `r-cran-rpart`)")
        return False
    failed = False
    script = pathlib.Path(__file__).parent / "rpart.R"
    for name, target, method, without, rows in CASES:
        with tempfile.TemporaryDirectory() as folder:
            path = head_of(name, rows, folder)
            if path is None:
                print(f"{name}: skipped, SPINNEY_DATA names no folder with it")
                continue
            told = subprocess.run(
                ["Rscript", str(script), str(path), target, method, without], capture_output=True, text=True, check=True
            ).stdout.splitlines()
            task = "classification" if method == "class" else "regression"
            mine, theirs = parse(ours(path, target, "rpart", without=without, task=task)), parse(told)
            for tree in (mine, theirs):
                gather(tree)
            same, surrogates, ties, faults = compare(mine, theirs, read_table(path))
            failed |= bool(faults)
            print(
                f"{name} {target}: {same} nodes and {surrogates} surrogates alike, {len(ties)} ties, {len(faults)} faults"
            )
            for kind, text in [("tie", text) for text in ties] + [("FAULT", text) for text in faults[:12]]:
                print(f"  {kind}: {text}")
    return failed


def gather(node):
    open_ = [node]
    while open_:
        node = open_.pop()
        node.surrogates = by_branch(node.surrogates)
        open_.extend(child for _, _, child in node.branches)


if __name__ == "__main__":
    sys.exit(main())
