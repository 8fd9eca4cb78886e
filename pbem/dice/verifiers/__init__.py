"""Verifiers that stand alone: a Python file and a page for the browser. Nothing of pbem is imported by them."""

from __future__ import annotations


def verify_script() -> str:
    """The part of the page that reads and judges proofs, without the page: the book of a campaign runs the same."""
    from importlib.resources import files

    page = (files("pbem.dice.verifiers") / "verify_dice.html").read_text("utf-8")
    return page.partition('<script id="verify">\n')[2].partition("</script>")[0]
