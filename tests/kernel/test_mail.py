"""From a mail to an order block: whatever programs and people do to a text on its way."""

from __future__ import annotations

import textwrap

import pytest

from pbem.errors import Ambiguous, Refused, Unreadable
from pbem.kernel.text.mail import BEGIN, END, LARGEST, Block, decode, header_of, plain, read_block

SECTIONS = ("movement", "combat", "standing", "press")
VERBS = ("move", "attack", "hold", "when", "losses", "advance")
CLAUSES = ("losses", "advance")
TEXT = """\
campaign: isonzo-2026
side: Central Powers
turn: 1
step: movement
move 5 1802 -> 1803 -> 1704
hold 26
combat:
attack 1904 with 5, 26 and 1 if odds >= 3-1
"""
HEADER = {"campaign": "isonzo-2026", "side": "Central Powers", "turn": "1", "step": "movement"}
ORDERS = {
    "": ["move 5 1802 -> 1803 -> 1704", "hold 26"],
    "combat": ["attack 1904 with 5, 26 and 1 if odds >= 3-1"],
}


def block(text: str) -> Block:
    """The order block of the text."""
    return read_block(text, SECTIONS, VERBS, CLAUSES)


def lines(found: Block) -> dict[str, list[str]]:
    """The lines by section."""
    return {section: [line.text for line in rows] for section, rows in found.sections.items()}


def is_understood(text: str) -> bool:
    """Whether the text says what TEXT says."""
    found = block(text)
    return (found.header, lines(found)) == (HEADER, ORDERS)


def test_the_plain_text() -> None:
    assert is_understood(TEXT)
    found = block(TEXT)
    assert [line.number for rows in found.sections.values() for line in rows] == [5, 6, 8]
    assert found.header_lines["turn"].number == 3


# -- decoding ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        b"\xff\xfe" + TEXT.encode("utf-16-le"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        TEXT.replace("\n", "\u2028").encode(),
        TEXT.replace(" -> ", " → ").encode(),
        TEXT.replace(" ", "\u00a0").encode("latin-1"),
        TEXT.replace(" ", "\u00a0").encode("utf-8"),
        TEXT.replace("\n", "\n\n\n").encode(),
        TEXT.replace("hold", "\x07h\u200bo\u202eld").encode(),
    ],
    ids=["utf-8", "bom", "utf-16-le bom", "utf-16-be bom", "utf-16-le", "utf-16-be", "crlf", "cr", "line separators",
         "arrows", "latin-1", "hard blanks", "double spaced", "control characters"],
)  # fmt: skip
def test_whatever_program_wrote_it(data: bytes) -> None:
    assert is_understood(decode(data))


def test_latin_1_letters_and_windows_quotes() -> None:
    assert decode("campaign: Plöcken".encode("latin-1")) == "campaign: Plöcken"
    assert plain(decode(b"campaign: \x93Isonzo\x94 \x96 1")) == 'campaign: "Isonzo" - 1'


@pytest.mark.parametrize("data", [b"", b"  \r\n\t\n", b"\xef\xbb\xbf", b"\xff\xfe \x00\n\x00", "\u200b\u00a0".encode()])
def test_an_empty_file(data: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(data)
    problem = caught.value.problem
    assert (problem.why, problem.found, problem.wanted) == ("the file is empty", "no text", "an order block")
    assert "pbem sheet" in problem.advice


@pytest.mark.parametrize(
    ("data", "start"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "89 50 4e 47"),
        (b"PK\x03\x04" + bytes(range(256)), "50 4b 03 04"),
        (b"\x01\x02\x03\x04\x05\x06\x07\x08 text", "01 02 03 04"),
        (b"\xff\xfe\x00\xd8\x00", "ff fe 00 d8"),
    ],
)
def test_a_binary_file(data: bytes, start: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(data)
    problem = caught.value.problem
    assert (problem.why, problem.found) == ("this is not a text file", f"binary data beginning {start}")
    assert (problem.wanted, "pbem sheet" in problem.advice) == ("plain text", True)


def test_a_few_control_characters_do_not_make_a_file_binary() -> None:
    assert decode(b"hold 5\x01\x02\x03") == "hold 5\x01\x02\x03"
    with pytest.raises(Unreadable, match="this is not a text file"):
        decode(b"hold 5\x01\x02\x03\x04")
    assert decode(b"hold 5 " * 50 + b"\x01" * 10)  # one in fifty of a longer text


def test_ten_megabytes() -> None:
    with pytest.raises(Unreadable) as caught:
        decode(b"move 5 1802\n" * 900_000)
    problem = caught.value.problem
    assert (problem.why, problem.found) == ("the file is too large for an order file", "10,800,000 bytes")
    assert (problem.wanted, problem.advice) == (
        "at most 1,000,000 bytes of text", "send only the order block",
    )  # fmt: skip
    assert len(decode(b"x" * LARGEST)) == LARGEST


# -- what people and mail programs do ------------------------------------------------------------------------


def quoted(text: str, mark: str = "> ") -> str:
    """The text as a mail program quotes it."""
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize("mark", ["> ", ">", "> > ", ">> ", " > >> "])
def test_a_quoted_block(mark: str) -> None:
    assert is_understood(quoted(TEXT, mark))
    assert is_understood("Hello!\n" + quoted(f"{BEGIN}\n{TEXT}{END}\nbye", mark))


def test_an_edited_quote_is_half_quoted() -> None:
    old, new = "> move 5 1802 -> 1803 -> 1704", "move 5 1802 -> 1803 -> 1704"
    assert is_understood("On Monday you wrote:\n" + quoted(f"{BEGIN}\n{TEXT}{END}").replace(old, new))


def test_ones_own_block_above_a_quoted_sheet_counts() -> None:
    sheet = quoted(f"Report\n{BEGIN}\ncampaign: isonzo-2026\nside: CP\nhold everything\n{END}")
    assert is_understood(f"{BEGIN}\n{TEXT}{END}\n\nYou wrote:\n{sheet}")
    assert is_understood(f"{TEXT}\n\n{sheet}")  # his own header, without markers
    assert is_understood(f"{TEXT}\n\n" + quoted("I think you should retreat.\nYours"))
    assert is_understood(f"{sheet}\n{BEGIN}\n{TEXT}{END}\n")


def test_two_blocks_that_differ_are_refused_with_both_places() -> None:
    with pytest.raises(Ambiguous) as caught:
        block(f"{BEGIN}\ncampaign: x\nhold 5\n{END}\nSorry, again:\n{BEGIN}\n{TEXT}{END}\n")
    problem = caught.value.problem
    assert problem.found == "one begins in line 1, the other in line 6"
    assert (problem.wanted, problem.advice) == ("one order block", "delete one of them and send the file again")
    assert is_understood(f"{BEGIN}\n{TEXT}{END}\nAgain, to be sure:\n{BEGIN}\n{TEXT.upper()}{END}\n")


@pytest.mark.parametrize("mark", ["p> ", "AB> ", "| ", "|", "» ", ": "])
def test_rare_quote_marks(mark: str) -> None:
    assert is_understood(quoted(f"{BEGIN}\n{TEXT}{END}", mark))


def test_a_bar_that_quotes_nothing_goes_on_an_order() -> None:
    assert lines(block("combat:\nmove 5 1802\n| 1803"))["combat"] == ["move 5 1802 | 1803"]


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        (BEGIN, END),
        ("---- ORDERS ----", "--- End of Orders ---"),
        ("**orders**", "**end of orders**"),
        ("==Orders==", "==END OF ORDERS=="),
        ("—— orders ——", "—— end of orders ——"),
    ],
)
def test_what_stands_outside_the_markers_is_talk(begin: str, end: str) -> None:
    assert is_understood(f"Dear Bob,\nmove your army!\nturn: 9\n{begin}\n{TEXT}{end}\nhold on.\n")


def test_a_mail_signature_ends_the_orders() -> None:
    assert is_understood(TEXT + "-- \nmove fast, break things\n")
    assert is_understood(f"{BEGIN}\n{TEXT}-- \nBob\n")
    assert not is_understood(TEXT + "---\nhold 5\n")  # only two dashes alone are one


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("move 5 1802 \x96 1803", "move 5 1802 - 1803"),
        ("if odds \x9b= 3", "if odds ->= 3"),
        ("\x93a\x94", '"a"'),
        ("move ５ １８０２", "move 5 1802"),
        ("on ½: losses 5", "on 1/2: losses 5"),
        ("1802 à 1803", "1802 -> 1803"),
        ("voilà à tous", "voilà à tous"),
        ("1802 \uf0e0 1803", "1802 -> 1803"),
    ],
)
def test_signs_of_windows_phones_and_word_processors(written: str, meant: str) -> None:
    assert plain(written) == meant


@pytest.mark.parametrize("sign", ["→", "–", "≥", "ü", "½", "“"])
@pytest.mark.parametrize("wrong", ["latin-1", "cp1252"])
def test_letters_that_were_decoded_twice(sign: str, wrong: str) -> None:
    try:
        damaged = f"1802 {sign} 1803".encode().decode(wrong)
    except UnicodeDecodeError:
        damaged = f"1802 {sign} 1803".encode().decode("latin-1")
    assert decode(damaged.encode()) == f"1802 {sign} 1803"


def test_typographic_signs() -> None:
    written = TEXT.replace(" -> ", " → ").replace("isonzo-2026", "isonzo–2026").replace(">= 3-1", "≥ 3—1")
    assert is_understood(written)
    assert plain("‘a’ “b” » ⇒ − … ×") == "'a' \"b\" -> -> - … x"
    assert plain("a\u2005b\u200ac\x7fd\x85e") == "a b cd e"


def test_comments() -> None:
    assert is_understood("# orders of the week\n" + TEXT.replace("hold 26", "hold 26   # they are tired"))


@pytest.mark.parametrize(
    "written",
    [
        "campaign: isonzo-2026        side: Central Powers        turn: 1        step: movement",
        "Campaign = isonzo-2026  SIDE:Central Powers\n   Turn : 1 step: movement",
        "campaign: 'isonzo-2026' side: \"Central Powers\"\nturn: 1\nstep: movement",
        "campaign: isonzo-2026\nside: Central Powers\nturn: 1\nturn: 1\nstep: MOVEMENT\nstep: movement",
    ],
)
def test_a_header_in_one_line_or_several_or_twice(written: str) -> None:
    assert is_understood(written + "\n" + TEXT.partition("step: movement\n")[2])


def test_a_greeting_before_the_header_does_not_hide_it() -> None:
    found = block("Hello Bob,\n" + TEXT)
    assert found.header == HEADER
    assert lines(found)[""] == ["Hello Bob,", *ORDERS[""]]


def test_an_empty_field_takes_nothing_from_the_next() -> None:
    assert block("player: nonce: abc side:\nhold 5").header == {"player": "", "nonce": "abc", "side": ""}


def test_a_header_that_says_two_things_is_refused_with_both_places() -> None:
    with pytest.raises(Refused) as caught:
        block("campaign: a  turn: 1\nhold 5\n  turn: 2 campaign: b\n")
    turn, campaign = caught.value.problems
    assert (turn.family, turn.why) == ("ambiguous", "the header gives `turn` twice with different values")
    assert (turn.found, turn.wanted, turn.advice) == ("1 and 2", "one value", "leave out one of them")
    assert turn.lines()[:2] == ["line 3  turn: 2 campaign: b", "        ^^^^"]
    assert (campaign.found, campaign.lines()[1]) == ("a and b", "                ^^^^^^^^")


# -- wrapped lines -------------------------------------------------------------------------------------------

LONG = "attack 1904 with 5, 26 and 1 barrage 15 shift LI if odds >= 3-1 on */2: advance 26, 5 then retreat toward 1710"


@pytest.mark.parametrize("width", [60, 64, 68, 72, 76])
@pytest.mark.parametrize("mark", ["", "> ", "> > "])
def test_a_line_wrapped_by_a_mail_program(width: int, mark: str) -> None:
    wrapped = "\n".join(mark + row for row in textwrap.wrap(LONG, width, break_on_hyphens=False))
    found = lines(block(f"{mark}combat:\n{wrapped}\n{mark}hold 5\n"))
    assert found == {"combat": [LONG, "hold 5"]}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("attack 1904 with 5\n  on */2: advance 26", ["attack 1904 with 5 on */2: advance 26"]),
        ("attack 1904\nwith 5 and 26\nif odds >= 3-1", ["attack 1904 with 5 and 26 if odds >= 3-1"]),
        ("move 5 1802\n-> 1803\n->1704", ["move 5 1802 -> 1803 ->1704"]),
        ("attack 1904 if odds\n>= 3-1", ["attack 1904 if odds >= 3-1"]),
        ("move 5 1802\n| 1803\n, 1704", ["move 5 1802 | 1803 , 1704"]),
        ("move 5 1802\nmvoe 6 1803", ["move 5 1802", "mvoe 6 1803"]),
        ("  move 5 1802\n  move 6 1803", ["move 5 1802", "move 6 1803"]),
        ("move 5 1802\n\n-> 1803\n\n, 1704", ["move 5 1802 -> 1803 , 1704"]),
        ("attack 1904 with 5 on */2:\n\nadvance 5\n\n; losses 6", ["attack 1904 with 5 on */2: advance 5 ; losses 6"]),
        ("move 5 1802\n\nwith love", ["move 5 1802", "with love"]),
    ],
)
def test_which_lines_go_on(text: str, wanted: list[str]) -> None:
    assert lines(block("combat:\n" + text))["combat"] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "attack 1904 with 5\n\n  on */2: advance 26;\n\n  losses 5",
        "attack 1904 with 5\non */2:\nadvance 26;\nlosses 5",
        "attack 1904 with 5 on */2:\n\nadvance 26; losses\n5",
        "attack 1904 with\n\n5 on */2: advance 26;\n\nlosses 5",
        "- attack 1904 with 5\n- on */2: advance 26;\n- losses 5",
        "• attack *1904* with 5\n   o on */2: **advance** 26;\n   o losses 5",
        "*attack 1904 with 5 on */2: advance 26; losses 5*",
    ],
)
def test_an_order_in_pieces_is_one_order(text: str) -> None:
    wanted = "attack 1904 with 5 on */2: advance 26; losses 5"
    found = lines(block(f"combat:\n{text}\nlosses: weakest first\nhold 6"))["combat"]
    assert [" ".join(line.split()) for line in found] == [wanted, "losses: weakest first", "hold 6"]


def test_a_double_spaced_text() -> None:
    assert is_understood(TEXT.replace("\n", "\n\n").replace("with 5, 26 ", "with 5, 26\n\n"))


def test_a_wrapped_header() -> None:
    head = "campaign: isonzo-2026 nonce: abcdefghijkl   side: Central\nPowers   turn: 1   step:\nmovement\n"
    found = block(head + TEXT.partition("step: movement\n")[2])
    assert (found.header, lines(found)) == ({**HEADER, "nonce": "abcdefghijkl"}, ORDERS)
    assert block("campaign: a\nstep:\nhold 5").header["step"] == ""


def test_a_wrapped_order_keeps_the_number_of_its_first_line() -> None:
    assert [line.number for line in block("combat:\nattack 1904\nwith 5\nhold 6").sections["combat"]] == [2, 4]


def test_sections_end_with_a_colon_and_may_come_again() -> None:
    found = lines(block("Combat:\nattack 1904\nMOVEMENT :\nmovement\ncombat:\nhold 5\nstanding:\n"))
    assert found == {"combat": ["attack 1904", "hold 5"], "movement": ["movement"], "standing": []}


def test_the_header_as_the_program_writes_it_is_read_again() -> None:
    assert block(header_of(HEADER) + "hold 5").header == HEADER
    assert header_of({"turn": "2", "campaign": "x", "unknown": "y"}) == "campaign: x\nturn: 2\n"
