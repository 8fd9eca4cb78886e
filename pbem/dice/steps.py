"""The proof block of a played step of a campaign, for the foot of its report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.dice.proof import Proof, ProvenRoll, write_proof
from pbem.dice.seal import MODERATOR


def step_proof(
    campaign: str,
    commitment: str,
    secrets: Mapping[int | str, str],
    inputs: Mapping[int | str, str],
    rolls: Iterable[Mapping[str, Any]],
    mode: str = "seed",
) -> list[str]:
    """Lines of at most 64 characters. Hashes and secrets are hex, by epoch; a roll has label, faces, sides and epoch.

    `campaign` is the id under which its dice are derived (the name in small letters). Digests of epochs that are not
    revealed may be among the inputs; they are left out.
    """
    revealed = {int(epoch): bytes.fromhex(value) for epoch, value in secrets.items()}
    listed = [
        ProvenRoll(number, roll["epoch"], roll["label"], f"{len(roll['faces'])}d{roll['sides']}", _faces(roll["faces"]))
        for number, roll in enumerate(rolls, 1)
    ]
    proof = Proof(
        campaign,
        mode,
        {MODERATOR: bytes.fromhex(commitment)},
        inputs={int(epoch): bytes.fromhex(value) for epoch, value in inputs.items() if int(epoch) in revealed},
        secrets={(epoch, MODERATOR): value for epoch, value in revealed.items()},
        rolls=listed,
    )
    return write_proof(proof)


def _faces(faces: Iterable[int]) -> str:
    return " ".join(str(face) for face in faces)
