"""`pbem new` and `pbem status`: opening a campaign, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.files import DEFAULT_DB, now, pairs, store_for_reading, store_for_writing
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.waiting import next_step, owed_lines
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.looking import Status
    from pbem.desk.opening import Opened


def new(
    name: Annotated[str, typer.Argument(help="The name of the campaign: letters, digits, - _ and .")],
    game: Annotated[str, typer.Option(help="The game; `pbem scenarios` lists them.")] = "gwe",
    scenario: Annotated[str, typer.Option(help="The scenario; without it the first of the game.")] = "",
    player: Annotated[list[str] | None, typer.Option(help="SIDE=PLAYER, once for each side.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, a campaign option.")] = None,
    seed: Annotated[str, typer.Option(help="The secret of the dice: 64 hex digits or a sentence; else random.")] = "",
    charts: Annotated[str, typer.Option(help="A TOML file with your own charts, map or counters.")] = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Open a campaign: scenario, players, options, and the commitment to the dice.

    \b
    Examples:
      pbem new isonzo --game gwe --player CP=Anna --player "AL=Bruno Rossi"
      pbem new tyrol --scenario tyrol --option heroic-leaders=on
    """
    from pbem import library
    from pbem.desk.opening import open_campaign
    from pbem.dice.seal import secret_from_text

    scenario = scenario or _first_scenario(library.game(game).name)
    options = pairs(option or (), "--option", "heroic-leaders=on")
    players = pairs(player or (), "--player", "CP=Anna")
    secret = secret_from_text(seed) if seed else None
    _refuse_early(name, game, scenario, options, players, charts)
    store = store_for_writing(db, create=True)
    opened = open_campaign(
        store, name, game, scenario, options=options, players=players, secret=secret, charts=charts, now=now()
    )  # fmt: skip
    if as_json:
        say_json(opened.as_json())
    else:
        say("\n".join(_opened_lines(opened)))


def _first_scenario(game: str) -> str:
    from pbem import library

    return next(iter(library.scenarios(game)), "")


def _refuse_early(
    name: str, game: str, scenario: str, options: dict[str, str], players: dict[str, str], charts: str
) -> None:
    """What cannot be opened is refused before a store is made for it."""
    from pbem import library
    from pbem.desk.naming import check_name, players_by_side

    check_name(name)
    card = library.game(game)
    players_by_side(card.sides, players)
    texts, _ = library.texts_for(card, scenario, charts)
    card.load(texts, scenario, options)


def _opened_lines(opened: Opened) -> list[str]:
    lines = [wrapped(f"Campaign {opened.campaign} is open: {opened.title} ({opened.game} {opened.scenario})")]
    rows = [(f"{name} ({side})", opened.players.get(side, "nobody yet")) for side, name in opened.sides.items()]
    lines += columns(rows, "  ")
    lines += titled("Options", columns(list(opened.options.items()), "  "))
    lines += titled("Your own data", [wrapped(change, "    ", "  ") for change in opened.changes])
    lines += titled("Dice: a committed seed. Publish this commitment with the first post:", [f"  {opened.commitment}"])
    lines += ["", f"Turn {opened.turn}, {opened.step}. Next: pbem status"]
    return lines


def status(
    campaign: Annotated[str, typer.Argument(help="The campaign, if the store holds several.")] = "",
    name: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say where the campaign stands: turn, step, who owes what, which questions wait for an answer.

    \b
    Example:
      pbem status
    """
    from pbem.desk.looking import status as status_of

    store = store_for_reading(db)
    wanted = campaign or name
    known = store.campaigns()
    if not wanted and len(known) > 1:
        raise UsageError(f"the store holds several campaigns: name one of {', '.join(one.name for one in known)}")
    found = status_of(store, wanted)
    if as_json:
        say_json(found.as_json())
    else:
        say("\n".join(_status_lines(found)))


def _status_lines(found: Status) -> list[str]:
    lines = [wrapped(f"{found.campaign}: {found.title} ({found.game} {found.scenario})")]
    lines.append(f"Turn {found.turn}: {found.step_title}")
    rows = []
    for side, name in found.sides.items():
        sent = ", ".join(f"{step} (entry {item.seq})" for step, item in found.pending.get(side, {}).items())
        standing = len(found.standing.get(side, ()))
        player = found.players.get(side, "nobody yet")
        rows.append((f"{name} ({side})", player, f"orders in: {sent or 'none'}; standing orders: {standing}"))
    lines += ["", *columns(rows, "  ")]
    if found.is_over:
        return [*lines, "", "The game is over. Next: pbem report, pbem verify"]
    lines += titled("Waiting", owed_lines(found.waiting, found.sides))
    lines += ["", next_step(found.waiting) if found.waiting else "Next: pbem adjudicate"]
    return lines
