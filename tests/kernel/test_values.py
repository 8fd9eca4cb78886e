"""Our dataclasses and named tuples beside those of the standard library: the same bodies must give the same values."""

from __future__ import annotations

import ast
import collections
import dataclasses
import re
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pbem import values
from pbem.values.patterns import pattern

PACKAGE = Path(values.__file__).parents[1]


def classes(maker: Any) -> dict[str, Any]:
    """The same bodies, made by one of the two."""
    return {kind.__name__: kind for kind in (*plain_classes(maker), *classes_with_more(maker))}


def plain_classes(maker: Any) -> list[Any]:
    """With and without slots, frozen or not, with all kinds of fields."""
    dataclass, field = maker.dataclass, maker.field

    @dataclass(frozen=True, slots=True)
    class Point:
        """Frozen, with slots, defaults, and a field that does not count."""

        x: int
        y: int = 2
        note: str = field(default="", compare=False, repr=False)
        sides: ClassVar[int] = 4

        def moved(self, by: int) -> Any:
            return maker.replace(self, x=self.x + by)

    @dataclass(frozen=True, kw_only=True)
    class Named:
        """Without slots, by keyword only, with a value that is made anew."""

        name: str
        missing: str = "none"
        parts: dict[str, int] = field(default_factory=dict)

    @dataclass(slots=True)
    class Bag:
        """May change; keeps something that nobody gives it."""

        held: list[int] = field(default_factory=list)
        _memo: dict[int, int] = field(default_factory=dict, init=False, compare=False, repr=False)

    return [Point, Named, Bag]


def classes_with_more(maker: Any) -> list[Any]:
    """A class with a base, and one with methods of its own."""
    dataclass = maker.dataclass
    base: Any = plain_classes(maker)[0]

    @dataclass(frozen=True, slots=True)
    class Pixel(base):  # type: ignore[misc]
        """Inherits fields."""

        colour: str = "red"

    @dataclass(frozen=True, slots=True)
    class Even:
        """Looks at itself, and says how it is shown and compared."""

        number: int

        def __post_init__(self) -> None:
            if self.number % 2:
                raise ValueError("odd")

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

        def __repr__(self) -> str:
            return "even"

    return [Pixel, Even]


OURS, THEIRS = classes(values), classes(dataclasses)
OUR_POINT: Any = OURS["Point"]
THEIR_POINT: Any = THEIRS["Point"]
MADE: dict[str, typing.Callable[[dict[str, Any]], Any]] = {
    "positional": lambda of: of["Point"](1, 3),
    "default": lambda of: of["Point"](1),
    "by name": lambda of: of["Point"](y=5, x=4, note="n"),
    "keyword only": lambda of: of["Named"](name="a", parts={"b": 1}),
    "factory": lambda of: of["Named"](name="a"),
    "changing": lambda of: of["Bag"]([1]),
    "inherited": lambda of: of["Pixel"](1, 2, "n", "blue"),
    "looked at": lambda of: of["Even"](2),
    "replaced": lambda of: of["Point"](1, note="kept").moved(3),
}
REFUSED: dict[str, typing.Callable[[dict[str, Any]], Any]] = {
    "too few": lambda of: of["Point"](),
    "too many": lambda of: of["Point"](1, 2, "", 4),
    "unknown": lambda of: of["Point"](1, z=3),
    "not by name": lambda of: of["Named"]("a"),
    "not to be given": lambda of: of["Bag"](_memo={}),
    "odd": lambda of: of["Even"](1),
    "set": lambda of: setattr(of["Point"](1), "x", 2),
    "set without slots": lambda of: setattr(of["Named"](name="a"), "name", "b"),
    "deleted": lambda of: delattr(of["Point"](1), "x"),
    "no such slot": lambda of: setattr(of["Bag"](), "other", 2),
    "hash of what may change": lambda of: hash(of["Bag"]()),
    "hash of a mapping": lambda of: hash(of["Named"](name="a")),
}


def shown(value: Any) -> str:
    return re.sub(r"\w+\.<locals>\.", "", repr(value))


@pytest.mark.parametrize("how", MADE)
def test_a_value_is_the_same(how: str) -> None:
    ours, theirs = MADE[how](OURS), MADE[how](THEIRS)
    names = [one.name for one in dataclasses.fields(theirs)]
    assert shown(ours) == shown(theirs)
    assert [getattr(ours, name) for name in names] == [getattr(theirs, name) for name in names]
    assert [one.name for one in values.fields(ours)] == names
    assert ours == MADE[how](OURS)
    assert ours != theirs or how == "looked at"
    assert hasattr(ours, "__dict__") == hasattr(theirs, "__dict__")
    assert type(ours).__match_args__ == type(theirs).__match_args__
    assert (type(ours).__hash__ is None) == (type(theirs).__hash__ is None)


@pytest.mark.parametrize("how", ["positional", "inherited", "looked at"])
def test_a_hash_is_the_same(how: str) -> None:
    assert hash(MADE[how](OURS)) == hash(MADE[how](THEIRS))


@pytest.mark.parametrize("how", REFUSED)
def test_the_same_is_refused(how: str) -> None:
    for _ in range(2):  # the first call writes the method, the second finds it
        with pytest.raises(Exception) as ours:  # noqa: PT011  compared below
            REFUSED[how](OURS)
        with pytest.raises(Exception) as theirs:  # noqa: PT011
            REFUSED[how](THEIRS)
        assert type(ours.value) is type(theirs.value)


def test_the_first_values_are_made_like_all_later_ones() -> None:
    """A class gets its method when it has made a few values: nobody can tell which of them it made."""
    ours = classes(values)
    for how, make in MADE.items():
        assert {shown(make(ours)) for _ in range(40)} == {shown(MADE[how](THEIRS))}


@pytest.mark.parametrize("how", REFUSED)
def test_the_first_value_is_refused_like_a_later_one(how: str) -> None:
    with pytest.raises(Exception) as ours:  # noqa: PT011  compared below
        REFUSED[how](classes(values))
    with pytest.raises(Exception) as theirs:  # noqa: PT011
        REFUSED[how](THEIRS)
    assert type(ours.value) is type(theirs.value)


@pytest.mark.parametrize("count", range(14))
def test_named_tuples_of_any_length_are_the_same(count: int) -> None:
    """Short ones take a shape with their names in it, longer ones a text of their own."""
    names = [f"field_{number}" for number in range(count)]
    body = {"__annotations__": dict.fromkeys(names, int), **dict.fromkeys(names[count // 2 :], 7)}
    ours, theirs = (type(of.NamedTuple)("Row", (), dict(body)) for of in (values, _Library))
    for given, named in (((1,) * count, {}), ((1,) * (count // 2), {}), ((), dict.fromkeys(names, 3))):
        assert ours(*given, **named) == theirs(*given, **named)
        assert repr(ours(*given, **named)) == repr(theirs(*given, **named))
    for given, named in (((1,) * (count + 1), {}), ((1,) * count, {"unknown": 1})):
        for kind in (ours, theirs):
            with pytest.raises(TypeError):
                kind(*given, **named)


class _Library:
    """The library's named tuple, made the same way."""

    class _Maker(type):
        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
            hints, defaults = body["__annotations__"], [body[one] for one in body["__annotations__"] if one in body]
            return collections.namedtuple(name, list(hints), defaults=defaults)

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})


def test_a_copy_is_the_same_however_many_were_made() -> None:
    point = classes(values)["Point"](1, 2, "kept")
    copies = [values.replace(point, y=number) for number in range(40)]
    assert [(one.x, one.y, one.note) for one in copies] == [(1, number, "kept") for number in range(40)]
    for _ in range(40):
        with pytest.raises(TypeError):
            values.replace(point, z=1)


def test_what_does_not_count_is_not_compared() -> None:
    point = OURS["Point"]
    assert point(1, note="a") == point(1, note="b")
    assert point(1) != point(2)
    assert point(1) != OURS["Pixel"](1)


def test_each_value_has_its_own_list() -> None:
    one, other = OURS["Bag"](), OURS["Bag"]()
    one.held.append(1)
    assert other.held == []
    with pytest.raises(ValueError, match="default_factory"):
        values.dataclass(slots=True)(type("Shared", (), {"__annotations__": {"held": "list"}, "held": []}))


def test_the_library_works_with_our_values() -> None:
    """A game of a package of its own may use the library's decorator, on our base classes too."""

    @dataclasses.dataclass(frozen=True, slots=True)
    class Guest(OUR_POINT):  # type: ignore[misc]
        depth: int = 0

    guest: Any = Guest(1, 2, "n", 3)
    assert dataclasses.replace(guest, x=5) == Guest(5, 2, "n", 3)
    assert values.replace(guest, x=5) == Guest(5, 2, "n", 3)
    assert dataclasses.replace(OURS["Point"](1), y=9) == OURS["Point"](1, 9)
    assert dataclasses.is_dataclass(OURS["Point"])
    assert values.is_dataclass(guest)
    assert [one.name for one in values.fields(guest)] == ["x", "y", "note", "depth"]
    assert not values.is_dataclass("text")

    @values.dataclass(frozen=True, slots=True)
    class Host(THEIR_POINT):  # type: ignore[misc]
        depth: int = 0

    assert (Host(1).y, Host(1, depth=4).depth, Host(1)) == (2, 4, Host(1, 2))


def test_a_plain_subclass_is_shown_and_copied() -> None:
    class Bare(OUR_POINT):  # type: ignore[misc]
        pass

    assert repr(Bare(1)).endswith("Bare(x=1, y=2)")
    assert type(values.replace(Bare(1), x=2)) is Bare


# -- named tuples ---------------------------------------------------------------------------------------------


class Ours(values.NamedTuple):
    """A pair."""

    left: int
    right: str = "r"

    @property
    def both(self) -> str:
        return f"{self.left}{self.right}"


class Theirs(typing.NamedTuple):
    """A pair."""

    left: int
    right: str = "r"

    @property
    def both(self) -> str:
        return f"{self.left}{self.right}"


def test_a_named_tuple_is_the_same() -> None:
    ours, theirs = Ours(1), Theirs(1)
    assert (ours.both, ours._asdict(), ours._fields) == (theirs.both, theirs._asdict(), theirs._fields)
    assert repr(ours).replace("Ours", "Theirs") == repr(theirs)
    assert (tuple(ours), tuple(ours._replace(left=2))) == (tuple(theirs), (2, "r"))
    assert ours == (1, "r")
    assert (Ours.__doc__, Ours.__module__, Ours.__qualname__) == ("A pair.", __name__, "Ours")
    assert typing.get_type_hints(Ours) == typing.get_type_hints(Theirs)
    with pytest.raises(TypeError):
        Ours()  # type: ignore[call-arg]


# -- patterns, and what all this is for -----------------------------------------------------------------------


def test_a_pattern_does_what_a_compiled_one_does() -> None:
    later, now = pattern(r"(\d+)-(\d+)", re.ASCII), re.compile(r"(\d+)-(\d+)", re.ASCII)
    for _ in range(2):
        assert later.sub(r"\2-\1", "1-2 3-4") == now.sub(r"\2-\1", "1-2 3-4")
        assert later.findall("1-2 3-4") == now.findall("1-2 3-4")
        assert later.fullmatch("x") is None
    assert (later.pattern, later.flags) == (now.pattern, now.flags)
    assert pattern(b"a+").findall(b"baa") == [b"aa"]


def test_nobody_pays_for_the_library() -> None:
    """Files of the house use neither `dataclasses`, which imports `inspect`, nor the named tuples of `typing`."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        if path.is_relative_to(PACKAGE / "values"):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                names = [one.name for one in node.names]
                is_generic = "NamedTuple" in names and "Generic" in names  # which ours are not
                if node.module == "dataclasses" or ("NamedTuple" in names and not is_generic):
                    found += [f"{path.name}:{node.lineno}"] if node.module != "pbem.values" else []
    assert found == []


def test_a_short_command_imports_no_more_than_it_must() -> None:
    code = "import sys, pbem.desk.checking, pbem.cli.main, pbem.cli.orders; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"dataclasses", "inspect", "zipfile", "typer", "jinja2", "PIL", "sqlalchemy"} & set(done.stdout.split())
