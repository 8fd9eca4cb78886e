"""Real drand rounds for the tests, and what somebody made false from them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from pbem.dice.drand import CHAINS, Chain, Round

DRAND: dict[str, Any] = json.loads((Path(__file__).parent / "drand_vectors.json").read_text(encoding="utf-8"))
REAL = [(name, values) for name, chain in DRAND["chains"].items() for values in chain["rounds"]]
NEGATIVES: list[dict[str, Any]] = DRAND["negatives"]


def made(values: dict[str, Any]) -> Round:
    """A round with the randomness that follows from its signature."""
    signature = bytes.fromhex(values["signature"])
    previous = bytes.fromhex(values.get("previous_signature", ""))
    return Round(values["round"], signature, hashlib.sha256(signature).digest(), previous)


def real(name: str, number: int) -> tuple[Chain, Round]:
    """A genuine round."""
    values = next(values for chain, values in REAL if chain == name and values["round"] == number)
    return CHAINS[name], made(values)


def served(name: str, number: int, form: str = "v1") -> str:
    """The JSON of a round as a relay serves it in the older or the newer form."""
    values = real(name, number)[1].as_json()
    if form == "v2":
        values.pop("randomness")
        return json.dumps(values, indent=1)
    return json.dumps(values, separators=(",", ":"))
