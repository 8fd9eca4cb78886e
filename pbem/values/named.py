"""Named tuples whose annotations nobody compiles, and whose `__new__` is written when the first of them is made."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable
from typing import Any

_Getter: Any = type(namedtuple("_Pair", "left right").left)  # type: ignore[attr-defined]  # finds a field by its place


class _Named(tuple[Any, ...]):
    """What every named tuple can do."""

    __slots__ = ()
    _fields = tuple[str, ...]()
    _field_defaults = dict[str, Any]()

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        return cls(*values)

    def _replace(self, /, **changes: Any) -> Any:
        made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({shown})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _Maker(type):
    """Makes a named tuple of the body of a class: its annotations are the fields."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        names = tuple(body.get("__annotations__", ()))
        defaults = {one: body.pop(one) for one in names if one in body}
        for place, one in enumerate(names):
            body[one] = _Getter(place, "")
        body |= {"__slots__": (), "_fields": names, "_field_defaults": defaults, "__match_args__": names}
        made = type(name, (_Named,), body)
        made.__new__ = _new_later(made)  # type: ignore[method-assign]
        return made


def _new_later(kind: Any) -> Callable[..., Any]:
    def first(cls: Any, *given: Any, **named: Any) -> Any:
        defaults = kind._field_defaults
        words = ", ".join(f"{one}=_defaults[{one!r}]" if one in defaults else one for one in kind._fields)
        values = "".join(f"{one}, " for one in kind._fields)
        names: dict[str, Any] = {"_defaults": defaults, "_new": tuple.__new__}
        exec(f"def __new__(_cls, {words}): return _new(_cls, ({values}))", names)
        kind.__new__ = names["__new__"]
        return kind.__new__(cls, *given, **named)

    return first


NamedTuple: Any = type.__new__(_Maker, "NamedTuple", (), {})
