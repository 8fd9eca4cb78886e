"""What the two players of the recorded game of Italia 1917-1918 write around their orders."""

from __future__ import annotations

ABOUT = """\
# A game as it was mailed: Monte Grappa of Italia 1917-1918, from the set-up to the verdict.
# `pbem demo --game italia18` plays it again; tests/games/italia18/test_examples.py holds every receipt, question,
# report and board to it. tools/examples/make_italia18.py writes mails and folder anew when rules or data change.

"""

# Letters by side and occasion: `CP 1.1` goes with the file for movement and combat of sequence 1 of turn 1,
# `CP 1.1 exploit` with the one that follows it; a side alone is for all others.
LETTERS = {
    "EN first": """\
From: Bruno Rossi <bruno@example.org>
To: Carla <umpire@example.org>
Subject: Re: monte-grappa, standing orders of the Entente

Carla,

Anna moves first, so here is what my people do without me. No orders for
attacks or exploitation yet: they will be glad to be alive.

--
Bruno, Bassano""",
    "CP 1.1 slip": """\
From: Anna Berger <anna@example.org>
To: Carla <umpire@example.org>
Subject: Re: monte-grappa, 11 December

Fog over the Brenta. Everything that can climb, climbs, and the heavy guns
come along.

--
Anna, Feltre, with cold fingers""",
    "CP 1.1": """\
From: Anna Berger <anna@example.org>
Subject: Re: monte-grappa, 11 December, once more

All right: guns in Offensive mode stay where they are, and there is an "e" in
Relieve. Monte Tomba with the Jaeger, the Grappa itself with what is left.

--
Anna""",
    "CP 1.1 exploit": """\
From: Anna Berger <anna@example.org>
Subject: Re: monte-grappa, the afternoon of the 11th

What the morning has left me.

--
Anna""",
    "EN 1.1": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: monte-grappa, 11 December

Whoever is shaken comes out of the line, whoever is fresh goes in.

--
Bruno""",
    "EN answer": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: monte-grappa, a question

I had thought of the summit and forgotten all the rest. Elsewhere they answer
gun for gun. With the list below you need not ask me again.

--
Bruno, ashamed""",
    "CP 1.2": """\
From: Anna Berger <anna@example.org>
Subject: Re: monte-grappa, 12 December

The 50th has come up from Feltre. Once more, at the same two places.

--
Anna""",
    "CP 1.3": """\
From: Anna Berger <anna@example.org>
Subject: Re: monte-grappa, 13 December

The shells run out tomorrow. Now or never.

--
Anna""",
    "EN 1.3": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: monte-grappa, 13 December

Di qui non si passa.

--
Bruno""",
    "CP 2.1": """\
From: Anna Berger <anna@example.org>
Subject: Re: monte-grappa, the last day

One more push, without the big guns, and then winter quarters.

--
Anna""",
    "EN 2.1": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: monte-grappa, the last day

Snow. We stay.

--
Bruno""",
    "CP": """\
From: Anna Berger <anna@example.org>
Subject: Re: monte-grappa

Here it is.

--
Anna""",
    "EN": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: monte-grappa

Here it is.

--
Bruno""",
}

PRESS = {
    "EN first": "Bollettino: on the Grappa the usual activity of artillery.",
    "CP 1.1": "Heeresbericht: between Brenta and Piave the battle has flared up again.",
    "EN 1.3": "Bollettino: the enemy's masses have broken on our positions.",
    "CP 2.1": "Heeresbericht: local gains in heavy snow.",
}

# What Anna got wrong the first time: a piece in Offensive mode that moves, and a verb.
SLIPS = ("move GE-A14 to 2227", "releve AH-94 by GE-11Jg")
