"""The page as one HTML file: everything in it, nothing beside it, and no way out."""

from __future__ import annotations

import base64
import gzip
import json
import os
from collections.abc import Mapping, Sequence

from pbem import __version__, library
from pbem.page import face
from pbem.page.bundle import rules, standard_library
from pbem.page.grounds import Ground
from pbem.page.pyodide import VERSION

# In this order, and before the scripts of its face, they are one script.
SCRIPTS = ("payload.js", "rules.js")
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; worker-src data:; "
    "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
)
LARGEST = 8_000_000  # bytes


def document(pyodide: Mapping[str, bytes], leaf: bytes = b"", grounds: Sequence[Ground] = ()) -> bytes:
    """The page, with a position in it or without, and the printed maps of some games."""
    payload = {
        "loader": pyodide["pyodide.mjs"],
        "machine": pyodide["pyodide.asm.mjs"],
        "wasm": pyodide["pyodide.asm.wasm"],
        "library": standard_library(pyodide["python_stdlib.zip"]),
        "rules": rules(),
        "worker": _text("worker.js").encode(),
        **({"leaf": leaf} if leaf else {}),
        **{f"ground-{number}": json.dumps(ground.data).encode() for number, ground in enumerate(grounds)},
    }
    packed = "\n".join(
        f'<script type="application/octet-stream" id="pbem-{name}">{_packed(data)}</script>'
        for name, data in payload.items()
    )
    parts = {
        "POLICY": POLICY,
        "VERSION": f"pbem {__version__}, Pyodide {VERSION}",
        "STYLE": face.style(),
        "BODY": face.body(),
        "GROUNDS": json.dumps(_by_game(grounds)),
        "PAYLOAD": packed,
        "SCRIPT": "\n".join((*(_text(name) for name in SCRIPTS), face.scripts(), "boot();")),
    }
    text = _text("page.html")
    for name, part in parts.items():
        text = text.replace(f"@@{name}@@", part, 1)
    return text.encode()


def _by_game(grounds: Sequence[Ground]) -> dict[str, list[str]]:
    """The parts that are maps of a game."""
    found: dict[str, list[str]] = {}
    for number, ground in enumerate(grounds):
        found.setdefault(ground.game, []).append(f"ground-{number}")
    return found


def _packed(data: bytes) -> str:
    """In 85 signs, none of which ends a script: a sixteenth shorter than in 64."""
    return base64.b85encode(gzip.compress(data, 9, mtime=0)).decode()


def _text(name: str) -> str:
    with open(os.path.join(library.folder("templates"), "page", name), encoding="utf-8") as file:
        return file.read()
