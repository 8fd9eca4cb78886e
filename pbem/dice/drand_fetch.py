"""Fetching a drand round from the public relays, where there is a network. Which relay serves it does not matter:
there is only one value that its signature allows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from pbem.dice.drand import Chain, Round, iso_of, time_of
from pbem.dice.drand_bls import FALSE, check_round
from pbem.dice.drand_reading import read_round
from pbem.errors import Unreadable, UsageError

# Named by the drand project as relays of the League of Entropy; all of them serve the older HTTP form.
RELAYS = (
    "https://api.drand.sh",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
    "https://drand.cloudflare.com",
)
LARGEST = 20_000  # bytes; a round has 500
_AT_ONCE = 4_096


def addresses(chain: Chain, number: int, relays: Sequence[str] = RELAYS) -> list[str]:
    """Where the JSON of a round can be looked up."""
    return [f"{relay.rstrip('/')}/{chain.hash.hex()}/public/{number}" for relay in relays]


def fetch_round(chain: Chain, number: int, relays: Sequence[str] = RELAYS, timeout: float = 5.0) -> Round:
    """The round from the first relay that serves a fitting one. Its signature is checked here if that is possible;
    the caller must still ask `check_round` whether it was."""
    time_of(chain, number)  # refuses a round that cannot be
    failures = []
    for address in addresses(chain, number, relays):
        try:
            drawn = read_round(_answer(address, timeout), chain, number)
            found = check_round(chain, drawn)
            if found.status != FALSE:
                return drawn
            failures.append(f"{address}: {found.why}")
        except Unreadable as error:
            failures.append(f"{address}: {error.problem.why}")
        except (OSError, HTTPException, ValueError) as error:
            failures.append(f"{address}: {_reason(error)}")
    raise _nowhere(chain, number, failures)


def _answer(address: str, timeout: float) -> bytes:
    """What the relay sends, as far as it is not too much and not too slow."""
    if urlsplit(address).scheme not in ("http", "https"):
        raise ValueError("the address of a relay begins with https:// or http://")
    asked = Request(address, headers={"Accept": "application/json", "User-Agent": "pbem"})
    end = time.monotonic() + timeout
    data = b""
    with urlopen(asked, timeout=timeout) as answer:
        while chunk := answer.read1(_AT_ONCE):
            data += chunk
            if len(data) > LARGEST:
                raise ValueError(f"the answer is larger than {LARGEST:,} bytes")
            if time.monotonic() > end:
                raise TimeoutError(f"the answer takes longer than {timeout:g} seconds")
    return data


def _reason(error: Exception) -> str:
    if isinstance(error, HTTPError):
        is_early = error.code in (404, 425)
        return f"it answers {error.code} {error.reason}" + (": it does not have the round (yet)" if is_early else "")
    words = str(getattr(error, "reason", "") or error) or type(error).__name__
    return "".join(c if c.isprintable() else "?" for c in words[:200])


def _nowhere(chain: Chain, number: int, failures: Sequence[str]) -> UsageError:
    due = iso_of(time_of(chain, number))
    first = addresses(chain, number)[0]
    lines = [
        f"round {number} of {chain.name} could not be fetched; it is due at {due}:",
        *(f"  {failure}" for failure in failures or ["no relay was given"]),
        f"Open {first} in a browser, on any machine, save the JSON to a file, and give that file instead.",
    ]
    return UsageError("\n".join(lines))
