"""Board wargames by mail: orders in, verdicts that cite the rule, dice that need no trust."""

__version__ = "0.2.0"
