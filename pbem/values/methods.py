"""The methods of a dataclass as text, written out so that they are as fast as if somebody had typed them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Fields = Sequence[Any]  # as `pbem.values` describes them
_MISSING = "_pbem_missing"  # in the text of a method: no field is called so


def written(kind: type, name: str, fields: Fields, missing: object) -> Callable[..., Any]:
    """The method of this name."""
    names: dict[str, Any] = {_MISSING: missing}
    text = _init(kind, fields, names) if name == "__init__" else _COMPARING[name](fields)
    exec(text, names)
    method: Callable[..., Any] = names[name]
    method.__qualname__ = f"{kind.__qualname__}.{name}"
    return method


def copier(kind: type, fields: Fields) -> Callable[..., Any]:
    """What makes a copy with some fields changed: each is given or taken from the value, and all are set anew."""
    names: dict[str, Any] = {_MISSING: object(), "_kind": kind}
    fields = sorted(fields, key=lambda one: bool(one.kw_only))
    given = ", ".join(f"{one.name}={_MISSING}" for one in fields)
    said = (f"_value.{one.name} if {one.name} is {_MISSING} else {one.name}" for one in fields)
    made = ", ".join(f"{one.name}={value}" if one.kw_only else value for one, value in zip(fields, said, strict=True))
    exec(f"def copied(_value, /{f', *, {given}' if given else ''}):\n  return _kind({made})", names)
    copied: Callable[..., Any] = names["copied"]
    return copied


def _init(kind: type, fields: Fields, names: dict[str, Any]) -> str:
    """Each field set in its order; `names` takes the values that the text refers to."""
    alone, named, lines = ["self"], list[str](), list[str]()
    for one in fields:
        has_maker = one.default_factory is not names[_MISSING]
        if one.init:
            (named if one.kw_only else alone).append(one.name + _default(one, names))
        if one.init or has_maker:
            lines.append(_setting(kind, one.name, _made(one, names) if has_maker else one.name, names))
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    return f"def __init__({', '.join(alone + ['*'][: len(named)] + named)}):\n  " + "\n  ".join(lines or ["pass"])


def _default(one: Any, names: dict[str, Any]) -> str:
    if one.default_factory is not names[_MISSING]:
        return f"={_MISSING}"
    if one.default is names[_MISSING]:
        return ""
    names[f"_default_{one.name}"] = one.default
    return f"=_default_{one.name}"


def _made(one: Any, names: dict[str, Any]) -> str:
    names[f"_make_{one.name}"] = one.default_factory
    made = f"_make_{one.name}()"
    return f"{made} if {one.name} is {_MISSING} else {one.name}" if one.init else made


def _setting(kind: type, name: str, value: str, names: dict[str, Any]) -> str:
    """One line: a slot is set by its own descriptor, which a frozen class does not stop and which is fastest."""
    slot = getattr(kind, name, None)
    is_slot = type(slot).__name__ == "member_descriptor"
    names[f"_set_{name}"] = slot.__set__ if is_slot else object.__setattr__  # type: ignore[union-attr]
    return f"_set_{name}(self, {value})" if is_slot else f"_set_{name}(self, {name!r}, {value})"


def _eq(fields: Fields) -> str:
    mine, other = _compared(fields, "self"), _compared(fields, "other")
    same = f"{mine} == {other} if other.__class__ is self.__class__ else NotImplemented"
    return f"def __eq__(self, other):\n  return {same}"


def _hash(fields: Fields) -> str:
    return f"def __hash__(self):\n  return hash({_compared(fields, 'self')})"


def _compared(fields: Fields, value: str) -> str:
    """The text of a tuple of all that counts when two values are compared."""
    return "(" + "".join(f"{value}.{one.name}," for one in fields if one.compare) + ")"


_COMPARING = {"__eq__": _eq, "__hash__": _hash}
