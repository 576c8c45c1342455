"""A room of the package uses only those before it, in the order in which ARCHITECTURE.md lists them."""

import ast
import pickle
import re
from pathlib import Path

import pytest

import spinney
from conftest import ALL, make, table

ROOMS = {path.stem: path for path in Path(spinney.__file__).parent.glob("*.py") if path.stem != "__init__"}


def listed():
    """The rooms as ARCHITECTURE.md lists them: names of modules between the beginning of that paragraph and its first full stop."""
    page = Path("ARCHITECTURE.md").read_text(encoding="utf-8").split("reads this list):", 1)[1]
    return [name for name in re.findall(r"`(\w+)`", page.split(". Settings", 1)[0])]


def used(room):
    """The other rooms that one imports, wherever in it."""
    for node in ast.walk(ast.parse(ROOMS[room].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [name.name for name in node.names]


def test_every_room_is_listed_once():
    assert sorted(listed()) == sorted(ROOMS)


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_uses_only_those_before_it(room):
    before = listed()[: listed().index(room)]
    assert [name for name in used(room) if name not in [*before, "_core"]] == []


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_rooms_are_small(room):
    assert len(ROOMS[room].read_text(encoding="utf-8").splitlines()) <= 310


DOORS = {name: room for name, room in spinney._ROOMS.items() if name in ALL}


@pytest.mark.parametrize("name", ALL)
def test_pickles_of_earlier_builds_name_the_door_and_are_read(name):
    known = pickle.loads(f"cspinney.{DOORS[name]}\n{name}\n.".encode())
    assert known is getattr(spinney, name)
    fitted = make(name).fit(*table())
    assert type(pickle.loads(pickle.dumps(fitted))) is known
