"""`forum.toml`, beside the store: the thread of each campaign, and where the token for it comes from."""

from __future__ import annotations

import os

from pbem.errors import UsageError
from pbem.library.texts import read_text, read_toml
from pbem.post.forum.kinds import BY_HAND, KINDS
from pbem.post.secrets import Whence
from pbem.post.table import Table
from pbem.post.toml_tables import add_table, remove_table
from pbem.post.web import checked_url
from pbem.values import NamedTuple

FILE = "forum.toml"
TOKEN = "PBEM_FORUM_TOKEN"
PRESS = ("off", "take")  # what becomes of replies without a block


class Forum(NamedTuple):
    """The thread of a campaign."""

    campaign: str
    kind: str
    url: str = ""
    topic: int = 0
    user: str = ""  # Discourse: whose the token is
    token_command: str = ""
    token_file: str = ""
    press: str = "off"
    folder: str = ""  # where the parts are written that somebody pastes by hand

    @property
    def is_by_hand(self) -> bool:
        """Whether somebody pastes and saves pages by hand."""
        return self.kind in BY_HAND

    def token(self) -> str:
        """What shows the forum who posts."""
        found = Whence("token", self.token_command, self.token_file, TOKEN).read()
        if not found:
            raise UsageError(
                f"no token for {self.url}: name a token_command or a token_file in {FILE}, or set {TOKEN}. "
                "docs/forums.md says how a forum makes one"
            )
        return found

    def __repr__(self) -> str:
        return f"<the thread of {self.campaign} at {self.url or self.kind}>"


def forum_file(db: str) -> str:
    """Where the settings lie."""
    return os.path.join("" if "://" in db else os.path.dirname(db), FILE)


def read_forums(path: str) -> dict[str, Forum]:
    """Every thread that the file names, by campaign."""
    if not os.path.exists(path):
        return {}
    top = Table(read_toml(read_text(path), path), path, "")
    return {name: _forum(name, top.table(name), path) for name in list(top.values)}


def _forum(name: str, table: Table, path: str) -> Forum:
    found = Forum(
        name,
        table.one_of("kind", tuple(KINDS), ""),
        table.text("url"),
        table.number("topic", 0),
        table.text("user"),
        table.text("token_command"),
        table.text("token_file"),
        table.one_of("press", PRESS, "off"),
        table.text("folder"),
    )
    table.end()
    folder = os.path.join(os.path.dirname(os.path.abspath(path)), os.path.expanduser(found.folder or f"{name}-posts"))
    return check(found)._replace(folder=folder)


def check(forum: Forum) -> Forum:
    """Refuse a thread that could not be found."""
    if forum.kind not in KINDS:
        raise UsageError(f"found {forum.kind!r}, wanted one of {', '.join(KINDS)}")
    if forum.is_by_hand:
        return forum._replace(url=checked_url(forum.url) if forum.url else "")
    if not forum.url or forum.topic <= 0:
        raise UsageError(f"{forum.kind} needs the address of the forum and --topic, the number of the thread in its "
                         "address: https://forum.example.org/topic/1234/... is --topic 1234")  # fmt: skip
    if forum.kind == "discourse" and not forum.user:
        raise UsageError("Discourse wants to know whose the key is: add --user NAME, the account that posts")
    return forum._replace(url=checked_url(forum.url, "the forum's address"))


def add_forum(path: str, forum: Forum) -> None:
    """Write a thread into the file; one of the same campaign is replaced."""
    checked = check(forum)
    values = {key: value for key, value in checked._asdict().items() if value and key != "campaign"}
    remove_table(path, checked.campaign)
    add_table(path, checked.campaign, values, "The threads of campaigns. No token stands here: a command prints it.")


def forum_of(path: str, campaign: str) -> Forum:
    """The thread of a campaign."""
    found = read_forums(path).get(campaign)
    if found is None:
        raise UsageError(
            f"{campaign} has no thread yet: pbem forum add {campaign} nodebb https://forum.example.org --topic 1234"
        )
    return found
