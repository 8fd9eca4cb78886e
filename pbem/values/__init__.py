"""Dataclasses and named tuples that cost next to nothing until they are used.

The decorator of the standard library compiles half a dozen functions for each class and brings `inspect` along, and
`typing` compiles each annotation of a named tuple: together more than a third of the time of a short command. Here a
class gets its slots at once, and each method when it is first called. To a type checker these are the library's own
names, and what they make works with the library's `replace`, `fields` and subclasses; `tests/kernel/test_values.py`
holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
    from typing import NamedTuple

    __all__ = ("MISSING", "Field", "NamedTuple", "dataclass", "field", "fields", "is_dataclass", "replace")
else:
    from pbem.values.named import NamedTuple

    MISSING = object()


class _Field(NamedTuple):
    """What a class says about one of its fields by `field(...)`, and its name."""

    default: Any = MISSING
    default_factory: Any = MISSING
    init: bool = True
    repr: bool = True
    compare: bool = True
    kw_only: bool = False
    name: str = ""


if not TYPE_CHECKING:
    Field = field = _Field

    def dataclass(*, frozen: bool = False, slots: bool = False, kw_only: bool = False) -> Callable[[type], type]:
        """The decorator, with the arguments that this house uses."""

        def made(kind: type) -> type:
            own = _own_fields(kind, kw_only)
            every = {name: one for base in reversed(kind.__mro__[1:]) for name, one in _declared(base).items()} | own
            kind = _slotted(kind, own) if slots else _with_defaults(kind, own)
            kind.__pbem_fields__ = every
            kind.__dataclass_fields__ = _LibraryFields()
            kind.__dataclass_params__ = _Params(frozen)
            kind.__match_args__ = tuple(name for name, one in every.items() if one.init and not one.kw_only)
            _add_methods(kind, frozen)
            return kind

        return made

    def is_dataclass(value: object) -> bool:
        """Whether a value or a class was made by a dataclass decorator, this one or the library's."""
        return any("__dataclass_fields__" in vars(base) for base in _kind_of(value).__mro__)

    def fields(value: object) -> tuple[_Field, ...]:
        """The fields of a value or a class, in their order."""
        return tuple(_declared(_kind_of(value)).values())

    def replace(value: Any, /, **changes: Any) -> Any:
        """A copy of a value with some fields changed."""
        return _copier(type(value))[0](value, **changes)

    @cache
    def _copier(kind: type) -> list[Callable[..., Any]]:
        """What copies values of a class: written when some have been copied, like the method that makes them."""
        names, count = [name for name, one in _declared(kind).items() if one.init], 0

        def first(value: Any, /, **changes: Any) -> Any:
            nonlocal count
            count += 1
            if count > _FEW:
                from pbem.values.methods import copier

                found[0] = copier(kind, [_declared(kind)[name] for name in names])
            return kind(**({name: getattr(value, name) for name in names} | changes))

        found: list[Callable[..., Any]] = [first]
        return found


def _kind_of(value: object) -> type:
    return value if isinstance(value, type) else type(value)


def _declared(kind: type) -> dict[str, _Field]:
    """The fields of a class, those of its bases included."""
    for base in kind.__mro__:
        if "__pbem_fields__" in vars(base):
            found: dict[str, _Field] = vars(base)["__pbem_fields__"]
            return found
        if "__dataclass_fields__" in vars(base):
            import dataclasses

            return {one.name: _in_our_words(one) for one in dataclasses.fields(base)}
    return {}


def _in_our_words(one: Any) -> _Field:
    """A field that the library describes."""
    import dataclasses

    given = (one.default, one.default_factory)
    default, factory = (MISSING if said is dataclasses.MISSING else said for said in given)
    return _Field(default, factory, one.init, one.repr, one.compare, one.kw_only, one.name)


class _LibraryFields:
    """The fields as the standard library describes them, made when somebody first asks for them."""

    def __init__(self) -> None:
        self._found: Mapping[str, Any] | None = None

    def __get__(self, value: object, kind: type) -> Mapping[str, Any]:
        if self._found is None:
            self._found = _in_its_words(kind)
        return self._found


def _in_its_words(kind: type) -> Mapping[str, Any]:
    """Our fields as those of the library."""
    import dataclasses

    rows = []
    for name, one in _declared(kind).items():
        said = {key: given for key, given in one._asdict().items() if given is not MISSING and key != "name"}
        rows.append((name, Any, dataclasses.field(**said)))
    twin: Any = dataclasses.make_dataclass(kind.__name__, rows)
    found: Mapping[str, Any] = twin.__dataclass_fields__
    return found


class _Params(NamedTuple):
    """What the library asks of a base class."""

    frozen: bool


# -- making the class -----------------------------------------------------------------------------------------


def _own_fields(kind: type, kw_only: bool) -> dict[str, _Field]:
    """The fields that the body of a class declares."""
    found = {}
    for name, hint in kind.__annotations__.items():
        if "ClassVar" in str(hint).partition("[")[0]:
            continue
        given = vars(kind).get(name, MISSING)
        one = given if isinstance(given, _Field) else _Field(given)
        if one.default is not MISSING and type(one.default).__hash__ is None:
            raise ValueError(f"all values of {kind.__name__} would share one {name}: use default_factory")
        found[name] = one._replace(name=name, kw_only=one.kw_only or kw_only)
    return found


def _slotted(kind: type, own: Mapping[str, _Field]) -> type:
    """The class once more with a slot for each field: slots cannot be added later."""
    body = {name: said for name, said in vars(kind).items() if name not in own}
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    body["__slots__"] = tuple(name for name in own if not any(name in _declared(base) for base in kind.__mro__[1:]))
    made = type(kind)(kind.__name__, kind.__bases__, body)
    made.__qualname__ = kind.__qualname__
    return made


def _with_defaults(kind: type, own: Mapping[str, _Field]) -> type:
    """The class with plain defaults where it had descriptions of fields."""
    for name, one in own.items():
        if one.default is not MISSING:
            setattr(kind, name, one.default)
        elif name in vars(kind):
            delattr(kind, name)
    return kind


def _add_methods(kind: type, frozen: bool) -> None:
    """What every value can do, unless the body of the class says how."""
    said = vars(kind)
    has_own_hash = said.get("__hash__") is not None
    methods = {name: _later(kind, name) for name in ("__init__", "__eq__", "__hash__")}
    methods["__repr__"] = _shown
    if frozen:
        methods |= {"__setattr__": _refuse_change, "__delattr__": _refuse_change}
    for name, method in methods.items():
        if name not in said:
            setattr(kind, name, method)
    if not has_own_hash:
        kind.__hash__ = methods["__hash__"] if frozen else None  # type: ignore[assignment, method-assign]


def _shown(self: Any) -> str:
    names = [one.name for one in _declared(type(self)).values() if one.repr]
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def _refuse_change(self: Any, name: str, value: object = None) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change `{name}`: a {type(self).__name__} is frozen")


_FEW = 12  # values of a class that are made without a method of its own: to write one takes as long as all of them


def _later(kind: type, name: str) -> Callable[..., Any]:
    """A method that is written when it is first called; the one that makes values, when it has made a few."""
    count = 0

    def first(self: Any, *given: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if name == "__init__" and count <= _FEW and _is_filled(self, kind, given, named):
            return None
        from pbem.values.methods import written

        method = written(kind, name, tuple(_declared(kind).values()), MISSING)
        setattr(kind, name, method)
        return method(self, *given, **named)

    return first


def _is_filled(self: Any, kind: type, given: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Set each field as the written method would; whether all was said, and no more than that."""
    fields, left = _declared(kind), dict(named)
    for name, value in zip((name for name, one in fields.items() if one.init and not one.kw_only), given, strict=False):
        if left.setdefault(name, value) is not value or name in named:
            return False
    if len(left) != len(given) + len(named) or not left.keys() <= {name for name, one in fields.items() if one.init}:
        return False
    for name, one in fields.items():
        if name not in left and one.default_factory is not MISSING:
            left[name] = one.default_factory()
        elif name not in left and one.init and one.default is MISSING:
            return False
        if name in left or one.init:
            object.__setattr__(self, name, left.get(name, one.default))
    if hasattr(kind, "__post_init__"):
        self.__post_init__()
    return True
