"""Fetching a round, from relays that this machine plays itself: good, late, lying, slow, endless, silent."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pbem.dice.drand import QUICKNET
from pbem.dice.drand_fetch import RELAYS, addresses, fetch_round
from pbem.errors import UsageError
from tests.dice.drand_rounds import real, served

Act = Callable[[BaseHTTPRequestHandler], None]


def _say(text: str, code: int = 200) -> Act:
    def act(to: BaseHTTPRequestHandler) -> None:
        data = text.encode()
        to.send_response(code)
        to.send_header("Content-Length", str(len(data)))
        to.end_headers()
        to.wfile.write(data)

    return act


def _drip(to: BaseHTTPRequestHandler) -> None:
    to.send_response(200)
    to.end_headers()
    for _ in range(100):
        to.wfile.write(b" ")
        time.sleep(0.05)


def _flood(to: BaseHTTPRequestHandler) -> None:
    to.send_response(200)
    to.end_headers()
    for _ in range(10_000):
        to.wfile.write(b" " * 4096)


def _hang(to: BaseHTTPRequestHandler) -> None:
    time.sleep(1)


def _garble(to: BaseHTTPRequestHandler) -> None:
    to.wfile.write(b"what?\r\n\r\n")


GOOD = served("quicknet", 1000)
FORGED = served("quicknet", 1002).replace('"round":1002', '"round":1000')
ACTS: dict[str, Act] = {
    "good": _say(GOOD),
    "newer": _say(served("quicknet", 1000, "v2")),
    "early": _say("too early", 425),
    "missing": _say("no", 404),
    "broken": _say("no", 500),
    "page": _say("<html>hello</html>"),
    "other": _say(served("quicknet", 1002)),
    "altered": _say(GOOD.replace("fe29", "fe28")),
    "forged": _say(FORGED),
    "drip": _drip,
    "flood": _flood,
    "hang": _hang,
    "garble": _garble,
}


class Relay(BaseHTTPRequestHandler):
    """The first word of the path says how the relay behaves; the rest must be the address of the round."""

    def do_GET(self) -> None:
        _, act, chain, word, number = self.path.split("/")
        assert (chain, word, number) == (QUICKNET.hash.hex(), "public", "1000")
        with suppress(OSError):  # the reader has had enough
            ACTS[act](self)

    def log_message(self, format: str, *args: object) -> None:
        """Be silent."""


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Relay)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("relays", [["good"], ["newer"], ["hang", "drip", "flood", "garble", "good"]])
def test_a_round_comes_from_the_first_relay_that_serves_it(base: str, relays: list[str]) -> None:
    assert fetch_round(QUICKNET, 1000, [f"{base}/{act}/" for act in relays], timeout=0.3) == real("quicknet", 1000)[1]


def test_a_relay_that_lies_is_passed_over(base: str) -> None:
    relays = [f"{base}/{act}" for act in ("page", "other", "altered", "forged", "good")]
    assert fetch_round(QUICKNET, 1000, relays) == real("quicknet", 1000)[1]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("early", "answers 425 .*does not have the round"),
        ("missing", "answers 404 .*does not have the round"),
        ("broken", "answers 500"),
        ("page", "no drand round in the text"),
        ("other", "another round than the one that was named"),
        ("altered", "does not follow from its signature"),
        ("forged", "does not fit the chain's public key"),
        ("drip", "takes longer than 0.3 seconds"),
        ("flood", "larger than 20,000 bytes"),
        ("hang", "timed out"),
        ("garble", "what"),
    ],
)
def test_a_failure_says_why_and_what_to_do(base: str, act: str, why: str) -> None:
    with pytest.raises(UsageError, match=why) as caught:
        fetch_round(QUICKNET, 1000, [f"{base}/{act}"], timeout=0.3)
    said = str(caught.value)
    assert "due at 2023-08-23T15:59:24Z" in said
    assert "save the JSON to a file, and give that file instead" in said
    assert "https://api.drand.sh/52db9ba70e0c" in said


@pytest.mark.parametrize(
    ("relay", "why"),
    [
        ("http://127.0.0.1:1", "refused"),
        ("file:///etc", "begins with https:// or http://"),
        ("nonsense", "begins with https:// or http://"),
        ("http://[", "Invalid|invalid"),
        ("http://a b", "control|blank|space|contain"),
    ],
)
def test_an_address_that_cannot_be_is_a_failure_like_others(relay: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        fetch_round(QUICKNET, 1000, [relay], timeout=0.3)


def test_without_relays_the_advice_remains() -> None:
    with pytest.raises(UsageError, match="no relay was given"):
        fetch_round(QUICKNET, 1000, [])
    with pytest.raises(UsageError, match="has no round 0"):
        fetch_round(QUICKNET, 0, [])


def test_without_the_library_the_round_is_fetched_and_not_called_genuine(
    base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.dice.drand_bls import UNCHECKED, check_round

    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    drawn = fetch_round(QUICKNET, 1000, [f"{base}/forged"])
    assert check_round(QUICKNET, drawn).status == UNCHECKED


def test_there_are_several_relays() -> None:
    assert len(RELAYS) >= 3
    assert all(address.startswith("https://") for address in addresses(QUICKNET, 7))
    assert addresses(QUICKNET, 7)[0].endswith("/public/7")
