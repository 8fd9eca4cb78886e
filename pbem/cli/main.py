"""The entry point: finds the command, runs it, and says in plain words what went wrong.

Only the module of the command that was called is imported: `pbem check` must not pay for drawing a board.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from pbem import __version__
from pbem.cli import faults
from pbem.cli.files import close_stores
from pbem.cli.plain import read_plainly
from pbem.cli.printing import close_output, prepare_output, say
from pbem.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    import typer

# Every command with the module that holds it, in the order of `pbem --help`.
COMMANDS = {
    "demo": "demo",
    "scenarios": "scenarios",
    "new": "campaign",
    "status": "campaign",
    "address": "address",
    "players": "players",
    "remove": "remove",
    "sheet": "orders",
    "check": "orders",
    "submit": "orders",
    "answer": "answer",
    "notice": "notice",
    "adjudicate": "play",
    "report": "post",
    "outbox": "outbox",
    "leaf": "leaf",
    "page": "page",
    "mail": "mail",
    "forum": "forum",
    "notify": "notify",
    "board": "board",
    "history": "record",
    "verify": "record",
    "archive": "archive",
    "restore": "archive",
    "book": "book",
    "site": "site",
    "undo": "play",
    "amend": "play",
    "upgrade": "upgrade",
    "tell": "tell",
    "moves": "ask",
    "odds": "ask",
    "try": "trial",
    "rules": "rules",
    "case": "cases",
    "dice": "dice",
    "luck": "luck",
    "export-turn": "turns",
    "import-turn": "turns",
    "consent": "consent",
    "extend": "turns",
    "overdue": "turns",
    "dates": "dates",
    "chain": "chain",
    "keys": "keys",
    "store": "store",
    "completion": "completion",
}

# Commands that only look: nothing is left to be done when they have printed.
_LOOKING = ("check", "status", "moves", "odds", "sheet", "report", "board", "outbox", "leaf")
_SELDOM = 50_000  # objects between two looks for rubbish: most commands are over before any piles up


def main(argv: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    words = list(argv)
    prepare_output()
    try:
        return close_output(_dispatch(words))
    except KeyboardInterrupt:
        return faults.tell_interrupted()
    except Exception as error:  # what is not of the kinds that a user can cause is raised again
        return close_output(faults.tell(error, words))
    finally:
        close_stores()


def _dispatch(words: list[str]) -> int:
    first = words[0] if words else ""
    if os.environ.get("_PBEM_COMPLETE"):
        from pbem.cli.completion import prepare

        prepare()
        return _by_typer(words, list(COMMANDS))
    if first == "--version":
        say(f"pbem {__version__}")
        return faults.DONE
    if first and not first.startswith("-") and first not in COMMANDS:
        raise UsageError(_unknown(first))
    return _run(words, first) if first in COMMANDS else _by_typer(words, list(COMMANDS))


def _unknown(word: str) -> str:
    hint = did_you_mean(word, list(COMMANDS)) or f"there are {', '.join(COMMANDS)}"
    return f"there is no command `{word}`: {hint}"


def _run(words: list[str], name: str) -> int:
    """Run a command: by its plain words if they are plain, else by typer."""
    command = _command(name)
    values = read_plainly(command, words[1:]) if isinstance(command, FunctionType) else None
    return _by_typer(words, [name]) if values is None else _code(command(**values))


def _code(result: Any) -> int:
    return result if isinstance(result, int) else faults.DONE


def _command(name: str) -> Any:
    """The function of a command, or a group of commands."""
    from importlib import import_module

    called = "try_" if name == "try" else name.replace("-", "_")
    return getattr(import_module(f"pbem.cli.{COMMANDS[name]}"), called)


def _by_typer(words: list[str], names: Sequence[str]) -> int:
    from typer.main import get_command

    command: Any = get_command(app_of(names))
    code = command.main(args=words or ["--help"], prog_name="pbem", standalone_mode=False)
    if code == faults.INTERRUPTED:
        raise KeyboardInterrupt
    return _code(code)


def app_of(names: Sequence[str]) -> typer.Typer:
    """The application with these commands only."""
    import typer

    from pbem.cli.by_typer import for_typer, group_for_typer

    app = typer.Typer(name="pbem", add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.callback()(_house)
    for name in names:
        found = _command(name)
        if isinstance(found, typer.Typer):
            app.add_typer(group_for_typer(found), name=name)
        else:
            app.command(name)(for_typer(found))
    return app


def _house() -> None:
    """Board wargames by mail: orders as text, verdicts that cite the rule, dice that prove themselves.

    \b
    A campaign in short:
      pbem new isonzo --game gwe --player CP=Anna --player AL=Bruno
      pbem sheet --side CP            the order sheet, to be filled in
      pbem submit orders.txt          pbem check orders.txt looks first
      pbem adjudicate                 runs every step that can run
      pbem report                     the post for the forum or the mail

    \b
    The store is ./pbem.db; --db or PBEM_DB names another file or SQLAlchemy URL.
    Exit codes: 0 done, 1 orders or record are wrong, 2 wrong usage, 3 waiting.
    """


def run() -> None:
    """The console script."""
    gc.set_threshold(_SELDOM)
    code = main(sys.argv[1:])
    if sys.argv[1:2] and sys.argv[1] in _LOOKING:
        sys.stderr.flush()
        os._exit(code)  # all is said and closed; to take the interpreter down in order would cost a tenth of the time
    sys.exit(code)


if __name__ == "__main__":
    run()
