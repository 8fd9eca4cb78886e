"""The dice room: from a secret to faces, and the proof. Standard library only."""
