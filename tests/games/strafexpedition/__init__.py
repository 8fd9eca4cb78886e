"""Strafexpedition 1916, a game in the making."""
