"""Turn files as text: what mails and forums do to them, damage that is found and named, and what is no turn."""

from __future__ import annotations

import base64
import html
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.turn_file import BEGIN, END, Turn, read_turn, write_turn
from pbem.errors import Unreadable
from pbem.store.entry import Draft, Head, chained
from tests.desk.helpers import NAME, NOW
from tests.desk.two_stores import two_stores

DIGEST = "0123456789abcdef" * 4
HEADING = ["pbem turn file of Field-1 (A tiny game)", "from Rosa (Red Army) to Bruno (Blue Army); entries 3 to 5"]
STRANGE = "Grüße, Ελλάδα, 日本, 🎲, e\u0301, \u202eabc\u202c, \u2028, NUL \x00, `*_~|<b>&amp;[i]"


def a_turn(size: int = 6, words: str = STRANGE) -> Turn:
    """A turn with entries that do not pack well, so that it has many groups."""
    bodies = [{"n": n, "digest": base64.b16encode(bytes([n]) * 32).decode(), "words": words} for n in range(size)]
    drafts = tuple(Draft("submitted", body) for body in bodies)
    files = (b"move GE-5 to 1903\r\n", bytes(range(256)), b"")
    return Turn("field-1", "RED", "BLUE", (2, DIGEST), ((1, DIGEST[::-1]),), drafts, "ab" * 32, files)


TURN = a_turn()
TEXT = write_turn(TURN, HEADING)


def refusal_of(data: bytes) -> str:
    """Why a file is refused, in one line."""
    with pytest.raises(Unreadable) as refused:
        read_turn(data)
    return " ".join(str(refused.value).split())


def groups_of(text: str) -> list[str]:
    """The lines between the marks."""
    lines = text.splitlines()
    return lines[lines.index(BEGIN) + 1 : lines.index(END)]


# -- as it was written ----------------------------------------------------------------------------------------


def test_a_turn_comes_back_exactly() -> None:
    assert read_turn(TEXT.encode()) == TURN
    assert write_turn(read_turn(TEXT.encode()), HEADING) == TEXT
    assert TEXT.startswith("\n".join(HEADING))


@pytest.mark.parametrize("size", range(12))
def test_turns_of_every_length_come_back(size: int) -> None:
    turn = a_turn(size, words="x" * size)
    assert read_turn(write_turn(turn, []).encode()) == turn


def test_a_real_turn_file_comes_back(tmp_path: Path) -> None:
    blue = two_stores(tmp_path)[1]
    text = export_turn(blue, NAME, NOW).text
    turn = read_turn(text.encode())
    assert write_turn(turn, text.split(f"\n\n{BEGIN}")[0].splitlines()) == text
    assert (turn.campaign, turn.sender, turn.to, turn.base[0]) == ("field-1", "BLUE", "RED", 2)
    assert chained(Head(*turn.base), turn.drafts)[-1].hash == turn.head
    assert all(len(line) <= 76 for line in groups_of(text))  # no mail program has a reason to wrap it


# -- what mails and forums do to a text -----------------------------------------------------------------------


def quoted(text: str, mark: str) -> str:
    """Each line behind a quote mark."""
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    "mark", ["> ", ">", ">> ", "> > ", "> > > ", "| ", "|> ", "  ", "\t", "AB> ", "AB> CD> ", "» "]
)
def test_quoting_means_nothing(mark: str) -> None:
    assert read_turn(quoted(TEXT, mark).encode()) == TURN


@pytest.mark.parametrize("mark", ["", "> ", "> > ", "| "])
@pytest.mark.parametrize("width", [*range(8, 30), 37, 51, 52, 53, 64, 72, 76, 79, 132, 998])
def test_wrapping_means_nothing(width: int, mark: str) -> None:
    """Also in the midst of a group, and quoted behind it."""
    wrapped = "\n".join(textwrap.wrap(TEXT, width, drop_whitespace=True, break_on_hyphens=False))
    assert read_turn(quoted(wrapped, mark).encode()) == TURN


def test_wrapping_upon_wrapping_means_nothing() -> None:
    text = TEXT
    for width in (60, 33, 71, 40, 25):
        text = quoted("\n".join(line for row in text.splitlines() for line in textwrap.wrap(row, width)), "> ")
    assert read_turn(text.encode()) == TURN


def test_all_in_one_line_is_read() -> None:
    assert read_turn(" ".join(TEXT.split()).encode()) == TURN
    block = TEXT[TEXT.index(BEGIN) :]
    joined = f"{BEGIN}{''.join(groups_of(TEXT)).replace(' ', '')}{END}"
    assert read_turn(joined.encode()) == read_turn(block.encode())


CHANGES: dict[str, Callable[[str], str]] = {
    "trailing blanks": lambda text: text.replace("\n", "   \t\n"),
    "hard blanks": lambda text: text.replace(" ", "\u00a0"),
    "blank lines": lambda text: text.replace("\n", "\n\n\n"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "no break at the end": lambda text: text.rstrip("\n"),
    "soft breaks of quoted-printable": lambda text: text.replace("A", "A=\n"),
    "zero-width blanks": lambda text: text.replace("a", "a\u200b"),
    "soft hyphens": lambda text: text.replace("B", "B\u00ad"),
    "an em dash for dashes": lambda text: text.replace("---", "\u2014"),
    "two dashes": lambda text: text.replace("---", "--"),
    "many dashes": lambda text: text.replace("---", "-" * 500),
    "capital letters in the marks": lambda text: text.replace(BEGIN, BEGIN.upper()).replace(END, END.title()),
    "BBCode": lambda text: f"[quote=Rosa]Hello[/quote]\n[code]{text}[/code]\n[i]bye[/i]",
    "BBCode around each line": lambda text: "".join(f"[b]{line}[/b]\n" for line in text.splitlines()),
    "HTML": lambda text: f"<html><body><p>Hello</p><pre><code>{html.escape(text)}</code></pre></body></html>",
    "HTML with breaks": lambda text: "<div>" + html.escape(text).replace("\n", "<br />\n") + "</div>",
    "HTML in one line": lambda text: "<p>" + html.escape(text).replace("\n", "<br>") + "</p>",
    "HTML quoted": lambda text: f'<blockquote type="cite">{html.escape(text)}</blockquote>',
    "entities": lambda text: text.replace("+", "&#43;").replace("/", "&sol;").replace("-", "&#x2d;"),
    "Markdown with a fence": lambda text: f"# Turn 3\n\n```text\n{text}```\n\n*bye*",
    "Markdown indented": lambda text: textwrap.indent(text, "    "),
    "Markdown as a list": lambda text: quoted(text, "* "),
    "Markdown with escapes": lambda text: text.replace("-", "\\-").replace("+", "\\+"),
    "words around it": lambda text: f"Hi Bruno,\nmy turn - sorry! The pbem turn begins below:\n\n{text}\n-- \nRosa\n",
    "text on the lines of the marks": lambda text: text.replace(BEGIN, f"see {BEGIN}").replace(END, f"{END} all"),
    "a long thread above it": lambda text: "On Monday Bruno wrote:\n> what now?\n" * 2000 + text,
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_forums_and_mails_do_means_nothing(change: Callable[[str], str]) -> None:
    assert read_turn(change(TEXT).encode()) == TURN


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "ascii"])
def test_encodings_mean_nothing(encoding: str) -> None:
    text = TEXT if encoding == "ascii" else f"Grüße!\n\n{TEXT}"
    assert read_turn(text.encode(encoding)) == TURN


@pytest.mark.parametrize(("mark", "encoding"), [(b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")])
def test_both_orders_of_bytes_are_read(mark: bytes, encoding: str) -> None:
    assert read_turn(mark + TEXT.replace("\n", "\r\n").encode(encoding)) == TURN


# -- damage ---------------------------------------------------------------------------------------------------


def other_letter(letter: str) -> str:
    """A letter in place of another; never the same."""
    return "x" if letter != "x" else "y"


@pytest.mark.parametrize(
    "damage",
    [
        lambda letter: other_letter(letter),
        lambda letter: "",
        lambda letter: "?",
        lambda letter: other_letter(letter) + letter,
    ],
    ids=["changed", "lost", "garbled", "one too many"],
)
def test_damage_anywhere_is_found_and_its_group_named(damage: Callable[[str], str]) -> None:
    """Each column of the block once, over all its lines in turn."""
    lines = groups_of(TEXT)
    assert len(lines) > 10
    places = [(n % len(lines), n * 7 % 53) for n in range(len(lines) * 8)]
    for row, column in places:
        line = lines[row]
        if column >= len(line) or line[column] == " ":
            continue
        broken = line[:column] + damage(line[column]) + line[column + 1 :]
        text = TEXT.replace(line, broken)
        said = refusal_of(text.encode())
        assert "the turn was damaged on its way" in said, (row, column)
        assert f"group {row + 1} of" in said, (row, column)
        assert "ask for the file again" in said


def test_a_letter_in_the_wrong_case_is_found() -> None:
    line = groups_of(TEXT)[3]
    at = next(n for n, letter in enumerate(line) if letter.isalpha())
    said = refusal_of(TEXT.replace(line, line[:at] + line[at].swapcase() + line[at + 1 :]).encode())
    assert f"group 4 of {len(groups_of(TEXT))}, which begins" in said


def test_lines_that_changed_places_are_found() -> None:
    lines = groups_of(TEXT)
    text = TEXT.replace("\n".join(lines[2:4]), "\n".join(reversed(lines[2:4])))
    assert "group 3 of" in refusal_of(text.encode())


def test_a_line_that_is_lost_or_doubled_is_found() -> None:
    line = groups_of(TEXT)[5]
    assert "group 6 of" in refusal_of(TEXT.replace(f"{line}\n", "").encode())
    assert "group 7 of" in refusal_of(TEXT.replace(f"{line}\n", f"{line}\n{line}\n").encode())


def test_a_line_that_is_lost_at_the_end_is_found() -> None:
    assert "cut off" in refusal_of(TEXT.replace(f"{groups_of(TEXT)[-1]}\n", "").encode())


def test_words_within_the_block_are_damage() -> None:
    line = groups_of(TEXT)[1]
    assert "group 2 of" in refusal_of(TEXT.replace(line, f"what is this?\n{line}").encode())


# -- no turn, half a turn, two turns --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this is not a turn file found: no mark"),
        ("side: CP\nturn: 1\nmove GE-5 to 1903\n", "this is not a turn file"),
        ("the pbem turn begins, and the pbem turn ends", "this is not a turn file"),
        (f"{BEGIN}\n", "the turn is cut off, or there are two found: the marks begins"),
        (f"{END}\n", "found: the marks ends"),
        (f"{END}\n{BEGIN}\n", "found: the marks ends, begins"),
        (f"{BEGIN}\n{END}\n", "the turn cannot be unpacked found: a packed text that is cut off or goes on"),
        (f"{BEGIN}\nabc\n{END}\n", "group 1 of 1, which begins ''"),
        ("\0\0\0\0", "this is not a text file"),
        ("PK\3\4 and so on", "this mail has no turn file in it"),
    ],
)
def test_what_is_no_turn_is_refused(text: str, says: str) -> None:
    assert says in refusal_of(text.encode())


def test_a_turn_that_is_cut_off_anywhere_is_refused() -> None:
    for size in range(0, len(TEXT) - len(END), 37):
        assert any(words in refusal_of(TEXT[:size].encode()) for words in ("not a turn file", "cut off"))
    assert "found: the marks begins" in refusal_of(TEXT.replace(END, "").encode())
    assert "found: the marks ends" in refusal_of(TEXT[TEXT.index(BEGIN) + 30 :].encode())


def test_two_turns_are_refused() -> None:
    """Also where one is quoted below the other: nobody can tell which is meant."""
    says = "found: the marks begins, ends, begins, ends wanted: one `--- pbem turn begins ---` and one"
    assert says in refusal_of((TEXT + TEXT).encode())
    assert says in refusal_of((TEXT + quoted(TEXT, "> ")).encode())
    many = refusal_of((TEXT * 50).encode())
    assert many.count("begins, ends") == 3
