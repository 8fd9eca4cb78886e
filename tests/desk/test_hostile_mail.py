"""Names and press of players in messages of the outbox: no header, address or block in a mail is of their making."""

from __future__ import annotations

import email
import email.policy
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.desk.outbox.eml import as_eml
from pbem.desk.outbox.making import messages
from pbem.dice.judging import judge_post
from tests.desk.helpers import accept, bid, new_store, run
from tests.dice.attacks.test_press import DRESSED

HOSTILE = (
    "Anna\r\nBcc: thief@example.org",
    "Anna\n\nbody of another mail",
    "Anna <thief@example.org>, Bruno",
    'Anna" <thief@example.org>',
    "\u2028Bcc: thief@example.org\x0bX: y\x85Z: w",
    "=?utf-8?q?=0D=0ABcc=3A_thief=40example=2Eorg?=",
    "\x00\x1b[31mred",
    "Bruno\u202e\u2066",
)


@pytest.mark.parametrize("words", HOSTILE)
def test_no_word_of_a_player_becomes_a_header(tmp_path: Path, words: str) -> None:
    (honest,) = messages(new_store(tmp_path / "pbem.db"), side="RED", boards=False)
    subject = f"{words}: your orders [RED]"
    hostile = replace(honest, player=words, subject=subject, to="rosa@example.org")
    data = as_eml(hostile)
    mail = email.message_from_bytes(data, policy=email.policy.default)
    usual = email.message_from_bytes(as_eml(replace(honest, to="rosa@example.org")), policy=email.policy.default)
    assert mail.keys() == usual.keys()
    assert [address.addr_spec for address in mail["To"].addresses] == ["rosa@example.org"]
    assert [part.get_content() for part in mail.iter_parts()] == [part.get_content() for part in usual.iter_parts()]
    assert len([*mail.iter_parts()]) == 2, "the text, and the position for the order page"
    assert not any(ord(sign) < 32 for sign in str(mail["Subject"]))


@pytest.mark.parametrize("name", DRESSED)
def test_press_in_a_message_is_no_proof(tmp_path: Path, name: str) -> None:
    found = []
    for number, press in enumerate(("Hello!", DRESSED[name])):
        store = new_store(tmp_path / f"{number}.db")
        bid(store)
        lines = "".join(f"| {line}\n" for line in press.splitlines())
        accept(store, "RED", f"go R2 0301\npress:\n{lines}", step="move")
        run(store)
        (message,) = messages(store, side="BLUE", boards=False)
        judged = judge_post(message.text).as_json()
        found.append((judged["verdict"], len(judged["rolls"]), judged["faults"]))
    assert found[0] == found[1]
