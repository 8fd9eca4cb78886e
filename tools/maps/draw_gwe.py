"""Draws scenarios/gwe/map.txt to a PNG for looking at (dev-only): draw_gwe.py out.png [scale]"""

from __future__ import annotations

import sys
from pathlib import Path

from hexes import K, centre, corners, side_corners
from PIL import Image, ImageDraw, ImageFont
from readmap import pick, read

MAP = Path(__file__).parent.parent.parent / "scenarios/gwe/map.txt"
COLOUR = {
    ".": (226, 238, 200),
    "^": (206, 178, 134),
    "%": (176, 214, 170),
    "~": (150, 195, 235),
    "=": (185, 222, 235),
    "o": (120, 160, 230),
    "_": (255, 255, 255),
}


def main(out: str, s: int = 46) -> None:
    m = read(MAP)

    def font(n: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", n)

    small, mid = font(s // 5), font(s // 4)

    def px(p: tuple[float, float]) -> tuple[float, float]:
        return ((35.6 - p[0]) * s, p[1] * s)

    im = Image.new("RGB", (int(36 * s), int(29.4 * K * s)), "white")
    d = ImageDraw.Draw(im)
    for h, ch in m["terrain"].items():
        d.polygon([px(p) for p in corners(h)], fill=COLOUR[ch], outline=(170, 170, 160))
    for owner, col in (("AL", (0, 110, 0)), ("CP", (150, 0, 0))):
        for h in pick(m, "hex", "trench", owner=owner):
            x, y = px(centre(h))
            d.rectangle([x - s * 0.36, y - s * 0.3, x + s * 0.36, y + s * 0.3], outline=col, width=2)
    cp = set(pick(m, "hex", "cp-side"))
    for h in m["terrain"]:
        x, y = px(centre(h))
        d.text((x - s * 0.25, y - s * 0.5), h, fill=(150, 60, 60) if h in cp else (110, 110, 110), font=small)
    for kind, col, w in (
        ("ridge", (110, 60, 10), 5),
        ("river", (60, 130, 255), 3),
        ("major-river", (0, 40, 220), 6),
        ("impassable", (0, 0, 0), 5),
    ):
        for p in pick(m, "side", kind):
            d.line([px(q) for q in side_corners(p)], fill=col, width=w)
    for owner, col in (("AL", (60, 60, 60)), ("CP", (160, 30, 60))):
        for chain in pick(m, "line", "rail", owner=owner):
            d.line([px(centre(h)) for h in chain.split("-")], fill=col, width=2)
    for h in pick(m, "hex", "town"):
        x, y = px(centre(h))
        d.ellipse([x - 4, y - 4, x + 4, y + 4], fill="white", outline="black")
    for h in pick(m, "hex", "city"):
        x, y = px(centre(h))
        d.rectangle([x - 7, y - 7, x + 7, y + 7], fill="black")
    for h in pick(m, "hex", "fortress"):
        x, y = px(centre(h))
        d.regular_polygon((x, y, 11), 5, outline=(200, 0, 0), fill=None)
    for h in pick(m, "hex", "rail-exit"):
        x, y = px(centre(h))
        d.ellipse([x - 9, y - 9, x + 9, y + 9], outline=(255, 0, 255), width=3)
    for k, a, items in m["hex"]:
        if k == "entry":
            for h in items:
                x, y = px(centre(h))
                d.text((x + 8, y - 16), a["letter"], fill=(255, 0, 255), font=mid)
    for n, h in m["place"].items():
        x, y = px(centre(h))
        d.text((x - s * 0.3, y + s * 0.12), n, fill="black", font=small)
    im.save(out)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 46)
