"""Shells complete commands and options; a real shell asks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem

ASKED = {
    "bash": """eval "$(pbem completion bash)"
               for line in "pbem boa" "pbem board --pa" "pbem dice "; do
                 read -ra COMP_WORDS <<< "$line"; [[ $line == *" " ]] && COMP_WORDS+=("")
                 COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pbem_completion pbem; echo "${COMPREPLY[@]}"
               done""",
    "zsh": """autoload -Uz compinit; compinit -u -d dump; eval "$(pbem completion zsh)"; print ${_comps[pbem]}
              _arguments() { print -r -- $* }
              for line in "pbem boa" "pbem board --pa" "pbem dice "; do
                words=(${(s: :)line}); [[ $line == *" " ]] && words+=(""); CURRENT=${#words}; _pbem_completion
              done""",
    "fish": """pbem completion fish | source
               for line in "pbem boa" "pbem board --pa" "pbem dice "; complete -C $line; end""",
}


def answer_of(shell: str, folder: Path) -> str:
    """What the shell has been told, in a process of its own in which `pbem` is this program."""
    program = folder / "pbem"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pbem.cli.main "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    root = str(Path(__file__).parents[2])
    about = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": root, "HOME": str(folder)}
    done = subprocess.run(
        [shell, "-c", ASKED[shell]], cwd=folder, env=about, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize(
    "shell",
    [pytest.param(shell, marks=pytest.mark.needs(shell)) for shell in ASKED],
)
def test_a_shell_completes_commands_options_and_their_groups(shell: str, tmp_path: Path) -> None:
    said = answer_of(shell, tmp_path)
    for word in ("board", "--palette", "roll", "verifier"):
        assert word in said
    assert "adjudicate" not in said


def test_a_shell_that_nobody_knows(pbem: Pbem) -> None:
    said = pbem("completion", "tcsh")
    assert said.code == 2
    assert "there is no completion for 'tcsh': write one of bash, zsh, fish" in said.err
