"""Tables and trees as the comparisons beside this file see them: plain lists, no package."""

import csv
import gzip
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Table:
    """Columns of a CSV file: numbers where every value is one, else text; None where blank."""

    def __init__(self, names, rows):
        self.names = names
        self.rows = len(rows)
        self.columns = {name: [row[place] or None for row in rows] for place, name in enumerate(names)}
        self.numeric = {name: all(map(is_number, values)) for name, values in self.columns.items()}
        for name in names:
            if self.numeric[name]:
                self.columns[name] = [None if text is None else float(text) for text in self.columns[name]]

    def levels(self, name):
        """The values that occur, in Spinney's order: numbers by value, then text."""
        found = set(self.columns[name]) - {None}
        key = lambda text: (0, float(text), text) if is_number(text) else (1, 0.0, text)
        return sorted(found, key=key)


def is_number(text):
    if text is None:
        return True
    try:
        return not math.isnan(float(text))
    except ValueError:
        return False


def read_table(path, without=(), fill=None, target=None):
    """The table of a CSV file, plain or compressed; `fill` stands for blanks of text columns."""
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    keep = [place for place, name in enumerate(names) if name not in without]
    table = Table([names[place] for place in keep], [[row[place] for place in keep] for row in rows])
    for name, values in table.columns.items():
        if fill is not None and not table.numeric[name]:
            table.columns[name] = [fill if value is None else value for value in values]
    if target is not None and table.numeric[target]:  # classes, whatever they are written with
        raw = [row[names.index(target)] for row in rows]
        table.columns[target], table.numeric[target] = [text or None for text in raw], False
    return table


class Node:
    """A node: a leaf's text, or a column with (sign, value, child) for each branch."""

    def __init__(self):
        self.column, self.branches, self.leaf, self.surrogates = None, [], None, []


def parse(lines):
    """The tree of lines `depth, column, sign, value, leaf` with tabs between."""
    root = Node()
    path = [root]
    for line in lines:
        depth, column, sign, value, leaf = line.rstrip("\n").split("\t")
        if not column:
            root.leaf = leaf
            return root
        del path[int(depth) + 1 :]
        if column.startswith("~"):
            path[-1].surrogates.append((column[1:], sign, value, leaf))
            continue
        child = Node()
        child.leaf = leaf or None
        path[-1].column = column
        path[-1].branches.append((sign, value, child))
        path.append(child)
    return root


def size(node):
    """How many nodes a tree has."""
    count, open_ = 0, [node]
    while open_:
        node = open_.pop()
        count += 1
        open_.extend(child for _, _, child in node.branches)
    return count


def program():
    """The example program that prints Spinney's trees."""
    found = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "examples" / "tree_text"
    if not found.exists():
        sys.exit("first: cargo build --release -p spinney-io --example tree_text")
    return str(found)


def ours(path, target, preset, **settings):
    """Spinney's tree as lines."""
    extra = [f"{name.replace('_', '-')}={value}" for name, value in settings.items() if value not in (None, "")]
    done = subprocess.run([program(), str(path), target, preset, *extra], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{path}: {done.stderr}")
    return done.stdout.splitlines()


def spinney(*words):
    """What the program says as JSON."""
    own = ROOT / "target" / "release" / "spinney"
    done = subprocess.run([str(own), *map(str, words), "--json", "-q"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)
