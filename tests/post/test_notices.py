"""Notices: each event once for each subscription, for the eyes it names; signed; nothing secret in what is said."""

from __future__ import annotations

import json
import os
import stat
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pbem.desk.record.debts import owed
from pbem.errors import UsageError
from pbem.post.notices.making import make
from pbem.post.notices.sending import SIGNATURE, send_waiting, signature
from pbem.post.notices.settings import (
    Subscription,
    add_subscription,
    check,
    read_subscriptions,
    remove_subscription,
)
from pbem.post.office import Office
from pbem.post.toml_tables import add_table
from pbem.store.letters import NOTICE, Stage
from tests.post.test_forum_posting import later, office_of

HOOK = "/api/webhooks/12345/s3cr3t-t0ken"


class Hook:
    """A webhook that keeps what it is told, and fails as it is told to."""

    def __init__(self) -> None:
        self.told: list[tuple[dict[str, str], bytes]] = []
        self.codes: list[int] = []
        self.url = ""


@pytest.fixture(name="hook")
def _hook() -> Iterator[Hook]:
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None: ...

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            code = hook.codes.pop(0) if hook.codes else 204
            if code < 300:
                hook.told.append((dict(self.headers.items()), data))
            body = b"" if code == 204 else f"Cannot POST {self.path}".encode()
            self.send_response(code)
            self.send_header("Content-Length", str(len(body)))
            if code == 429:
                self.send_header("Retry-After", "30")
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hook.url = f"http://127.0.0.1:{server.server_port}{HOOK}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield hook
    server.shutdown()
    server.server_close()
    thread.join()


def tell(office: Office, *to: Subscription) -> int:
    make(office, to)
    return send_waiting(office, to)


def test_everybody_is_told_once_and_only_of_what_he_wants(tmp_path: Path, hook: Hook) -> None:
    office, name = office_of(tmp_path)
    public, over = Subscription("club", "discord", hook.url), Subscription("end", "slack", hook.url, ("over",))
    assert tell(office, public, over) == 1
    assert tell(office, public, over) == 0
    (_, data) = hook.told[0]
    values = json.loads(data)
    assert name in values["content"]
    assert values["allowed_mentions"] == {"parse": []}


def test_a_finished_game_is_told_as_over(tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    office, name = office_of(tmp_path)
    loaded, _ = office.load(name)
    monkeypatch.setattr(type(loaded), "step_of", lambda self, state: None)
    assert tell(office, Subscription("end", "slack", hook.url, ("over",))) == 1
    assert json.loads(hook.told[0][1])["text"].startswith(f"{loaded.name} is over")


def test_a_date_that_has_passed_is_told_once(tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    office, name = office_of(tmp_path)
    debts = owed(*office.load(name))
    monkeypatch.setattr(
        "pbem.post.notices.making.owed", lambda *_: [debt._replace(due="2026-01-01T00:00:00Z") for debt in debts]
    )
    to = Subscription("club", "webhook", hook.url, ("late",))
    assert tell(office, to) == len(debts)
    later(office, 90_000)
    assert tell(office, to) == 0
    assert json.loads(hook.told[0][1])["event"] == "late"


def test_a_side_is_told_only_when_it_owes_something(tmp_path: Path, hook: Hook) -> None:
    office, name = office_of(tmp_path)
    owing = {debt.side for debt in owed(*office.load(name))}
    idle = next((side for side in office.load(name)[0].sides if side not in owing), "")
    assert owing
    assert tell(office, Subscription("his", "discord", hook.url, side=owing.pop())) == 1
    assert "You owe" in json.loads(hook.told[0][1])["content"]
    assert not idle or tell(office, Subscription("other", "discord", hook.url, side=idle)) == 0


def test_a_program_gets_signed_values_and_a_key_for_doubles(
    tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_NOTIFY_SECRET", "between us")
    office, name = office_of(tmp_path)
    tell(office, Subscription("program", "webhook", hook.url))
    headers, data = hook.told[0]
    values = json.loads(data)
    assert headers[SIGNATURE] == signature("between us", data)
    assert headers["Idempotency-Key"] == values["id"]
    assert values["campaign"] == name
    assert values["owed"]
    assert signature("between them", data) != headers[SIGNATURE]


@pytest.mark.parametrize(("code", "stage"), [(500, Stage.WAITING), (429, Stage.WAITING), (404, Stage.FAILED)])
def test_what_a_webhook_refuses_is_tried_again_or_given_up_and_its_address_never_shown(
    tmp_path: Path, hook: Hook, code: int, stage: Stage
) -> None:
    office, _ = office_of(tmp_path)
    to = Subscription("club", "discord", hook.url)
    hook.codes = [code]
    assert tell(office, to) == 0
    (letter,) = office.letters.going(channel=NOTICE)
    assert letter.stage is stage
    assert "s3cr3t" not in repr((letter, office.told, to))
    later(office, 120)
    assert tell(office, to) == (1 if stage is Stage.WAITING else 0)


def test_slack_cannot_be_made_to_call_everybody(tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    office, name = office_of(tmp_path)
    debts = owed(*office.load(name))
    monkeypatch.setattr(
        "pbem.post.notices.making.owed", lambda *_: [debt._replace(player="<!channel> *x*") for debt in debts]
    )
    tell(office, Subscription("a", "slack", hook.url), Subscription("b", "discord", hook.url))
    told = {key: value for _, data in hook.told for key, value in json.loads(data).items()}
    assert "&lt;!channel&gt;" in told["text"].replace(" ", "")
    assert "<" not in told["text"]
    assert "\\*x\\*" in told["content"]
    assert "(Allies) owes" in told["content"]


def test_apprise_carries_notices_and_an_unknown_address_is_refused(
    tmp_path: Path, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, _ = office_of(tmp_path)
    place = hook.url.removeprefix("http://")
    assert tell(office, Subscription("any", "apprise", f"json://{place}")) == 1
    assert "turn" in json.loads(hook.told[0][1])["title"]
    assert tell(office, Subscription("wrong", "apprise", "nothing://x/s3cr3t")) == 0
    assert "does not know this kind of address" in office.told[-1]
    monkeypatch.setitem(sys.modules, "apprise", None)
    assert tell(office, Subscription("missing", "apprise", f"json://{place}")) == 0
    assert "pip install 'pbem[notify]'" in office.told[-1]


def test_subscriptions_are_kept_in_a_file_of_ones_own(tmp_path: Path) -> None:
    path = str(tmp_path / "notify.toml")
    new = Subscription("", "discord", f"https://discord.com{HOOK}", ("turn",))
    assert [add_subscription(path, new).name for _ in range(2)] == ["discord", "discord-2"]
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    first, second = read_subscriptions(path)
    assert (first.name, first.events, first.url) == ("discord", ("turn",), new.url)
    assert (first.place, repr(second)) == ("discord at discord.com", "<discord-2: discord at discord.com>")
    with open(path, "a", encoding="utf-8") as file:
        file.write("# my own words\n")
    remove_subscription(path, "discord")
    assert [one.name for one in read_subscriptions(path)] == ["discord-2"]
    with pytest.raises(UsageError, match="there are discord-2"):
        remove_subscription(path, "discord")
    with pytest.raises(UsageError, match="already"):
        add_subscription(path, new._replace(name="discord-2"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"kind": "pigeon"}, "wanted one of discord"),
        ({"events": ("dawn",)}, "found dawn, wanted some of turn"),
        ({"url": "http://discord.com/x"}, "with https:// only"),
        ({"url": "discord"}, "wanted something such as"),
        ({"url": "https://me:pw@discord.com/x"}, "leave user and password out"),
        ({"kind": "apprise", "url": "x"}, "an address of its own kind"),
    ],
)
def test_slips_in_a_subscription_are_named(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        check(Subscription("a", "discord", "https://discord.com/x")._replace(**wrong))  # type: ignore[arg-type]


def test_what_cannot_stand_in_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot stand in"):
        add_table(str(tmp_path / "x.toml"), "a", {"url": 'a"\nevil = "b'}, "words")
    with pytest.raises(UsageError, match="no name for it"):
        add_table(str(tmp_path / "x.toml"), "a]", {}, "words")
