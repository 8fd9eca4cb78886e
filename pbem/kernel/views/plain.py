"""From values to JSON: one function for every view of a game and every result of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

from pbem.values import fields, is_dataclass


def plain(value: Any) -> Any:
    """The value as JSON has it: an object for a dataclass, `5/36` for a fraction; what writes itself does so."""
    if isinstance(value, str) and not isinstance(value, Enum):
        return str(value)  # a name that knows its number is a text like any other
    if value is None or (isinstance(value, (bool, int)) and not isinstance(value, Enum)):
        return value
    if hasattr(value, "as_json"):
        return value.as_json()
    if is_dataclass(value):
        return fields_of(value)
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    return _single(value)


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a dataclass or a named tuple by their names, in the order in which they are declared."""
    names = [one.name for one in fields(value)] if is_dataclass(value) else value._fields
    return {name: plain(getattr(value, name)) for name in names}


def _single(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"{type(value).__name__} has no plain form: {value!r}")
