"""Notices: a short word to a chat or a program when something happens in a campaign."""
