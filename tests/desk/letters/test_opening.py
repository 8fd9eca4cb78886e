"""What is a mail, and what is a text that somebody typed."""

from __future__ import annotations

from pbem.desk.inbox.letters.opening import is_mail


def test_a_field_whose_value_begins_on_the_next_line_is_still_a_field_of_a_mail() -> None:
    """Mail programs fold a long subject behind its colon; a mail in base64 was then taken for plain text."""
    data = b"From: a@example.org\r\nSubject:\r\n Re: a long one\r\nMIME-Version: 1.0\r\n\r\nhello\r\n"
    assert is_mail(data)


def test_a_typed_head_is_no_mail() -> None:
    assert not is_mail(b"From: Anna\nTo: Carla\n\n=== orders ===\n")
