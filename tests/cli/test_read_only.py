"""Commands that only look work on a disk that nobody can write to, and leave no file behind anywhere else.

The tests may run as root, whom no mode stops: so the command runs without that right.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.desk.record.terms import agreed
from tests.cli.conftest import Pbem
from tests.desk.amends import amended, fought
from tests.desk.beacons import open_with
from tests.desk.helpers import NOW

DROP_FROM_BOUNDING_SET, PASS_OVER_MODES = 24, 1  # of prctl: PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
LOOKING = [
    "status", "history", "report", "report --step start", "sheet --side RED", "board --out {out}/b.png", "verify",
    "luck", "tell", "notice", "address", "book --out {out}/b.html", "archive --out {out}/a", "check {out}/orders.txt",
    "outbox --out {out}/mails", "moves R1", "report --format json", "board --out {out}/c.png --side RED",
    "report --for discord --out {out}/p.txt", "status --side RED", "history --side all",
]  # fmt: skip
# Imports once; each command that is named runs in a process of its own, which leaves what it says in files.
NURSERY = """import json, os, sys
from pbem.cli.main import main
from pbem.desk import adjudicating, undoing
from pbem.desk.archive import make
from tests.desk import tiny
tiny.register()
for line in sys.stdin:
    words, said, errors = json.loads(line)
    child = os.fork()
    if not child:
        for number, file in ((1, said), (2, errors)):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        code = main(words)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Done(NamedTuple):
    """How a command ended, what it said, and what it said of its errors."""

    code: int
    said: str
    errors: str


Looked = Callable[[Path, Path, str], Done]


@pytest.fixture
def disk(tiny_store: Path, tmp_path: Path) -> Path:
    """A store in a folder that is only to be read."""
    folder = tmp_path / "disk"
    folder.mkdir()
    shutil.copy(tiny_store, folder / "pbem.db")
    (folder / "pbem.db").chmod(0o400)
    folder.chmod(0o555)
    return folder


def _humble() -> None:
    """Root without the right to pass over modes: then they hold for him as for everybody."""
    ctypes.CDLL(None).prctl(DROP_FROM_BOUNDING_SET, PASS_OVER_MODES, 0, 0, 0)


@pytest.fixture(scope="module")
def looked() -> Iterator[Looked]:
    """A command, by a user whom modes stop."""
    env = {**os.environ, "PBEM_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"}
    before = _humble if os.geteuid() == 0 else None
    words, root = [sys.executable, "-c", NURSERY], Path(__file__).parents[2]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(words, preexec_fn=before, cwd=root, env=env, text=True, **pipes) as nursery:
        yield lambda folder, out, line: _done(nursery, folder, out, line)
        nursery.kill()


def _done(nursery: subprocess.Popen[str], folder: Path, out: Path, line: str) -> Done:
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    said, errors = out / "said.txt", out / "errors.txt"
    words = [*line.format(out=out).split(), "--db", str(folder / "pbem.db")]
    print(json.dumps((words, str(said), str(errors))), file=nursery.stdin, flush=True)
    code = int(nursery.stdout.readline())
    return Done(code, said.read_text(encoding="utf-8"), errors.read_text(encoding="utf-8"))


def files_of(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.iterdir()}


@pytest.mark.parametrize("words", LOOKING)
def test_looking_works_on_a_read_only_disk(disk: Path, looked: Looked, tmp_path: Path, words: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "orders.txt").write_text("campaign: Field-1\nside: RED\nturn: 2\nstep: bid\nbid 3\n")
    before = files_of(disk)
    done = looked(disk, out, words)
    assert done.code == 0, done.errors
    assert files_of(disk) == before


def test_what_is_proposed_can_be_looked_at_there(looked: Looked, tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    store = fought(open_with(folder / "pbem.db", agreed("seed", rewind="consent"), NOW))
    assert amended(store, "hit 0203\n").is_accepted
    store.close()
    (folder / "pbem.db").chmod(0o400)
    folder.chmod(0o555)
    before = files_of(folder)
    shown = looked(folder, tmp_path, "consent --show --side BLUE")
    assert (shown.code, "the proposed amendment" in shown.said) == (0, True), shown.errors
    newest = looked(folder, tmp_path, "upgrade --dry-run")
    assert "the newest here" in " ".join(newest.errors.split())  # it has read the store before it says so
    assert files_of(folder) == before


@pytest.mark.parametrize("words", ["undo --reason x", "adjudicate", "address RED rosa@example.org"])
def test_writing_there_is_refused_in_words(disk: Path, looked: Looked, tmp_path: Path, words: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    done = looked(disk, out, words)
    assert done.code == 2
    assert "cannot be used" in " ".join(done.errors.split())
    assert "Traceback" not in done.errors


def test_looking_leaves_no_file_beside_a_store(pbem: Pbem, tmp_path: Path) -> None:
    pbem("new", "isonzo")
    before = files_of(tmp_path)
    for words in ("status", "history", "verify", "notice", "report", "address"):
        assert pbem(words).code in (0, 3)
    assert files_of(tmp_path) == before
