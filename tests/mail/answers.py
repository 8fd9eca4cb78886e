"""The orders in answers to a message of `pbem outbox`: above it, below it, or written into its block."""

# ruff: noqa: E501  (lines as mail programs write them)

from __future__ import annotations

import base64
import html
import quopri

from tests.mail.texts import OLD, ORDERS, breaks, head, lines, mail, quoted, two_parts

ABOVE = """\
isonzo, turn 1: your orders for movement [CP]
=============================================

We need your orders for movement by 2026-11-20 18:00 UTC. Answer this
mail, edit the block below, and send it back.

What has happened since your last mail, which came on 2026-11-16 18:05
UTC (entry 3).

Allies: Movement Phase
----------------------

- (1) IT-VII moves from 1706 to 1705, 2 MP.

Send this back
-----------------

For Central Powers: Movement Phase, turn 1.

"""
BELOW = """
Receipt for your last file
--------------------------

Accepted as entry 3 of the record, for Central Powers: Combat Phase.

combat:
  attack 1703 with GE-12, GE-BA barrage GE-art14

Dice and decisions, with their proof
------------------------------------

pbem-proof/1 isonzo ; seed !9a65685a
anchor moderator ; b54e59af23a578d0120394d7f0fa41ce
  095a42db91d1e47bc8e895ef69c52351 !9fe2f973
end 3 !2e277aef
"""
ASKED = ABOVE + OLD + BELOW  # as it was sent
EDITED = ABOVE + ORDERS + BELOW  # with the orders written into its block
WROTE = "On 16 Nov 2026, at 19:12, Carla <judge@example.org> wrote:"


@mail("fairemail-above-a-message")
def _() -> str:
    return (
        head("FairEmail 1.2291")
        + f"{ORDERS}\n\n16 November 2026 19:12:04 CET Carla <judge@example.org> wrote:\n\n{quoted(ASKED)}"
    )


@mail("samsung-above-a-message")
def _() -> str:
    return head("Samsung Email") + (
        f"{ORDERS}\nSent from my Galaxy\n\n-------- Original message --------\nFrom: Carla <judge@example.org>\n"
        f"Date: 16/11/2026 19:12 (GMT+01:00)\nTo: otto@example.org\nSubject: isonzo, turn 1: your orders\n\n{ASKED}"
    )


@mail("fastmail-above-a-message")
def _() -> str:
    page = f'<div>{breaks(ORDERS)}</div><div>On Mon, 16 Nov 2026, at 7:12 PM, Carla wrote:</div><blockquote type="cite" id="qt"><div>{breaks(ASKED)}</div></blockquote>'
    return two_parts(
        "Fastmail MessagingEngine", f"{ORDERS}\nOn Mon, 16 Nov 2026, at 7:12 PM, Carla wrote:\n{quoted(ASKED)}", page
    )


@mail("evolution-edited-in-a-message")
def _() -> str:
    return head("Evolution 3.56") + f"On Mon, 2026-11-16 at 19:12 +0100, Carla wrote:\n{quoted(EDITED)}\n"


@mail("kmail-edited-in-a-message")
def _() -> str:
    return head("KMail 6.4", "text/plain; charset=utf-8") + (
        f"Am Montag, 16. November 2026, 19:12:04 Mitteleuropäische Normalzeit schrieb Carla:\n{quoted(EDITED)}\n-- \nOtto\n"
    )


@mail("claws-edited-in-a-message")
def _() -> str:
    return (
        head("Claws Mail 4.3")
        + f"On Mon, 16 Nov 2026 19:12:04 +0100\nCarla <judge@example.org> wrote:\n\n{quoted(EDITED)}\n"
    )


@mail("spark-edited-in-a-message")
def _() -> str:
    page = f'<div name="messageBodySection">Here you are.</div><div name="messageReplySection">{html.escape(WROTE)}<br><blockquote type="cite">{breaks(EDITED)}</blockquote></div>'
    return head("Spark 3", "text/html; charset=UTF-8") + page


@mail("outlook-phone-edited-in-a-message")
def _() -> str:
    return head("Outlook for iOS") + (
        "Done.\n\nGet Outlook for iOS\n________________________________\nFrom: Carla <judge@example.org>\n"
        f"Sent: Monday, November 16, 2026 7:12:04 PM\nTo: Otto <otto@example.org>\nSubject: isonzo, turn 1: your orders\n\n{EDITED}"
    )


@mail("windows-mail-edited-in-a-message")
def _() -> str:
    page = f'<p>Siehe unten.</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>Von: </b>Carla<br><b>Gesendet: </b>Montag, 16. November 2026 19:12<br><b>An: </b>Otto<br><b>Betreff: </b>isonzo, turn 1</p></div>{lines(EDITED)}'
    return head("Windows Mail 16005", "text/html; charset=UTF-8") + page


@mail("aol-base64-above-a-message")
def _() -> bytes:
    text = f"{ORDERS}\n-----Original Message-----\nFrom: Carla <judge@example.org>\nTo: otto@example.org\nSent: Mon, Nov 16, 2026 7:12 pm\nSubject: isonzo, turn 1\n\n{ASKED}"
    return head("AOL WebMail", how="base64").replace("\n", "\r\n").encode() + base64.encodebytes(text.encode())


@mail("zoho-printable-above-a-message")
def _() -> bytes:
    text = (
        f"{ORDERS}\n\n---- On Mon, 16 Nov 2026 19:12:04 +0100 Carla <judge@example.org> wrote ----\n\n{quoted(ASKED)}"
    )
    return head("Zoho Mail", how="quoted-printable").replace("\n", "\r\n").encode() + quopri.encodestring(text.encode())


@mail("mailru-below-a-message")
def _() -> str:
    return (
        head("Mail.Ru Mailer 1.0")
        + f"Понедельник, 16 ноября 2026, 19:12 +01:00 от Carla <judge@example.org>:\n{quoted(ASKED)}\n\n{ORDERS}"
    )


@mail("seamonkey-flowed-edited-in-a-message")
def _() -> str:
    return (
        head("SeaMonkey 2.53", "text/plain; charset=UTF-8; format=flowed")
        + f"Carla wrote on 16/11/2026 19:12:\n{quoted(EDITED)}\n"
    )


@mail("the-message-forwarded-with-orders")
def _() -> str:
    return head("Gmail web") + (
        f"---------- Forwarded message ---------\nFrom: Otto <otto@example.org>\nDate: Mon, 16 Nov 2026 at 20:00\nSubject: Re: isonzo, turn 1\nTo: Carla <judge@example.org>\n\n{EDITED}"
    )
