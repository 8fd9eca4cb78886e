"""What a game shows: values that the command line, cases, templates, JSON and any other page read alike.

moves    where a unit can go, and why not farther
odds     an attack before the dice
sheet    the order sheet
caution  an order that will do nothing, a unit that the next check may cost
meter    the questions that may still come
summary  forces, score, tracks
look     how counters, terrain and facts are drawn
layers   what can be laid over the board
plain    all of it as JSON (docs/views.md has the schema)
"""
