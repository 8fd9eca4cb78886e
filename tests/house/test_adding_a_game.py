"""The page for authors of games is true: every module, file and name of the kernel on it exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def test_every_module_on_the_page_exists() -> None:
    found = sorted(set(re.findall(r"`(?:pbem\.)?(kernel(?:\.[a-z_]+)+)[`:]", PAGE)))
    assert len(found) > 10
    for name in found:
        room, _, last = name.rpartition(".")
        try:
            import_module(f"pbem.{name}")
        except ModuleNotFoundError:
            assert hasattr(import_module(f"pbem.{room}"), last), name


def test_every_file_on_the_page_exists() -> None:
    found = sorted(set(re.findall(r"`((?:pbem|tests|docs|tools)/[\w./-]+)`", PAGE)))
    assert len(found) > 20
    assert [name for name in found if not (ROOT / name).exists()] == []


def test_every_name_behind_its_module_exists() -> None:
    rows = re.findall(r"`(kernel\.[a-z_.]+)`: ((?:`[\w.]+`(?:, )?)+)", PAGE)
    assert len(rows) > 3
    for module, names in rows:
        for name in re.findall(r"`(\w+)`", names):
            made = import_module(f"pbem.{module}")
            if not hasattr(made, name):
                import_module(f"pbem.{module}.{name}")
