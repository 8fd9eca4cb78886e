"""`python -m tests.report.renew`: write the golden files anew. Read every one that changed before you keep it."""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.report import KINDS
from tests.report.booksamples import book_pages
from tests.report.samples import PAGES, everything_else_page, fog_page

FOLDER = Path(__file__).parent / "golden"


def pages() -> dict[str, str]:
    """Every golden file by its name, as it would be written now."""
    made = {f"{name}.{fmt}": page(fmt) for name, page in PAGES.items() for fmt in KINDS}
    more = {"report-everything-else.txt": everything_else_page("txt"), "report-fog.txt": fog_page("txt")}
    return {**made, **more, **book_pages()}


def main() -> int:
    """Write what differs and say so."""
    FOLDER.mkdir(exist_ok=True)
    made = pages()
    for name, text in made.items():
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"written: {name}")
    for path in sorted(FOLDER.iterdir()):
        if path.name not in made:
            path.unlink()
            print(f"removed: {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
