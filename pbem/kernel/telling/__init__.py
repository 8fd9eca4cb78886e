"""Telling: what a step reports, in what order and under which number, from its facts alone.

`habits` is what a game says of it on its card, `story` the order, `numbers` the lines, `events` what the board draws,
`figures` the sums, `tale` all of it at once. Post, board and archive read one tale; templates only find the words.
"""
