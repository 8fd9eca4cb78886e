"""Verify dice posts of pbem: python verify_dice.py POST.txt [--known WHAT] [--json]   (- reads standard input)

One file, Python 3.8 or newer, standard library only, no network. Copy the post as it stands: BBCode, Markdown, HTML or
plain, quoted or re-wrapped; a whole thread in the order of its posts is best. WHAT is something that you have kept from
before: a commitment, or a file with an earlier post, a receipt, a thread; --known may be given several times.

consistent: the dice follow from what the text says. bound: commitment, sealed orders (or the purpose) and round were
published before the secret; only this is proven. Exit code: 0 bound, 1 wrong or no proof, 3 not bound, not all is
revealed, or there is a beacon round, whose signature this file cannot check (`pbem verify` can).
docs/dice.md of pbem tells how dice are derived.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import os
import re
import sys
import time
import unicodedata

LARGEST = 4_000_000
START = "pbem-proof/1"
LINES = "br|p|div|li|ul|ol|pre|code|c|blockquote|quote|q|spoiler|o|list|table|tr|td|th|hr|h|details|summary|body|[*]"
NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "semi": ";", "excl": "!",
         "percnt": "%", "sol": "/", "period": ".", "comma": ",", "plus": "+", "hyphen": "-", "dash": "-", "lpar": "(",
         "rpar": ")", "shy": "", "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "", "zwj": ""}  # fmt: skip
SIGNS = {"-": "2010-2015 2212-2212 fe58-fe58 fe63-fe63 ff0d-ff0d", "": "ad-ad 200b-200f 202a-202e 2060-2060 "
         "2066-2069 feff-feff 2a-2a 5c-5c 5f-60 7e-7e", " ": "a0-a0 1680-1680 2000-200a 202f-202f 205f-205f "
         "3000-3000 3a-3a 3c-3c 3e-3e 7c-7c"}  # fmt: skip
TYPE = {c: sign for sign, spans in SIGNS.items() for span in spans.split()
        for c in range(int(span.split("-")[0], 16), int(span.split("-")[1], 16) + 1)}  # fmt: skip
NUMBER, TEXT, HEX = r"(0|[1-9][0-9]{0,5})", r"(.{1,900})", r"([0-9a-fA-F ]{2,330})"
ROUND = [NUMBER, r"(.{1,30})", r"([1-9][0-9]{0,10})", r"([0-9]{8}T[0-9]{6}Z)"]
SHAPES = {START: [TEXT, r"(.{1,200})"], "anchor": [TEXT, HEX], "commit": [NUMBER, TEXT, HEX], "inputs": [NUMBER, HEX],
          "seal": [NUMBER, HEX], "salt": [NUMBER, HEX],
          "secret": [NUMBER, TEXT, HEX], "state": [NUMBER, HEX], "end": [NUMBER], "absent": [NUMBER, TEXT],
          "named": ROUND, "beacon": [*ROUND, r"(-|[0-9a-fA-F ]{2,330})", HEX, HEX],
          "roll": [NUMBER, "epoch " + NUMBER, r"(.{1,9000})", r"(.{1,40000})", r"(.{1,40000})"]}  # fmt: skip
IN_HEX = {"secret": (1, 0), "beacon": (3, 0), "anchor": (1, 64), "commit": (1, 64), "inputs": (1, 64), "state": (1, 64),
          "seal": (1, 64), "salt": (1, 64)}  # fmt: skip
PARTS = ("anchor", "commit", "seal", "inputs", "salt", "secret", "named", "beacon", "absent", "states", "rolls",
         "texts", "closed", "status", "first", "names", "revealed", "fixed", "needs", "shown", "loose",
         "sealed")  # fmt: skip
NEVER = 1 << 60
# The letter or digit that is meant, and what looks like it when case and accents are off.
ALIKE = (
    "a:аɑαᴀꓮᎪⲁ b:вβƅʙᏴꓐⲃЬь c:сϲᴄᏟꓚⲥ d:ԁᴅᎠꓓđɗ e:еεєᴇᎬꓰⲉҽә f:ꜰꓝғſ g:ɡɢԍᏀꓖց h:нһʜΗᎻꓧⲏհħ i:іιıɩɪӏᎥⲓǀꓲ j:јϳᴊᎫꓙյ k:кκᴋᏦꓗⲕ "
    "l:ʟᏞꓡłլ m:мᴍᎷꓟⲙΜ n:ηոɴꓠⲛΝпռ o:оοσօᴏꓳⲟøөθ p:рρᴘᏢꓑⲣ q:ԛզ r:гʀᏒꓣᴦ s:ѕꜱᏚꓢՏ t:тτᴛᎢꓔⲧŧ u:υսᴜꓴʋմ v:νѵᴠᏙꓦ w:ԝωᴡᎳꓪɯѡш "
    "x:хχꓫⲭ y:уγʏᎩꓬⲩүΥ z:ζᴢᏃꓜⲍΖ 3:зʒȝɜӡ 4:ч 6:б 8:ȣ ss:ß ae:æӕ oe:œ rn:m vv:w"
)
LOOKS = {}  # type: dict[str, str]
for row in ALIKE.split():
    for sign in row.split(":")[1]:
        LOOKS.setdefault(sign, row.split(":")[0])
LOOKS = {**{sign.lower(): LOOKS[sign] for sign in LOOKS}, **LOOKS}
MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
# The networks of drand: chain hash, genesis, period, length of a signature. The group hash stands before round 1.
CHAINS = {
    "quicknet": ("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", 1692803367, 3, 48),
    "default": ("8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce", 1595431050, 30, 96),
}
GROUP = "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"


def lp(value: bytes | str) -> bytes:
    data = value if isinstance(value, bytes) else unicodedata.normalize("NFC", value).encode()
    return len(data).to_bytes(4, "big") + data


def hashed(tag: str, *parts: bytes) -> bytes:
    return hashlib.sha256(b"pbem-dice/1/" + tag.encode() + b"\0" + b"".join(parts)).digest()


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def looked(text: str) -> str:
    return "".join(LOOKS.get(c) or (str(unicodedata.decimal(c)) if c.isdecimal() else c) for c in text)


def folds(text: str) -> list[str]:
    """Two texts have the same purpose if they agree in one of these: case, accents, signs and lookalikes are off."""
    plain, found = re.sub(MARKS, "", unicodedata.normalize("NFKD", text)), []
    for small in (plain.lower(), looked(plain).lower()):
        runs = [looked(looked(run)) for run in "".join(c if c.isalnum() else " " for c in small).split()]
        digits = {111: "0", 105: "1", 108: "1"}  # beside digits an o is a zero, an i or l a one
        found.append("".join(run.translate(digits) if re.search("[0-9]", run) else run for run in runs))
    return found


def faces(seed: bytes, label: str, number: int, sides: int) -> list[int]:
    found: list[int] = []
    block = 0
    while len(found) < number:
        message = b"pbem-dice/1/roll\0" + lp(label) + lp(f"{number}d{sides}") + u32(block)
        found += [b % sides + 1 for b in hmac.new(seed, message, "sha256").digest() if b < 256 - 256 % sides]
        block += 1
    return found[:number]


def cast(seed: bytes, label: str, what: str, number: int, sides: int, items: list[str]) -> str:
    if sides:
        return " ".join(map(str, faces(seed, label, number, sides)))
    left, taken = list(items), []
    for turn in range(1, number + 1):
        taken.append(left.pop(faces(seed, f"{label}\n{what}\n{turn}", 1, len(left))[0] - 1))
    return ", ".join(taken)


def spec(what: str) -> tuple[int, int, list[str]] | None:
    dice = re.fullmatch(r"([1-9][0-9]{0,3})d([1-9][0-9]{0,2})(?:[+-][1-9][0-9]{0,3})?", what)
    if dice:
        number, sides = int(dice.group(1)), int(dice.group(2))
        return (number, sides, []) if number <= 1000 and sides <= 256 else None
    draw = re.fullmatch(r"draw ([1-9][0-9]{0,2}) from (.+)", what)
    if not draw and not what.startswith("shuffle "):
        return None
    items = (draw.group(2) if draw else what[8:]).split(", ")
    number = int(draw.group(1)) if draw else len(items)
    is_listed = len(items) <= 256 and number <= len(items) and items == sorted(items)
    return (number, 0, items) if is_listed and all(items) and "," not in "".join(items) else None


def bare(text: str) -> str:
    def gap(tag: re.Match[str]) -> str:
        return "\n" if re.fullmatch(LINES, (tag.group(1) or "").lower()) else ""

    def letter(entity: re.Match[str]) -> str:
        if entity.group(3):
            return NAMED.get(entity.group(3), entity.group(0))
        code = int(entity.group(1)) if entity.group(1) else int(entity.group(2), 16)
        return chr(code) if 9 <= code < 0xD800 or 0xE000 <= code < 0x110000 else ""

    text = re.sub("\r\n|[\r\f\v\x1c\x1d\x1e\x85\u2028\u2029]", "\n", text)
    text = re.sub(r"<(?:!|/?([A-Za-z]{1,12}))[^<>]{0,2000}>", gap, text)
    text = re.sub(r"\[/?([A-Za-z]{1,12}|\*)(?:[= ][^\[\]\n]{0,200})?\]", gap, text)
    for _ in range(2):
        text = re.sub(r"&(?:#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,8}));", letter, text)
    text = re.sub(r"(?m)^[ \t]{0,20}(?:[A-Za-z0-9.]{1,15}>[ \t]?)+", "", text).translate(TYPE)
    text = re.sub(r"[ \t\n]+", lambda blanks: "\n" if "\n" in blanks.group(0) else " ", text)
    return composed(text)


def is_monster(word: str) -> bool:
    """Sorting thousands of accents on one letter takes for ever."""
    return len(word) > 500 and not word.isascii()


def composed(text: str) -> str:
    def one(word: re.Match[str]) -> str:
        return word.group(0) if is_monster(word.group(0)) else unicodedata.normalize("NFC", word.group(0))

    return text if text.isascii() else re.sub(r"[^ \n]+", one, text)


def decoded(text: str) -> str | None:
    parts = re.split(r"%([0-9A-Fa-f]{2})", text)
    if any("%" in part for part in parts[::2]):
        return None
    data = b"".join(bytes([int(p, 16)]) if n % 2 else p.encode("utf-8", "replace") for n, p in enumerate(parts))
    try:
        found = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    is_strange = re.search("[\x00-\x1f\x7f-\x9f]", found) or any(is_monster(word) for word in found.split(" "))
    return None if is_strange else composed(found)


def parsed(text: str) -> list[str] | None:
    kind, _, rest = text.partition(" ")
    fields, shapes = rest.split(" ; "), SHAPES.get(kind, [])
    matches = [re.fullmatch(shape, field) for shape, field in zip(shapes, fields)]  # noqa: B905
    values = [decoded(match.group(1)) if match else None for match in matches]
    if not shapes or len(fields) != len(shapes) or None in values:
        return None
    known = [value for value in values if value is not None]
    count, digits = IN_HEX.get(kind, (0, 0))
    for at in range(len(known) - count, len(known)):
        known[at] = known[at].replace(" ", "").lower()
        if known[at] != "-" and (len(known[at]) % 2 or len(known[at]) != (digits or len(known[at]))):
            return None
    return [kind, *known]


def whole(piece: str, before: str, check: str, mends: list[int]) -> str:
    text = re.sub(r"%%[ \n]?", "", piece.strip(" \n"))
    parts = text.split("\n")
    can_mend = len(parts) > 1 and len(text) <= 2000 and mends[0] > 0
    for number, blanks in enumerate(itertools.product(" |", repeat=min(len(parts) - 1, 20))):
        joints = "".join(reversed(blanks)).ljust(len(parts) - 1)
        mended = "".join(a + b for a, b in zip(parts, joints + "|")).replace("|", "")  # noqa: B905
        if hashlib.sha256((START + "\0" + before + "\0" + mended).encode()).hexdigest()[:8] == check:
            return mended if len(text) <= 40_000 else ""
        mends[0] -= can_mend and number == 0
        if not can_mend or number >= 255:
            break
    return ""


def read_block(segment: str, mends: list[int], room: int, faults: list[str]) -> tuple[list[list[str]], str]:
    """The records of a block, each with its text behind it, and the text behind the block."""
    records: list[list[str]] = []
    before, at, count, is_ended = "", 0, 0, False
    for match in itertools.islice(re.finditer(r"!\n?((?:[0-9a-fA-F]\n?){8})", segment), room):
        count += 1
        check = match.group(1).replace("\n", "").lower()
        text = whole(segment[at : match.start()], before, check, mends)
        before, at = check, match.end()
        record = parsed(text) if text else None
        if record is None:
            faults.append("malformed" if text else "damaged")
            continue
        records.append([*record, text])
        is_ended = record[0] == "end"
        if is_ended:
            break
    is_headed = [record[0] == START for record in records] == [True] + [False] * (len(records) - 1)
    faults += ["cut"] * (not is_ended or int(records[-1][1]) != count) + ["malformed"] * (not is_headed)
    return records, segment[at:] if is_ended else ""


def put(game: dict, kind: str, key: object, value: object, at: int, faults: list[str]) -> None:  # type: ignore[type-arg]
    game["first"].setdefault((kind, key), at)
    if game[kind].setdefault(key, value) != value:
        faults.append("conflict")


def take(game: dict, records: list[list[str]], at: int, faults: list[str]) -> None:  # type: ignore[type-arg]
    is_desk = game["mode"] == "desk"
    last, state, secrets = -1, b"", []
    for kind, *values, text in records:
        if kind == "roll":
            number, epoch = int(values[0]), int(values[1])
            faults += ["gap"] * (number != last + 1 if last >= 0 else not is_desk and number != 1)
            key = number if is_desk else (epoch, values[2])
            old = game["rolls"].setdefault(key, values)
            if old[0 if is_desk else 2 :] != values[0 if is_desk else 2 :]:
                faults.append("conflict")
            game["first"].setdefault(("roll", key), at)
            game["texts"].setdefault(number, text)
            last, state = number, hashed("desk-roll", state, lp(text)) if state else b""
        elif kind == "state":
            value = bytes.fromhex(values[1])
            if state and (last, state) != (int(values[0]), value):
                faults.append("state")
            last, state = int(values[0]), value
            put(game, "states", last, state, at, faults)
        elif kind in ("named", "beacon"):
            value, place = contribution(values[1:]), int(values[0])
            if value:
                put(game, kind, place, values[1:3] if kind == "named" else values[1:], at, faults)
            if value and kind == "beacon":
                put(game, "secret", (place, "drand"), value, at, faults)
            faults += [] if value else ["beacon"]
        elif kind == "seal":
            game["seal"].setdefault(int(values[0]), []).append((at, bytes.fromhex(values[1])))
        elif kind == "absent":
            game["absent"][int(values[0]), values[1]] = True
        elif kind in ("anchor", "commit", "inputs", "salt", "secret"):
            value = bytes.fromhex(values[-1])
            key2 = values[0] if kind == "anchor" else (int(values[0]), *values[1:-1])
            put(game, kind, key2, value, at, faults)
            secrets += [int(values[0])] if kind == "secret" else []
    for epoch in secrets if is_desk and state else ():
        game["closed"][epoch] = min(game["closed"].get(epoch, last), last)


def contribution(values: list[str]) -> bytes:
    """What a round of the beacon adds to the seed; nothing if it cannot be one. Its BLS signature is not checked."""
    chain, genesis, period, size = CHAINS.get(values[0], ("", 1 << 60, 1, 0))
    number = int(values[1])
    moment = genesis + (number - 1) * period
    fits = moment <= 253402300799 and time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(moment)) == values[2]
    if fits and len(values) > 3:
        before, signature, randomness = (b"" if word == "-" else bytes.fromhex(word) for word in values[3:])
        is_led = before.hex() == GROUP if size == 96 and number == 1 else len(before) == (96 if size == 96 else 0)
        fits = is_led and len(signature) == size and not signature[0] & 0x40
        fits = fits and hashlib.sha256(signature).digest() == randomness
    return bytes.fromhex(chain) + number.to_bytes(8, "big") + bytes.fromhex("".join(values[5:])) if fits else b""


def is_committed(game: dict, epoch: int, name: str, known: dict, budget: list[int], faults: list[str]) -> str:  # type: ignore[type-arg]
    party, secret = name[5:] if name.startswith("link:") else name, game["secret"][epoch, name]
    head = lp(game["name"]) + lp(party)
    if name == "drand" or (party not in known and (epoch, party) not in game["commit"]):
        return "unchecked" if name == "drand" and epoch in game["beacon"] else "free"
    if party in known:
        start, anchor = known[party]
        budget[0] -= epoch - start
        if budget[0] < 0:
            faults.append("large")
        value = secret
        for index in range(epoch, start, -1) if budget[0] >= 0 else ():
            value = hashed("chain", head, u32(index), value)
        fits = budget[0] >= 0 and epoch > start and value == anchor
        known[party] = (epoch, secret) if fits else (start, anchor)
    else:
        fits = hashed("commit", head, u32(epoch), secret) == game["commit"][epoch, party]
    faults += [] if fits else ["secret"]
    return "fits" if fits else "free"


# -- what was published before what: the number of the block that shows a thing first --


def party_of(name: str) -> str:
    return name[5:] if name.startswith("link:") else name


def order_of(game: dict) -> None:  # type: ignore[type-arg]
    """Contributions by epoch, the block with the first secret of each, the block that fixes each roll of a ledger."""
    for epoch, name in sorted(game["secret"]):
        game["names"].setdefault(epoch, []).append(name)
    later = at = NEVER  # a later link of a chain gives away all earlier ones
    for epoch in sorted(game["names"], reverse=True):
        first = {name: game["first"]["secret", (epoch, name)] for name in game["names"][epoch]}
        game["revealed"][epoch] = min(later, *first.values())
        later = min([later, *(place for name, place in first.items() if party_of(name) in game["anchor"])])
    for number in sorted({*game["rolls"], *game["states"]}, reverse=True) if game["mode"] == "desk" else ():
        at = min(at, game["first"].get(("states", number), NEVER))
        game["fixed"][number] = min(at, game["first"].get(("roll", number), NEVER))


def gaps(game: dict) -> list[tuple[int, int]]:  # type: ignore[type-arg]
    found, wanted = [], 1
    for number in sorted(game["rolls"]) if game["mode"] == "desk" else ():
        found += [(wanted, number - 1)] * (number > wanted)
        wanted = max(wanted, number + 1)
    last = max(game["states"], default=0) if game["mode"] == "desk" else 0
    return found + [(wanted, last)] * (last >= wanted)


def ranges(spans: list[tuple[int, int]]) -> str:
    joined: list[list[int]] = []
    for first, last in spans:
        if joined and first == joined[-1][1] + 1:
            joined[-1][1] = last
        else:
            joined.append([first, last])
    words = [f"{first}-{last}" if last > first else str(first) for first, last in joined[:20]]
    return ", ".join(words + ["..."] * (len(joined) > 20))


def note(game: dict, epoch: int, code: str, who: str, at: int, before: int) -> bool:  # type: ignore[type-arg]
    if at >= before:
        game["needs"][epoch, code, who] = True
    else:
        game["shown"][epoch, code, who, at] = True
    return at < before


def committed_at(game: dict, epoch: int, name: str, fits: dict, kept: set[str]) -> int:  # type: ignore[type-arg]
    party = party_of(name)
    if fits[epoch, name] != "fits":
        return NEVER
    value = game["anchor"].get(party) or game["commit"][epoch, party]
    key = ("anchor", party) if party in game["anchor"] else ("commit", (epoch, party))
    return -2 if value.hex() in kept else int(game["first"][key])


def sealed_at(game: dict, epoch: int, kept: set[str], faults: list[str]) -> int:  # type: ignore[type-arg]
    end, told = game["revealed"][epoch], game["seal"].get(epoch, [])
    parts = [lp(game["name"]), u32(epoch), *(lp(game[kind].get((epoch,), b"")) for kind in ("inputs", "salt"))]
    wanted = hashed("seal", *parts)
    others = [at for at, value in told if value != wanted]
    fitting = [at for at, value in told if value == wanted and at < end] + [-1] * (wanted.hex() in kept)
    faults += ["seal"] * bool(others and (not fitting or max(others) >= end))
    at = NEVER if others or not fitting else min(fitting)
    note(game, epoch, "seal", wanted.hex(), at, NEVER)
    return at


def is_sealed(game: dict, epoch: int, fits: dict, kept: set[str], faults: list[str]) -> bool:  # type: ignore[type-arg]
    sealed = sealed_at(game, epoch, kept, faults)
    before, found = min(game["revealed"][epoch], sealed), sealed < NEVER
    for name in game["names"][epoch]:
        if name == "drand" and epoch in game["beacon"]:
            who, at = " ".join(game["beacon"][epoch][:2]), game["first"].get(("named", epoch), NEVER)
            found &= note(game, epoch, "round", who, at, game["first"]["beacon", epoch])
        else:
            at = committed_at(game, epoch, name, fits, kept)
            found &= note(game, epoch, "commitment", party_of(name), at, before)
    for party in [who for e, who in game["absent"] if e == epoch and epoch in game["beacon"]]:
        found = note(game, epoch, "absent", party, NEVER, NEVER)
    return bool(found)


def is_fixed(game: dict, number: int, epoch: int, fits: dict, kept: set[str]) -> bool:  # type: ignore[type-arg]
    fixed, first_gap = game["fixed"][number], (game["gaps"] or [(NEVER, 0)])[0][0]
    found = [note(game, epoch, "commitment", party_of(name), committed_at(game, epoch, name, fits, kept), fixed)
             for name in game["names"][epoch]]  # fmt: skip
    if fixed >= game["revealed"][epoch]:
        game["loose"].setdefault(epoch, []).append(number)
    return all(found) and fixed < game["revealed"][epoch] and number < first_gap


# -- what follows --


def seed_of(game: dict, epoch: int, fits: dict) -> tuple[bytes, str]:  # type: ignore[type-arg]
    secrets = {name: game["secret"][epoch, name] for name in game["names"].get(epoch, ())}
    absent = {party for e, party in game["absent"] if e == epoch and epoch in game["beacon"]}
    owed = {*game["anchor"], *(party for e, party in game["commit"] if e == epoch)}
    owed -= absent | {party_of(name) for name in secrets}
    parts, links = game["mode"].split("+"), absent | {name for name in secrets if name.startswith("link:")}
    owed |= {"moderator"} - {*secrets} if "seed" in parts else set()
    owed |= {"drand"} - {*secrets} if "beacon" in parts else set()
    owed |= {"link"} if "chain" in parts and len(links) < 2 else set()
    if not secrets or owed:
        game["needs"].update({(epoch, "secret", who): True for who in sorted(owed) or [""]})
        return b"", "waiting"
    message = lp(game["name"]) + u32(epoch) + lp(game["inputs"].get((epoch,), b""))
    message += b"".join(lp(name) + lp(secrets[name]) for name in sorted(secrets))
    value = hmac.new(b"pbem-dice/1/seed\0", message, "sha256").digest()
    claims = [fits[epoch, name] for name in secrets]
    if "unchecked" in claims:
        game["needs"][epoch, "signature", " ".join(game["beacon"][epoch][:2])] = True
        return value, "unchecked"
    return value, "consistent" if "free" in claims else "bound"


def status_of(game: dict, values: list[str], seeds: dict, fits: dict, kept: set[str], budget: list[int],  # type: ignore[type-arg]
              faults: list[str]) -> str:  # fmt: skip
    number_text, epoch_text, label, what, result = values
    epoch, found = int(epoch_text), spec(what)
    if found is None:
        faults.append("malformed")
        return "wrong"
    if epoch not in seeds:
        seeds[epoch] = seed_of(game, epoch, fits)
    seed, status = seeds[epoch]
    number, sides, items = found
    budget[1] -= number // 16 + 1 if sides else number * (1 + len(what) // 256)
    if not seed:
        return str(status)
    is_cast = budget[1] >= 0 and cast(seed, label, what, number, sides, items) == result
    faults += [] if is_cast else ["large" if budget[1] < 0 else "dice"]
    if is_cast and game["mode"] != "desk" and epoch not in game["sealed"]:
        game["sealed"][epoch] = is_sealed(game, epoch, fits, kept, faults)
    if is_cast and game["mode"] == "desk":
        is_bound = is_fixed(game, int(number_text), epoch, fits, kept)
    else:
        is_bound = is_cast and game["sealed"][epoch]
    return "wrong" if not is_cast else str(status) if is_bound else "consistent"


def check_ledger(game: dict, faults: list[str]) -> None:  # type: ignore[type-arg]
    if any(game[kind] for kind in ("commit", "inputs", "salt", "seal", "named", "beacon", "absent")):
        faults.append("malformed")
    anchor, number = game["anchor"].get("moderator"), 0
    state = hashed("desk", lp(game["name"]), lp(anchor)) if anchor else b""
    while state:
        if game["states"].get(number, state) != state:
            faults.append("state")
            break
        number += 1
        state = hashed("desk-roll", state, lp(game["texts"][number])) if number in game["rolls"] else b""
    seen: set[str] = set()
    for values in game["rolls"].values():
        is_late = any(int(values[1]) <= epoch and int(values[0]) > count for epoch, count in game["closed"].items())
        faults += ["twice"] * bool(seen & {*folds(values[2])}) + ["late"] * is_late
        seen |= {*folds(values[2])}


def settle(game: dict, budget: list[int], kept: set[str], faults: list[str]) -> None:  # type: ignore[type-arg]
    if game["mode"] == "desk":
        check_ledger(game, faults)
    drawn = {e: one[:2] for e, one in game["beacon"].items() if e not in {a for a, _ in game["absent"]}}  # no stand-ins
    faults += ["conflict" for epoch, one in drawn.items() if game["named"].get(epoch, one) != one]
    faults += ["conflict" for e, who in game["absent"] if (e, "link:" * (who != "moderator") + who) in game["secret"]]
    known = {party: (0, value) for party, value in game["anchor"].items()}
    fits = {key: is_committed(game, key[0], key[1], known, budget, faults) for key in sorted(game["secret"])}
    order_of(game)
    game["gaps"] = gaps(game)
    seeds: dict[int, tuple[bytes, str]] = {}
    for key, values in game["rolls"].items():
        game["status"][key] = status_of(game, values, seeds, fits, kept, budget, faults)
    for epoch, numbers in game["loose"].items():
        game["needs"][epoch, "purpose", ranges([(n, n) for n in sorted(numbers)])] = True
    if game["gaps"]:
        game["needs"][0, "gap", ranges(game["gaps"])] = True


def used_by(game: dict) -> list[str]:  # type: ignore[type-arg]
    """The commitments that dice of a game come from, and its seals; all commitments where there are no dice."""
    rolled = {int(values[1]) for values in game["rolls"].values()}
    names = {party_of(name) for epoch in rolled for name in game["names"].get(epoch, ())}
    found = [v.hex() for party, v in game["anchor"].items() if party in names or not names or not rolled]
    found += [v.hex() for (epoch, _), v in game["commit"].items() if not rolled or epoch in rolled]
    return found + [who for _, code, who, _ in game["shown"] if code == "seal"]


def read_games(text: str, start: int, games: dict, faults: list[str]) -> int:  # type: ignore[type-arg]
    """Take all blocks of a text, numbered from `start`; how many there are."""
    words = bare(text)
    starts = [m.start() for m in itertools.islice(re.finditer(re.escape(START) + r"(?=[ \n])", words), 2001)]
    if len(starts) > 2000:
        starts, words = [], ""
        faults.append("large")
    outside, mends, room = words[: starts[0]] if starts else words, [200], 20_000
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(words)])):  # noqa: B905
        records, rest = read_block(words[begin:end], mends, room, faults)
        outside += rest
        has_head = bool(records) and records[0][0] == START
        room -= len(records) - has_head
        name, mode = (records[0][1], records[0][2]) if has_head else ("", "")
        game = games.setdefault(name, {**{key: {} for key in PARTS}, "name": name, "mode": mode})
        faults += ["conflict"] * (game["mode"] != mode)
        take(game, records[has_head:], start + number, faults)
    faults += ["damaged"] if re.search(r"![0-9a-fA-F]{8}(?![0-9A-Za-z])", outside) else []
    return len(starts)


def judge(text: str, known: str = "") -> dict:  # type: ignore[type-arg]
    """The verdict on a post or thread: bound, unchecked, consistent, waiting, wrong or none; its rolls with their
    status; what was shown in time and where; what else is needed; codes of what is wrong."""
    faults, games = [], {}  # type: ignore[var-annotated]
    earlier = read_games(known, 0, games, faults)
    blocks = read_games(text, earlier, games, faults)
    kept, seen, budget = set(re.findall("[0-9a-f]{64}", known.lower())), set(), [500_000, 300_000]  # type: ignore[var-annotated]
    for name in games:
        faults += ["conflict"] * bool(seen & {*folds(name)} - {""})
        seen |= {*folds(name)}
    for game in games.values():
        settle(game, budget, kept, faults)
    words = [] if earlier else known.lower().replace(",", " ").split()
    hashes = [word for word in words if re.fullmatch("[0-9a-f]{16,}", word)]
    used = {word for game in games.values() for word in used_by(game)}
    faults += ["commitment"] * (len([word for word in hashes if word not in used]) if hashes else bool(words))
    commitments = sorted({v.hex() for g in games.values() for v in (*g["anchor"].values(), *g["commit"].values())})
    beacons = [{"game": g["name"], "mode": g["mode"], "epoch": epoch, "chain": chain, "round": int(number),
                "time": when, "signature": "not checked"}
               for g in games.values() for epoch, (chain, number, when, *_) in g["beacon"].items()]  # fmt: skip
    rolls = [{"game": g["name"], "mode": g["mode"], "number": int(v[0]), "epoch": int(v[1]), "label": v[2],
              "what": v[3], "result": v[4], "status": g["status"][k]}
             for g in games.values() for k, v in g["rolls"].items()]  # fmt: skip
    shown = [{"game": g["name"], "epoch": e, "code": code, "who": who,
              "by": "known" if at < 0 else f"known {at + 1}" if at < earlier else f"post {at - earlier + 1}"}
             for g in games.values() for e, code, who, at in g["shown"]]  # fmt: skip
    needs = [{"game": g["name"], "epoch": e, "code": code, "who": who}
             for g in games.values() for e, code, who in g["needs"]]  # fmt: skip
    statuses = {roll["status"] for roll in rolls}
    is_loose = not rolls or "consistent" in statuses or any(need["code"] == "gap" for need in needs)
    verdict = "consistent" if is_loose else "unchecked" if "unchecked" in statuses else "bound"
    verdict = "wrong" if faults else "none" if not blocks else "waiting" if "waiting" in statuses else verdict
    return {"verdict": verdict, "blocks": blocks, "known": earlier, "commitments": commitments, "beacons": beacons,
            "rolls": rolls, "shown": shown, "needs": needs,
            "faults": [{"code": code, "what": WORDS[code]} for code in faults]}  # fmt: skip


WORDS = {"damaged": "a record was changed on the way (its check word does not fit)",
         "malformed": "a record is not written as a proof is", "gap": "the numbers of the rolls have a gap",
         "cut": "a block is cut off, or records of it are missing", "dice": "a roll is not what the secret gives",
         "conflict": "two parts of the text contradict each other", "twice": "two rolls have the same purpose",
         "state": "the transcript does not follow from the rolls", "large": "the text holds more than can be checked",
         "secret": "a revealed secret does not fit its commitment", "beacon": "a beacon round is not one that can be",
         "late": "a roll was cast after its secret had been revealed",
         "seal": "the orders are not those that were sealed before their dice fell",
         "commitment": "no die of the text comes from what you know"}  # fmt: skip
NEEDED = {
    "commitment": "an earlier post that shows the commitment of {who}",
    "seal": "a receipt, notice or post from before the secret with the seal {who}",
    "round": "an earlier post that announces the round {who}",
    "absent": "the link of {who}, which a beacon round replaces",
    "purpose": "the post that showed roll {who} before the secret was out",
    "gap": "the posts of roll {who}, which are not in the text",
    "signature": "a check of the beacon's signature (round {who}), which `pbem verify` makes",
    "secret": "the secret of {who}, which is not revealed yet",
}
SAID = {"bound": "Proven: every roll is bound. What makes it was published before its secret.",
        "unchecked": "Bound but for the beacon's signature, which was NOT checked.",
        "consistent": "Consistent, not proven: the dice follow from what this text says, and whoever knows the "
        "secrets can write such a text.", "wrong": "Not good.",
        "waiting": "Nothing is wrong; not everything is revealed yet.", "none": "There is no proof block."}  # fmt: skip


def read_post(path: str) -> str:
    with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST or data[:4] in (b"PK\3\4", b"PK\5\6", b"\xfd7zX", b"7z\xbc\xaf") or data[:2] == b"\x1f\x8b":
        sys.exit(f"this is an archive or larger than {LARGEST} bytes: copy the post into a plain text file")
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(name, "replace")
    if b"\0" in data:
        sys.exit("this is not a text file: copy the post into a plain text file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def main(words: list[str]) -> int:
    places = [at + 1 for at, word in enumerate(words[:-1]) if word == "--known"]
    known = [read_post(words[at]) if os.path.isfile(words[at]) else words[at] for at in places]
    paths = [word for at, word in enumerate(words) if at not in places and not word.startswith("--")]
    if len(paths) != 1:
        print(__doc__)
        return 2
    found = judge(read_post(paths[0]), "\n\n".join(known))
    if "--json" in words:
        print(json.dumps(found, indent=1))
    else:
        for roll in found["rolls"]:
            line = "{status:10} {game} {number}  {label}  {what}: {result}".format(**roll)
            print(plain(line))
        for fault in found["faults"]:
            print("WRONG:", fault["what"])
        for one in found["beacons"]:
            print("beacon signature not checked: epoch {epoch}, round {round} of {chain}, {time}".format(**one))
        for one in found["shown"]:
            print(plain("shown in time, {by}: {code} {who} ({game}, epoch {epoch})".format(**one)))
        for one in found["needs"]:
            print(plain("wanted ({game}, epoch {epoch}): ".format(**one) + NEEDED[one["code"]].format(**one)))
        print("commitment shown:", *found["commitments"])
        print("verdict:", found["verdict"])
        print(SAID[found["verdict"]])
    return {"bound": 0, "wrong": 1, "none": 1}.get(found["verdict"], 3)


def plain(line: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
