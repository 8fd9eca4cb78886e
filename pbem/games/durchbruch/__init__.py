"""Durchbruch, the Austro-German attack at Caporetto: in the making (docs/games/durchbruch-plan.md)."""
