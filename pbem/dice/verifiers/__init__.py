"""Verifiers that stand alone: a Python file and a page for the browser. Nothing of pbem is imported by them."""
