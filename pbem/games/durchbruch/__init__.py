"""Durchbruch, the Austro-German attack at Caporetto, October 1917."""
