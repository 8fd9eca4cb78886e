"""Typed values from and to plain JSON. What is missing, unknown or of another kind is a `BadRecord` with its place.

An object has the fields of its class by name. A named tuple is written whole. Of a dataclass a field whose default is
empty is left out while it is empty, and only then: so every value has exactly one form.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pbem.errors import BadRecord
from pbem.values import MISSING, Field, NamedTuple, fields, is_dataclass

T = TypeVar("T")
Place = tuple[Any, ...]  # the place around a value, and its name or number there; most are never written
Reader = Callable[[Any, Place], Any]  # a plain value and its place, as the typed one
_NONE = object()
_WORDS = {str: "a text", int: "a whole number", bool: "true or false"}


class _Field(NamedTuple):
    """A field of a class: how it is read, and what it is where it is left out."""

    name: str
    read: Reader
    default: Any
    may_be_left_out: bool


def _field(name: str, hint: Any, default: Any) -> _Field:
    return _Field(name, _reader(hint), default, default is not _NONE and not default)


def read(kind: type[T], values: Any, place: str = "") -> T:
    """The plain values as a value of this class."""
    hint: Any = kind
    found: T = _reader(hint)(values, ((), place) if place else ())
    return found


def written(value: Any) -> Any:
    """A typed value as JSON knows it."""
    kind = type(value)
    if kind in _WORDS:  # most are
        return value
    if kind is tuple or kind is list:
        if set(map(type, value)) <= _TEXT:  # lines of orders
            return list(value)
        return [written(inner) for inner in value]
    if isinstance(value, Mapping):
        return {str(key): written(inner) for key, inner in value.items()}
    if isinstance(value, Enum):
        return value.value
    return _written_fields(value) if hasattr(value, "_fields") or is_dataclass(value) else value


def _written_fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    found = {}
    for field in _fields(kind):
        inner = getattr(value, field.name)
        if not (field.may_be_left_out and inner == field.default):
            found[field.name] = written(inner)
    return found


@cache
def _fields(kind: type) -> tuple[_Field, ...]:
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        return tuple(_field(f.name, hints[f.name], _default(f)) for f in fields(kind))
    names: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    return tuple(_field(name, hints[name], _NONE) for name in names)


@cache
def _names(kind: type) -> frozenset[str]:
    return frozenset(field.name for field in _fields(kind))


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return _NONE if field.default is MISSING else field.default


# -- reading --------------------------------------------------------------------------------------------------


@cache
def _reader(hint: Any) -> Reader:
    """How a value of this type is read."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda value, place: value
    if hint in _WORDS:
        return lambda value, place: value if type(value) is hint else _wrong(value, place, _WORDS[hint])
    if origin in (Union, types.UnionType):
        some = _reader(next(kind for kind in inner if kind is not type(None)))
        return lambda value, place: None if value is None else some(value, place)
    if origin is tuple and inner == (str, ...):
        return _read_texts
    if origin is tuple:
        return _list_reader(_reader(inner[0])) if inner[-1] is Ellipsis else _row_reader([_reader(k) for k in inner])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(inner[0], _reader(inner[1]))
    return _enum_reader(hint) if issubclass(hint, Enum) else lambda value, place: _read_fields(hint, value, place)


def _read_texts(value: Any, place: Place) -> Any:
    """A list of texts: lines of orders are by far the most that a record holds, and are looked at all at once."""
    if type(value) is list and set(map(type, value)) <= _TEXT:
        return tuple(value)
    return _list_reader(_reader(str))(value, place)


_TEXT = {str}


def _list_reader(each: Reader) -> Reader:
    def read_list(value: Any, place: Place) -> Any:
        if not isinstance(value, list):
            _wrong(value, place, "a list")
        return tuple([each(inner, (place, number)) for number, inner in enumerate(value)])

    return read_list


def _row_reader(parts: list[Reader]) -> Reader:
    def read_row(value: Any, place: Place) -> Any:
        if not isinstance(value, list) or len(value) != len(parts):
            _wrong(value, place, f"a list of {len(parts)}")
        return tuple([part(inner, (place, n)) for n, (part, inner) in enumerate(zip(parts, value, strict=True))])

    return read_row


def _mapping_reader(key: type, each: Reader) -> Reader:
    def read_mapping(value: Any, place: Place) -> Any:
        if not isinstance(value, dict):
            _wrong(value, place, "an object")
        return {_key(key, name, place): each(inner, (place, name)) for name, inner in value.items()}

    return read_mapping


def _key(kind: type, name: str, place: Place) -> Any:
    """A key of an object: a text, or the one way to write a whole number."""
    if kind is not int:
        return name
    if not (name.isascii() and name.isdigit() and str(int(name[:20])) == name):
        _wrong(name, place, "a number as key")
    return int(name)


def _enum_reader(kind: type[Enum]) -> Reader:
    known = {member.value: member for member in kind}
    wanted = "one of " + ", ".join(map(str, known))

    def read_member(value: Any, place: Place) -> Any:
        return known[value] if isinstance(value, str) and value in known else _wrong(value, place, wanted)

    return read_member


def _read_fields(kind: type, values: Any, place: Place) -> Any:
    if not isinstance(values, dict):
        _wrong(values, place, "an object")
    if not values.keys() <= _names(kind):
        first = next(name for name in values if name not in _names(kind))
        raise BadRecord(f"`{_written_place((place, first[:40]))}` is not known")
    given = {}
    for name, read_one, default, may_be_left_out in _fields(kind):
        if name not in values:
            if not may_be_left_out:
                raise BadRecord(f"it says nothing of `{_written_place((place, name))}`")
            continue
        found = given[name] = read_one(values[name], (place, name))
        if may_be_left_out and found == default:
            raise BadRecord(f"`{_written_place((place, name))}` is empty, and is left out where it is")
    return kind(**given)


def _written_place(place: Place) -> str:
    """`takes.orders.movement[3]`"""
    parts: list[str] = []
    while place:
        place, one = place
        parts.append(f"[{one}]" if isinstance(one, int) else f".{one}")
    return "".join(reversed(parts)).removeprefix(".")


def _wrong(value: Any, place: Place, wanted: str) -> Any:
    text = str(value)
    where = _written_place(place) or "the text"
    raise BadRecord(f"`{where}` is {text if len(text) <= 60 else text[:57] + '...'}, not {wanted}")
