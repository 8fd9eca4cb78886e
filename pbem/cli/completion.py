"""`pbem completion`: what a shell needs to complete commands and options."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.options import Argument, Json
from pbem.cli.printing import say, say_json
from pbem.errors import UsageError

SHELLS = ("bash", "zsh", "fish")
ASKED = "_PBEM_COMPLETE"  # set by the shell when it wants to know how a line can go on


def completion(shell: Annotated[str, Argument(help="bash, zsh or fish.")], as_json: Json = False) -> None:
    """Print the script that completes commands and options in a shell.

    \b
    Examples:
      pbem completion bash >> ~/.bash_completion
      pbem completion zsh > ~/.zfunc/_pbem
      pbem completion fish > ~/.config/fish/completions/pbem.fish
    A new shell has it. For zsh the folder must be in `fpath` before `compinit`.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]  # its only door

    name = shell.strip().lower()
    if name not in SHELLS:
        raise UsageError(f"there is no completion for {shell!r}: write one of {', '.join(SHELLS)}")
    script = get_completion_script(prog_name="pbem", complete_var=ASKED, shell=name)
    if as_json:
        say_json({"shell": name, "script": script})
    else:
        say(script)


def prepare() -> None:
    """Let typer answer the shells, each in its own form."""
    from typer.completion import completion_init  # type: ignore[attr-defined]

    completion_init()
