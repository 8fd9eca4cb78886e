"""A leaf as a store: what every use case that only looks reads a campaign from, in the browser or here."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pbem import library
from pbem.desk.leaf.leaf import Leaf
from pbem.desk.record.campaign import campaign_id, sha256
from pbem.desk.record.hidden_lines import hidden_key
from pbem.errors import PbemError, UsageError
from pbem.kernel.facts import canonical
from pbem.store.entry import Draft, Entry, Glance, Head, Listed, Snapshot, chained


class LeafStore:
    """One campaign as one player may see it. There is nothing to write, and nothing of the record but its end."""

    def __init__(self, leaf: Leaf) -> None:
        self.leaf = leaf
        (self._first,) = chained(Head(0, ""), [Draft("opened", _whole(leaf))])
        self._state = canonical(leaf.state)

    @property
    def id(self) -> str:
        """The campaign, as stores name it."""
        return campaign_id(self.leaf.first["name"])

    def campaigns(self) -> list[Listed]:
        """The one."""
        return [Listed(self.id, self.leaf.first["name"], self.leaf.at)]

    def ledgers(self) -> list[Listed]:
        """None."""
        return []

    def glance(self, campaign: str) -> Glance | None:
        """The first entry, the head, and the state as the player may know it."""
        head = Head(self.leaf.seq, self.leaf.head)
        return Glance(self._first, head, Snapshot(head.seq, self._state)) if campaign == self.id else None

    def entries(self, campaign: str, after: int = 0, upto: int = 0) -> list[Entry]:
        """None: what others have sent is in them."""
        return []

    def entries_with(self, campaign: str, kind: str, words: str) -> list[Entry]:
        """None."""
        return []

    def hashes(self, campaign: str, wanted: Sequence[int]) -> dict[int, str]:
        """The hash of the head, if it is asked for."""
        return {self.leaf.seq: self.leaf.head} if self.leaf.seq in wanted else {}

    def snapshot_at(self, campaign: str, seq: int) -> Snapshot | None:
        """None but the newest."""
        return Snapshot(seq, self._state) if seq == self.leaf.seq else None

    def record(self, campaign: str) -> tuple[list[Entry], list[Snapshot]]:
        """Nothing that could be proven: whoever wants the proof asks for the archive."""
        return [], []

    def submission(self, sha256: str) -> bytes | None:
        """None."""
        return None

    def packed_submissions(self, hashes: Sequence[str]) -> dict[str, bytes]:
        """None."""
        return {}

    def secret(self, campaign: str, key: str) -> str:
        """None."""
        return ""

    def secrets(self, campaign: str) -> dict[str, str]:
        """None but the lines that he has kept secret himself."""
        return {hidden_key(token): json.dumps({"line": line}) for token, line in self.leaf.lines.items()}

    def addresses(self, campaign: str) -> dict[str, str]:
        """None."""
        return {}

    def unreachable(self, campaign: str) -> dict[str, str]:
        """Nobody."""
        return {}


def _whole(leaf: Leaf) -> dict[str, object]:
    """The first entry with the texts that the program ships; other ones than the campaign began with are refused."""
    first = dict(leaf.first)
    texts = dict(first["texts"])
    for file, digest in first["sha256"].items():
        texts[file] = texts[file] if file in texts else _shipped(leaf, file, digest)
    return {**first, "texts": texts}


def _shipped(leaf: Leaf, file: str, digest: str) -> str:
    game = leaf.first["game"]
    try:
        text = library.data_text(game, file)
    except PbemError:
        text = ""
    if sha256(text) != digest:
        raise UsageError(
            f"{leaf.first['name']} is played with another edition of {file} ({game}) than this program has: "
            f"the position was made by {leaf.program}; ask for a page of the same release"
        )
    return text
