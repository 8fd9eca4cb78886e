"""Where a beacon's round comes from: a text somebody has fetched, the network, or nowhere."""

from __future__ import annotations

from pbem.desk.record.secrets import Fetch


def beacon_source(text: bytes | None, *, offline: bool) -> Fetch | None:
    """The round in a text, as a relay shows it; else the network, unless that is not wanted."""
    if text is not None:
        from pbem.dice.drand_reading import read_round

        return lambda chain, number: read_round(text, chain, number)
    if offline:
        return None
    from pbem.dice.drand_fetch import fetch_round  # opens no connection before a round is wanted

    return fetch_round
