"""Dice that nobody casts: listed, averaged, kindest, random with a seed."""

from __future__ import annotations

import pytest

from pbem.dice.chosen import AverageDice, KindDice, ListedDice, MissingRoll, RandomDice, dice_from_words
from pbem.errors import UsageError
from pbem.kernel.rolls import NoDice, Roll


def roll(name: str = "a", number: int = 1, sides: int = 6, kindest: int = 0) -> Roll:
    return Roll(name, number, sides, 0, kindest)


def test_listed_dice_come_by_name_and_else_in_order() -> None:
    dice = ListedDice([1, 2, 3], {"Attack on  1804": [6]})
    assert dice.cast(roll("b", 2)) == (1, 2)
    assert dice.cast(roll("attack on 1804")) == (6,)
    assert dice.left() == ["in order: [3]"]


def test_a_missing_die_is_named() -> None:
    dice = ListedDice([4])
    dice.cast(roll("first"))
    with pytest.raises(MissingRoll, match=r"no die is listed for `second` \(2d6\) after 1 dice taken in order"):
        dice.cast(roll("second", 2))


def test_a_listed_die_must_fit_its_roll() -> None:
    with pytest.raises(MissingRoll, match="`a` takes 2d6; the list gives"):
        ListedDice(named={"a": [3]}).cast(roll("a", 2))
    with pytest.raises(MissingRoll, match="no such die shows 7"):
        ListedDice([7]).cast(roll("a"))


@pytest.mark.parametrize(
    ("sides", "wanted"), [(6, (3, 4, 3, 4)), (10, (5, 6, 5, 6)), (3, (2, 2, 2, 2)), (1, (1, 1, 1, 1))]
)
def test_average_dice_show_the_middle_faces_in_turn(sides: int, wanted: tuple[int, ...]) -> None:
    dice = AverageDice()
    assert dice.cast(roll("a", 1, sides)) + dice.cast(roll("b", 3, sides)) == wanted


def test_kind_dice_show_the_kindest_face_or_none() -> None:
    assert KindDice().cast(roll("a", 2, kindest=5)) == (5, 5)
    with pytest.raises(NoDice, match="crt"):
        KindDice().cast(roll("crt"))


def test_random_dice_repeat_with_their_seed() -> None:
    first, again = RandomDice(7), RandomDice(7)
    found = [first.cast(roll(str(k), 3)) for k in range(50)]
    assert found == [again.cast(roll(str(k), 3)) for k in range(50)]
    assert {face for faces in found for face in faces} == {1, 2, 3, 4, 5, 6}
    assert found != [RandomDice(8).cast(roll(str(k), 3)) for k in range(50)]


def test_dice_as_a_person_asks_for_them() -> None:
    assert isinstance(dice_from_words("average"), AverageDice)
    assert isinstance(dice_from_words("kind"), KindDice)
    assert dice_from_words("random 7").cast(roll("a", 9)) == RandomDice("7").cast(roll("a", 9))
    assert dice_from_words("3, 4 6").cast(roll("a", 3)) == (3, 4, 6)
    named = dice_from_words("hit on 1804 / crt=5; second=2,2; 1")
    assert named.cast(roll("second", 2)) == (2, 2)
    assert named.cast(roll("hit on 1804 / crt")) == (5,)
    assert named.cast(roll("other")) == (1,)
    with pytest.raises(UsageError, match="the dice 'lucky ones' are not understood"):
        dice_from_words("lucky ones")
