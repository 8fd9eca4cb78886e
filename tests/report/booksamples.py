"""A small book: four steps of two turns with real posts, boards from the golden pictures, and genuine dice."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.dice.derive import chain, faces, seed
from pbem.dice.proof import Proof, ProvenRoll, write_proof
from pbem.dice.verifiers import verify_script
from pbem.kernel.board import Board
from pbem.report.book import DEEPER, Book, BookChart, BookFile, BookStep
from pbem.report.bookpages import index_page, series_book
from tests.report.samples import SIDES, a_board, combat, movement, report_of

PICTURES = Path(__file__).parents[1] / "draw" / "golden"
LINKS = chain("isonzo-2026", "moderator", bytes(range(32)), 40)
BOARDS = {"boards/1 start.png": "light.png", "boards/2.png": "delta.png", "boards/3.png": "dark.png"}


def proof(label: str, epoch: int, *names: str, wrong: str = "", is_open: bool = False) -> str:
    """The proof block of a step; the roll called `wrong` shows a face that the secret does not give.

    Of an open one the secret is not revealed yet.
    """
    sealed = hashlib.sha256(label.encode()).digest()
    value = seed("isonzo-2026", epoch, sealed, {"moderator": LINKS[epoch]})
    rolls = []
    for number, name in enumerate(names, 1):
        face = faces(value, f"{label}/{name}", 1, 6)[0]
        shown = face % 6 + 1 if name == wrong else face
        rolls.append(ProvenRoll(number, epoch, f"{label}/{name}", "1d6", str(shown)))
    secrets = {} if is_open else {(epoch, "moderator"): LINKS[epoch]}
    made = Proof("isonzo-2026", "seed", {"moderator": LINKS[0]}, inputs={epoch: sealed}, secrets=secrets, rolls=rolls)
    return "\n".join(write_proof(made)) + "\n"


def step(label: str, title: str, board: Board, picture: str, happened: str, **more: Any) -> BookStep:
    """A step with its posts."""
    turn, side = int(label[1]), "CP" if title.startswith("Central") else "AL"
    bare: dict[str, Any] = {"picture": None, "order_block": ""}
    html, text = report_of(board, title, "html"), report_of(board, title, "txt", **bare)
    md = report_of(board, title, "md", deeper=DEEPER, **bare)
    return BookStep(label, title, turn, side, picture, happened, html, md, text, **more)


@cache
def book() -> Book:
    """The book."""
    cp_move, cp_fight = "Central Powers: Movement Phase", "Central Powers: Combat Phase"
    attack = proof("t2/cp-combat", 2, "attack on 0103 / crt", "attack on 0203 / attrition of AH-III")
    steps = (
        step("t1/al-movement", "Allied Movement Phase", a_board(), "boards/1 start.png", "Nobody moves.",
             date="24-25 October 1917", points={"CP": 0, "AL": 0}),
        step("t2/cp-movement", cp_move, movement(), "boards/2.png", "The Central Powers move 4 units.",
             proof=proof("t2/cp-movement", 1, "command of AH-III", "attrition of AH-III"), date="26-27 October 1917",
             losses={"CP": 3}, points={"CP": 0, "AL": 5}, files=(BookFile("Orders of Otto", "orders/2 cp.txt"),)),
        step("t2/cp-combat", cp_fight, combat(), "boards/3.png", "1 combat; the Allies lose 2 steps.",
             proof=attack, action=(10, 60, 260, 200), losses={"CP": 2, "AL": 2}, points={"CP": 0, "AL": 10},
             at="2026-05-04T20:00:00Z"),
        step("t2/al-movement", "Allied Movement Phase", a_board(), "", "", points={"CP": 0, "AL": 10}),
    )  # fmt: skip
    charts = (BookChart("Losses", "charts/losses.png", "The Central Powers lost 5 steps, the Allies 2."),)
    return Book(
        campaign="isonzo-2026",
        name="Isonzo 2026",
        game="The Great War in Europe",
        scenario="Caporetto",
        players={"CP": "Otto", "AL": "Luigi"},
        sides=SIDES,
        steps=steps,
        charts=charts,
        files=(BookFile("The record", "record.jsonl"),),
        outcome="The Allies lead by 10 points.",
        luck="Luck so far: as expected.",
        commitment=LINKS[0].hex(),
    )


def with_proof(found: Book, label: str, text: str) -> Book:
    """The book with another proof in one step."""
    return replace(found, steps=tuple(replace(s, proof=text) if s.label == label else s for s in found.steps))


def hostile(words: str, html: str = "") -> Book:
    """The book with the words wherever somebody else's words can stand; as a post too, if no other is given."""
    texts: dict[str, Any] = dict.fromkeys(("title", "happened", "text", "proof", "date", "at", "board"), words)
    texts |= {
        "html": html or words,
        "md": "",
        "files": (BookFile(words, words),),
        "losses": {"CP": 1},
        "points": {"CP": 1},
    }
    about: dict[str, Any] = dict.fromkeys(("name", "game", "scenario", "outcome", "luck", "commitment"), words)
    about |= {"players": {"CP": words, "AL": words}, "sides": {"CP": words, "AL": words}}
    about |= {"charts": (BookChart(words, words, words),), "files": (BookFile(words, words),)}
    made = book()
    return replace(made, steps=tuple(replace(one, **texts) for one in made.steps), **about)


def save(found: Book, folder: Path) -> Path:
    """The book on disk, with its boards; the page."""
    for name, golden in BOARDS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((PICTURES / golden).read_bytes())
    (folder / "charts").mkdir(exist_ok=True)
    (folder / "charts" / "losses.png").write_bytes((PICTURES / "light.png").read_bytes())
    page = folder / "index.html"
    page.write_text(index_page(found, verify_script()), encoding="utf-8", newline="\n")
    return page


# -- golden files ---------------------------------------------------------------------------------------------

SHORT_HTML = """<html><body><h1>Title</h1><p><img src="x.png" alt="x"></p>
<h2>Combat</h2><p><b class="unit">GE-5</b> attacks.</p></body></html>"""
SHORT_MD = "#### Combat\n\n**GE-5** attacks.\n"


def short_book() -> Book:
    """The book with posts of one sentence: the golden files show the pages and not what stands in them."""
    made = book()
    short = [
        replace(s, html=SHORT_HTML, md=SHORT_MD, text="GE-5 attacks.\n", proof=s.proof[:60]) for s in made.steps[1:]
    ]
    return replace(made, steps=(*short[:-1], replace(short[-1], md="")))


def without_code(page: str) -> str:
    """The page without its scripts and styles, which are files of their own, and without their hashes."""
    page = re.sub(r"(<script>|<style>).*?(</script>|</style>)", r"\1...\2", page, flags=re.DOTALL)
    return re.sub(r"'sha256-[^']*'", "'sha256-...'", page)


def book_pages() -> dict[str, str]:
    """The golden files of the book by name."""
    made = short_book()
    return {
        "book-index.html": without_code(index_page(made, "a verifier")),
        "book-series.html": without_code(series_book(made, "html")),
        "book-series.md": series_book(made, "md", pictures={"boards/2.png": b"PNG"}),
    }
