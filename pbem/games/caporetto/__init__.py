"""Caporetto: The Italian Front 1917-18. One module per chapter of the rulebook."""
