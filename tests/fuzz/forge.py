"""Forged posts by recombination: genuine blocks, records and fields put together anew, with check words that fit.

python -m tests.fuzz.forge [--posts N] [--seed S]

None may be bound, unless it shows only what the genuine threads show, in their order; none may crash; the verifier of
the house and the single file must agree on each.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.dice.judging import judge_post
from pbem.dice.proof import START, check_word
from pbem.dice.reading import read_proof
from pbem.dice.verifiers import verify_dice
from tests.dice.attacks.forging import genuine
from tests.dice.corpus import text_of
from tests.dice.mixed import steps, thread

Records = list[str]  # of one block, without its check words


class Roll(NamedTuple):
    """What makes a roll what it is."""

    game: str
    epoch: int
    label: str
    what: str
    result: str


def blocks_of(text: str) -> list[Records]:
    """The records of each block, the last line left out: it counts them."""
    found, _ = read_proof(text)
    return [
        [f"{START} {block.game} ; {block.mode}", *(r.text for r in block.records if r.kind != "end")] for block in found
    ]


def threads() -> list[list[Records]]:
    """Genuine threads, each a row of blocks."""
    texts = ["".join(map(text_of, thread(proof))) for proof in steps().values()]
    texts += [known + text for text, known in genuine().values()]
    return [found for text in texts if len(found := blocks_of(text)) > 1]


def written(records: Records) -> str:
    """A block with check words that fit."""
    check, lines = "", []
    for record in [*records, f"end {len(records) + 1}"]:
        check = check_word(check, record)
        lines.append(f"{record} !{check}")
    return "\n".join(lines) + "\n"


def forged(chance: random.Random, known: Sequence[list[Records]]) -> list[Records]:
    """A thread from parts of genuine ones: blocks, records or fields change places."""
    made = [list(block) for block in chance.choice(known)]
    for _ in range(chance.randint(1, 4)):
        other = [list(block) for block in chance.choice(known)]
        change = chance.choice((_drop, _move, _insert, _swap_record, _swap_field, _copy_record, _lose_record, _merge))
        made = change(chance, made, other) or made
    return made


def _drop(chance: random.Random, made: list[Records], _: list[Records]) -> list[Records]:
    at = chance.randrange(len(made))
    return made[:at] + made[at + 1 :]


def _move(chance: random.Random, made: list[Records], _: list[Records]) -> list[Records]:
    chance.shuffle(made)
    return made


def _insert(chance: random.Random, made: list[Records], other: list[Records]) -> list[Records]:
    made.insert(chance.randint(0, len(made)), chance.choice(other))
    return made


def _merge(chance: random.Random, made: list[Records], other: list[Records]) -> list[Records]:
    """Two blocks become one: what was shown first and last comes at once."""
    at = chance.randrange(len(made))
    rest = chance.choice([*made, *other])[1:]
    made[at] = [*made[at], *rest]
    return made


def _swap_record(chance: random.Random, made: list[Records], other: list[Records]) -> list[Records]:
    block, source = chance.choice(made), chance.choice(other)
    block[chance.randrange(len(block))] = chance.choice(source)
    return made


def _copy_record(chance: random.Random, made: list[Records], other: list[Records]) -> list[Records]:
    block = chance.choice(made)
    block.insert(chance.randint(1, len(block)), chance.choice(chance.choice(other)[1:] or other[0]))
    return made


def _lose_record(chance: random.Random, made: list[Records], _: list[Records]) -> list[Records]:
    block = chance.choice(made)
    if len(block) > 1:
        block.pop(chance.randrange(1, len(block)))
    return made


def _swap_field(chance: random.Random, made: list[Records], other: list[Records]) -> list[Records]:
    """One field of a record is taken from another record of its kind."""
    block = chance.choice(made)
    at = chance.randrange(len(block))
    kind, _, rest = block[at].partition(" ")
    alike = [r for b in [*made, *other] for r in b if r.startswith(f"{kind} ") and r != block[at]]
    if alike:
        fields, source = rest.split(" ; "), chance.choice(alike).partition(" ")[2].split(" ; ")
        place = chance.randrange(min(len(fields), len(source)))
        fields[place] = source[place]
        block[at] = f"{kind} " + " ; ".join(fields)
    return made


# -- judging ----------------------------------------------------------------------------------------------------


def genuine_rolls(known: Sequence[list[Records]]) -> set[Roll]:
    """The rolls that the genuine threads bind."""
    return {roll for one in known for roll in bound_rolls("".join(map(written, one)))}


def bound_rolls(text: str) -> set[Roll]:
    """The rolls of a text that are called bound, or bound but for a signature."""
    found = judge_post(text, bls=False).as_json()
    is_good = found["verdict"] in ("bound", "unchecked")
    return {
        Roll(r["game"], r["epoch"], r["label"], r["what"], r["result"])
        for r in found["rolls"]
        if is_good and r["status"] in ("bound", "unchecked")
    }


def complaints(text: str, honest: set[Roll]) -> Iterator[str]:
    """What is wrong with the verifiers, if they are taken in by a text or disagree on it."""
    lies = bound_rolls(text) - honest
    if lies:
        yield f"forged rolls are called bound: {sorted(lies)[:3]}"
    mine, alone = judge_post(text, bls=False).as_json(), verify_dice.judge(text)
    parts = ("verdict", "blocks", "rolls", "shown", "needs")
    if any(mine[part] != alone[part] for part in parts):
        yield "the two verifiers disagree"


def run(posts: int, seed: int) -> tuple[int, list[str]]:
    """Forge so many posts; how many of them were more than a genuine thread, and what went wrong."""
    chance, known = random.Random(seed), threads()
    honest, originals = genuine_rolls(known), {"".join(map(written, one)) for one in known}
    count, found = 0, []
    while count < posts:
        text = "".join(map(written, forged(chance, known)))
        if text in originals:
            continue
        count += 1
        found += [f"post {count} of seed {seed}: {what}\n{text}" for what in complaints(text, honest)]
    return count, found


def main() -> int:
    """The long run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    count, found = run(asked.posts, asked.seed)
    print("\n".join(found[:5]))
    print(f"{count} forged posts, {len(found)} complaints")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
