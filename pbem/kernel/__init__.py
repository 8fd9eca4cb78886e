"""Mechanisms without policy: no game's rules, no input or output, standard library only."""
