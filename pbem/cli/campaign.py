"""`pbem new` and `pbem status`: opening a campaign, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pbem.cli.data import lines_of
from pbem.cli.files import DEFAULT_DB, now, pairs, read_input, store_for_reading, store_for_writing
from pbem.cli.options import Argument, Db, Eyes, Json, Name, Option
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.secret_files import SEED_HELP, read_seed
from pbem.cli.waiting import next_step, owed_lines
from pbem.errors import UsageError
from pbem.kernel.naming import begun, does, the

if TYPE_CHECKING:
    from pbem.desk.opening import NewCampaign
    from pbem.desk.stores import Reads
    from pbem.desk.views.status import Status


def new(
    name: Annotated[str, Argument(help="The name of the campaign: letters, digits, - _ and .")],
    game: Annotated[str, Option(help="The game; `pbem scenarios` lists them.")] = "gwe",
    scenario: Annotated[str, Option(help="The scenario; without it the first of the game.")] = "",
    player: Annotated[list[str] | None, Option(help="SIDE=PLAYER, once for each side.")] = None,
    option: Annotated[list[str] | None, Option(help="NAME=VALUE, a campaign option.")] = None,
    seed: Annotated[str, Option(help=SEED_HELP)] = "",
    charts: Annotated[str, Option(help="A TOML file with your own charts, map or counters.")] = "",
    dice: Annotated[str, Option(help="How dice are made: seed, chain, beacon, or joined: chain+beacon.")] = "seed",
    me: Annotated[str, Option("--me", help="Your side, where two players exchange turn files.")] = "",
    days: Annotated[int | None, Option(help="Days that a side has for a step; 0 for no date.")] = None,
    beacon: Annotated[str, Option(help="The drand chain: quicknet or default.")] = "",
    early: Annotated[bool, Option("--early", help="A step sealed before its deadline takes an earlier round.")] = False,
    answer_hours: Annotated[int, Option("--answer-hours", help="Hours for an answer, if fewer than --days.")] = 0,
    refusal: Annotated[
        str, Option(help="After a missed deadline: wait, moderator, standing, substitute, forfeit or beacon.")
    ] = "",
    rewind: Annotated[str, Option(help="Who may take steps back: moderator, consent or never.")] = "",
    key: Annotated[list[str] | None, Option(help="SIDE=FILE, the public key of a side.")] = None,
    signed: Annotated[bool, Option("--signed", help="Refuse files that are not signed.")] = False,
    pace: Annotated[bool, Option("--pace", help="All agree that `status --pace` shows how quick each is.")] = False,
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Open a campaign: scenario, players, options, and the terms for dice, deadlines and taking steps back.

    \b
    Examples:
      pbem new isonzo --game gwe --player CP=Anna --player "AL=Bruno Rossi"
      pbem new tyrol --scenario tyrol --option heroic-leaders=on
      pbem new piave --dice chain --me CP        two players, no server
      pbem new grappa --dice beacon --days 7     nobody can know the dice
    """
    from pbem.desk.planning import Plan, agreed, key_texts, open_planned, plan

    terms = agreed(dice, beacon=beacon, early=early, days=days, refusal=refusal, rewind=rewind)
    files = pairs(key or (), "--key", "CP=anna.pub")
    keys = key_texts(game, {side: read_input(path).decode("utf-8", "replace") for side, path in files.items()})
    options = pairs(option or (), "--option", "sequence=long")
    players = pairs(player or (), "--player", "CP=Anna")
    made = plan(
        Plan(name, game, scenario, options, players, terms, charts, bool(seed), me, signed, keys, answer_hours, pace)
    )
    secret = read_seed(seed)
    opened = open_planned(store_for_writing(db, create=True), made, secret, now())
    if as_json:
        say_json(opened.as_json())
    else:
        say("\n".join(_opened_lines(opened)))


def _opened_lines(opened: NewCampaign) -> list[str]:
    lines = [wrapped(f"Campaign {opened.campaign} is open: {opened.title} ({opened.game} {opened.scenario})")]
    shared = {seat.partition(".")[0] for seat in opened.players if seat not in opened.sides}
    names = {side: name for side, name in opened.sides.items() if side not in shared}
    names |= {seat: opened.sides[seat.partition(".")[0]] for seat in opened.players if seat not in opened.sides}
    rows = [(f"{name} ({side})", opened.players.get(side, "nobody yet")) for side, name in names.items()]
    lines += columns(rows, "  ")
    lines += titled("Options", columns(list(opened.options.items()), "  "))
    lines += lines_of(opened.data)
    lines += _dice_lines(opened)
    lines += ["", wrapped(opened.hidden)] if opened.hidden else []
    following = "pbem export-turn invites the other player" if opened.me else "pbem status"
    lines += ["", f"Turn {opened.turn}, {opened.step}. Next: {following}"]
    return lines


def _dice_lines(opened: NewCampaign) -> list[str]:
    """How the dice are made, and what is to be published now."""
    terms = opened.dice
    ways = {
        "seed": "a committed seed",
        "chain": "links of both sides' chains",
        "beacon": f"rounds of the drand chain {terms.beacon}",
    }
    made = " and ".join(ways[part] for part in terms.mode.split("+"))
    lines = ["", wrapped(f"Dice: {made}.")]
    if opened.commitment:
        lines = titled(f"Dice: {made}. Publish this commitment with the first post:", [f"  {opened.commitment}"])
    if terms.has("chain") and not opened.me:
        lines += ["", wrapped("Each side publishes the anchor of its chain: `pbem chain make`, then a header with it.")]
    return lines


def status(
    campaign: Annotated[str, Argument(help="The campaign, if the store holds several.")] = "",
    name: Name = "",
    side: Eyes = "",
    pace: Annotated[bool, Option("--pace", help="How quick each player is, if the players agreed to it.")] = False,
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Show where the campaign is: turn, step, who owes what, and which questions are open.

    \b
    Examples:
      pbem status
      pbem status --pace
    """
    from pbem.desk.views.status import status as status_of

    store = store_for_reading(db)
    wanted = campaign or name
    known = store.campaigns()
    if not wanted and len(known) > 1:
        raise UsageError(f"the store holds several campaigns: name one of {', '.join(one.name for one in known)}")
    if pace:
        _show_pace(store, wanted, as_json)
        return
    found = status_of(store, wanted, side, now())
    if as_json:
        say_json(found.as_json())
    else:
        say("\n".join(status_lines(found, side)))


def _show_pace(store: Reads, campaign: str, as_json: bool) -> None:
    from pbem.desk.lines.pace import pace_lines
    from pbem.desk.views.pace import pace as pace_of

    found = pace_of(store, campaign)
    if as_json:
        say_json({"pace": [{**one._asdict(), "on_time": one.on_time} for one in found]})
        return
    say("\n".join(pace_lines([one.row for one in found])))


def status_lines(found: Status, asking: str, zone: str = "") -> list[str]:
    """Where a campaign stands, for the screen; or for a letter, by the clocks of a zone."""
    lines = [wrapped(f"{found.campaign}: {found.title} ({found.game} {found.scenario})")]
    lines.append(f"Turn {found.turn}: {found.step_title}")
    rows = []
    for side, name in found.senders.items():
        sent = ", ".join(f"{step} (entry {item.seq})" for step, item in found.pending.get(side, {}).items())
        standing = len(found.standing.get(side, ()))
        player = found.players.get(side, "nobody yet")
        filed = f"orders in: {sent or 'none'}; standing orders: {standing}"
        rows.append((f"{name} ({side})", player, "orders in: hidden" if side in found.unseen else filed))
    lines += ["", *columns(rows, "  ")]
    lines += titled(
        "Your secret lines, which nobody else sees before they are opened", [f"  {w}" for w in found.secrets]
    )
    back = [f"{begun(the(found.senders.get(who, who)))}: {why}" for who, why in found.unreachable.items()]
    lines += titled("Mail comes back", [wrapped(words, "    ", "  ") for words in back])
    lines += titled("Two histories", [wrapped(words, "    ", "  ") for words in found.parted])
    if found.retaken[0]:
        from pbem.desk.record.fallen import retaken_words

        lines += ["", wrapped(f"{retaken_words(*found.retaken)} The posts and `pbem history` say which and why.")]
    lines += lines_of(found.data)
    if found.other_rules and not found.is_over:
        return [*lines, "", wrapped(found.other_rules), "", "Next: pbem upgrade --dry-run"]
    if found.is_over:
        return [*lines, "", "The game is over. Next: pbem report, pbem verify"]
    if found.under_way:
        lines += ["", wrapped(f"{found.under_way}. `pbem report` shows what has happened so far.")]
    if found.named:
        named = found.named
        lines += ["", wrapped(f"Dice: round {named['round']} of {named['chain']}, due at {named['time']}.")]
    if found.pen:
        lines += ["", f"{begun(does(found.sides[found.pen], 'write'))} next."]
    lines += titled("Waiting", owed_lines(found.waiting, found.sides, found.overdue, zone))
    whose = next((one for one in found.sides if one.lower() == asking.strip().lower()), "")
    lines += ["", next_step(found.waiting, found.pen, whose) if found.waiting else "Next: pbem adjudicate"]
    return lines
