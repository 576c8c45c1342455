"""The pictures of the gallery are what its code draws.

``SPINNEY_GALLERY=write`` draws them anew.
"""

import doctest
import os
import re
from pathlib import Path

import pytest

PAGE = Path("docs/gallery.md")


def drawn():
    """The pictures of the page by their files: each is what `picture` is where its image stands."""
    names, found = {}, {}
    for part in re.split(r"(^!\[.*\]\(.*\.svg\)$)", PAGE.read_text(), flags=re.MULTILINE):
        image = re.match(r"!\[.+\]\((.*\.svg)\)", part)
        if image:
            found[PAGE.parent / image[1]] = names.pop("picture").svg
            continue
        for example in doctest.DocTestParser().get_examples(part):
            exec(compile(example.source, str(PAGE), "single" if example.want else "exec"), names)
    return found


def test_pictures_are_what_the_code_draws(capsys):
    found = drawn()
    assert len(found) >= 8
    for file, svg in found.items():
        if os.environ.get("SPINNEY_GALLERY") == "write":
            file.write_text(svg)
        assert file.read_text() == svg, f"{file} is out of date: SPINNEY_GALLERY=write"
        assert len(svg) < 120_000, f"{file} is too large to keep"
    kept = set((PAGE.parent / "gallery").glob("*"))
    assert kept == set(found), "there are pictures that the page does not show"


@pytest.mark.parametrize("word", ["<script", "http://", "https://"])
def test_pictures_need_nothing_else(word):
    for file in (PAGE.parent / "gallery").glob("*.svg"):
        assert word not in file.read_text().replace("http://www.w3.org/2000/svg", "")
