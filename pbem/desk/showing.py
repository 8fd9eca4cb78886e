"""Opening this store's secret lines: one when a rule asks for it, the rest when the game is over."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.desk.record.debts import is_opening
from pbem.desk.record.kinds.shown import Disclosed, OpenedLine, Shown
from pbem.desk.record.open_step import Open
from pbem.desk.record.sealing import run_open
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.writing import write
from pbem.errors import BadRecord
from pbem.kernel.play import Played


def shown_in(own: Secrets, opened: Open, played: Played, now: str, keys: Iterable[str] | None = None) -> list[Shown]:
    """The entries for what a run has opened of this store's secrets."""
    fresh = played.revealed.fresh
    return [_shown(own, opened, key, fresh[key], now) for key in (fresh if keys is None else keys)]


def _shown(own: Secrets, opened: Open, key: str, token: str, now: str) -> Shown:
    line, salt = _opened(own, token) if token else ("", "")
    return Shown(
        at=now, side=own.me, turn=opened.turn, step=opened.step, key=key, token=token, line=line, salt=salt
    )  # fmt: skip


def _opened(own: Secrets, token: str) -> OpenedLine:
    found = own.hidden_line(token)
    if not found:
        raise BadRecord(f"a secret line that this side has fixed is missing from its store ({token[:16]}...)")
    return OpenedLine(*found)


def show(own: Secrets, state: State, now: str) -> bool:
    """Open what the rules wait for, and at the end the rest; whether there was anything to open."""
    if own.campaign.step_of(state) is None:
        return _disclose(own, state, now)
    opened = state.open
    asked = [q["key"] for q in (opened.questions if opened else ()) if is_opening(q) and q["side"] == own.me]
    if opened is None or not asked or all(key in opened.fresh for key in asked):
        return False
    played = run_open(own.campaign, state, opened, None, own.me)
    missing = [key for key in asked if key not in played.revealed.fresh]
    if missing:
        raise BadRecord(f"the secrets that this side has fixed are missing from its store ({missing[0]})")
    write(own.store, own.campaign, state, shown_in(own, opened, played, now, asked))
    return True


def _disclose(own: Secrets, state: State, now: str) -> bool:
    left = state.closed(own.me) if own.me else []
    if left:
        lines = {token: _opened(own, token) for token in left}
        write(own.store, own.campaign, state, [Disclosed(at=now, side=own.me, lines=lines)])
    return bool(left)
