"""The outbox: one complete message for each player, as a value; what sends it, and how, is no matter of the desk."""
