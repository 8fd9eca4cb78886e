"""Reads a text map (dev-only, for the checker and the drawing)."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def read(path: str | Path) -> dict[str, Any]:
    m: dict[str, Any] = {"terrain": {}, "hex": [], "side": [], "line": [], "link": [], "place": {}}
    lines: list[str] = []
    for raw in Path(path).read_text().splitlines():
        s = raw.split("#")[0].rstrip()
        if not s:
            continue
        if s[0] == " " and lines and not lines[-1].startswith(("terrain:", "legend:", "  ")):
            lines[-1] += " " + s.strip()
        else:
            lines.append(s)
    mode = ""
    for s in lines:
        if s.startswith("  "):
            if mode == "terrain":
                r, *cells = s.split()
                for i, ch in enumerate(cells):
                    m["terrain"][f"{r}{34 - i:02d}"] = ch
            continue
        head, _, body = s.partition(":")
        mode = head
        word, *rest = head.split()
        if word in ("hex", "side", "line", "link"):
            kind, att = rest[0], dict(a.split("=", 1) for a in rest[1:])
            items = body.replace(";", " ").split()
            m[word].append((kind, att, items))
        elif word == "place":
            m["place"][" ".join(rest)] = body.strip()
    return m


def pick(m: dict[str, Any], word: str, kind: str, **att: str) -> list[str]:
    return [i for k, a, items in m[word] if k == kind and all(a.get(x) == y for x, y in att.items()) for i in items]
