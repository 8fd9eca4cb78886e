"""The quick look gives what the slow one gives, writes nothing, and does not pay for SQLAlchemy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.desk.checking import check
from pbem.desk.views.history import history
from pbem.desk.views.past import facts_of, position_at
from pbem.desk.views.status import status
from pbem.store import open_for_reading, open_store
from pbem.store.peek import Peek
from pbem.store.store import Store
from tests.desk.helpers import NAME, new_store, order_file, play_turn

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("peek") / "pbem.db"
    store = new_store(found)
    play_turn(store, 1)
    store.close()
    return found


def both(path: Path) -> tuple[Peek, Store]:
    quick = open_for_reading(str(path))
    assert isinstance(quick, Peek)
    return quick, open_store(str(path))


def test_both_ways_read_the_same(path: Path) -> None:
    quick, slow = both(path)
    assert quick.campaigns() == slow.campaigns()
    assert quick.glance("field-1") == slow.glance("field-1")
    assert quick.entries("field-1") == slow.entries("field-1")
    assert quick.entries("field-1", 5) == slow.entries("field-1", 5)
    for seq in range(40):
        assert quick.snapshot_at("field-1", seq) == slow.snapshot_at("field-1", seq)
    assert quick.glance("nobody") is None


def test_both_ways_answer_the_same(path: Path) -> None:
    quick, slow = both(path)
    file = order_file("RED", "bid 7\n", turn=2, step="bid")
    assert check(quick, NAME, file) == check(slow, NAME, file)
    assert status(quick).as_json() == status(slow).as_json()
    assert history(quick) == history(slow)
    assert facts_of(quick).as_json() == facts_of(slow).as_json()
    assert position_at(quick, NAME, "t1/red-move") == position_at(slow, NAME, "t1/red-move")


def test_it_sees_what_is_written_while_it_is_open(path: Path, tmp_path: Path) -> None:
    store = new_store(tmp_path / "live.db")
    quick = open_for_reading(str(tmp_path / "live.db"))
    play_turn(store, 1)
    assert quick.glance("field-1") == store.glance("field-1")


def test_it_cannot_write(path: Path) -> None:
    quick, _ = both(path)
    with pytest.raises(Exception, match="readonly"):
        quick._connection.execute("DELETE FROM snapshot")


def test_a_check_imports_no_database_layer(path: Path) -> None:
    file = order_file("RED", "bid 7", turn=2, step="bid")
    script = (
        "import sys\n"
        "from tests.desk import tiny; tiny.register()\n"
        "from pbem.store import open_for_reading\n"
        "from pbem.desk.checking import check\n"
        f"receipt = check(open_for_reading({str(path)!r}), 'Field-1', {file!r})\n"
        "heavy = ('sqlmodel', 'sqlalchemy', 'PIL', 'jinja2', 'typer')\n"
        "print(receipt.verdict, [name for name in heavy if name in sys.modules])\n"
    )
    found = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.stdout == "accepted []\n", found.stderr
