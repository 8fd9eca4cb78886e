"""The post room: mail comes in and goes out, so that a campaign runs itself.

A mail is kept as it came, sorted, attributed, judged and answered; what is to be sent lies in the outbox of the store.
Only this room knows mail servers. It decides nothing about a game: that is the desk's.
"""
