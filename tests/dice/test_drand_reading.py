"""A drand round out of whatever was pasted: JSON of both HTTP forms, in a mail, quoted, wrapped; and clear refusals."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable

import pytest

from pbem.dice.drand import CHAINS, QUICKNET
from pbem.dice.drand_reading import LARGEST, read_round, round_from_json
from pbem.errors import BadRecord, Unreadable
from tests.dice.drand_rounds import real, served


def _hard(text: str, width: int) -> str:
    return "\n".join(text[at : at + width] for at in range(0, len(text), width))


WAYS: dict[str, Callable[[str], str]] = {
    "as served": lambda text: text,
    "with prose": lambda text: f"Hi Bruno,\nthe round {{at last}}:\n\n{text}\n\nso I lost {{again}}.\n-- \nAnna",
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "wrapped": lambda text: textwrap.fill(text, 40),
    "cut hard": lambda text: _hard(text, 31),
    "cut hard and quoted": lambda text: "".join(f"> > {line}\n" for line in _hard(text, 31).splitlines()),
    "quoted and wrapped": lambda text: textwrap.fill("> > " + text.replace("\n", "\n> > "), 37),
    "typographic quotes": lambda text: text.replace('"', "\u201c"),
    "low and high quotes": lambda text: text.replace('"', "\u201e"),
    "entities": lambda text: text.replace('"', "&quot;"),
    "byte order mark": lambda text: "\ufeff" + text,
    "hard blanks": lambda text: text.replace(" ", "\u00a0"),
    "windows line ends": lambda text: text.replace("\n", "\r\n"),
    "escaped markdown": lambda text: text.replace("_", "\\_"),
    "capital digits": lambda text: json.dumps(
        {k: v.upper() if k != "round" else v for k, v in json.loads(text).items()}
    ),
    "number as text": lambda text: json.dumps({k: str(v) for k, v in json.loads(text).items()}),
    "inside a list": lambda text: f'[{text}, {{"other": 1}}]',
    "inside an object": lambda text: f'{{"result": {text}}}',
    "twice": lambda text: f"{text}\n{text}",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["v1", "v2"])
@pytest.mark.parametrize(("name", "number"), [("quicknet", 30662992), ("default", 1), ("default", 3907446)])
def test_a_round_survives_its_way(name: str, number: int, form: str, way: str) -> None:
    text = WAYS[way](served(name, number, form))
    chain, drawn = real(name, number)
    assert read_round(text, chain) == read_round(text, chain, number) == drawn
    assert read_round(text.encode("utf-16"), chain, number) == drawn


def test_the_named_round_is_found_among_others() -> None:
    text = served("quicknet", 1) + served("quicknet", 1000) + served("quicknet", 3)
    assert read_round(text, QUICKNET, 1000) == real("quicknet", 1000)[1]


QUICK, SLOW = served("quicknet", 1000), served("default", 72785)
OTHER = json.loads(served("quicknet", 1002))["signature"]


def _with(**changes: object) -> str:
    return json.dumps({**json.loads(QUICK), **changes})


REFUSALS = {
    "nothing": ("", 0, "no drand round", "no text", "from { to }"),
    "prose": ("The round was nice.", 0, "no drand round", "The round was nice.", "from { to }"),
    "an error page": ('{"error": "not found"}', 0, "no drand round", "not found", "from { to }"),
    "cut off": (QUICK[:150], 1000, "no drand round", '{"round":1000', "from { to }"),
    "a lost quote mark": (QUICK.replace('":"', '":', 1), 0, "is damaged", "round", "from { to }"),
    "a field twice": (QUICK.replace("{", '{"round":1,'), 0, "names a field twice", "round", "from { to }"),
    "another round": (QUICK, 1001, "another round than the one that was named", "round 1000", "only the named round"),
    "many other rounds": (
        "".join(_with(round=n, randomness="") for n in range(1, 9)), 99, "another round", "and 3 more", "only the named"
    ),
    "several rounds": (QUICK + served("quicknet", 1002), 0, "holds several rounds", "1000, 1002", "from { to }"),
    "two versions": (QUICK + _with(signature=OTHER, randomness=""), 1000, "twice and differently", "two sig", "from"),
    "another chain": (SLOW, 0, "is cut off, or the round is of another chain", "192 digits", "from { to }"),
    "said to be of another chain": (_with(chain_hash="89" * 32), 0, "of another chain", "chain hash 8989", "quicknet"),
    "a previous signature": (_with(previous_signature="ab" * 96), 0, "of another chain", "192 digits", "from { to }"),
    "a digit lost": (QUICK.replace("fe29", "fe2"), 0, "not written in hex digits", "63 digits", "from { to }"),
    "a byte lost": (QUICK.replace("fe29", "fe"), 0, "cut off", "62 digits", "from { to }"),
    "a letter O": (QUICK.replace("fe290b", "fe29Ob"), 0, "not written in hex digits", "the sign 'O'", "from { to }"),
    "a changed digit": (QUICK.replace("fe29", "fe28"), 0, "does not follow from its signature", "fe28", "changed"),
    "no number": (_with(round="soon"), 0, "is not a number", "soon", "from { to }"),
    "a broken number": (_with(round=1.5), 0, "is not a number", "1.5", "from { to }"),
    "true": (_with(round=True), 0, "is not a number", "True", "from { to }"),
    "round 0": (_with(round=0), 0, "has no round 0", "round 0", "from { to }"),
    "a round beyond time": (_with(round=10**17), 0, "has no round 1", "round 1", "from { to }"),
    "an endless number": (_with(round=10**3000), 0, "is not a number", "1000", "from { to }"),
    "no signature": (_with(signature=""), 0, "cut off", "no `signature`", "from { to }"),
    "a list for a signature": (_with(signature=["b4"]), 0, "no drand round", "round", "from { to }"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_no_round_is_refused_with_the_reason(name: str) -> None:
    text, wanted, why, found, advice = REFUSALS[name]
    with pytest.raises(Unreadable) as caught:
        read_round(text, QUICKNET, wanted)
    problem = caught.value.problem
    assert why in problem.why
    assert found in problem.found
    assert advice in problem.advice
    assert problem.wanted


def test_a_chained_round_needs_the_signature_before_it() -> None:
    values = json.loads(SLOW)
    del values["previous_signature"]
    with pytest.raises(Unreadable, match="no `previous_signature`"):
        read_round(json.dumps(values), CHAINS["default"])
    first = {**json.loads(served("default", 1)), "previous_signature": "00" * 32}
    with pytest.raises(Unreadable, match="round 1 follows the group hash"):
        read_round(json.dumps(first), CHAINS["default"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{" * 100_000, "nested too deeply"),
        ('{"a":' * 1000 + "1" + "}" * 1000, "nested too deeply"),
        ('{"round":1,"signature":' + "[" * 3000 + "]" * 900 + "}", "is damaged"),
        ('{"a' * 25 + "[" * 100_000, "no drand round"),
        (" " * (LARGEST + 1), "too large"),
        ("}{" * 90_000, "no drand round"),
    ],
)
def test_floods_are_refused(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read_round(text, QUICKNET)


@pytest.mark.parametrize("data", [b"PK\3\4" + bytes(60), b"a\0b", b" " * (LARGEST + 1)])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_round(data, QUICKNET)


def test_a_round_of_the_record_is_read_again() -> None:
    for name, number in (("quicknet", 1000), ("default", 72785)):
        chain, drawn = real(name, number)
        assert round_from_json(drawn.as_json(), chain) == drawn
    with pytest.raises(BadRecord, match="drand round cannot be read"):
        round_from_json({"round": 7}, QUICKNET)
