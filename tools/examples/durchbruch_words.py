"""What the two players of the recorded game of Durchbruch write around their orders."""

from __future__ import annotations

ABOUT = "# A game as it was mailed: October 24th of Durchbruch, from the set-up to the verdict.\n"
SCRIPT_WORDS = """\
# `pbem demo --game durchbruch` plays it again; tests/games/durchbruch/test_examples.py holds every receipt, question,
# report and board to it. tools/examples/make_durchbruch.py writes mails and folder anew when rules or data change.

"""

CORPS_WORDS = {
    "I": "Krauss: down to Plezzo and on toward Saga, along the road and not over the tops",
    "III": "Stein: the 12th up the valley, the Alpenkorps onto the Kolovrat",
    "LI": "Berrer: Jeza, then the ridge",
    "XV": "Scotti: hold the right of the others, Globocak if it is to be had",
    "IV": "Cavaciocchi: hold the Isonzo road and Saga",
    "XXVII": "Badoglio: the line from Dolje to Breg; nobody leaves Jeza",
    "VII": "Bongiovanni: the reserves to Luico and the Kolovrat",
    "XXVIII": "Saporiti: nothing yet",
}

LETTERS = {
    "IT set-up": """\
From: Bruno Rossi <bruno@example.org>
To: Carla <umpire@example.org>
Subject: Re: isonzo-24-october, set-up, Italians

Carla,

only the engineers move: I want the bridge of Ternovo watched as well.
The dummies stay where your list has them; let her guess.

--
Bruno, in Udine, under an umbrella""",
    "AG set-up": """\
From: Anna Berger <anna@example.org>
To: Carla <umpire@example.org>
Subject: Re: isonzo-24-october, set-up, Austro-Germans

Carla,

the gas companies stay where they are. Standing orders for the whole day
below, so that nobody has to wait for me at night.

--
Anna, Krainburg""",
    "AG bombardment": """\
From: Anna Berger <anna@example.org>
Subject: Re: isonzo-24-october, bombardment

Two o'clock in the morning. The divisions shoot the passages, the heavy guns
of the corps keep their shells for the infantry. Twelve regiments are stronger
than they look; four markers are not.

--
Anna""",
    "AG surprise slip": """\
From: Anna Berger <anna@example.org>
Subject: Re: isonzo-24-october, the first blow

Eight o'clock. Everybody over the top, and the guns of the III Korps with them!

--
Anna, too early in the morning""",
    "AG surprise": """\
From: Anna Berger <anna@example.org>
Subject: Re: isonzo-24-october, the first blow, once more

Yes, yes: no guns before turn 1. Without them, then, and spelled properly.
The III Korps is to be the first out of the cup.

--
Anna""",
    "AG 1": """\
From: Anna Berger <anna@example.org>
Subject: Re: isonzo-24-october, turn 1

All four corps in one file. While Bruno has not moved they do what I mean;
if one of his corps comes first they do what still makes sense.

--
Anna""",
    "IT answer": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: isonzo-24-october, a question

So be it. And I have looked at my standing orders again: whatever can fire in
defence, fires. With the list below you need not ask me any more.

--
Bruno""",
    "IT 1": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: isonzo-24-october, turn 1

My three corps. At half speed, in the fog, with the telephone dead.

--
Bruno""",
    "AG 2": """\
From: Anna Berger <anna@example.org>
Subject: Re: isonzo-24-october, turn 2

The afternoon. As far as the legs carry.

--
Anna""",
    "IT 2": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: isonzo-24-october, turn 2

We hold what we hold. Whoever can hit back, does.

--
Bruno""",
    "AG": """\
From: Anna Berger <anna@example.org>
Subject: Re: isonzo-24-october

For the corps that you wait for, and for the rest as well.

--
Anna""",
    "IT": """\
From: Bruno Rossi <bruno@example.org>
Subject: Re: isonzo-24-october

Here it is.

--
Bruno""",
}

PRESS = {
    "IT set-up": "Comando Supremo: the enemy's preparations are known. Rain over the whole front.",
    "AG surprise": "Heeresbericht: our assault troops have gone forward between Flitsch and Tolmein.",
    "IT 1": "Bulletin: the infantry resists in its positions.",
    "AG 2": "Heeresbericht: the attack goes on. Prisoners are still being counted.",
}

# What Anna got wrong the first time: a battery in the first blow, and a verb.
SLIPS = ("move GE-artIIIa 4004", "atack 4006 with GE-AKJ1")
