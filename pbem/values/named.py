"""Named tuples whose annotations nobody compiles, and whose `__new__` is written when the first of them is made."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

_Getter: Any = type(namedtuple("_Pair", "left right").left)  # type: ignore[attr-defined]  # finds a field by its place


_new: Any = tuple.__new__


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
        kind.__new__ = _new_of(kind) if len(kind._fields) in _SHAPES else _written_new(kind)
        return kind.__new__(cls, *given, **named)

    return first


def _new_of(kind: Any) -> Callable[..., Any]:
    """A shape with the names of the fields: to compile another text would take twenty times as long."""
    names: tuple[str, ...] = kind._fields
    code = _SHAPES[len(names)].__code__.replace(co_name="__new__", co_varnames=("_cls", *names))
    last = names[len(names) - len(kind._field_defaults) :]
    return FunctionType(code, {"_new": tuple.__new__}, "__new__", tuple(kind._field_defaults[one] for one in last))


def _written_new(kind: Any) -> Callable[..., Any]:
    """The same for more fields than the shapes have."""
    defaults = kind._field_defaults
    words = ", ".join(f"{one}=_defaults[{one!r}]" if one in defaults else one for one in kind._fields)
    values = "".join(f"{one}, " for one in kind._fields)
    names: dict[str, Any] = {"_defaults": defaults, "_new": tuple.__new__}
    exec(f"def __new__(_cls, {words}): return _new(_cls, ({values}))", names)
    made: Callable[..., Any] = names["__new__"]
    return made


# What `__new__` looks like with so many fields.
_SHAPES: Mapping[int, Any] = {
    1: lambda _cls, a: _new(_cls, (a,)),
    2: lambda _cls, a, b: _new(_cls, (a, b)),
    3: lambda _cls, a, b, c: _new(_cls, (a, b, c)),
    4: lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
    5: lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
    6: lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
    7: lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
    8: lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
    9: lambda _cls, a, b, c, d, e, f, g, h, i: _new(_cls, (a, b, c, d, e, f, g, h, i)),
    10: lambda _cls, a, b, c, d, e, f, g, h, i, j: _new(_cls, (a, b, c, d, e, f, g, h, i, j)),
}

NamedTuple: Any = type.__new__(_Maker, "NamedTuple", (), {})
