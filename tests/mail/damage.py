"""The orders in attachments, between signatures and footers, on saved pages, in wrong letters, and wrapped."""

# ruff: noqa: E501  (lines as mail programs write them)

from __future__ import annotations

import base64
import html
import io
import quopri
import textwrap
import zipfile
from email.message import EmailMessage

from tests.mail.texts import DATE, HEAD, OLD, ORDERS, REPORT, breaks, fixed, head, lines, mail, quoted

# -- attachments ----------------------------------------------------------------------------------------------


def with_file(text: str, data: bytes, kind: str, name: str) -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Otto <otto@example.org>", "judge@example.org", "isonzo"
    made["Message-ID"] = f"<{name}@example.org>"
    made.set_content(text)
    made.add_attachment(data, *kind.split("/"), filename=name)
    return fixed(made)


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(zipfile.ZipInfo(name, (2026, 11, 16, 20, 0, 0)), data)
    return made.getvalue()


@mail("attached-zip")
def _() -> bytes:
    files = {"readme.txt": b"my orders", "turn 1/orders.txt": ORDERS.replace("≥", ">=").encode("cp1252")}
    return with_file("The orders are in the zip.", zipped(files), "application/zip", "orders.zip")


@mail("attached-page")
def _() -> bytes:
    return with_file("attached", f"<html><body>{lines(ORDERS)}</body></html>".encode(), "text/html", "orders.html")


@mail("attached-mail")
def _() -> bytes:
    inner = (head("Thunderbird") + ORDERS).encode()
    return with_file("as you wished", inner, "application/octet-stream", "orders.eml")


@mail("attached-and-the-same-in-the-mail")
def _() -> bytes:
    return with_file(f"also attached\n{ORDERS}", ORDERS.encode("utf-16"), "text/plain", "orders.txt")


@mail("attached-below-an-old-report")
def _() -> bytes:
    said = "On 16 Nov 2026, Carla wrote:\n"
    return with_file(f"attached\n\n{said}{quoted(REPORT)}", ORDERS.encode(), "text/plain", "zuege.txt")


# -- signatures, lists, disclaimers ---------------------------------------------------------------------------


def signed_part(kind: str, name: str) -> str:
    return (
        head("Enigmail", f'multipart/signed; protocol="{kind}"; boundary="=_s"', "7bit")
        + f"--=_s\nContent-Type: text/plain; charset=utf-8\n\n{ORDERS}\n--=_s\nContent-Type: {kind}; name={name}\n\n"
        + f"-----BEGIN PGP SIGNATURE-----\n{base64.b64encode(b'x' * 60).decode()}\n-----END PGP SIGNATURE-----\n--=_s--\n"
    )


@mail("pgp-mime")
def _() -> str:
    return signed_part("application/pgp-signature", "signature.asc")


@mail("smime")
def _() -> str:
    return signed_part("application/pkcs7-signature", "smime.p7s")


@mail("pgp-inline-guarded-dashes")
def _() -> str:
    text = ORDERS.replace("=== orders ===", "- --- orders ---").replace(
        "=== end of orders ===", "- --- end of orders ---"
    )
    return head("Mutt/2.2") + (
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{text}-----BEGIN PGP SIGNATURE-----\n\niQEz\n"
        "-----END PGP SIGNATURE-----\n"
    )


@mail("google-groups-footer")
def _() -> str:
    return (
        head("Gmail web")
        + ORDERS
        + (
            "\n-- \nYou received this message because you are subscribed to the Google Groups group.\nTo unsubscribe from this "
            "group and stop receiving emails from it, send an email to club+unsubscribe@example.org.\n"
        )
    )


@mail("disclaimer")
def _() -> str:
    return head("Lotus Notes") + (
        "CAUTION: this mail comes from outside.\n\n"
        + ORDERS
        + "\nThis e-mail and any attachments are confidential. If you "
        "have received it in error, delete these orders:\nand tell the sender.\n"
    )


# -- saved pages ----------------------------------------------------------------------------------------------


@mail("phpbb-page.html")
def _() -> str:
    return (
        "<!DOCTYPE html><html><head><title>isonzo - View topic</title><script>var x = '=== orders ===';</script></head><body>"
        f'<div class="post"><div class="content">The report.<div class="codebox"><p>Code:</p><pre><code>{html.escape(OLD)}'
        '</code></pre></div></div></div><div class="post"><p class="author">by Otto</p><div class="content"><blockquote><div>'
        f"<cite>Carla wrote:</cite>{breaks(REPORT)}</div></blockquote>My orders:<div class='codebox'><p>Code:</p><pre><code>"
        f"{html.escape(ORDERS)}</code></pre></div></div></div></body></html>"
    ).replace(f"<pre><code>{html.escape(OLD)}</code></pre>", "<pre><code>see the sheet</code></pre>")


@mail("discourse-page.html")
def _() -> str:
    return (
        '<html lang="en"><body><article><aside class="quote" data-username="carla"><blockquote><p>'
        f'{breaks(REPORT)}</p></blockquote></aside><p>Here:</p><pre><code class="lang-text">{html.escape(ORDERS)}</code></pre>'
        "</article></body></html>"
    )


@mail("table.html")
def _() -> str:
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(word, False)}</td>" for word in line.split(" ", 1)) + "</tr>"
        for line in ORDERS.splitlines()
    )
    return f'<html><body><table><tr><td><div class="x"><table>{rows}</table></div></td></tr></table></body></html>'


@mail("zero-width.html")
def _() -> str:
    text = lines(ORDERS).replace("GE-", "GE&#8203;-").replace(" with ", "&nbsp;with&#xa0;").replace("move", "mo&shy;ve")
    return f'<div style="display:none">=== orders === preview</div><span></span>{text}<wbr>'.replace(
        "<div style", "<p></p><div style", 1
    )


@mail("struck-out.html")
def _() -> str:
    gone = (
        "<div><s>move GE-200 to 1903</s></div><div><span style='text-decoration: line-through'>hold GE-1</span></div>"
    )
    return "<html><body>" + lines(ORDERS).replace("<div>combat:", f"{gone}<div>combat:") + "</body></html>"


# -- letters --------------------------------------------------------------------------------------------------


@mail("cp1252-said-to-be-latin1")
def _() -> bytes:
    text = head("Eudora", "text/plain; charset=iso-8859-1") + ORDERS.replace("≥", ">=")
    return text.encode("cp1252")


@mail("utf8-read-as-latin1")
def _() -> bytes:
    return (head("Old gateway") + ORDERS.encode().decode("latin-1")).encode()


@mail("utf8-read-as-cp1252.txt")
def _() -> bytes:
    return ORDERS.replace("1702 –", "1702 →").encode().decode("cp1252").encode()


@mail("mac-roman")
def _() -> bytes:
    return (head("Claris Emailer", "text/plain; charset=macintosh") + ORDERS).encode("mac_roman")


@mail("utf-16-body")
def _() -> bytes:
    return head("Notes", "text/plain; charset=utf-16", "base64").encode() + base64.encodebytes(ORDERS.encode("utf-16"))


@mail("full-width-digits")
def _() -> str:
    wide = {ord(str(digit)): chr(0xFF10 + digit) for digit in range(10)}
    rows = [
        row.translate(wide) if row.startswith(("move", "attack")) else row for row in ORDERS.splitlines(keepends=True)
    ]
    return head("Becky! ver. 2.75") + "".join(rows).replace("＞", ">")


@mail("bullets-and-bold")
def _() -> str:
    text = ORDERS
    for verb, mark in (("move", "• "), ("hold", "- "), ("attack", "1. "), ("defend", "* "), ("losses:", "· ")):
        text = text.replace(f"\n{verb}", f"\n{mark}{verb}")
    text = (
        text.replace("combat:", "*combat:*").replace("GE-5 1903", "*GE-5* 1903").replace("standing:", "**standing:**")
    )
    return head("Gmail web") + text


@mail("copied-source.txt")
def _() -> bytes:
    return quopri.encodestring(f"here they are\n{ORDERS}".encode())


@mail("no-content-type")
def _() -> str:
    return f"{HEAD}{DATE}Received: from mx.example.org by y\n\n{ORDERS}"


# -- wrapping -------------------------------------------------------------------------------------------------


@mail("wrapped-before-advance-pursue-losses")
def _() -> str:
    text = ORDERS
    for word in ("advance", "pursue", "losses AH"):
        text = text.replace(f" {word}", f"\n{word}")
    return head("Sylpheed") + text


@mail("blank-lines-between-instructions")
def _() -> str:
    return head("Squirrelmail") + ORDERS.replace("\n  on ", "\n\n  on ").replace("; pursue", ";\n\npursue")


@mail("wrapped-at-60-and-quoted")
def _() -> str:
    rows = [
        piece
        for row in ORDERS.splitlines()
        for piece in (textwrap.wrap(row, 60, break_on_hyphens=False, subsequent_indent="") if len(row) > 60 else [row])
    ]
    return head("Evolution 3.56") + "Carla wrote:\n" + quoted("\n".join(rows))


@mail("quoted-with-loose-ends")
def _() -> str:
    long = "attack 1904 with AH-1, AH-50, GE-5, GE-26 barrage AH-art15"
    return head("Outlook Express") + "Carla wrote:\n" + quoted(ORDERS).replace(f"{long} ", f"{long}\n")
