"""Only a person's mail is answered."""

from __future__ import annotations

import pytest

from pbem.post.heads import read_head
from pbem.post.sorting import Sort, is_away_note, sort_of

OWN = "judge@example.org"


def sort(*fields: str, body: str = "hello") -> Sort:
    lines = ["From: Anna <anna@example.org>", "To: judge@example.org", "Message-ID: <1@x>", "MIME-Version: 1.0"]
    named = {field.partition(":")[0].lower() for field in fields}
    kept = [line for line in lines if line.partition(":")[0].lower() not in named]
    head = read_head("\r\n".join([*kept, *fields, "", body]).encode())
    assert head is not None
    return sort_of(head, OWN)[0]


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ([], Sort.PERSON),
        (["Auto-Submitted: no"], Sort.PERSON),
        (["X-Auto-Response-Suppress: All"], Sort.PERSON),  # Outlook writes it into every mail
        (["Auto-Submitted: auto-replied"], Sort.ROBOT),
        (["Auto-Submitted: auto-generated; owner-email=x"], Sort.ROBOT),
        (["Precedence: bulk"], Sort.ROBOT),
        (["Precedence: junk"], Sort.ROBOT),
        (["Return-Path: <>"], Sort.ROBOT),
        (["X-Autoreply: yes"], Sort.ROBOT),
        (["From: MAILER-DAEMON@example.org"], Sort.ROBOT),
        (["From: noreply@example.org"], Sort.ROBOT),
        (["Subject: Out of office: Re: isonzo"], Sort.ROBOT),
        (["Subject: Abwesenheitsnotiz"], Sort.ROBOT),
        (["Subject: Risposta automatica: isonzo"], Sort.ROBOT),
        (["Subject: =?utf-8?q?R=C3=A9ponse_automatique?="], Sort.ROBOT),
        (["List-Id: <games.example.org>"], Sort.LIST),
        (["Precedence: list"], Sort.LIST),
        (["X-Pbem-Judge: 0123"], Sort.OWN),
        (["From: judge@example.org"], Sort.OWN),
        (["From: judge+abc@example.org"], Sort.OWN),
        (["To: judge+bounce-0123@example.org"], Sort.BOUNCE),
        (["Content-Type: multipart/report; report-type=delivery-status; boundary=x"], Sort.BOUNCE),
    ],
)
def test_kinds_of_mail(fields: list[str], wanted: Sort) -> None:
    assert sort(*fields) is wanted


def test_an_absence_note_is_known() -> None:
    head = read_head(b"From: a@example.org\r\nMessage-ID: <1@x>\r\nSubject: Automatic reply: hello\r\n\r\n")
    assert head
    assert is_away_note(head)
