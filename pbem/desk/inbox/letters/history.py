"""Where the sender's words end and older mails begin: header lines without marks, `wrote:` lines, forwarded mails."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.kernel.text.blocks import Row
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

_OLD = (
    "original message|original appointment|ursprüngliche nachricht|originalnachricht|urspr. nachricht|"
    "messaggio originale|message d'origine|message original|mensaje original|mensagem original|"
    "oorspronkelijk bericht|originalmeddelande|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|"
    "alkuperäinen viesti|wiadomość oryginalna|původní zpráva|eredeti üzenet|исходное сообщение|"
    "пересылаемое сообщение|izvirno sporočilo|originalna poruka|orijinal mesaj|原始邮件|元のメッセージ"
)
_NEW = (
    "forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|"
    "messaggio inoltrato|inizio messaggio inoltrato|message transféré|début du message réexpédié|mensaje reenviado|"
    "mensagem encaminhada|doorgestuurd bericht|vidarebefordrat meddelande|videresendt meddelelse|välitetty viesti|"
    "wiadomość przekazana|přeposlaná zpráva|пересланное сообщение|转发邮件"
)
_OLD_MARK = pattern(rf"^[\W_]*(?:{_OLD})[\W_]*$", re.I)
_NEW_MARK = pattern(rf"^[\W_]*(?:{_NEW})(?:\s+from\b.*)?[\W_]*$", re.I)
_FROM = pattern(
    r"^[*_\s]*(from|von|da|de|van|från|fra|lähettäjä|od|от|expéditeur|remitente|kimden|发件人|差出人)[*_\s]*[:：]", re.I
)
_OTHER = pattern(
    r"^[*_\s]*(sent|date|to|cc|subject|gesendet|datum|an|betreff|inviato|data|a|oggetto|envoyé|date d'envoi|à|objet|"
    r"enviado(?: el)?|enviada em|para|asunto|assunto|verzonden|aan|onderwerp|skickat|till|ämne|dato|sendt|til|emne|"
    r"lähetetty|vastaanottaja|aihe|wysłano|do|temat|odesláno|komu|předmět|дата|кому|тема|发送时间|收件人|主题|日時|件名|宛先)"
    r"[*_\s]*[:：]",
    re.I,
)
_WROTE = pattern(
    r"\b(?:wrote|writes|schrieb|ha scritto|scrisse|a écrit|escribió|escreveu|schreef|skrev|kirjoitti|"
    r"napisał(?:\(a\))?|napsal(?:\(a\))?|írta|написал(?:\(а\))?|yazdı|ezt írta)\b.*[:：]\s*$|写道[:：]\s*$",
    re.I,
)
_MARKS = (*_OLD.replace("urspr. ", "").split("|"), *_NEW.split("|"))  # as plain words: most texts have none of them
_DATED = pattern(r"\d|@")


class Split(NamedTuple):
    """The rows of a mail with their ages, and the rows of each mail that it forwards."""

    own: tuple[Row, ...]
    forwarded: tuple[tuple[Row, ...], ...] = ()


def split(rows: Sequence[Row], *, has_head: bool = False, is_html: bool = False) -> Split:
    """Tell own words from older ones. `has_head`: the text begins with the header lines of the mail itself."""
    start = _behind_head(rows) if has_head else 0
    marks: list[int] = []  # how deep those lines are quoted that begin an older mail
    aged: list[Row] = list(rows[:start])
    is_marked = _may_have_marks(rows)
    for index in range(start, len(rows)):
        row = rows[index]
        if not (marks or is_marked or ":" in row.text or "：" in row.text):  # most lines
            aged.append(row)
            continue
        if is_marked and row.level == 0 and _NEW_MARK.match(row.text):
            later = split(_below(rows[index + 1 :]), is_html=is_html)
            return Split(tuple(aged), (later.own, *later.forwarded))
        marks = [level for level in marks if level <= row.level]
        if (row.level == 0 or not is_html) and _begins_old(rows, index, is_marked=is_marked):
            marks.append(row.level)
        aged.append(row._replace(level=row.level + len(marks)) if marks else row)
    return Split(tuple(aged))


def _may_have_marks(rows: Sequence[Row]) -> bool:
    """Whether a mark can stand anywhere: plain words are found at once, and the expressions take long to compile."""
    text = "\n".join([row.text for row in rows]).lower()
    return not text.isascii() or any(mark in text for mark in _MARKS)


def _behind_head(rows: Sequence[Row]) -> int:
    """Where the text begins after the header lines on top of it."""
    return next((index for index, row in enumerate(rows) if not row.text.strip()), 0)


def _below(rows: Sequence[Row]) -> Sequence[Row]:
    """The text of a forwarded mail: its header lines are passed over."""
    at = 0
    while at < len(rows) and (not rows[at].text.strip() or _FROM.match(rows[at].text) or _OTHER.match(rows[at].text)):
        at += 1
    return rows[at:]


def _begins_old(rows: Sequence[Row], index: int, *, is_marked: bool) -> bool:
    text = rows[index].text
    if is_marked and _OLD_MARK.match(text):
        return True
    if ":" not in text and "：" not in text:
        return False  # most lines, and both patterns want one
    if _FROM.match(text) and not (index and _is_header(rows[index - 1])):
        behind = [row for row in rows[index + 1 : index + 6] if row.text.strip()]
        return any(_OTHER.match(row.text) for row in behind[:3])
    return _WROTE.search(text) is not None and _is_dated(rows, index) and not _is_quoted_below(rows, index)


def _is_header(row: Row) -> bool:
    return bool(_OLD_MARK.match(row.text) or _OTHER.match(row.text))


def _is_dated(rows: Sequence[Row], index: int) -> bool:
    """`On 16 November, judge <judge@example.org> wrote:`, also in two lines; `as Cadorna wrote:` is talk."""
    return any(_DATED.search(row.text) for row in rows[max(0, index - 1) : index + 1])


def _is_quoted_below(rows: Sequence[Row], index: int) -> bool:
    """Whether quote marks follow: then they say where the older mail ends, and what stands below it is new again."""
    level = rows[index].level
    return any(row.level > level for row in [r for r in rows[index + 1 :] if r.text.strip()][:1])
