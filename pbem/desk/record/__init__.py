"""The record: what a campaign is, its state, what each entry changes, and who owes what."""
