"""The order text: mail, words, names, orders and what they say to questions."""
