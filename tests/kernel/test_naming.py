"""Names of sides in sentences: plural ones take an article and plural verbs, others neither."""

from __future__ import annotations

import pytest

from pbem.games.caporetto.counters import SIDES as CAPORETTO
from pbem.games.gwe.counters import SIDES as GWE
from pbem.kernel.naming import Plural, agreed, begun, does, played_by, the, whose


@pytest.mark.parametrize(
    ("name", "verb", "wanted"),
    [
        (Plural("Allies"), "owe", "the Allies owe"),
        (Plural("Central Powers"), "have", "the Central Powers have"),
        ("Red", "owe", "Red owes"),
        ("Red", "have", "Red has"),
        ("Red", "are", "Red is"),
        ("Luigi (Allies)", "owe", "Luigi (Allies) owes"),
    ],
)
def test_a_plural_side_takes_a_plural_verb_and_a_singular_one_does_not(name: str, verb: str, wanted: str) -> None:
    assert does(name, verb) == wanted


def test_what_belongs_to_a_side() -> None:
    assert [whose(Plural("Allies")), whose("Red")] == ["the Allies'", "Red's"]
    assert [agreed(Plural("Allies"), "their"), agreed("Red", "their")] == ["their", "its"]


def test_a_player_is_one_person_whatever_his_side() -> None:
    assert the(played_by(Plural("Allies"), "Luigi")) == "Luigi (Allies)"
    assert begun(does(played_by(Plural("Allies"), ""), "owe")) == "The Allies owe"


def test_the_sides_of_both_games_are_plural() -> None:
    names = [*GWE.values(), *CAPORETTO.values()]
    assert all(isinstance(name, Plural) for name in names)
