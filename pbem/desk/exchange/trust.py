"""Whether a turn file may be believed: it continues this record, its writer had the right to it, and it is true."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence

from pbem.desk.exchange.turn_file import Turn
from pbem.desk.record.body import WithFile
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import must_be_shown
from pbem.desk.record.eyes import hidden_now
from pbem.desk.record.kinds import KINDS, body_of
from pbem.desk.record.state import State
from pbem.desk.record.terms import SKEW, is_before
from pbem.desk.replay.replay import Replay
from pbem.desk.replay.today import Difference
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import Illegal, UsageError
from pbem.kernel.chartfile import Place
from pbem.kernel.loading import file_of, toml_of
from pbem.library.own_charts import check_own
from pbem.library.shipped import Data
from pbem.store.entry import Entry, Snapshot


def check_sides(turn: Turn, own: str, me: str) -> None:
    if not own:
        raise UsageError("this store belongs to neither side of the campaign; a turn file goes to a player's own store")
    if me and me != own:
        raise UsageError(f"this store is that of {own}, not of {me}")
    if turn.to != own:
        raise turn_refused(
            "the turn file is for the other side", f"a file from {turn.sender} to {turn.to}", f"a file to {own}",
            "it is your own, or was sent to the wrong player",
        )  # fmt: skip


def check_data(data: Data) -> None:
    """Nobody joins by mistake a campaign whose charts, map or counters somebody has changed."""
    if not data.is_shipped:
        raise turn_refused(
            f"the campaign is played with {data}; nothing was taken", "; ".join(data.changes),
            f"data as shipped with {data.release}",
            "ask the other player why; if you agree to every difference: pbem import-turn FILE --accept",
        )  # fmt: skip


def check_playable(campaign: Campaign) -> None:
    """Nor with charts that would stop a rule in mid-game, whether he accepts them or not."""
    if not campaign.data.is_shipped:
        texts = campaign.opened.texts
        file = file_of(toml_of(texts, f"{campaign.opened.scenario}.toml"), "charts")
        check_own(campaign.game, campaign.scenario, Place(file, texts.get(file, "")))


# -- does it continue this record -----------------------------------------------------------------------------


def check_base(turn: Turn, entries: Sequence[Entry]) -> None:
    base, digest = turn.base
    if base > len(entries):
        raise turn_refused(
            "a turn file before this one is missing", f"a file that continues entry {base}",
            f"one that continues entry {len(entries)}, the last one here",
            f"ask for it: `pbem export-turn --since {len(entries)}` writes all that is missing",
        )  # fmt: skip
    if base and entries[base - 1].hash != digest:
        raise _ghost(_parting(turn, entries))


def _parting(turn: Turn, entries: Sequence[Entry]) -> tuple[int, int]:
    """The last rung of the ladder on which both records agree, and the first on which they do not."""
    differs = turn.base[0]
    for seq, digest in turn.ladder:
        if seq <= len(entries) and entries[seq - 1].hash == digest:
            return seq, differs
        differs = seq
    return 0, differs


def _ghost(between: tuple[int, int]) -> Illegal:
    same, other = between
    where = f"entry {other}" if other == same + 1 else f"an entry between {same + 1} and {other}"
    return turn_refused(
        "the turn file continues from another position: the two records are not the same any more",
        f"a record that parts from this one at {where}",
        f"one that has the same entries; they agree up to entry {same}" if same else "the record of the same campaign",
        "compare `pbem history` with the other player; one of you continues from the other's record, in a new store: "
        "`pbem export-turn --since 0` there, `pbem import-turn FILE --db NEW --instead-of OLD` here",
    )


def known_entries(news: Sequence[Entry], here: Sequence[Entry]) -> Sequence[Entry]:
    """Those of the file's entries that are here already; where both records go on differently they have parted.

    `here` are the own entries behind the one that the file continues.
    """
    for new, known in zip(news, here, strict=False):
        if new.hash != known.hash:
            raise _ghost((new.seq - 1, new.seq))
    return news[: len(here)]


# -- is it true -----------------------------------------------------------------------------------------------


def take_entries(
    replay: Replay, news: Sequence[Entry], turn: Turn, own: str, now: str, known: Container[str] = ()
) -> list[Snapshot]:
    """Replay the new entries; what the other player had no right to write is refused. The states to keep come back.

    `known` are hashes of entries that this player has had before: among them are his own.
    """
    if not news or news[-1].hash != turn.head:
        found, wanted = "entries whose hash is another", f"the head {turn.head[:16]}..."
        raise turn_refused("the turn file was altered", found, wanted, "ask for the file again")
    files = {hashlib.sha256(data).hexdigest(): data for data in turn.files}
    replay.file_of = files.get
    differs: list[Difference] = []
    replay.beside = lambda body, found: differs.extend([found] if found else [])
    kept: list[Snapshot] = []
    for entry in news:
        try:
            why = "" if entry.hash in known else _fault(entry, turn, now, files)
            if not why:
                replay.take(entry)
        except Exception as error:  # a forged entry may trip any rule
            raise disproved(entry, words_of(error)) from error
        if why:
            raise disproved(entry, why)
        if differs:
            is_veiled = hidden_now(replay.campaign, replay.state)
            raise _other_rules(differs[0].veiled() if is_veiled else differs[0])
        kept += [Snapshot(entry.seq, replay.state.text(), is_kept=True)] if KINDS[entry.kind].is_kept else []
    if replay.unchecked:
        raise UsageError("; ".join(replay.unchecked) + ". Nothing of the turn file was taken")
    _check_clock(replay.campaign, replay.state, now)
    if news[-1].kind != "handed" or replay.state.pen != own:
        raise disproved(news[-1], "the file does not hand the record over")
    return kept


def _fault(entry: Entry, turn: Turn, now: str, files: Container[str]) -> str:
    """Why the other player cannot have written an entry; what the rules say of it is another matter."""
    body = body_of(entry)
    if body.at and is_before(iso_of(seconds_of(now) + SKEW), body.at):
        return f"it is dated {body.at}, and it is {now} here: compare the clocks"
    if isinstance(body, WithFile) and body.is_kept and body.sha256 not in files:
        return "it names a file as received that did not come along"
    return KINDS[entry.kind].may_write(body, turn.sender)


def _check_clock(campaign: Campaign, state: State, now: str) -> None:
    """Where the beacon alone decides, sealed orders must be in the other's hands before the round has fallen."""
    named = state.dice.named
    is_sealed = state.open is not None and state.open.is_sealed
    if must_be_shown(campaign.terms, state.pen) and is_sealed and named and is_before(named.time, now):
        raise turn_refused(
            "the turn file came after the beacon round that decides: nothing shows that its orders were written before",
            f"orders for round {named.round}, which fell at {named.time}", "a file before that",
            "give the other side a new date with `pbem extend`; dice by chain+beacon need no such haste",
        )  # fmt: skip


def _other_rules(found: Difference) -> Illegal:
    """A step of an older edition is believed where today's rules give the same: else nobody could check it here."""
    return turn_refused(
        f"the turn file holds a step by edition {found.edition} of the rules that this program cannot check: "
        "nothing of it was taken, and nothing is known to be wrong with it",
        f"{found.place}: {found.recorded}", f"as today's rules have it: {found.today}",
        f"take it in with {found.release}, or agree on today's rules before the step is played: `pbem upgrade`",
    )  # fmt: skip


def disproved(entry: Entry, why: str) -> Illegal:
    return turn_refused(
        "the turn file does not prove itself, and nothing of it was taken", f"entry {entry.seq} ({entry.kind}): {why}",
        "entries that follow from the rules, the orders and the dice", "show this message to the other player",
    )  # fmt: skip


def turn_refused(why: str, found: str, wanted: str, advice: str) -> Illegal:
    return Illegal("", why, found=found, wanted=wanted, advice=advice)


def words_of(error: Exception) -> str:
    """What is wrong with an entry, for a person: a bare key says nothing."""
    return f"nothing is called {error}" if isinstance(error, KeyError) else str(error) or type(error).__name__
