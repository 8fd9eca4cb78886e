"""Forged posts and threads, each written as a cheat would write it, for all three verifiers."""
