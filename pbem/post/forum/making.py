"""Making posts for a thread: what happened since the last one, in parts that fit, each with its proof and mark."""

from __future__ import annotations

import base64
import hashlib
import json

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import eyes_of, seen
from pbem.desk.record.state import State, labels
from pbem.desk.replay.trail import with_whole_trail
from pbem.desk.replay.under_way import label_of_open, under_way
from pbem.desk.views.board_words import board_words
from pbem.desk.views.fitted import fitted, place_for
from pbem.desk.views.gallery import Gallery
from pbem.desk.views.past import position_now
from pbem.desk.views.post import Published
from pbem.desk.views.spans import START, Span, steps_in
from pbem.post.forum.kinds import KINDS
from pbem.post.forum.marks import Mark, mark
from pbem.post.forum.settings import Forum
from pbem.post.office import Office
from pbem.store.forums import Forums
from pbem.store.letters import FORUM, Going
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

POST, ANSWER = "post", "answer"
PICTURE = "pbem-board.png"  # stands in a post until the forum has said where the picture lies
_SHOWN = pattern(r"!\[([^\]\n]*)\]\(pbem-board\.png\)")
_MARK_ROOM = 220  # characters of a post that its mark may take


class Draft(NamedTuple):
    """A part of a post, as the outbox keeps it. `bare` is the same without a picture."""

    mark: Mark
    text: str
    bare: str = ""
    board: bytes = b""
    address: str = ""  # of the picture, once the forum has it
    first: str = ""
    last: str = ""

    def data(self) -> bytes:
        """The bytes for the outbox."""
        kept = self._asdict() | {"mark": list(self.mark), "board": base64.b64encode(self.board).decode()}
        return json.dumps(kept, sort_keys=True).encode()

    def words(self, with_picture: bool = True) -> str:
        """The text as it goes out."""
        if not self.board:
            return self.text
        return self.text.replace(PICTURE, self.address) if with_picture and self.address else self.bare


def draft_of(letter: Going) -> Draft:
    """A part as the outbox has kept it."""
    kept = json.loads(letter.data)
    return Draft(**kept | {"mark": Mark(*kept["mark"]), "board": base64.b64decode(kept["board"])})


def news(office: Office, campaign: Campaign, state: State) -> Span | None:
    """What the thread has not been told yet; the opening post where nothing has been played."""
    told = Forums(office.store).posted_up_to(campaign.id, POST)
    so_far = under_way(campaign, state)
    if not state.trail and so_far is None:
        return None if told else Span(only=START)
    if not told:
        steps = steps_in(office.store, campaign, state, Span())
        return Span(first=steps[0].label, last=steps[-1].label)
    trail = with_whole_trail(office.store, campaign, state).trail
    fresh = [name for name, past in zip(labels(trail), trail, strict=True) if past.seq > told]
    if so_far is not None and state.public[0] > told:
        fresh.append(label_of_open(state))
    return Span(first=fresh[0], last=fresh[-1]) if fresh else None


def drafts(office: Office, forum: Forum, span: Span, *, boards: bool = True) -> list[Draft]:
    """A span of steps as parts for this forum, with public eyes."""
    campaign, state = office.load(forum.campaign)
    kind, hash = KINDS[forum.kind], state.public[1]
    place = place_for(kind.place)
    words = _words(office, campaign, state)
    smaller = place._replace(most=place.most - _MARK_ROOM - len(words))
    board = _board(office, campaign, span, kind.picture) if boards else b""
    shows = PICTURE if board and not forum.is_by_hand else ""
    parts = fitted(office.store, campaign.id, span, smaller, picture=shows)
    bare = fitted(office.store, campaign.id, span, smaller)[0] if shows else parts[0]
    label = _label(state, span, parts[0])
    made = []
    for number, part in enumerate(parts, 1):
        one = mark(campaign.id, label, number, len(parts), hash)
        texts = [_marked(text, one, place.fmt) for text in (_worded(part.text, words), bare.text)]
        made.append(Draft(one, texts[0], texts[1] if number == 1 else "", board if number == 1 else b"",
                          "", span.first, span.last))  # fmt: skip
        for warning in part.warnings:
            office.tell(warning)
    return made


def _label(state: State, span: Span, part: Published) -> str:
    if span.only or span.last:
        return span.only or span.last
    return label_of_open(state) or (labels(state.trail)[-1] if state.trail else part.name)


def _words(office: Office, campaign: Campaign, state: State) -> str:
    """The board in words, as everybody may see it: the alternative text of its picture."""
    scene, position = seen(campaign, eyes_of(campaign, state, ""), position_now(campaign, state))
    return board_words(scene, position).replace("[", "(").replace("]", ")").replace("`", "'")


def _worded(text: str, words: str) -> str:
    """The text with the board in words where its picture is named, in the formats that have a place for it."""
    return _SHOWN.sub(lambda found: f"![{found[1]}. {words}]({PICTURE})", text)


def _marked(text: str, one: Mark, fmt: str) -> str:
    return f"{text.rstrip()}\n\n{one.line(fmt)}\n"


def _board(office: Office, campaign: Campaign, span: Span, most: int) -> bytes:
    """The board after the last step of the span, as both sides may see it."""
    step = START if span.only == START else span.last
    asked = {"scale": None, "crop": None if step == START else "auto", "max_bytes": most}
    return Gallery(office.store, campaign.id, "").still(
        0, step, delta=True, title="", progress=lambda *_: None, **asked
    )[0]


def put(office: Office, forum: Forum, made: list[Draft], kind: str, seq: int) -> int:
    """Put the parts into the outbox, all of them or none; how many are new there."""
    with office.store.together():
        return sum(office.letters.put(_letter(office, forum, draft, kind, seq)) for draft in made)


def _letter(office: Office, forum: Forum, draft: Draft, kind: str, seq: int) -> Going:
    id = hashlib.sha256(f"{forum.url}\0{forum.topic}\0{draft.mark}\0{kind}".encode()).hexdigest()[:32]
    to = f"{forum.url or forum.kind}{f' topic {forum.topic}' if forum.topic else ''}"
    return Going(f"<{id}@forum>", kind, forum.campaign, "", to, office.now, draft.data(), seq=seq, channel=FORUM)


def make(office: Office, forum: Forum, *, boards: bool = True) -> int:
    """Put a post about all that is new into the outbox; how many parts it has."""
    campaign, state = office.load(forum.campaign)
    span = news(office, campaign, state)
    return put(office, forum, drafts(office, forum, span, boards=boards), POST, state.public[0]) if span else 0
