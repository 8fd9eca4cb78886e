"""Turn files from a stranger: bombs, deep nesting, values of the wrong kind, and what is not the one form."""

from __future__ import annotations

import base64
import tracemalloc
import zlib
from typing import Any

import pytest

from pbem.desk.exchange import turn_file
from pbem.desk.exchange.turn_file import BEGIN, END, FORMAT, LARGEST, LARGEST_UNPACKED, read_turn, write_turn
from pbem.kernel.facts import canonical
from pbem.store.entry import Draft
from tests.desk.test_turn_file import DIGEST, STRANGE, TURN, a_turn, quoted, refusal_of

# -- bombs ----------------------------------------------------------------------------------------------------


def block(data: bytes, *, level: int = 9, more: bytes = b"") -> bytes:
    """Any bytes as a block with good check digits."""
    letters = base64.b64encode(zlib.compress(data, level) + more).decode().rstrip("=")
    groups = [letters[start : start + 48] for start in range(0, len(letters), 48)]
    lines = [f"{group} {turn_file._check(number, group)}" for number, group in enumerate(groups)]
    return "\n".join([BEGIN, *lines, END]).encode()


def values(**changes: Any) -> dict[str, Any]:
    """What the block of a turn holds."""
    plain = {
        "format": FORMAT, "campaign": "field-1", "from": "RED", "to": "BLUE", "base": [2, DIGEST],
        "ladder": [[1, DIGEST]], "entries": [["handed", {"to": "BLUE"}]], "head": DIGEST, "files": ["YWJj"],
    }  # fmt: skip
    return {key: value for key, value in {**plain, **changes}.items() if value is not ...}


def test_a_huge_file_is_not_looked_at() -> None:
    said = refusal_of(b"-" * (LARGEST + 1))
    assert (
        f"the file is too large for a turn file found: more than {LARGEST:,} bytes wanted: at most {LARGEST:,} bytes"
        in said
    )


@pytest.mark.parametrize(
    "sign", ["-", "- ", "> ", "-\n", "--- pbem turn ", "[", "<", "&#", "\u0301", "e\u0301", "pbem "]
)
def test_a_file_of_one_sign_only_is_refused_in_bounded_time(sign: str) -> None:
    """The work must grow with the length of the text: a mistake here would run for hours."""
    assert "this is not a turn file" in refusal_of((sign * (400_000 // len(sign.encode()))).encode())


def test_a_bomb_is_not_unpacked() -> None:
    data = block(b"\0" * (3 * LARGEST_UNPACKED))
    assert len(data) < 50_000
    tracemalloc.start()
    said = refusal_of(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (
        f"the turn cannot be unpacked found: more than it may hold wanted: at most {LARGEST_UNPACKED:,} bytes" in said
    )
    assert peak < 4 * LARGEST_UNPACKED


def test_a_packed_text_that_goes_on_or_breaks_off_is_refused() -> None:
    assert "cut off or goes on" in refusal_of(block(canonical(values()).encode(), more=b"and more"))
    packed = base64.b64encode(zlib.compress(b"x" * 99)[:-3]).decode().rstrip("=")
    assert "cut off or goes on" in refusal_of(f"{BEGIN}{packed}{turn_file._check(0, packed)}{END}".encode())
    for letters in ("AAAA", "AAAAA"):
        said = refusal_of(f"{BEGIN}{letters}{turn_file._check(0, letters)}{END}".encode())
        assert "letters that are no packed text" in said


@pytest.mark.parametrize("depth", [61, 300, 900, 980, 985, 990, 1000, 100_000])
@pytest.mark.parametrize("pair", ["[]", '{"":}'])
def test_deep_nesting_is_refused(depth: int, pair: str) -> None:
    """Also where this reader would just manage it: a later one, deeper in its work, would not."""
    inner = pair[:-1] * depth + ("1" if pair == '{"":}' else "") + pair[-1] * depth
    raw = canonical(values(entries=[["handed", {"to": "@"}]])).replace('"@"', inner)
    assert "the turn cannot be understood found: no canonical JSON" in refusal_of(block(raw.encode()))


def test_the_nesting_of_a_record_is_read() -> None:
    body: dict[str, Any] = {"pages": [[["roll", {"faces": [[1, 2], [3]]}]]]}
    turn = TURN._replace(drafts=(Draft("played", body),))
    assert read_turn(write_turn(turn, []).encode()) == turn


# -- wrong contents -------------------------------------------------------------------------------------------


def test_the_values_of_the_tests_are_a_turn() -> None:
    found = read_turn(block(canonical(values()).encode()))
    assert (found.base, found.ladder, found.files) == ((2, DIGEST), ((1, DIGEST),), (b"abc",))


@pytest.mark.parametrize(
    "changes",
    [
        {key: wrong}
        for key in ("campaign", "from", "to", "head")
        for wrong in (..., None, 7, True, ["field-1"], {"a": "b"})
    ]
    + [
        {"base": wrong}
        for wrong in (
            ..., None, 7, "ab", [], [2], [2, DIGEST, 3], ["2", DIGEST], [True, DIGEST], [2.0, DIGEST], [2, 7],
            [-1, DIGEST], [-(10**30), DIGEST], [10**30, DIGEST], {"0": 1, "1": 2},
        )
    ]
    + [
        {"ladder": wrong}
        for wrong in (
            ..., None, 7, "ab", [7], [[1]], [[1, 2]], [["1", DIGEST]], [[0, DIGEST]], [[-1, DIGEST]],
            [[-(10**30), DIGEST]], [[None, None]], {"ab": 1},
        )
    ]
    + [
        dict[str, Any]({"entries": wrong})
        for wrong in (
            ..., None, 7, "ab", ["ab"], [[]], [["handed"]], [["handed", {}, {}]], [[7, {}]], [["handed", None]],
            [["handed", [["a", 1]]]], [["handed", "ab"]], [[["handed"], {}]], {"ab": {}},
        )
    ]
    + [{"files": wrong} for wrong in (..., None, 7, [7], ["*"], ["é"], ["YWJ"], [["YWJj"]], [None])],
    ids=str,
)  # fmt: skip
def test_values_of_the_wrong_kind_are_refused(changes: dict[str, Any]) -> None:
    said = refusal_of(block(canonical(values(**changes)).encode()))
    assert "a block whose parts are not those of a turn" in said
    assert f"wanted: a block of the format {FORMAT}" in said


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ("[]", "the turn has another format found: no format"),
        ("7", "found: no format"),
        ("null", "found: no format"),
        ('"pbem-turn/1"', "found: no format"),
        ("{}", "the turn has another format found: None"),
        ('{"format":"pbem-turn/2"}', f"found: pbem-turn/2 wanted: {FORMAT}"),
        ('{"format":["' + "x" * 500 + '"]}', "found: ['" + "x" * 38),
        ("", "no canonical JSON"),
        ("{", "no canonical JSON"),
        ("NaN", "no canonical JSON"),
        ("[1e999]", "no canonical JSON"),
        ('{"format": "pbem-turn/1"}', "no canonical JSON"),  # a blank: written by somebody else
        ('{"format":"pbem-turn/1","format":"pbem-turn/1"}', "no canonical JSON"),
        ('{"b":1,"a":2}', "no canonical JSON"),
        ('["\\ud800"]', "no canonical JSON"),  # half a letter, which no file can hold
        ('["\\u00e9"]', "no canonical JSON"),
        ("9" * 5000, "no canonical JSON"),
    ],
    ids=lambda text: str(text)[:24],
)
def test_what_is_not_the_one_form_is_refused(raw: str, says: str) -> None:
    assert says in refusal_of(block(raw.encode()))


def test_bytes_that_are_no_text_are_refused() -> None:
    assert "no canonical JSON" in refusal_of(block(b'["\xff\xfe"]'))
    assert "no canonical JSON" in refusal_of(block(canonical(values()).encode("utf-16")))


@pytest.mark.parametrize("words", [STRANGE, "\u0000", "\ud7ff\ue000\U0010ffff", "e\u0301" * 3000, "\u202e" * 99, BEGIN])
def test_strange_letters_travel_unharmed(words: str) -> None:
    """Even the marks of a turn: they are packed."""
    turn = a_turn(1, words)._replace(campaign=words, sender=words, to=words)
    assert read_turn(quoted(write_turn(turn, ["x"]), "> ").encode()) == turn
