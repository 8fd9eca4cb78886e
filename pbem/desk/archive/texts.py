"""The words of an archive: its README, its timeline, and how much of the campaign is in it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from pbem.desk.archive.manifest import FINISHED, FORMAT, WHOLE, About
from pbem.desk.record.campaign import Campaign
from pbem.desk.views.history import HistoryLine

WIDTH = 78

_FILES = """\
index.html        open it in a browser: boards step by step, reports, search, dice;
                  it needs no network
book.html, .md    the game as one text, with room for your commentary (work on a copy)
record.jsonl      the record: everything else here follows from it, but for the
                  files of the players
posts/            the report of each step as plain text, Markdown, BBCode, HTML
boards/           the board after each step
orders/           every file that a player sent, without mail addresses; beside it
                  who sent it, when, and what became of it
timeline.txt      the record in words, one line for each entry; .json for programs
charts/           losses, victory points and luck, turn by turn
verify_dice.html  checks the dice of a post in a browser; verify_dice.py does the
                  same with Python alone
manifest.json     every file with its size and SHA-256
"""

_CHECK = """\
pbem verify THIS-FOLDER-OR-ZIP     replays the whole record: every rule, every die,
                                   every hash, and compares all files with it
pbem restore THIS-FOLDER-OR-ZIP    makes a campaign of it again, with the same hashes
python3 verify_dice.py posts/NAME.txt    checks the dice of one post without pbem
"""

_TRUST = (
    "The hash of the last entry stands for the whole record. Compare it with the one that somebody you trust has kept: "
    "an archive by itself shows that it fits together, not that there is no other."
)
_SECRET = (
    "SECRET-DO-NOT-SHARE.json is among the files. It makes the dice of the campaign: whoever has it may know dice in "
    "advance. This archive is for going on elsewhere, not for publishing; keep it to yourself."
)


def ending(about: About, last: str) -> str:
    """How much of the campaign is in the archive, in a sentence or two."""
    if about.kind == FINISHED:
        return f"The game is over; it ended with {last}. All of it is here."
    if about.kind == WHOLE:
        return f"The game is in progress; {last} was the last step. Everything is here, also orders not played yet."
    return f"The game is in progress. This archive ends after {last}: what came later is not public yet."


def readme(about: About, campaign: Campaign, last: str, again: str = "") -> str:
    """README.txt."""
    title = f"{about.name}: {campaign.scenario.title}"
    over_time = campaign.players_over_time()
    players = [
        f"{name}: {over_time.get(side) or campaign.player(side) or 'no player named'}"
        for side, name in campaign.sides.items()
    ]
    parts = [
        f"{title}\n{'=' * min(len(title), WIDTH)}",
        _wrapped(
            f"The archive of a campaign of {campaign.game.title}, played by mail with pbem. {ending(about, last)}"
        ),
        "\n".join(players),
        "\n".join(map(_wrapped, campaign.data.lines())),
        *([_wrapped(again)] if again else []),
        *([_wrapped(_SECRET)] if about.kind == WHOLE else []),
        f"What is here\n------------\n\n{_FILES}".rstrip(),
        f"How to check it\n---------------\n\n{_CHECK}".rstrip(),
        _wrapped(_TRUST),
        f"head      {about.head}\nentries   {about.entries}\nsteps     {about.steps}",
        f"Format {FORMAT}, made by {about.made_by}.",
    ]
    return "\n\n".join(parts) + "\n"


def _wrapped(text: str) -> str:
    return fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def timeline(about: About, lines: Sequence[HistoryLine]) -> str:
    """timeline.txt: the record in words."""
    rows = [f"{line.seq:>5}  {line.at:<20}  {line.kind:<11}  {line.text}" for line in lines]
    return "\n".join([f"{about.name}: the record in words", "", *rows, "", f"head {about.head}"]) + "\n"
