"""Secret lines that a store keeps for its owner until they are opened, each under its salted hash."""

from __future__ import annotations

import json
from collections.abc import Mapping

_BEFORE = "hidden "


def hidden_key(token: str) -> str:
    """Under which name a store keeps a secret line."""
    return _BEFORE + token


def hidden_lines(secrets: Mapping[str, str]) -> dict[str, str]:
    """The secret lines among the secrets of a store, by their hash."""
    kept = {key.removeprefix(_BEFORE): value for key, value in secrets.items() if key.startswith(_BEFORE)}
    return {token: json.loads(value)["line"] for token, value in kept.items()}
