"""Compares Spinney's trees with those of WEKA's Id3 and J48, node by node; see README.md beside this file.

    weka.py            compare, and fail where a difference is not a tie
    weka.py 200        compare on so many random tables too
    weka.py --facts    write WEKA's trees to crates/spinney-io/tests/golden/weka, for tests that need no WEKA
"""

import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from trees import ROOT, ours, parse, read_table, size

JARS = ["/usr/share/java/weka.jar"]
TIE = 1e-6
FACTS = ROOT / "crates" / "spinney-io" / "tests" / "golden" / "weka"
SMALL = ROOT / "data"
LARGE = pathlib.Path(os.environ.get("SPINNEY_DATA", SMALL))

TITANIC_TEXT = "name,ticket,cabin,home_dest"
# name, folder, target, columns left out, what stands for blanks, learners
CASES = [
    ("tennis", SMALL, "play", "day", None, "id3 j48"),
    ("party", SMALL, "attend", "", None, "id3 j48"),
    ("weekend", SMALL, "decision", "", None, "id3 j48"),
    ("restaurant", SMALL, "will_wait", "", None, "id3 j48"),
    ("car_evaluation", LARGE, "class", "", None, "id3 j48"),
    ("mushroom", LARGE, "class", "", "unknown", "id3 j48"),
    ("mushroom_blanks", LARGE, "class", "", None, "j48"),
    ("penguins", SMALL, "species", "", None, "j48"),
    ("titanic", LARGE, "survived", TITANIC_TEXT, None, "j48"),
    ("adult", LARGE, "income", "", None, "j48"),
]
# WEKA's class and options; pruned trees are compared where J48 is.
LEARNERS = {"id3": ("Id3", []), "j48": ("J48", ["-U"]), "pessimistic": ("J48", ["-S"]), "raising": ("J48", [])}
WHOLE = 100_000  # a longer text is kept as a digest


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def write_arff(table, target, path):
    """The same columns with the same kinds; the target last."""
    names = [name for name in table.names if name != target] + [target]
    with open(path, "w", encoding="utf-8") as file:
        file.write("@relation table\n")
        for name in names:
            kind = "numeric" if table.numeric[name] else "{" + ",".join(map(quoted, table.levels(name))) + "}"
            file.write(f"@attribute {quoted(name)} {kind}\n")
        file.write("@data\n")
        for row in range(table.rows):
            cells = [table.columns[name][row] for name in names]
            file.write(",".join("?" if c is None else repr(c) if isinstance(c, float) else quoted(c) for c in cells) + "\n")


def run_weka(learner, arff):
    """What WEKA prints."""
    name, options = LEARNERS[learner]
    command = ["java", "-Xss512m", "-Xmx2g", "-cp", ":".join(JARS), f"weka.classifiers.trees.{name}"]
    command += ["-t", str(arff), *options, "-no-cv", "-v"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


LEAF = re.compile(r"^(?P<test>.*): (?P<class>.*?)(?: \((?P<rows>[\d.E-]+)(?:/(?P<wrong>[\d.E-]+))?\))?$")
TEST = re.compile(r"^(?P<column>.+?) (?P<sign>=|<=|>) (?P<value>.*)$")


def weka_lines(printed):
    """WEKA's tree in our lines. Branches that no training row took are left out."""
    body = re.split(r"\nId3\n\n|-{10,}\n", printed, maxsplit=1)[1]
    body = re.split(r"\n\s*\n(?:Number of Leaves|Time taken)", body)[0].strip("\n")
    lines = []
    for line in body.split("\n"):
        bars = re.match(r"(?:\| +)*", line).group(0)
        depth, rest = bars.count("|"), line[len(bars) :].strip()
        leaf = ""
        test = rest
        found = LEAF.match(rest)
        if found:
            test, rows, wrong = found["test"], found["rows"], found["wrong"] or "0"
            if found["class"] == "null" or (rows is not None and float(rows) == 0.0):
                continue  # nobody went there, or less than 0.005 of a row
            leaf = found["class"] + (f" {plain(rows)} {plain(wrong)}" if rows is not None else "")
        if not test:
            return [f"0\t\t\t\t{leaf}"]
        parts = TEST.match(test)
        lines.append(f"{depth}\t{parts['column']}\t{parts['sign']}\t{parts['value']}\t{leaf}")
    return lines


def plain(number):
    value = float(number)
    return str(int(value)) if value == int(value) else str(value)


def xlogx(x):
    return x * math.log2(x) if x > 0 else 0.0


class Figures:
    """The figures of one split of weighted rows, in the learner's own terms, summed with plain floats."""

    def __init__(self, table, target, learner):
        self.table, self.target, self.learner = table, target, learner
        self.classes = len(table.levels(target))

    def bits(self, rows):
        counts = {}
        for row, weight in rows:
            label = self.table.columns[self.target][row]
            counts[label] = counts.get(label, 0.0) + weight
        total = sum(counts.values())
        return xlogx(total) - sum(map(xlogx, counts.values())), total

    def parts(self, rows, node):
        """The rows of each branch, and those without a value."""
        values = self.table.columns[node.column]
        parts, absent = [[] for _ in node.branches], []
        first = node.branches[0]
        cut = float(first[1]) if first[0] != "=" else None
        places = {value: place for place, (_, value, _) in enumerate(node.branches)}
        for row, weight in rows:
            value = values[row]
            if value is None:
                absent.append((row, weight))
            elif cut is not None:
                parts[0 if value <= cut + 5e-7 else 1].append((row, weight))
            else:
                parts[places[value]].append((row, weight)) if value in places else None
        return parts, absent

    def spread(self, rows, node):
        """The rows of each branch, those without a value in all of them."""
        parts, absent = self.parts(rows, node)
        known = [sum(weight for _, weight in part) for part in parts]
        for row, weight in absent:
            for part, share in zip(parts, known):
                if share > 0:
                    part.append((row, weight * share / sum(known)))
        return parts

    def merit(self, rows, node):
        """What the learner compares: Id3's gain, or J48's gain (less the price of its cuts) over the split's entropy."""
        parts, absent = self.parts(rows, node)
        known = [pair for part in parts for pair in part]
        before, weight = self.bits(known)
        total = weight + sum(w for _, w in absent)
        gain = (before - sum(self.bits(part)[0] for part in parts)) / total
        if self.learner == "id3":
            return gain
        if node.branches[0][0] != "=":
            gain -= math.log2(max(1, self.cuts(known, weight, node))) / total
        sizes = [sum(w for _, w in part) for part in [*parts, absent]]
        info = (xlogx(total) - sum(map(xlogx, sizes))) / total
        return gain / info if info > 0 else 0.0

    def cuts(self, known, weight, node):
        """How many cuts J48 looks at: those that leave enough rows on both sides."""
        least = min(max(0.1 * weight / self.classes, 2.0), 25.0)
        values = self.table.columns[node.column]
        known = sorted((values[row], weight) for row, weight in known)
        below, count = 0.0, 0
        for (low, w), (high, _) in zip(known, known[1:]):
            below += w
            count += low + 1e-5 < high and below >= least - 1e-6 and weight - below >= least - 1e-6
        return count


def values(node):
    """The values that have a branch; WEKA prints less than 0.005 of a row as none."""
    few = lambda leaf: leaf is not None and leaf.count(" ") >= 2 and float(leaf.rsplit(" ", 2)[1]) < 0.0051
    return sorted(value for _, value, child in node.branches if not few(child.leaf))


def same_test(one, two):
    if one.column != two.column or (one.leaf is None) != (two.leaf is None):
        return False
    if one.leaf is not None:
        return True
    if one.branches[0][0] == "=":
        return values(one) == values(two)
    return abs(float(one.branches[0][1]) - float(two.branches[0][1])) <= 1e-6


class Comparison:
    """Two trees side by side, over the rows that reach each pair of nodes."""

    def __init__(self, table, target, learner):
        self.figures = Figures(table, target, learner)
        self.same, self.ties, self.faults, self.beneath = 0, [], [], 0

    def run(self, mine, theirs):
        table, target = self.figures.table, self.figures.target
        rows = [(row, 1.0) for row in range(table.rows) if table.columns[target][row] is not None]
        open_ = [(mine, theirs, rows, "root")]
        while open_:
            one, two, rows, where = open_.pop()
            if not same_test(one, two):
                self.differs(one, two, rows, where)
                continue
            self.same += 1
            if one.leaf is not None:
                self.leaves(one, two, rows, where)
                continue
            others = {(sign, value if sign == "=" else ""): child for sign, value, child in two.branches}
            for (sign, value, child), part in zip(one.branches, self.figures.spread(rows, one)):
                other = others.get((sign, value if sign == "=" else ""))
                if other is None:
                    continue
                open_.append((child, other, part, f"{where} / {one.column} {sign} {value}"))

    def differs(self, one, two, rows, where):
        told = [node.leaf or f"{node.column} {node.branches[0][0]} {node.branches[0][1]}" for node in (one, two)]
        merits = [0.0 if node.leaf is not None else self.figures.merit(rows, node) for node in (one, two)]
        text = f"{where}: {told[0]} ({merits[0]:.9f}) here, {told[1]} ({merits[1]:.9f}) there, {len(rows)} rows"
        self.beneath += size(two)
        (self.ties if abs(merits[0] - merits[1]) <= TIE else self.faults).append(text)

    def leaves(self, one, two, rows, where):
        mine, theirs = one.leaf.rsplit(" ", 2), two.leaf.rsplit(" ", 2)
        if self.figures.learner == "id3":  # prints no counts: ours are held to the rows themselves
            theirs = [two.leaf, *self.counted(rows)]
        close = all(abs(float(a) - float(b)) <= 0.0101 for a, b in zip(mine[1:], theirs[1:]))
        if mine[0] != theirs[0] or not close:
            counts = self.by_class(rows)
            text = f"{where}: leaf {one.leaf} here, {two.leaf} there"
            tie = close and abs(counts.get(mine[0], 0.0) - counts.get(theirs[0], 0.0)) <= TIE
            (self.ties if tie else self.faults).append(text)

    def by_class(self, rows):
        counts = {}
        for row, weight in rows:
            label = self.figures.table.columns[self.figures.target][row]
            counts[label] = counts.get(label, 0.0) + weight
        return counts

    def counted(self, rows):
        counts = self.by_class(rows)
        total = sum(counts.values())
        return [total, total - max(counts.values())]


def facts(lines):
    """The tree itself, or where it is long a digest of its tests and classes (FNV-1a, 64 bits) with its figures."""
    text = "\n".join(lines) + "\n"
    if len(text) <= WHOLE:
        return text
    digest = 0xCBF29CE484222325
    for line in lines:
        *test, leaf = line.split("\t")
        for byte in ("\t".join([*test, leaf.rsplit(" ", 2)[0]]) + "\n").encode():
            digest = (digest ^ byte) * 0x100000001B3 % 2**64
    leaves = sum(1 for line in lines if not line.endswith("\t"))
    depth = 1 + max(int(line.split("\t")[0]) for line in lines)
    return f"digest {digest:016x}\nbranches {len(lines)}\nleaves {leaves}\ndepth {depth}\n"


def random_table(seed, path):
    """A table of a few columns of all kinds, with blanks, whose classes depend on some of them."""
    draw = random.Random(seed)
    rows, blanks = draw.choice([12, 40, 150, 600]), draw.choice([0.0, 0.05, 0.3])
    columns = []
    for _ in range(draw.randint(1, 6)):
        kind, size = draw.choice(["nominal", "whole", "real"]), draw.randint(2, 7)
        if kind == "nominal":
            columns.append([f"v{draw.randrange(size)}" for _ in range(rows)])
        elif kind == "whole":
            columns.append([str(draw.randrange(4 * size)) for _ in range(rows)])
        else:
            columns.append([str(round(draw.gauss(0, 1), 3)) for _ in range(rows)])
    classes, noise = draw.randint(2, 4), draw.choice([0.05, 0.3, 1.0])
    told = {}
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(f"x{place}" for place in range(len(columns))) + ",y\n")
        for row in range(rows):
            key = tuple(c[row][:2] for c in columns[:2])
            label = draw.randrange(classes) if draw.random() < noise else told.setdefault(key, draw.randrange(classes))
            cells = ["" if draw.random() < blanks else c[row] for c in columns]
            file.write(",".join(cells) + f",c{label}\n")


def compare(name, path, case, facts_too=False):
    """Prints how the trees of one table compare; whether there is a difference that is no tie."""
    target, without, fill, learners = case
    table = read_table(path, [c for c in without.split(",") if c], fill, target)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        arff = pathlib.Path(folder) / "table.arff"
        write_arff(table, target, arff)
        for learner in learners.replace("j48", "j48 pessimistic raising").split():
            lines = weka_lines(run_weka(learner, arff))
            if facts_too:
                FACTS.mkdir(parents=True, exist_ok=True)
                (FACTS / f"{learner}-{name}.txt").write_text(facts(lines), encoding="utf-8")
            pruned = learner if learner in ("pessimistic", "raising") else None
            preset = "j48" if pruned else learner
            mine = ours(path, target, preset, without=without, fill=fill, task="classification", prune=pruned)
            comparison = Comparison(table, target, learner)
            comparison.run(parse(mine), parse(lines))
            failed |= bool(comparison.faults)
            print(
                f"{name} {learner}: {comparison.same} nodes alike, {len(comparison.ties)} ties"
                f" (with {comparison.beneath} of its nodes beneath), {len(comparison.faults)} faults"
            )
            for kind, texts in (("tie", comparison.ties), ("FAULT", comparison.faults)):
                for text in texts[:20]:
                    print(f"  {kind}: {text}")
    return failed


def main():
    if not shutil.which("java") or not all(map(os.path.exists, JARS)):
        print("skipped: WEKA is not here (Debian's package `weka`)")
        return
    failed = False
    for name, folder, *case in CASES:
        stem = name.removesuffix("_blanks")
        path = next((p for p in (folder / f"{stem}.csv", folder / f"{stem}.csv.gz") if p.exists()), None)
        if path is None:
            print(f"{name}: skipped, SPINNEY_DATA names no folder with it")
        else:
            failed |= compare(name, path, case, "--facts" in sys.argv)
    tables = next((int(word) for word in sys.argv[1:] if word.isdigit()), 0)
    for seed in range(tables):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "table.csv"
            random_table(seed, path)
            failed |= compare(f"random {seed}", path, ("y", "", None, "j48"))
    sys.exit(failed)


if __name__ == "__main__":
    main()
