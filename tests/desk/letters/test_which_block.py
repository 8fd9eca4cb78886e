"""Which block of a mail counts, and what its sender is told when none does."""

from __future__ import annotations

import pytest

from pbem.desk.receiving import receive
from tests.desk.letters.desk import NOW, Desk, desk_of, open_desk
from tests.mail.damage import with_file, zipped
from tests.mail.texts import HEAD, OLD, ORDERS, REPORT, head, lines, quoted


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return open_desk(tmp_path_factory.mktemp("letters"))


def mail(text: str, kind: str = "text/plain; charset=utf-8") -> str:
    return head("Mail", kind) + text


ON_TOP = (
    "________________________________\nFrom: Carla <judge@example.org>\nSent: Monday\nTo: Otto\nSubject: isonzo\n\n"
)


def test_an_outlook_reply_never_plays_the_old_orders_underneath(desk: Desk) -> None:
    found = desk.orders(mail(f"{ORDERS}\n{ON_TOP}{OLD}"))
    assert "move GE-5 1903" in found
    assert "GE-200" not in found


def test_an_edited_block_in_the_history_counts_if_there_is_no_own(desk: Desk) -> None:
    assert desk.orders(mail(f"Here you are.\n\n{ON_TOP}Report\n\n{ORDERS}")) == desk.orders(ORDERS)


def test_two_blocks_that_stand_equal_are_refused_with_both_lines(desk: Desk) -> None:
    problem = desk.problem(mail(f"{OLD}\nSorry, again:\n{ORDERS}"))
    assert problem.family == "ambiguous"
    assert problem.found == "one begins in line 1, the other in line 11"
    assert problem.advice == "delete one of them and send the file again"
    assert desk.problem(mail(f"{ON_TOP}{OLD}\n{ORDERS}")).family == "ambiguous"
    assert desk.problem(f"{OLD}\n{ORDERS}").family == "ambiguous"  # pasted text


def test_the_same_block_twice_is_one(desk: Desk) -> None:
    assert desk.orders(mail(f"{ORDERS}\nonce more, to be sure\n{ORDERS.replace('  ', ' ')}")) == desk.orders(ORDERS)


def test_body_and_attachment_that_disagree_are_refused(desk: Desk) -> None:
    problem = desk.problem(with_file(f"see the attachment\n{OLD}", ORDERS.encode(), "text/plain", "orders.txt"))
    assert problem.family == "ambiguous"
    assert problem.found == "one begins in line 2, the other in line 1 of orders.txt"
    assert problem.lines()[0] == "line 1 of orders.txt  === orders ==="


def test_lines_are_counted_in_the_text_of_the_mail(desk: Desk) -> None:
    assert desk.problem(mail(ORDERS.replace("hold", "hodl"))).spot.line == 7  # type: ignore[union-attr]
    assert desk.problem(mail(lines(ORDERS.replace("hold", "hodl")), "text/html")).spot.line == 7  # type: ignore[union-attr]
    # Header lines that were copied by hand are part of the file that its sender sees.
    assert desk.problem(f"{HEAD}\n{ORDERS.replace('hold', 'hodl')}").spot.line == 11  # type: ignore[union-attr]


def test_a_problem_in_an_attachment_names_it(desk: Desk) -> None:
    data = zipped({"o.txt": ORDERS.replace("hold", "hodl").encode()})
    receipt = receive(desk.store, "isonzo", with_file("here", data, "application/zip", "turn1.zip"), "Otto", NOW)
    assert str(receipt.problems[0]).startswith("line 7 of turn1.zip/o.txt  hodl GE-12")
    assert receipt.problems[0].as_json()["where"]["source"] == "turn1.zip/o.txt"


# -- nothing that counts --------------------------------------------------------------------------------------


def test_a_mail_without_its_end_marker_is_refused(desk: Desk) -> None:
    problem = desk.problem(mail(ORDERS.replace("=== end of orders ===\n", "")))
    assert problem.why == "the order block has no end, so it may have been cut off on its way"
    assert problem.found == "a block that begins in line 1 and has no end marker"
    assert "`=== end of orders ===`" in problem.advice
    # The end of the old block below is not that of his own.
    assert "has no end" in desk.problem(mail(f"{ORDERS.replace('=== end of orders ===', '')}\n{ON_TOP}{OLD}")).why


def test_a_mail_without_a_block_is_answered_with_what_to_do(desk: Desk) -> None:
    problem = desk.problem(mail("Hello Carla,\nmove GE-5 to 1903, please!\n"))
    assert (problem.why, problem.found) == ("the mail has no order block", "no line `=== orders ===`")
    assert "`pbem sheet` writes one" in problem.advice


@pytest.mark.parametrize(
    ("data", "kind", "name"),
    [
        (zipped({"word/document.xml": b"<w/>"}), "application/octet-stream", "orders.docx"),
        (b"%PDF-1.7\n\0\1\2\3\4\5\6\7\x08", "application/pdf", "orders.pdf"),
        (b"\x78\x9f\x3e\x22\0\0", "application/ms-tnef", "winmail.dat"),
        (b"0\x82\x01", "application/pkcs7-mime", "smime.p7m"),
    ],
)
def test_an_attachment_that_is_no_text_is_named(desk: Desk, data: bytes, kind: str, name: str) -> None:
    problem = desk.problem(with_file("orders attached", data, kind, name))
    assert problem.why == "the mail has no order block"
    assert name in problem.found
    assert problem.advice == "send the orders as plain text, in the mail itself or as a .txt file"


def test_a_word_processor_file_is_told_so(desk: Desk) -> None:
    assert desk.problem("{\\rtf1\\ansi === orders ===}").why == "this is the file of a word processor"


def test_a_header_alone_is_no_order(desk: Desk) -> None:
    empty = "=== orders ===\ncampaign: isonzo\nside: CP\nturn: 1\nstep: movement\n# move UNIT to HEX\n"
    empty += "=== end of orders ===\n"
    problem = desk.problem(mail(f"Thanks!\n\nCarla wrote:\n{quoted(empty)}"))
    assert problem.why == "the order block is empty"
    assert problem.found == "a header and no orders in the block of line 4"
    assert "the line `done` alone says that you give none" in problem.advice
    assert desk.orders(mail(f"{ORDERS}\nCarla wrote:\n{quoted(empty)}")) == desk.orders(ORDERS)


def test_an_unedited_block_is_answered_as_such(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Standing orders are printed in the block of every report: quoting it does not give them once more."""
    desk = open_desk(tmp_path_factory.mktemp("standing"))
    block = "=== orders ===\ncampaign: isonzo\nside: Central Powers\nturn: 1\nstep: cp-movement\n\n# move UNIT to HEX\n"
    block += "\nstanding:\nlosses: weakest first\ndefend on 2: retreat, half\n=== end of orders ===\n"
    assert receive(desk.store, "isonzo", block.encode(), "Otto", NOW).is_accepted
    later = desk_of(desk.store)
    for text in (f"Fine.\n\nCarla wrote:\n{quoted(block)}", f"Fine.\n{ON_TOP}{block}", block):
        problem = later.problem(mail(text))
        assert problem.why == "the order block came back as it was sent to you, unedited"
        assert problem.found.endswith("unchanged")
    assert later.problem(mail(f"Fine.\n{ON_TOP}{block}")).spot.line == 8  # type: ignore[union-attr]
    own = later.orders(mail(f"{ORDERS}\n{ON_TOP}{block}"))
    assert own == later.orders(ORDERS)
    bare = block.replace("# move UNIT to HEX\n", "")
    assert "retreat, half" in later.orders(mail(f"As you propose.\n\n{bare}"))  # the notes are gone: he means it
    assert later.problem(mail(f"Fine.\n{ON_TOP}{bare}")).advice.endswith("without the lines that begin with #")
    edited = block.replace("# move UNIT to HEX", "move GE-5 1903")
    assert "move GE-5 1903" in later.orders(mail(f"Fine.\n{ON_TOP}{edited}"))


def test_a_block_of_an_older_mail_than_the_one_answered_is_no_order(desk: Desk) -> None:
    said = f"Thanks!\n\nCarla wrote:\n> got it.\n>\n> Otto wrote:\n{quoted(ORDERS, '> > ')}"
    problem = desk.problem(mail(said))
    assert "is in a mail older than the one you are answering" in problem.why
    assert problem.advice.startswith("copy the block to the top")
    assert desk.orders(mail(f"Hello!\n{quoted(ORDERS, '> > ')}")) == desk.orders(ORDERS)  # marks only


def test_a_quoted_block_of_the_other_side_is_not_the_senders(desk: Desk) -> None:
    theirs = ORDERS.replace("Central Powers", "Allies")
    problem = desk.problem(mail(f"What do you think?\n\nBruno wrote:\n{quoted(theirs)}"))
    said = "the only orders in this mail are quoted from the Allies, and the sender plays the Central Powers"
    assert problem.why == said
    own = desk.problem(mail(theirs))
    assert own.why == "the only orders in this mail are for the Allies, and the sender plays the Central Powers"
    copied = f"From: Otto <otto@example.org>\nTo: Carla\nSubject: x\n\nBruno wrote:\n{quoted(theirs)}"
    assert desk.problem(copied).why == said
    both = f"Mine is the second.\n\nCarla wrote:\n{quoted(theirs)}>\n{quoted(ORDERS)}"
    assert desk.orders(mail(both)) == desk.orders(ORDERS)
    stranger = mail(both).replace("From: Otto", "From: Somebody").replace("otto@", "x@")
    assert desk.problem(stranger).family == "ambiguous"


def test_a_report_pasted_without_marks_above_its_edited_block(desk: Desk) -> None:
    assert desk.problem(mail(f"{REPORT}\n{ORDERS}")).family == "ambiguous"
    assert desk.orders(REPORT.replace(OLD, ORDERS)) == desk.orders(ORDERS)


@pytest.mark.parametrize("mark", ["*", "**", "_", "__"])
def test_markers_in_bold_or_italic_type_are_markers(desk: Desk, mark: str) -> None:
    """A mail program that turns HTML into text writes `*=== orders ===*`."""
    text = ORDERS
    for line in ("=== orders ===", "=== end of orders ==="):
        text = text.replace(line, f"{mark}{line}{mark}")
    assert desk.orders(mail(text)) == desk.orders(ORDERS)
