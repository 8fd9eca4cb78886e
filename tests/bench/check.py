"""`pbem check` of a file with 100 orders, the whole process, against importing typer alone."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pbem.games.gwe import movement
from pbem.kernel.text.mail import header_of
from tests.bench.measure import Measurement, best_of, faster
from tests.bench.positions import fresh_board
from tests.fuzz.desk_player import open_store

MOST = 3  # times the import of typer
# Both as a user has them: with compiled files kept between runs.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def run() -> Iterator[Measurement]:
    """Both as whole processes; one that warms the files comes first."""
    with tempfile.TemporaryDirectory() as folder:
        open_store(Path(folder))
        file = Path(folder) / "orders.txt"
        file.write_text(hundred_orders(), encoding="utf-8")
        pbem = str(Path(sys.executable).with_name("pbem"))  # the command as it is installed
        command = [pbem, "check", str(file), "--db", str(Path(folder) / "pbem.db")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
        assert done.returncode == 0, done.stdout + done.stderr
        ours = best_of(
            lambda: subprocess.run(command, capture_output=True, check=True, env=ENVIRONMENT), 9, time.perf_counter
        )
        peer = best_of(
            lambda: subprocess.run([sys.executable, "-c", "import typer"], check=True, env=ENVIRONMENT),
            9,
            time.perf_counter,
        )
    yield faster("pbem check of 100 orders, whole process", ours, peer, 1 / MOST)


def hundred_orders() -> str:
    """A hundred legal orders: every unit of the Central Powers moves or holds, and standing orders fill the rest."""
    board = fresh_board()
    lines = []
    for unit in board.on_map():
        if board.unit(unit).side == "CP" and board.unit(unit).type not in ("leader", "monitor"):
            near = [hex_id for hex_id in movement.reachable(board, unit).cost if not board.units_at(hex_id)]
            lines.append(f"move {unit} to {near[-1]}" if near else f"hold {unit}")
    lines.append("standing:")
    hexes = [hex_id for hex_id in board.map.grid.hexes if board.map.base[hex_id] == "clear"]
    lines += [f"retreat {hex_id}: toward 1902" for hex_id in hexes[: 101 - len(lines)]]
    head = header_of({"campaign": "random", "side": "CP", "turn": "1", "step": "movement"})
    return head + "\n" + "\n".join(lines) + "\n"
