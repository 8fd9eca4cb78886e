"""Whether everybody has been shown the same history: what files say that their senders have seen, beside the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.heads import KEY, Kept, conflicts, head_in, heads_in, is_same, parted
from pbem.desk.record.state import State
from pbem.store.entry import Head

__all__ = ("Head", "Kept", "conflicts", "kept_in", "told_of_record", "who_parted")

if TYPE_CHECKING:
    from pbem.desk.inbox.judged import Judged
    from pbem.store.entry import Reads


def told_of_record(store: Reads, campaign: Campaign, state: State, judged: Judged) -> list[str]:
    """What the sender of a file is told about the record that it names; nothing where all is well."""
    said = judged.header.get(KEY, "")
    if not said and judged.who not in state.seen:
        return []  # he writes his own headers
    if not said:
        return [
            f"the header has no `{KEY}:` line: nobody can see from this file which record you were shown. "
            "It counts all the same"
        ]
    head = head_in(said)
    if head is None:
        return [f"`{KEY}: {said[:60]}` cannot be read and says nothing: leave that line as the sheet has it"]
    if is_same(head.hash, store.hashes(campaign.id, [head.seq]).get(head.seq, "")):
        return _older(head, state, is_refused=bool(judged.problems))
    return [
        f"you were shown another record than this one: its entry {head.seq} is not {head.hash[:8]}... Compare the "
        f"lines `{KEY}:` of your mails with those of the other players, and ask for the archive of the campaign"
    ]


def _older(head: Head, state: State, *, is_refused: bool) -> list[str]:
    """That a file was written before the last news: its orders may rest on a board that is no longer so."""
    newest = state.public[0]
    if head.seq >= newest:
        return []
    counts = "" if is_refused else "It counts all the same; if you would write otherwise now, send another. "
    return [
        f"this file was made for an older position: its `{KEY}:` line names entry {head.seq}, and since then everybody "
        f"has been told of entry {newest}. {counts}Write on the position of the judge's last mail"
    ]


def who_parted(store: Reads, campaign: Campaign, state: State) -> list[str]:
    """Of each sender, whether what he said last that he had been shown is on this record; in words if not."""
    hashes = store.hashes(campaign.id, [one.seq for one in state.seen.values()])
    return parted([(campaign.side_name(who), one) for who, one in state.seen.items()], hashes)


def kept_in(name: str, data: bytes) -> Kept:
    """The ends of the record that a mail, a post or a receipt names, as it was saved."""
    from pbem.desk.inbox.letters.versions import texts_in  # late: a status reads no mail
    from pbem.dice.cleaning import post_text

    texts = texts_in(data, lambda text: bool(heads_in(text)))
    found = heads_in("\n".join(texts if texts is not None else [post_text(data)]))
    return Kept(name, tuple(found))
