"""What came of a question: figures for programs, lines for a terminal, tables for a notebook."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple


def decimals(value: float | None, places: int = 4) -> str:
    """Four decimals, as a lecture writes them; a dash where there is no figure."""
    if value is None:
        return "-"
    text = f"{value:.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def digits(value: float | None) -> str:
    """Up to six significant digits, for figures of any size."""
    return "-" if value is None else f"{value:.6g}"


def counted(number: int, word: str, many: str = "") -> str:
    """A number and what it counts: 1 row, 1,309 rows."""
    return f"{number:,} {word if number == 1 else many or word + 's'}"


def figure(name: str, value: float | None) -> str:
    """A score by its name: errors are in the target's own unit, of any size, all others near 1."""
    in_unit = name.endswith("_error") and name != "mean_absolute_percentage_error"
    return digits(value) if in_unit else decimals(value)


class Grid(NamedTuple):
    """Columns under headings; those that begin with ``<`` are set left, all others right."""

    headings: list[str]
    rows: list[list[str]]

    def _sides(self) -> list[str]:
        return ["<" if heading.startswith("<") else ">" for heading in self.headings]

    def text(self) -> str:
        """The lines, under a rule."""
        names = [heading.removeprefix("<") for heading in self.headings]
        wide = [max(map(len, column)) for column in zip(names, *self.rows)]
        sides = self._sides()

        def line(cells: list[str]) -> str:
            return " " + "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(cells, sides, wide)).rstrip()

        return "\n".join([line(names), "─" * (sum(wide) + 2 * len(wide)), *map(line, self.rows)])

    def html(self) -> str:
        """The same as a table of a page."""

        def row(tag: str, cells: list[str]) -> str:
            sides = ("left" if side == "<" else "right" for side in self._sides())
            return "<tr>" + "".join(f'<{tag} style="text-align:{side}">{escape(cell)}</{tag}>' for cell, side in zip(cells, sides)) + "</tr>"

        names = [heading.removeprefix("<") for heading in self.headings]
        body = "".join(row("td", cells) for cells in self.rows)
        return f"<table><thead>{row('th', names)}</thead><tbody>{body}</tbody></table>"


class Result:
    """What came of a question.

    Attributes
    ----------
    data : dict
        Every figure, under the names that the program has in its JSON.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __getitem__(self, name: str) -> Any:
        if name not in self.data:
            raise KeyError(f"there is no {name!r}: it has no value for these rows, or is none of {', '.join(map(str, self.data))}")
        return self.data[name]

    def _parts(self) -> list[str | Grid]:
        """What is shown: paragraphs and tables, in their order."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n\n".join(part if isinstance(part, str) else part.text() for part in self._parts())

    def _repr_html_(self) -> str:
        shown = (f"<p>{escape(part).replace(chr(10), '<br>')}</p>" if isinstance(part, str) else part.html() for part in self._parts())
        return "".join(shown)
