"""The games, one folder each. A game says only how it differs."""
