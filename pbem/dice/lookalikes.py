"""Telling words that look alike from words that are alike: capitals, accents, commas, letters of other alphabets.

A purpose is rolled for once. Whoever writes it with a Cyrillic letter, a comma more or a zero for an O has not
written another purpose; nor is a game another one because its name is spelt so. The page and the file that verify dice
alone fold words in the same way: the table stands in all three.
"""

from __future__ import annotations

import unicodedata

from pbem.values.patterns import pattern

# The letter or digit that is meant, and what looks like it when case and accents are off.
TABLE = (
    "a:аɑαᴀꓮᎪⲁ b:вβƅʙᏴꓐⲃЬь c:сϲᴄᏟꓚⲥ d:ԁᴅᎠꓓđɗ e:еεєᴇᎬꓰⲉҽә f:ꜰꓝғſ g:ɡɢԍᏀꓖց h:нһʜΗᎻꓧⲏհħ i:іιıɩɪӏᎥⲓǀꓲ j:јϳᴊᎫꓙյ k:кκᴋᏦꓗⲕ "
    "l:ʟᏞꓡłլ m:мᴍᎷꓟⲙΜ n:ηոɴꓠⲛΝпռ o:оοσօᴏꓳⲟøөθ p:рρᴘᏢꓑⲣ q:ԛզ r:гʀᏒꓣᴦ s:ѕꜱᏚꓢՏ t:тτᴛᎢꓔⲧŧ u:υսᴜꓴʋմ v:νѵᴠᏙꓦ w:ԝωᴡᎳꓪɯѡш "
    "x:хχꓫⲭ y:уγʏᎩꓬⲩүΥ z:ζᴢᏃꓜⲍΖ 3:зʒȝɜӡ 4:ч 6:б 8:ȣ ss:ß ae:æӕ oe:œ rn:m vv:w"
)
_MARKS = pattern(r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")


def _table() -> dict[str, str]:
    found: dict[str, str] = {}
    for meant, _, signs in (row.partition(":") for row in TABLE.split()):
        for sign in signs:
            found.setdefault(sign, meant)
    small = {sign.lower(): meant for sign, meant in found.items() if sign.lower() not in found}
    return {**found, **small}


_ALIKE = _table()


def folds(text: str) -> tuple[str, str]:
    """The two ways in which a text is compared: letters as they stand, and letters as they look before they are small.

    Two texts are one if they agree in either: capital Eta looks like H, the small one like n.
    """
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    return _skeleton(plain.lower()), _skeleton(_looked(plain).lower())


def _skeleton(small: str) -> str:
    # Twice: what looks like an m is an m, and an m looks like rn.
    return "".join(_word(_looked(_looked(run))) for run in _runs(small))


def _runs(text: str) -> list[str]:
    """Letters and digits; what stands between them does not count."""
    return "".join(c if c.isalnum() else " " for c in text).split()


def _looked(text: str) -> str:
    return "".join(_ALIKE.get(c) or (str(unicodedata.decimal(c)) if c.isdecimal() else c) for c in text)


def _word(run: str) -> str:
    """Beside digits an O is a zero, an I or an l a one."""
    has_digit = any("0" <= c <= "9" for c in run)
    return run.translate({111: "0", 105: "1", 108: "1"}) if has_digit else run
