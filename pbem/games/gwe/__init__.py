"""Great War in the East: Caporetto, 1917."""
