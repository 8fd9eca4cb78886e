"""Reading a drand round: the JSON as a relay serves it, or as somebody pasted it into a mail.

The object of a round is flat and holds numbers and hex digits only, so blanks, quote marks and line breaks inside it
can be taken off without changing it. Whether the round is genuine is not decided here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from pbem.dice.cleaning import post_text
from pbem.dice.drand import Chain, Round, time_of
from pbem.errors import BadRecord, Unreadable, UsageError
from pbem.values.patterns import pattern

LARGEST = 200_000  # characters; a round has 400
DEEPEST = 30  # braces inside braces
_MOST_SHOWN = 5
_OBJECT = pattern(r"\{[^{}]{0,4000}\}")  # with all that mail programs put into it
_NOISE = pattern(r"[\s>|\\\u00a0\u00ad\u200b-\u200f\u2060\ufeff]+")
_QUOTES = pattern("&quot;|&#34;|[\u201c-\u201f\u00ab\u00bb\u2033\uff02]")
_FORM = '{"round": 1000, "signature": "b446...", ...}'
_ADVICE = "copy the whole JSON from the relay, from { to }, into the mail or a file"


def read_round(text: str | bytes, chain: Chain, wanted: int = 0) -> Round:
    """The round in a text. `wanted` is the number that was named in advance; without it the text may hold one only."""
    _check_size(text)
    words = post_text(text) if isinstance(text, bytes) else text
    _check_depth(words)
    found = [read for match in _OBJECT.finditer(words) if (read := _fields(match[0]))]
    if not found:
        raise _refused("there is no drand round in the text", _shown(words) or "no text")
    chosen = _chosen(found, chain, wanted)
    rounds = list(dict.fromkeys(_round(fields, chain) for fields in chosen))
    if len(rounds) > 1:
        raise _refused(f"the text gives round {rounds[0].number} twice and differently", "two signatures")
    return rounds[0]


def round_from_json(values: Mapping[str, Any], chain: Chain) -> Round:
    """The round of a record, in the form of `Round.as_json`."""
    try:
        return _round({key: str(value) for key, value in values.items()}, chain)
    except Unreadable as error:
        raise BadRecord(f"the record of a drand round cannot be read: {error.problem.why}") from error


def _check_size(text: str | bytes) -> None:
    if len(text) > LARGEST:
        raise _refused("the text is too large for a drand round", f"{len(text):,} characters")


def _check_depth(text: str) -> None:
    depth = 0
    for brace in re.findall(r"[{}]", text):
        depth = depth + 1 if brace == "{" else max(depth - 1, 0)
        if depth > DEEPEST:
            raise _refused("the text is nested too deeply for a drand round", f"{depth} braces inside each other")


def _fields(text: str) -> dict[str, str]:
    """The fields of an object that says it is a round, all as text; nothing if it is another."""
    plain = _QUOTES.sub('"', _NOISE.sub("", text))
    try:
        pairs: list[tuple[str, Any]] = json.loads(plain, object_pairs_hook=list)
    except (ValueError, RecursionError):
        if "signature" in plain and "round" in plain:
            raise _refused("the JSON of the round is damaged", _shown(plain)) from None
        return {}
    fields = {key: str(value) for key, value in pairs if value is not None and not isinstance(value, list)}
    if "round" not in fields or "signature" not in fields:
        return {}
    if len({key for key, _ in pairs}) < len(pairs):
        raise _refused("the JSON of the round names a field twice", _shown(plain))
    return fields


def _chosen(found: list[dict[str, str]], chain: Chain, wanted: int) -> list[dict[str, str]]:
    """The objects of the round that is wanted; there may be copies of one round."""
    numbers = list(dict.fromkeys(_number(fields["round"], chain) for fields in found))
    listed = ", ".join(str(number) for number in numbers[:_MOST_SHOWN])
    listed += f" and {len(numbers) - _MOST_SHOWN} more" if len(numbers) > _MOST_SHOWN else ""
    if wanted and wanted not in numbers:
        raise Unreadable(
            "this is another round than the one that was named in advance",
            found=f"round {listed}",
            wanted=f"round {wanted} of {chain.name}",
            advice="only the named round decides; fetch that one",
        )
    if not wanted and len(numbers) > 1:
        raise Unreadable("the text holds several rounds", found=listed, wanted="one round", advice=_ADVICE)
    return [fields for fields in found if int(fields["round"]) == (wanted or numbers[0])]


def _round(fields: Mapping[str, str], chain: Chain) -> Round:
    number = _number(fields.get("round", ""), chain)
    _check_chain_hash(fields, chain)
    signature = _hex(fields.get("signature", ""), "signature", (chain.signature_bytes,), chain)
    previous = _previous(fields.get("previous_signature", ""), chain, number)
    randomness = hashlib.sha256(signature).digest()
    # The newer HTTP form leaves the randomness out: it follows from the signature.
    said = _hex(fields.get("randomness", "") or randomness.hex(), "randomness", (32,), chain)
    if said != randomness:
        raise Unreadable(
            f"the randomness of round {number} does not follow from its signature",
            found=f"randomness {said.hex()[:16]}...",
            wanted=f"SHA-256(signature) = {randomness.hex()[:16]}...",
            advice=f"one of the two was changed or mistyped; {_ADVICE}",
        )
    return Round(number, signature, said, previous)


def _number(text: str, chain: Chain) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise Unreadable("the number of the round is not a number", found=text[:40], wanted="a number", advice=_ADVICE)
    try:
        time_of(chain, int(text))
    except UsageError as error:
        raise Unreadable(str(error), found=f"round {text}", wanted="a round that can be", advice=_ADVICE) from None
    return int(text)


def _check_chain_hash(fields: Mapping[str, str], chain: Chain) -> None:
    said = (fields.get("chain_hash") or fields.get("chainHash") or chain.hash.hex()).lower()
    if said != chain.hash.hex():
        raise Unreadable(
            "the round is of another chain",
            found=f"chain hash {said[:16]}...",
            wanted=f"{chain.hash.hex()[:16]}... ({chain.name})",
            advice=f"fetch the round from the chain {chain.name}",
        )


def _previous(text: str, chain: Chain, number: int) -> bytes:
    """Of the round before: none on an unchained network; the group hash before the first round."""
    if not chain.is_chained:
        if text:
            raise _other_chain("previous_signature", f"`previous_signature` of {len(text)} digits", "none", chain)
        return b""
    value = _hex(text, "previous_signature", (len(chain.group_hash) if number == 1 else chain.signature_bytes,), chain)
    if number == 1 and value != chain.group_hash:
        raise Unreadable(
            "round 1 follows the group hash of its chain",
            found=value.hex()[:16],
            wanted=chain.group_hash.hex()[:16],
            advice=_ADVICE,
        )
    return value


def _hex(text: str, name: str, lengths: tuple[int, ...], chain: Chain) -> bytes:
    wanted = " or ".join(f"{2 * length} hex digits" for length in lengths)
    if not re.fullmatch(r"(?:[0-9a-fA-F]{2})*", text):
        bad = next((c for c in text if c not in "0123456789abcdefABCDEF"), "")
        found = f"the sign {bad!r}" if bad else f"{len(text)} digits"
        raise Unreadable(f"`{name}` is not written in hex digits", found=found, wanted=wanted, advice=_ADVICE)
    if len(text) // 2 not in lengths:
        raise _other_chain(name, f"{len(text)} digits" if text else f"no `{name}`", wanted, chain)
    return bytes.fromhex(text)


def _other_chain(name: str, found: str, wanted: str, chain: Chain) -> Unreadable:
    why = f"`{name}` is not as long as on the chain {chain.name}: it is cut off, or the round is of another chain"
    return Unreadable(why, found=found, wanted=wanted, advice=_ADVICE)


def _refused(why: str, found: str) -> Unreadable:
    return Unreadable(why, found=found, wanted=_FORM, advice=_ADVICE)


def _shown(text: str) -> str:
    words = " ".join(text[:400].split())
    plain = "".join(c if c.isprintable() else "?" for c in words)
    return plain if len(plain) <= 60 else plain[:60] + "..."
