"""Small pages of every kind, from hand-made facts on a small map. The golden files hold what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.errors import Family, Problem, Spot
from pbem.games.gwe.by_mail.telling import TELLING
from pbem.games.gwe.counters import CP
from pbem.kernel.board import Board
from pbem.kernel.episodes import full_name, purpose
from pbem.kernel.fog import retold, veiled, with_stand_ins
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.tale import tale_of
from pbem.report import order_block, question, receipt, report_step, sheet
from tests.games.gwe.boards import board

MAP = """
    terrain:
      01  . . ^ ^ .
      02 . . ^ ^ .
      03  . . . ^ .
    line rail owner=AL: 0105-0205
    place Udine: 0105
    place Monte Nero: 0103
"""
UNITS = """
    GE-5     XX  6-7-8 infantry stosstruppen at 0102
    GE-26    XX  6-7-8 infantry stosstruppen at 0102
    GE-art14 X  (5)3-4 artillery steps=2 at 0102
    GE-hq14  HQ 1-8(1)10 hq level=army at 0101
    AH-dep6  XX  0-1-4 depot turn 5 B
    AH-III   XXX 5-6-6 infantry at 0301
    IT-XXVII XXX 2-3-6 infantry at 0103
    IT-52    XX  2-3-8 alpine at 0203 1
    IT-hqS   HQ  1-6(1)8 hq level=corps at 0105
"""
SIDES = {"CP": "Central Powers", "AL": "Allies"}
VERBS = ("move", "march", "attack", "defend", "losses", "advance", "answer", "more", "done")
LONG = (
    "attack 0103 with GE-5, GE-26 barrage GE-art14 shift GE-hq14 if odds >= 3-1 "
    "on */2: losses weakest first; advance GE-26, GE-5"
)


def a_board() -> Board:
    """The small board before anything happened."""
    return board(MAP, UNITS, card={"sides": {side: {"name": name} for side, name in SIDES.items()}})


def scenario() -> Scenario:
    """Its scenario."""
    return a_board().scenario


def context(**more: Any) -> dict[str, Any]:
    """A context with every key."""
    block = order_block(
        {"campaign": "isonzo-2026", "side": "CP", "turn": 3, "step": "combat"},
        ["# what your units can attack:", LONG],
        ["defend on 1: retreat, hold"],
    )
    return {
        "campaign": "isonzo-2026",
        "turn": 3,
        "step": "cp-combat",
        "date": "28-29 October 1917",
        "sides": SIDES,
        "verbs": VERBS,
        "next": [{"side": "CP", "player": "Otto", "what": "orders for combat, turn 3", "by": "Sunday, 4 May"}],
        "next_step": "Central Powers: Combat Phase",
        "order_block": block,
        "dice": {
            "mode": "the moderator's chain of committed secrets",
            "commitment": "c0" * 32,
            "place": "t3/cp-combat",
            "secrets": [{"epoch": 4, "party": "moderator", "secret": "5e" * 32}],
            "inputs": [{"epoch": 4, "digest": "1d" * 32}],
        },
        "luck": "Luck so far: Central Powers +2, Allies -1.",
        "press": [{"from": "Otto", "side": "CP", "text": "Tomorrow we dine in Udine.\nBring wine."}],
        "victory": _score(),
        "rulings": ["F9", {"id": "G1", "title": "Losses and retreat", "ruling": "Losses come first."}],
        "reconstructed": [{"what": "reduced sides of counters", "source": "ruling B1"}],
        "picture": {"file": "boards/t3 cp-combat.png", "text": "The board after the combats"},
        **more,
    }


def _score() -> dict[str, Any]:
    lines = [
        {"side": "AL", "rule": "24.22", "what": "Stosstruppen steps lost", "count": 2, "points": 10, "units": []},
        {"side": "CP", "rule": "24.12", "what": "Italian forts destroyed", "count": 0, "points": 0, "units": []},
    ]
    force = {"on_map": 4, "steps": 9, "places": {"waiting": 1, "gone": 0}}
    return {"score": {"totals": {"CP": 0, "AL": 10}, "lines": lines}, "forces": {"CP": force, "AL": force}}


# -- facts -----------------------------------------------------------------------------------------------------


def movement() -> Board:
    """Supply, reinforcements, command, moves grouped, a march, attrition, an order that could not be carried out."""
    b = a_board()
    b.note("unsupplied", "9.14", unit="AH-III", hex="0301", why="enemy units stand on every line in range")
    b.note("supply", "4.0.A1a", side="CP", unsupplied=["AH-III"])
    b.put(UnitId("AH-dep6"), "0101", "14.11", how="reinforcement")
    _roll(b, "command of AH-III", 2, "10.41", kind="command")
    b.note("command-roll", "10.41", unit="AH-III", hex="0301", die=2, tcr=2, in_command=False)
    b.mark(UnitId("AH-III"), "out-of-command", "10.41")
    _roll(b, "command of AH-dep6", 5, "10.41", kind="command")
    b.note("command-roll", "10.41", unit="AH-dep6", hex="0101", die=5, tcr=2, in_command=True)
    b.put(UnitId("IT-hqS"), "0205", "10.52", how="displaced")
    for unit in (UnitId("GE-5"), UnitId("GE-26")):
        b.move(unit, ["0102", "0201", "0202"], "5.0", cost=3, rail=0, march=False, how="move")
        b.mark(unit, "moved", "5.0")
    b.move(UnitId("GE-hq14"), ["0101", "0102"], "5.31", cost=0, rail=1, march=False, how="rail")
    b.mark_hex(HexId("0105"), "held=CP", "5.33")
    b.move(UnitId("GE-art14"), ["0102", "0101"], "19.0", cost=5, rail=0, march=True, how="march")
    b.lose(UnitId("GE-art14"), 1, "19.22", how="march")
    _roll(b, "attrition of AH-III", 1, "9.22", kind="attrition")
    b.note("attrition", "9.22", unit="AH-III", hex="0301", die=1, steps=2)
    b.lose(UnitId("AH-III"), 2, "9.22")
    b.note("dropped", "5.13", order="move AH-III 0103", why="0103 holds the enemy IT-XXVII", advice="attack it instead")
    b.note("skipped", "5.0", order="move GE-5 0104 if GE-26 lost", why="condition not met: GE-26 lost")
    return b


def combat() -> Board:
    """One combat with every modifier, losses, retreat, advance; one that is called off; a withdrawal before."""
    b = a_board()
    b.note("withdrawal-roll", "12.12", unit="IT-52", die=4, needed=2, success=True)
    b.move(UnitId("IT-52"), ["0203", "0204", "0205"], "12.13", how="withdrawal")
    b.note("command", "4.0.A3a", side="CP", out_of_command=["AH-III"])
    with b.episode("combat", "attack on 0103", side=CP, hexes=[HexId("0103")]):
        _decide(b, "AL", "support", (), "default", "17.25a", "support")
        _roll(b, "crt", 3, "8.8")
        _note_combat(b)
        _decide(b, "AL", "option", ("2",), "standing", "8.9.D2", "defend")
        b.lose(UnitId("IT-XXVII"), 2, "8.9.x4")
        b.move(UnitId("IT-XXVII"), ["0103", "0104"], "8.62", how="retreat")
        with b.episode("losses", "attacker", side=CP):
            b.lose(UnitId("GE-5"), 2, "8.9.A1")
        b.move(UnitId("GE-26"), ["0102", "0103"], "8.71", how="advance")
        b.note("combat-over", "8.0")
    with b.episode("combat", "attack on 0203", side=CP, hexes=[HexId("0203")]):
        _call_off(b)
    return b


def _call_off(b: Board) -> None:
    _roll(b, "attrition of AH-III", 6, "9.23", kind="attrition")
    b.note("attrition", "9.23", unit="AH-III", hex="0301", die=6, steps=0)
    b.outcome(
        "called-off", "8.8", targets=["0203"], attackers=["AH-III"],
        attack=_tally(["AH-III 5, halved: out of supply", "9.21", 2]),
        defence=_tally(["IT-52 2 x4 (mountain and trench)", "5.4.mountain, 5.4.trench", 8]),
    )  # fmt: skip


def _note_combat(b: Board) -> None:
    b.outcome(
        "combat", "8.0", side="CP",
        targets=["0103"], attackers=["GE-5", "GE-26"], defenders=["IT-XXVII"],
        places={"GE-5": "0102", "GE-26": "0102", "GE-art14": "0102"},
        attack=_tally(["GE-5 6, halved: across a river", "5.4.river", 3], ["GE-26 6", "8.0", 6],
                      ["barrage of GE-art14", "17.11", 5]),
        defence=_tally(["IT-XXVII 3 x2 (mountain)", "5.4.mountain", 6]),
        tcr=1, ratio="2-1", odds="3-1", shifts=_tally(["GE-hq14 (army)", "10.21", 1]), die=3,
        modifiers=_tally(["across a ridge", "5.4.ridge", 1]), row=4, column=6, result="1/2", steps=[4, 4],
    )  # fmt: skip


def everything_else() -> Board:
    """The kinds that the other two do not show, one that nobody has words for, and one whose values are missing."""
    b = a_board()
    b.note("strike", "22.0", die=2, turn=3, crushed=True)
    b.note("supply", "4.0.A1a", side="AL", unsupplied=[])
    b.note("delayed", "14.22", unit="AH-dep6", hex="0101", turn=4)
    b.note("withheld", "14.24", unit="AH-dep6", why="its owner holds it back")
    b.note("stranded", "10.52", unit="IT-hqS", hex="0105")
    b.note("surprised-on-rails", "5.36", unit="IT-52")
    b.note("no-room", "8.71", unit="GE-5", hex="0103")
    b.note("no-last-stand", "16.0/8.75", die=5, turn=3, hexes=["0103"])
    b.note("fortress-lost", "11.13", hex="0105", owner="AL", steps=1, left=3)
    b.note("denied", "8.75", hex="0103")
    b.note("replacement", "13.0", unit="IT-52", hex="0203", die=1, needed=2, success=True)
    b.regain(UnitId("IT-52"), 1, "16.0/13.0c")
    b.note("heroes", "21.22", units=["IT-52"], turn=4)
    b.eliminate(UnitId("IT-hqS"), "10.53", why="its troops are eliminated")
    b.note("comet", "99.9", unit="GE-5", hex="0102", seen=True, by={"AL": 2}, of=[])
    b.note("fortress-lost", "11.13")
    b.note("forced", "", chart="crt", result="1/2")
    b.note("victory", "24.31", winner="AL", decisive=False, text="a victory of the Allies, 10 points to 0",
           **_score()["score"])  # fmt: skip
    return b


def _tally(*terms: list[Any]) -> dict[str, Any]:
    return {"total": sum(term[2] for term in terms), "terms": list(terms)}


def _roll(b: Board, name: str, face: int, rule: str, kind: str = "") -> None:
    b.note("rolled", rule, name=full_name(b.scope, name), purpose=list(purpose(b.scope, kind or name)), by=CP,
           units=[], sides=6, faces=[face], draw=False, epoch=4)  # fmt: skip


def _decide(b: Board, side: str, key: str, chosen: tuple[str, ...], source: str, rule: str, topic: str) -> None:
    b.note("decided", rule, side=side, key=full_name(b.scope, key), topic=topic, chosen=list(chosen), source=source)


# -- pages -----------------------------------------------------------------------------------------------------


def report_of(b: Board, title: str, fmt: str, warnings: list[str] | None = None, deeper: int = 0, **more: Any) -> str:
    """The report of the facts of a board."""
    before, after = a_board().freeze(3, "cp-combat"), b.freeze(3, "cp-replacement")
    told, about = tale_of(b.scenario, TELLING, after, b.facts), context(**more)
    return report_step(
        b.scenario, title, told, before, after, fmt=fmt, context=about, deeper=deeper, warnings=warnings
    ).text


RECEIPT: Mapping[str, Any] = {
    "campaign": "isonzo-2026",
    "side": "CP",
    "turn": 3,
    "verdict": "accepted",
    "steps": ["cp-movement", "cp-combat"],
    "canonical": f"campaign: isonzo-2026\nside: CP\nmovement:\nmove GE-26 0103\ncombat:\n{LONG}\n",
    "digest": "d1" * 32,
    "problems": [],
    "warnings": ["replaces the orders for movement of entry 4"],
    "defaults": ["you have no standing orders"],
    "mails": [{"side": "CP", "about": "attack on 0103", "topic": "losses", "chance": "5/6",
               "default": "the weakest lose steps first", "hint": "on 1/*: losses weakest first"}],
    "others": [{"side": "AL", "about": "attack on 0103", "topic": "defend", "chance": "3/6", "default": "retreat"}],
    "proof": "",
    "seq": 7,
    "head": "4e" * 32,
    "sha256": "f1" * 32,
}  # fmt: skip


def refused() -> dict[str, Any]:
    """The receipt of a file with two problems."""
    spot = Spot(5, "move 26 to 0103", 11, 4)
    why = "0103 holds the enemy IT-XXVII; a unit never enters an enemy-occupied hex"
    problems = [
        Problem(Family.ILLEGAL, why, "0103", "another hex", "5.13", "GE-26 can reach 0202", spot),
        Problem(Family.UNREADABLE, "the header does not name the campaign"),
    ]
    return {**RECEIPT, "verdict": "refused", "canonical": "", "digest": "", "problems": [p.as_json() for p in problems]}


QUESTIONS = (
    Question(
        Side("AL"), "attack on 0103 / option",
        (Option("1", "all affected units are eliminated"), Option("2", "lose half of the steps and retreat 1 hex")),
        "8.9.D2", "result 2 against 0103 at 3-1: 4 of 4 steps are affected", default=("2",), hint="defend on 2: half",
    ),
    Question(
        Side("AL"), "attack on 0103 / losses", (Option("IT-XXVII", "4 steps"), Option("IT-52", "2 steps")), "8.9.x4",
        "2 steps must be lost: which units lose them, in this order?", many=True, default=("IT-52", "IT-XXVII"),
        hint="losses: weakest first",
    ),
    Question(
        Side("AL"), "withdraw IT-52", (Option("0204-0205", "to 0205"),), "12.11", "withdraw by which path?", many=True
    ),
)  # fmt: skip

SHEET: Mapping[str, Any] = {
    "side": "CP", "turn": 3, "step": "cp-movement",
    "groups": [{"title": "Germany", "units": [
        {"id": "GE-5", "name": "5", "size": "XX", "figures": "6-7-8", "hex": "0102", "steps": "2/2", "move": 8,
         "states": [{"words": "in supply", "usual": True}, {"words": "in command", "usual": True}], "marks": [],
         "may": ["move up to 8 MP", "attack 0103"]},
        {"id": "GE-26", "name": "26", "size": "XX", "figures": "6-7-8", "hex": "0105", "place": "Udine", "steps": "1/2",
         "move": 4, "marks": ["entrained"], "may": [],
         "states": [{"words": "out of supply (9.14: enemy units stand on every line in range)", "usual": False},
                    {"words": "out of command (10.32)", "usual": False}]},
    ]}],
    "reinforcements": [{"id": "AH-dep6", "figures": "0-1-4", "when": "turn 5 B", "due": False}],
    "orders": ["enter AH-dep6 at 0101", "# move UNIT to HEX", f"# {LONG}"],
}  # fmt: skip

PAGES: dict[str, Callable[[str], str]] = {
    "report-movement": lambda fmt: report_of(movement(), "Central Powers: Movement Phase", fmt),
    "report-combat": lambda fmt: report_of(combat(), "Central Powers: Combat Phase", fmt),
    "receipt": lambda fmt: receipt(RECEIPT, fmt=fmt, context={"sides": SIDES, "verbs": VERBS}),
    "receipt-refused": lambda fmt: receipt(refused(), fmt=fmt, context={"sides": SIDES, "verbs": VERBS}),
    "question": lambda fmt: question(
        QUESTIONS, fmt=fmt, scenario=scenario(),
        context={"campaign": "isonzo-2026", "side": "AL", "turn": 3, "step": "combat", "player": "Luigi",
                 "step_title": "Central Powers: Combat Phase", "by": "Sunday, 4 May", "sides": SIDES, "verbs": VERBS},
    ),
    "sheet": lambda fmt: sheet(
        SHEET, fmt, scenario=scenario(),
        context={"campaign": "isonzo-2026", "step_title": "Central Powers: Movement Phase", "sides": SIDES,
                 "standing": ["defend on 1: retreat, hold"], "verbs": VERBS},
    ),
}  # fmt: skip


def everything_else_page(fmt: str) -> str:
    """The rest of the kinds; in plain text only, since the formats are shown by the other pages."""
    return report_of(everything_else(), "Game-Turn Record Interphase", fmt)


def fog_page(fmt: str) -> str:
    """The movement as the enemy may read it if three units were hidden from him."""
    b, hidden = movement(), [UnitId(unit) for unit in ("GE-26", "GE-art14", "AH-III")]
    told = retold(b.scenario, b.facts, hidden, {"moved": ("unit", "path", "how"), "lost": ("unit", "hex", "steps")})
    before, after = (veiled(b.scenario, one.freeze(3, "x"), hidden) for one in (a_board(), b))
    scene = with_stand_ins(b.scenario, before, after, facts=told)
    eyes = "As the Allies may see it; 1.5: of a stack only the top unit and the number of units are seen."
    about, tale = context(eyes=eyes, order_block=""), tale_of(scene, TELLING, after, told)
    return report_step(scene, "Central Powers: Movement Phase", tale, before, after, fmt=fmt, context=about).text
