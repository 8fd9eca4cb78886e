"""The proof block of a played step of a campaign, for the foot of its report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.dice.beacons import BeaconRound
from pbem.dice.drand import Chain, Round
from pbem.dice.proof import Proof, ProvenRoll, write_proof
from pbem.dice.seal import link_name

Rolls = Iterable[Mapping[str, Any]]  # each with label, faces, sides and epoch


def mixed_proof(
    campaign: str,
    mode: str,
    anchors: Mapping[str, str],
    rolls: Rolls = (),
    *,
    inputs: Mapping[int, str] | None = None,
    links: Mapping[int, Mapping[str, str]] | None = None,
    beacons: Mapping[int, tuple[Chain, Round]] | None = None,
    named: Mapping[int, tuple[Chain, int]] | None = None,
    absent: Iterable[tuple[int, str]] = (),
    seals: Mapping[int, str] | None = None,
    salts: Mapping[int, str] | None = None,
) -> list[str]:
    """Lines of at most 64 characters. Hashes are hex: anchors by party, inputs by epoch, links by epoch and party.

    `campaign` is the id under which its dice are derived (the name in small letters). Digests of epochs of which
    nothing is revealed may be among the inputs and salts; they are left out. `named` are rounds that this post
    announces, `seals` the sealed orders of epochs whose dice are still to fall.
    """
    revealed, drawn = links or {}, beacons or {}
    shown = {*revealed, *drawn}
    proof = Proof(
        campaign,
        mode,
        {party: bytes.fromhex(anchor) for party, anchor in anchors.items()},
        inputs={epoch: bytes.fromhex(value) for epoch, value in (inputs or {}).items() if epoch in shown},
        secrets={(e, link_name(p)): bytes.fromhex(v) for e, parts in revealed.items() for p, v in parts.items()},
        rolls=[_roll(number, roll) for number, roll in enumerate(rolls, 1)],
        named=named or {},
        beacons={epoch: BeaconRound(*found) for epoch, found in drawn.items()},
        absent=list(absent),
        seals={epoch: bytes.fromhex(value) for epoch, value in (seals or {}).items()},
        salts={epoch: bytes.fromhex(value) for epoch, value in (salts or {}).items() if epoch in shown},
    )
    return write_proof(proof)


def _roll(number: int, roll: Mapping[str, Any]) -> ProvenRoll:
    faces = roll["faces"]
    what, result = f"{len(faces)}d{roll['sides']}", " ".join(str(face) for face in faces)
    return ProvenRoll(number, roll["epoch"], roll["label"], what, result)
