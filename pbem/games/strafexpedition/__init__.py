"""Strafexpedition 1916: the Austro-Hungarian spring offensive between Adige and Brenta."""
