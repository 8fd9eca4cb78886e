"""The replay: a record is played again from its first entry, and every claim in it is checked."""
