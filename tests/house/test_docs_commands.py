"""Every command of README.md and docs is run as it stands there, in the order of its page.

What a reader would have made himself (an order file, a store) is laid ready before the command that needs it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.commands import PAGES, ROOT, Command, commands_of, parts_of, run

# Commands that are not run here, each with its reason.
NOT_RUN = {
    "pip install -e .": "it installs this checkout; .ci/run installs the wheel",
    "pbem demo": "tests/cli/test_demo.py plays it, and .ci/run plays it from the wheel",
    "pip install -e '.[test]'": "it installs what this test runs with",
    "pytest": "this is it",
    "pip install -e '.[test,lint]'": "it installs what this test runs with",
    "pytest tests/house tests/kernel": "this is part of it",
    "ruff check .": ".ci/run does",
    "ruff format --check .": ".ci/run does",
    "mypy": ".ci/run does",
    "pip install -e '.[bench]'": "it installs the peers of the bench",
    "python -m tests.bench": "it measures for minutes",
    "python -m tests.fuzz.play --games 200": "it plays for half an hour; tests/fuzz plays a few games",
    "python -m tests.fuzz.statistics --games 300 --jobs 2": "it plays for an hour",
    "pbem answer bruno.eml": "it wants an open question; tests/desk/test_answers_by_meaning.py has some",
    'pbem answer "Q1: 2" "Q2: none"': "the same",
    "pbem consent bruno.eml": "it wants a proposal; tests/desk/test_consenting.py has some",
    "pip install 'pbem[keys]'": "it wants the network",
    "pbem page --side CP --out cp.html": "it wants Pyodide; tests/page/test_browser.py makes pages",
    "pbem page --desk --out pbem-desk.html": "the same",
    "pbem adjudicate --beacon round.json": "it wants a signed round; tests/desk/test_beacon.py has some",
    "PBEM_DB=postgresql+psycopg://pbem_player@/pbem pbem status": "it wants a server; tests/store/test_postgresql.py",
    "pbem forum post --campaign isonzo": "it wants a forum; tests/post/test_forum_posting.py",
    "pbem notify send": "it wants a webhook; tests/post/test_notices.py",
    "pbem forum read": "it wants a forum; tests/post/test_forum_reading.py",
    "pbem forum post --edit": "it wants a thread in which a post stands; tests/post/test_forum_posting.py",
    "pip install 'pbem[mail]'": "it wants the network",
    "pbem mail init": "it asks questions; tests/post/test_ten_minutes.py has the page's settings",
    "pbem mail run": "it wants a box; the same",
    "pbem mail run --watch": "it stays; tests/post/test_post_office.py",
    "pbem mail log": "it wants settings; tests/post/test_ten_minutes.py",
    "pbem mail queue": "the same",
    "createdb pbem": "it wants a server; tests/store/test_postgresql.py",
    "createuser pbem_player": "it wants a server; tests/store/test_postgresql.py",
    "pbem new isonzo --game gwe --db postgresql+psycopg://owner@/pbem": "the same",
    "pbem store role pbem_player --db postgresql+psycopg://owner@/pbem": "the same",
}
# Commands that rightly refuse in the state in which a page shows them.
REFUSED = {
    "pbem extend": (2, "no date has passed"),
    "pbem overdue": (2, "no date has passed"),
    "pbem verify mine.txt --known his.txt": (3, "no dice have fallen yet"),
    "pbem consent --show": (2, "nobody has proposed anything"),
    "pbem consent --pace --side CP": (3, "the other side has still to agree"),
    "pbem consent": (2, "nobody has proposed anything"),
}
GWE = "--game gwe --player CP=Anna --player AL=Bruno"
MOVE = "move GE-5 to 1903\nmove GE-26 to 1903\n"
ATTACK = "combat:\nattack 1904 with AH-1, AH-50, GE-5, GE-26 barrage AH-art15 shift AH-hqXV\n"


class Stage:
    """The folder in which a page's commands run; a page that tells of two players has two."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: dict[str, str] = {}  # by command
        self.waits = False  # whether `pbem adjudicate` rightly finds nothing to do here

    def go(self, name: str) -> None:
        """To another folder beside this one."""
        self.folder = self.folder.parent / name
        self.folder.mkdir(exist_ok=True)

    def pbem(self, words: str, code: int = 0) -> str:
        """A command of ours, to prepare something."""
        found, said = run(f"pbem {words}", self.folder)
        assert found == code, said
        return said

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def orders(self, name: str, side: str, body: str, campaign: str = "isonzo", step: str = "movement") -> None:
        """An order file, filled in."""
        self.write(name, f"campaign: {campaign}\nside: {side}\nturn: 1\nstep: {step}\n{body}")

    def fresh(self, name: str, words: str = "") -> None:
        """Another folder, with a campaign that has just been opened, if one is wanted."""
        self.go(name)
        if words:
            self.pbem(f"new {words}")


# -- what lies ready before a command ------------------------------------------------------------------------------


def _joins_readme(stage: Stage) -> None:
    """The mail has come."""
    text = (stage.folder / "to-bruno.txt").read_text(encoding="utf-8")
    stage.go("bruno")
    stage.write("to-bruno.txt", text)


def _in_turn(stage: Stage) -> None:
    """Orders of whoever writes: with a moderator the Central Powers; by turns Bruno, when Anna has played her part."""
    if stage.folder.name != "bruno":
        stage.orders("orders.txt", "CP", "done\n", "isonzo-1917")
        return
    stage.pbem("export-turn --out ../to-anna.txt")
    stage.go("anna")
    stage.pbem("import-turn ../to-anna.txt")
    stage.orders("orders.txt", "CP", "done\ncombat:\ndone\n", "piave")
    stage.pbem("submit orders.txt")
    stage.pbem("adjudicate")
    stage.pbem("export-turn --out ../to-bruno.txt")
    stage.go("bruno")
    stage.pbem("import-turn ../to-bruno.txt")
    stage.orders("orders.txt", "AL", "done\ncombat:\ndone\n", "piave")
    stage.waits = True  # for Anna's link


def _beacon(stage: Stage) -> None:
    """A campaign in which nobody has sent anything yet: no round is wanted, and none is fetched."""
    stage.go("beacon")
    stage.waits = True


def _parted(stage: Stage) -> None:
    """Bruno has a record of his own when Anna's whole record comes."""
    whole = (stage.folder / "whole.txt").read_text(encoding="utf-8")
    stage.go("bruno-parted")
    stage.write("whole.txt", whole)
    stage.pbem("import-turn whole.txt --me AL")


def _two_mails(stage: Stage) -> None:
    """What both players were mailed: the opening post and a sheet."""
    stage.fresh("histories", f"isonzo {GWE}")
    for name, side in (("mine.txt", "CP"), ("his.txt", "AL")):
        stage.write(name, stage.pbem("report --step start") + stage.pbem(f"sheet --side {side}"))


def _opened_with_key(stage: Stage) -> None:
    stage.pbem("new piave --dice chain --me CP --key CP=anna.pub")


def _joins(stage: Stage) -> None:
    """Anna hands her record over; Bruno has a key."""
    stage.pbem("export-turn --key anna.key --out 1.txt")
    text = (stage.folder / "1.txt").read_text(encoding="utf-8")
    stage.go("bruno-signed")
    stage.write("1.txt", text)
    stage.write("bruno.pub", stage.pbem("keys make Bruno --out bruno.key"))


def _played(stage: Stage) -> None:
    """The first turn of the Central Powers."""
    stage.fresh("played", f"isonzo {GWE}")
    stage.orders("al.txt", "AL", "defaults\nstay all\n", step="standing")
    stage.orders("cp.txt", "CP", MOVE + ATTACK + "  on */*: losses AH-50; advance GE-5\n")
    for words in ("submit al.txt", "submit cp.txt", "adjudicate"):
        stage.pbem(words)


def _amended(stage: Stage) -> None:
    _played(stage)
    stage.orders("corrected.txt", "CP", "move GE-5 to 1903\n")


def _posted(stage: Stage) -> None:
    """A reader has kept the posts that came before the secret was out; the thread shows them all."""
    seen = [stage.said[f"pbem dice post salerno-forum{form}"] for form in ("", " --format bbcode")]
    stage.write("opening.txt", "\n".join(seen))
    stage.write("thread.txt", "\n".join([*seen, stage.pbem("dice post salerno-forum --all")]))


def _mails(stage: Stage) -> None:
    """The same orders as they come in: mails, a mailbox, a forum page, plain text."""
    stage.pbem(f"new isonzo {GWE}")
    mails = {"anna": ("CP", "movement", MOVE), "bruno": ("AL", "standing", "defaults\nstay all\n")}
    for name, (side, step, body) in mails.items():
        block = f"campaign: isonzo\nside: {side}\nturn: 1\nstep: {step}\n{body}"
        block = f"=== orders ===\n{block}=== end of orders ===\n"
        head = f"From: {name}@example.org\nMessage-ID: <{name}@example.org>\nSubject: Orders\n\n"
        stage.write(f"{name}.eml", head + block)
        if name == "anna":
            stage.write("inbox.mbox", f"From {name}@example.org Mon Nov 16 20:00:00 2026\n{head}{block}\n")
            stage.write("page.html", f"<html><body><pre>{block}</pre></body></html>\n")
            stage.write("mail.eml", head + block)
            stage.write("orders.txt", block)


def _saved_page(stage: Stage) -> None:
    """A thread as a browser saves it, and as somebody pasted it."""
    stage.write(
        "saved.html", '<html><body><div id="p1" class="post"><div class="content">Hello</div></div></body></html>'
    )
    stage.write("pasted.txt", "Anna wrote: hello\n")


def _both_orders(stage: Stage) -> None:
    stage.orders("anna.txt", "CP", MOVE)
    stage.orders("bruno.txt", "AL", "defaults\nstay all\n", step="standing")


BEFORE: dict[str, dict[str, Callable[[Stage], object]]] = {
    "README.md": {
        "pbem check orders.txt": lambda s: s.orders("orders.txt", "CP", "done\n", "isonzo-1917"),
        "pbem new piave --dice chain --me CP": lambda s: s.go("anna"),
        "pbem import-turn to-bruno.txt --me AL": _joins_readme,
        "pbem submit orders.txt": _in_turn,
        "pbem archive isonzo-1917 --zip": lambda s: s.fresh("book", f"isonzo-1917 {GWE}"),
    },
    "docs/archive.md": {
        "pbem archive isonzo": lambda s: s.pbem(f"new isonzo {GWE}"),
        "pbem archive isonzo --scale 100": lambda s: shutil.rmtree(s.folder / "isonzo-archive"),
    },
    "docs/dice.md": {
        "pbem submit anna.txt": _both_orders,
        "pbem new grappa --dice beacon --days 7": _beacon,
        "pbem export-turn --since 0 --out whole.txt": lambda s: s.fresh("anna-parted", "piave --dice chain --me CP"),
        "pbem import-turn whole.txt --db new.db --instead-of pbem.db": _parted,
        "pbem extend": lambda s: s.fresh("dates", "piave --dice chain --me CP --days 3"),
        "pbem verify mine.txt --known his.txt": _two_mails,
        "pbem keys sign orders.txt --key anna.key --out signed.txt": lambda s: s.orders("orders.txt", "CP", "done\n"),
        "pbem keys make Anna --out anna.key > anna.pub": lambda s: s.fresh("signed"),
        "pbem export-turn --key anna.key": lambda s: s.pbem("new piave --dice chain --me CP --key CP=anna.pub"),
        "pbem import-turn 1.txt --me AL --public-key bruno.pub": _joins,
        'pbem amend corrected.txt --reason "1904 is out of range"': _amended,
        "pbem verify thread.txt --known opening.txt": _posted,
    },
    "docs/forums.md": {
        'pbem forum add isonzo nodebb https://forum.example.org --topic 12 --token-command "pass show forum"': _played,
        "pbem forum seal orders.txt --out sealed-orders.txt": lambda s: s.orders("orders.txt", "CP", MOVE),
        "pbem forum read --page saved.html": _saved_page,
    },
    "docs/mail.md": {"pbem check anna.eml": _mails},
    "docs/order-page.md": {"pbem leaf --side CP": lambda stage: stage.fresh("isonzo", f"isonzo {GWE}")},
    "docs/pictures.md": {"pbem board": _played},
    "docs/posts.md": {"pbem report --format bbcode": _played},
    "docs/site.md": {"pbem site build site": _played},
    "docs/store.md": {
        "pbem status --db club.db": lambda s: s.pbem(f"new isonzo {GWE} --db club.db"),
        "pbem address CP otto@example.org": lambda s: s.pbem(f"new isonzo {GWE}"),
    },
}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_command_of_a_page_works(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_DB", raising=False)
    stage = Stage(tmp_path / "here")
    stage.folder.mkdir()
    for command in commands_of(page):
        for part in parts_of(command.text):
            if part not in NOT_RUN:
                _try(stage, command, part)


def _try(stage: Stage, command: Command, part: str) -> None:
    prepare = BEFORE.get(command.page, {}).get(part)
    if prepare:
        prepare(stage)
    code, said = run(part, stage.folder)
    stage.said[part] = said
    wanted = 3 if part == "pbem adjudicate" and stage.waits else REFUSED[part][0] if part in REFUSED else 0
    assert code == wanted, f"{command.page}, line {command.line}: {part}\n{said}"


def test_the_lists_name_only_commands_that_stand_somewhere() -> None:
    shown = {part for page in PAGES for command in commands_of(page) for part in parts_of(command.text)}
    assert [text for text in (*NOT_RUN, *REFUSED) if text not in shown] == []
    for name, prepared in BEFORE.items():
        here = {part for command in commands_of(ROOT / name) for part in parts_of(command.text)}
        assert [text for text in prepared if text not in here] == []


def test_commands_are_found_in_blocks() -> None:
    assert len(list(commands_of(ROOT / "README.md"))) > 20
    assert sum(1 for page in PAGES for _ in commands_of(page)) > 60
