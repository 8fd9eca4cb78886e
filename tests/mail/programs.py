"""The orders as mail programs send them, above, below or inside an older mail."""

# ruff: noqa: E501  (lines as mail programs write them)

from __future__ import annotations

import html
import quopri
from email.message import EmailMessage

from tests.mail.texts import ORDERS, REPORT, breaks, fixed, head, lines, mail, quoted, two_parts

# -- programs -------------------------------------------------------------------------------------------------


@mail("thunderbird-flowed-top")
def _() -> str:
    old = quoted(REPORT)
    return head("Thunderbird 140", "text/plain; charset=UTF-8; format=flowed") + (
        f"{ORDERS}\nAm 16.11.26 um 19:12 schrieb Carla:\n{old}"
    )


@mail("thunderbird-html")
def _() -> str:
    return head("Thunderbird 140", "text/html; charset=UTF-8") + (
        f"<!DOCTYPE html><html><head><meta charset='UTF-8'></head><body><p>{breaks(ORDERS)}</p>"
        '<div class="moz-cite-prefix">On 16/11/2026 19:12, Carla wrote:<br></div>'
        f'<blockquote type="cite" cite="mid:a@b"><pre class="moz-quote-pre">{html.escape(REPORT)}</pre></blockquote>'
        "<br></body></html>"
    )


@mail("gmail-web-reply")
def _() -> str:
    said = "On Mon, 16 Nov 2026 at 19:12, Carla <judge@example.org> wrote:"
    page = (
        f'<div dir="ltr">{lines(ORDERS)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(said)}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0px"><div>{lines(REPORT)}</div></blockquote></div>'
    )
    return two_parts("Gmail web", f"{ORDERS}\n{said}\n\n{quoted(REPORT)}", page)


@mail("gmail-edited-in-the-quotation")
def _() -> str:
    said = "Il giorno lun 16 nov 2026 alle ore 19:12 Carla <judge@example.org> ha scritto:"
    page = (
        f'<div dir="ltr">Vedi sotto.</div><br><div class="gmail_quote"><div class="gmail_attr">{html.escape(said)}<br>'
        f'</div><blockquote class="gmail_quote"><div>The Isonzo, turn 1.</div>{lines(ORDERS)}</blockquote></div>'
    )
    return head("Gmail mobile", "text/html; charset=UTF-8") + page


@mail("gmail-forwarded")
def _() -> str:
    return head("Gmail web") + (
        "see below\n\n---------- Forwarded message ---------\nFrom: Otto <otto@example.org>\n"
        "Date: Mon, 16 Nov 2026 at 18:00\nSubject: Re: isonzo, turn 1\nTo: Carla <judge@example.org>\n\n\n"
        f"Hello Carla,\n{quoted('The Isonzo, turn 1.')}{quoted(ORDERS)}"
    )


@mail("apple-mail-forwarded")
def _() -> str:
    return head("Apple Mail (2.3826)") + (
        "\n\nBegin forwarded message:\n\nFrom: Otto <otto@example.org>\nSubject: Re: isonzo, turn 1\n"
        f"Date: 16 November 2026 at 18:00:00 CET\nTo: judge@example.org\n\n{ORDERS}"
    )


@mail("outlook-desktop-html")
def _() -> str:
    def paragraphs(text: str) -> str:
        rows = (html.escape(line, False).replace("  ", "&nbsp; ") or "&nbsp;" for line in text.splitlines())
        return "".join(f"<p class=MsoNormal><span lang=EN-GB>{row}<o:p></o:p></span></p>\n" for row in rows)

    page = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm;} --></style>'
        f"</head><body lang=EN-GB><div class=WordSection1>{paragraphs(ORDERS)}"
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>"
        "<b>From:</b> Carla &lt;judge@example.org&gt; <br><b>Sent:</b> Monday, November 16, 2026 7:12 PM<br>"
        f"<b>To:</b> Otto<br><b>Subject:</b> isonzo, turn 1<o:p></o:p></p></div>{paragraphs(REPORT)}</div></body></html>"
    )
    packed = quopri.encodestring(page.replace("≥", "&ge;").encode("cp1252")).decode()
    return head("Microsoft Outlook 16.0", "text/html; charset=Windows-1252", "quoted-printable") + packed


@mail("outlook-web")
def _() -> str:
    return head("OWA", "text/html; charset=utf-8") + (
        f'<html><body dir="ltr"><div class="elementToProof">{breaks(ORDERS)}</div>'
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        '<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>Von:</b> Carla<br><b>Gesendet:</b> Montag, 16. '
        f"November 2026 19:12<br><b>An:</b> Otto<br><b>Betreff:</b> isonzo</font></div><div>{breaks(REPORT)}</div></body></html>"
    )


@mail("outlook-german-plain")
def _() -> str:
    return head("Microsoft Outlook 15.0", "text/plain; charset=iso-8859-15") + (
        f"{ORDERS.replace('–', '-').replace('≥', '>=')}\n-----Ursprüngliche Nachricht-----\nVon: Carla\n"
        f"Gesendet: Montag, 16. November 2026 19:12\nAn: Otto\nBetreff: isonzo\n\n{REPORT}"
    )


@mail("outlook-french-header-only")
def _() -> str:
    return head("Outlook mobile") + (
        f"{ORDERS}\n\nEnvoyé à partir de Outlook pour Android\n________________________________\n"
        f"De : Carla <judge@example.org>\nEnvoyé : lundi 16 novembre 2026 19:12\nÀ : Otto\nObjet : isonzo\n\n{REPORT}"
    )


@mail("outlook-double-spaced")
def _() -> str:
    return (
        head("Microsoft Outlook 16.0") + ORDERS.replace("\n", "\n\n") + "\n\nFrom: Carla\n\nSent: Monday\n\n" + REPORT
    )


@mail("outlook-wingdings-arrow")
def _() -> str:
    return head("Microsoft Outlook 16.0") + ORDERS.replace("1702 – 1602", "1702 à 1602")


@mail("apple-mail-html")
def _() -> str:
    text = lines(ORDERS).replace("  ", "&nbsp; ").replace("&nbsp; ", "\u00a0 ")
    return head("Apple Mail (2.3826)", "text/html; charset=utf-8") + (
        f'<html><head></head><body style="overflow-wrap: break-word;">{text}<div><br><blockquote type="cite"><div>On 16 '
        f"Nov 2026, at 19:12, Carla wrote:</div><br><div>{lines(REPORT)}</div></blockquote></div></body></html>"
    )


@mail("iphone-unmarked-history")
def _() -> str:
    return head("iPhone Mail (22F76)") + (
        f"{ORDERS}\nSent from my iPhone\n\nOn 16 Nov 2026, at 19:12, Carla <judge@example.org> wrote:\n\n{REPORT}"
    )


@mail("k9-original-message")
def _() -> str:
    return head("K-9 Mail for Android") + (
        f"{ORDERS}-- \nThis message was sent from my Android device with K-9 Mail.\n\n-------- Original Message --------\n"
        f"From: Carla <judge@example.org>\nSent: 16 November 2026 19:12:00 CET\nTo: Otto\nSubject: isonzo\n\n{REPORT}"
    )


@mail("yahoo")
def _() -> str:
    return head("YahooMailBasic", "text/html; charset=utf-8") + (
        f'<html><body><div class="ydp1">{breaks(ORDERS)}</div><div id="ydp7yahoo_quoted" class="yahoo_quoted"><div>On '
        f"Monday, 16 November 2026 at 19:12:00 CET, Carla wrote:</div><div>{breaks(REPORT)}</div></div></body></html>"
    )


@mail("gmx")
def _() -> str:
    return head("GMX Webmail", "text/html; charset=UTF-8") + (
        f'<html><body><div style="font-family: Verdana;"><div>{breaks(ORDERS)}</div><div name="quote" style="margin:10px">'
        f'<div><b>Gesendet:</b> Montag, 16. November 2026<br><b>Von:</b> Carla</div><div name="quoted-content">'
        f"{breaks(REPORT)}</div></div></div></body></html>"
    )


@mail("proton")
def _() -> str:
    return head("ProtonMail", "text/html; charset=utf-8") + (
        f'<div style="font-family: Arial">{lines(ORDERS)}</div><div class="protonmail_quote">On Monday, November 16th, '
        f'2026 at 19:12, Carla wrote:<br><blockquote class="protonmail_quote" type="cite">{breaks(REPORT)}</blockquote></div>'
    )


@mail("roundcube-bottom-posted")
def _() -> str:
    return head("Roundcube Webmail/1.6.9", "text/plain; charset=US-ASCII; format=flowed") + (
        "On 2026-11-16 19:12, Carla wrote:\n\n" + quoted(REPORT) + "\n" + ORDERS
    )


@mail("mutt-pipe-marks")
def _() -> str:
    return head("Mutt/2.2") + "* Carla [2026-11-16 19:12]:\n" + quoted(f"Report\n{ORDERS}", "| ") + "\n-- \nOtto\n"


@mail("pegasus-initials")
def _() -> str:
    return head("Pegasus Mail 4.81") + "On 16 Nov 2026 Carla wrote:\n" + quoted(f"Report\n{ORDERS}", "p> ")


@mail("zimbra-mixed-nested")
def _() -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Otto <otto@example.org>", "judge@example.org", "isonzo"
    made["Message-ID"] = "<zimbra@example.org>"
    made.set_content("no text here", cte="7bit")
    made.add_alternative(f'<p>Hi <img src="cid:1"></p>{lines(ORDERS)}', subtype="html")
    payload = made.get_payload()
    assert isinstance(payload, list)
    assert isinstance(payload[1], EmailMessage)
    payload[1].add_related(b"\x89PNG", "image", "png", cid="<1>")
    made.add_attachment(b"\x89PNG\r\n", "image", "png", filename="board.png")
    return fixed(made)
