"""Two stores with secrets in them: a game of words face down, played to where a test wants it."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path

from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.opening import open_campaign
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.views.status import status
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import faces
from tests.desk.helpers import NAME, NOW, PLAYERS
from tests.desk.two_stores import BLUE_SECRET, RED_SECRET, Keys, give, mail, run

Two = tuple[Store, Store]


def pair(folder: Path, keys: Keys | None = None) -> Two:
    """Red has opened the campaign, Blue has joined and has the pen. With keys, all must sign."""
    faces.register()
    anna, bruno = keys or (None, None)
    red, blue = (open_store(str(folder / f"{side}.db"), create=True) for side in ("red", "blue"))
    open_campaign(
        red, NAME, "faces", "table", players=PLAYERS, secret=RED_SECRET, now=NOW, dice=agreed("chain"), me="RED",
        signed=bool(keys), keys={"RED": anna.public} if anna else None,
    )  # fmt: skip
    invitation = export_turn(red, NAME, NOW, anna.sign if anna else None).text.encode()
    import_turn(blue, invitation, NOW, me="BLUE", secret=BLUE_SECRET, key=bruno.public if bruno else "")
    return red, blue


def planned(folder: Path) -> Two:
    """Both have laid two words; Red is to act and has the pen."""
    red, blue = pair(folder)
    give(blue, "BLUE", "lay heron\nlay otter\n", step="plan")
    mail(blue, red)
    give(red, "RED", "lay badger\nlay weasel\n", step="plan")
    mail(red, blue)
    run(blue)
    mail(blue, red)
    run(red)
    return red, blue


def to_the_end(red: Store, blue: Store, use: str = "use weasel\n", ask: str = "ask badger\n") -> None:
    """Red uses a word, Blue asks for one of Red's; at the end both open what is left."""
    give(red, "RED", use, step="red")
    give_and_take = [(red, blue), (blue, red)]
    for sender, to in give_and_take * 5:
        run(sender)
        state = load(sender, NAME)[1]
        if sender is blue and state.position.step == "blue" and state.open is None:
            give(blue, "BLUE", ask, step="blue")
            run(sender)
        if status(sender, NAME).is_over and not status(sender, NAME).waiting:
            if sender is blue:
                mail(sender, to)
            return
        mail(sender, to)
    raise AssertionError("the game has no end")


def unpacked(text: str) -> bytes:
    """Whatever is packed in a turn file, and what is packed or encoded in that."""
    rows = re.findall(r"^([A-Za-z0-9+/]{1,64}) [0-9a-f]{4}$", text, re.MULTILINE)
    letters = "".join(rows)
    data = zlib.decompress(base64.b64decode(letters + "=" * (-len(letters) % 4)))
    files = [base64.b64decode(file) for file in json.loads(data)["files"]]
    return b"\n".join([text.encode(), data, *files])
