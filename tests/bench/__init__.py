"""Measurements beside a peer, all in one run: `python -m tests.bench [--json] [name ...]`."""
