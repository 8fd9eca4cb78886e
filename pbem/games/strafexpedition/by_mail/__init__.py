"""The game by mail: orders, their grammar, answers in advance, and what players are shown."""
