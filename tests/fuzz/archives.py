"""Damaged archives: bytes, manifests, records with all hashes made anew. `python -m tests.fuzz.archives`"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path

from pbem.desk.archive.files import MANIFEST
from pbem.desk.archive.parts import RECORD
from pbem.store.entry import Draft
from tests.desk.archives import (
    Files,
    about_in,
    drafts_in,
    entries_in,
    files_in,
    forged,
    played_store,
    rechained,
    written,
    zipped,
)
from tests.fuzz.damage import damaged, other
from tests.fuzz.tracebacks import Trial, call, run


def prepare(folder: Path) -> Trial:
    """The whole archive of a tiny campaign, verified and restored."""
    store = played_store(folder)
    source = written(store, folder / "whole", is_whole=True)
    store.close()
    files, about, path = files_in(source), about_in(source), folder / "bad.zip"

    def another_record(chance: random.Random) -> Files:
        drafts = drafts_in(files)
        at = chance.randrange(len(drafts))
        body = other(drafts[at].body, chance)
        drafts[at] = Draft(drafts[at].kind, body if isinstance(body, dict) else {"x": body})
        made = rechained(files, drafts)
        return forged(replace(about, head=entries_in(made)[-1].hash), made)

    def another_file(chance: random.Random) -> Files:
        name = chance.choice([RECORD, MANIFEST, *files])
        if name == MANIFEST and chance.random() < 0.7:
            return {**files, MANIFEST: json.dumps(other(json.loads(files[MANIFEST]), chance)).encode()}
        bad = {**files, name: damaged(files[name], chance)}
        return bad if name == MANIFEST or chance.random() < 0.3 else forged(about, bad)

    def trial(chance: random.Random) -> None:
        way = chance.random()
        data = zipped(another_record(chance) if way < 0.6 else another_file(chance) if way < 0.9 else files)
        path.write_bytes(damaged(data, chance) if way >= 0.9 else data)
        call("verify", str(path), "--quick")
        for old in folder.glob("other.db*"):
            old.unlink()
        call("restore", str(path), "--db", str(folder / "other.db"))

    return trial


if __name__ == "__main__":
    sys.exit(run(prepare, sys.argv[1:]))
