"""The same orders in the mails of many programs: each is read as what its sender wrote, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.letters.desk import Desk, open_desk
from tests.mail.make import COUNTS, MAKERS
from tests.mail.texts import MADE, OLD, ORDERS

FILES = sorted(COUNTS.iterdir())


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return open_desk(tmp_path_factory.mktemp("letters"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_mail_says_what_its_sender_wrote(desk: Desk, path: Path) -> None:
    assert desk.orders(path.read_bytes()) == desk.orders(ORDERS)


def test_the_mails_are_those_that_the_makers_make() -> None:
    assert MAKERS
    made = {name if "." in name else f"{name}.eml": make() for name, make in MADE.items()}
    assert {path.name: path.read_bytes() for path in FILES} == made


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_mail_that_was_cut_is_never_half_an_order(desk: Desk, path: Path) -> None:
    """Cut anywhere, a mail says all that stands in a block, or is refused."""
    whole, wanted = path.read_bytes(), (desk.orders(ORDERS), desk.orders(OLD))
    for part in range(1, 12):
        judged = desk.read(whole[: len(whole) * part // 12])
        assert judged.problems or judged.canonical in wanted, judged.canonical
