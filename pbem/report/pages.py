"""Pages that tell of no step: the opening post, the receipt, the question, the order sheet.

Each takes `fmt` (one of `KINDS`), a folder of the reader's own templates (`own`) and a list to which warnings about
broken ones are added. Nothing is printed, and nothing but templates is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.kernel.chances import chance_in_words
from pbem.kernel.ground.hexes import Grid, Numbering
from pbem.kernel.ground.terrain import Map
from pbem.kernel.position import Position
from pbem.kernel.questions import Question, question_from_json
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.figures import stacks
from pbem.kernel.telling.habits import Telling
from pbem.kernel.text.amounts import chosen_words, how_many
from pbem.report.context import settled
from pbem.report.document import Own, as_json, check_format, document
from pbem.report.escape import clean, unmarked
from pbem.report.look import Dress
from pbem.report.orderblock import answer_block, order_block
from pbem.report.shelf import Shelf, written
from pbem.report.words import Wording


def receipt(
    values: Mapping[str, Any],
    *,
    fmt: str = "txt",
    context: Mapping[str, Any] | None = None,
    own: Own = None,
    warnings: list[str] | None = None,
) -> str:
    """The receipt of an order file. `values` are those of the desk's receipt:

    campaign, side, turn, verdict (accepted or refused), steps, canonical (the orders as understood), digest, problems
    (as `Problem.as_json` gives them), warnings, defaults (what happens where the file is silent), mails (questions that
    may still come, as `kernel.views.meter` has them), others, seq, head, sha256.
    """
    check_format(fmt)
    if fmt == "json":
        return as_json({**clean(dict(values))})
    return _written("receipt", fmt, settled(context) | {"receipt": receipt_values(values)}, own, warnings)


def receipt_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a template is told of a receipt."""
    made = {**_RECEIPT, **clean(dict(values))}
    made["mails"] = [_mail(row) for row in made["mails"]]
    made["others"] = [_mail(row) for row in made["others"]]
    made["canonical"] = unmarked(made["canonical"])  # it ends with the press, which must not pass for an order block
    return made


_RECEIPT: dict[str, Any] = {
    "campaign": "", "side": "", "turn": "", "verdict": "", "steps": (), "canonical": "", "digest": "", "problems": (),
    "warnings": (), "defaults": (), "mails": (), "others": (), "checked_to": "", "seq": 0, "head": "", "sha256": "",
    "proof": "", "is_fresh": True, "later": 0, "beyond": (),
}  # fmt: skip


def _mail(row: Mapping[str, Any]) -> dict[str, Any]:
    keys = ("side", "about", "topic", "chance", "default", "hint")
    found = {key: str(row.get(key) or "") for key in keys}
    found["chance"] = chance_in_words(found["chance"], is_most=bool(row.get("is_most"))) if found["chance"] else ""
    return found


def question(
    questions: Sequence[Question | Mapping[str, Any]],
    *,
    fmt: str = "txt",
    context: Mapping[str, Any] | None = None,
    scenario: Scenario | None = None,
    own: Own = None,
    warnings: list[str] | None = None,
) -> str:
    """The questions of one moment to one player, with an answer block that is filled in with the defaults.

    Questions are kernel values or their `as_json`, with `number` (Q1) where the caller has numbered them. The context
    needs `campaign`, `side`, `turn`, `step` for the header; `player`, `step_title` and `by` (a date) if known.
    """
    check_format(fmt)
    asked = [_asked(one, number) for number, one in enumerate(questions, 1)]
    given = clean(dict(context or {}))
    values = settled(context) | {
        "questions": question_rows(questions),
        "by": given.get("by", ""),
        "step_title": given.get("step_title", ""),
    }
    if fmt == "json":
        return as_json({"questions": asked, **{key: given[key] for key in given}})
    values["order_blocks"] = [answer_block(given, asked)]
    return _written("question", fmt, values, own, warnings, scenario)


def question_rows(questions: Sequence[Question | Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What a template is told of questions: each numbered, with what is wanted in words."""
    return [_in_words(_asked(one, number)) for number, one in enumerate(questions, 1)]


def _asked(one: Question | Mapping[str, Any], number: int) -> dict[str, Any]:
    values = clean(dict(one.as_json() if isinstance(one, Question) else one))
    return {"number": f"Q{number}", "hint": "", "default": [], "text": "", "rule": "", "many": False, **values}


def _in_words(row: Mapping[str, Any]) -> dict[str, Any]:
    """A question with how many of its options are wanted, and its default, in words."""
    asked = question_from_json({"side": "", **row})
    wanted = "Write any of them, in the order you prefer, or none." if asked.many else "Write one of them."
    if asked.is_bounded or any(option.parts for option in asked.options):
        wanted = f"Write {how_many(asked).replace('`', '')}."
    return {**row, "times": row.get("times", {}), "wanted": wanted, "by_default": chosen_words(asked.default)}


def opening(
    scenario: Scenario,
    position: Position,
    agreed: Sequence[str],
    players: Sequence[Mapping[str, str]],
    *,
    fmt: str = "txt",
    context: Mapping[str, Any] | None = None,
    own: Own = None,
    warnings: list[str] | None = None,
) -> str:
    """The opening post: who plays, what was agreed on (in lines), the set-up, and the commitments in `dice`."""
    check_format(fmt)
    values = settled(context) | {
        "scenario_title": clean(scenario.title),
        "agreed": clean(list(agreed)),
        "players": clean([dict(one) for one in players]),
        "stacks": stacks(scenario, None, position, False),
        "digest": position.digest(),
    }
    if fmt == "json":
        return as_json({key: value for key, value in values.items() if key != "verbs"})
    return _written("opening", fmt, values, own, warnings, scenario)


def sheet(
    sheet_data: Mapping[str, Any],
    fmt: str = "txt",
    *,
    context: Mapping[str, Any] | None = None,
    scenario: Scenario | None = None,
    own: Own = None,
    warnings: list[str] | None = None,
) -> str:
    """An order sheet to fill in: the units of a side, what each may do, and order lines.

    `sheet_data` comes from the game's card. The context gives `campaign`, `sides`, `step_title`, `standing` (lines that
    are in force), `verbs`; `header` takes the place of the header made from campaign, side, turn and step.
    """
    check_format(fmt)
    data = _sheet_values(clean(dict(sheet_data)))
    given = clean(dict(context or {}))
    if fmt == "json":
        return as_json({**data, **{key: given[key] for key in ("campaign", "standing") if key in given}})
    header = given.get("header") or {**given, **{key: data[key] for key in ("side", "turn", "step")}}
    values = settled(context) | {"sheet": data}
    values["standing"] = list(given.get("standing") or ())
    values["order_blocks"] = [order_block(header, data["orders"], values["standing"])]
    values["header"] = order_block(header, ["done"]).split("\n\n")[0]
    return _written("sheet", fmt, values, own, warnings, scenario)


_UNIT = {"id": "", "name": "", "size": "", "figures": "", "hex": "", "place": "", "steps": "", "move": "", "states": (),
         "marks": (), "may": ()}  # fmt: skip


def _sheet_values(data: Mapping[str, Any]) -> dict[str, Any]:
    groups = [{**group, "units": [{**_UNIT, **unit} for unit in group["units"]]} for group in data.get("groups", ())]
    coming = [{"id": "", "figures": "", "when": "", "due": False, **(one if isinstance(one, Mapping) else {"id": one})}
              for one in data.get("reinforcements", ())]  # fmt: skip
    return {"side": "", "turn": "", "step": "", **data, "groups": groups, "reinforcements": coming,
            "orders": list(data.get("orders", ())), "cautions": list(data.get("cautions", ()))}  # fmt: skip


def _written(
    name: str,
    fmt: str,
    values: Mapping[str, Any],
    own: Own,
    warnings: list[str] | None,
    scenario: Scenario | None = None,
) -> str:
    known = scenario or Scenario("", "", "", Map(Grid(Numbering(), ()), {}, {}), {}, {})

    def page(shelf: Shelf) -> str:
        return document(shelf, Wording(shelf, known, Telling(), values), name, Dress(shelf, fmt), known.game)

    return written(page, own, warnings)
