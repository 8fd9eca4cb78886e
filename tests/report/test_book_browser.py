"""The page of an archive in a real browser, from disk: boards and reports, as a person uses them."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from tests.report.driving import LOADED, Browser, Tab

pytestmark = pytest.mark.needs("chromium")

TURN = "document.getElementById('slider').value"
PLACE = "document.getElementById('board').style.transform"
FIRST = "Turn 1. Allied Movement Phase"
PANELS = ("report", "steps", "charts", "dice", "more")
near = partial(pytest.approx, abs=0.05)  # a browser writes few digits


def placed(tab: Tab) -> tuple[float, float, float]:
    """Where the board lies and how large it is."""
    x, y, scale = re.findall(r"-?[\d.]+(?:e-?\d+)?", tab.eval(PLACE))
    return float(x), float(y), float(scale)


def shown(tab: Tab) -> tuple[str, str, str]:
    """The picture, the heading of the report and the address."""
    picture = tab.eval("document.getElementById('board').getAttribute('src')")
    return picture, tab.text("article.shown h2"), tab.eval("location.hash")


# -- steps ----------------------------------------------------------------------------------------------------


def test_the_slider_moves_board_and_report(tab: Tab) -> None:
    assert shown(tab) == ("boards/1%20start.png", FIRST, "")
    x, y = tab.spot("#slider")
    tab.drag((x + tab.eval("document.getElementById('slider').clientWidth") * 0.2, y), (0, 0))
    assert shown(tab) == ("boards/3.png", "Turn 2. Central Powers: Combat Phase", "#t2/cp-combat")
    tab.key("ArrowLeft")  # the slider has the focus, and its own keys work
    assert shown(tab) == ("boards/2.png", "Turn 2. Central Powers: Movement Phase", "#t2/cp-movement")
    assert tab.text("#where") == "Turn 2. Central Powers: Movement Phase (2 of 4). The Central Powers move 4 units."
    assert tab.eval("document.getElementById('board').alt") == "The Central Powers move 4 units."
    assert tab.eval("document.querySelectorAll('article.shown').length") == 1


def test_keys_go_through_the_steps(tab: Tab) -> None:
    keys = ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"]
    for key, turn in zip(keys, (2, 3, 2, 4, 4, 1, 1), strict=True):
        tab.key(key)
        assert tab.eval(TURN) == str(turn), key
    tab.click("#on")
    tab.click("#on")
    assert tab.eval(TURN) == "3"
    tab.click("#back")
    assert tab.eval(TURN) == "2"


def test_keys_can_be_switched_off_but_for_the_board(tab: Tab) -> None:
    tab.click("#tabs [data-panel=more]")
    tab.click("#keys")
    tab.key("End")
    assert tab.eval(TURN) == "1"
    tab.eval("document.getElementById('view').focus()")
    tab.key("End")
    assert tab.eval(TURN) == "4"


def test_a_step_without_a_picture_says_so(tab: Tab) -> None:
    tab.key("End")
    assert tab.text("#missing") == "There is no picture of this step."
    assert tab.eval("document.getElementById('board').hidden")
    tab.key("Home")
    assert tab.eval("document.getElementById('missing').hidden")


def test_a_link_leads_to_its_step(chromium: Browser, page: Path) -> None:
    for at, heading in (("#t2/cp-combat", "Turn 2. Central Powers: Combat Phase"), ("#nowhere", FIRST), ("#%", FIRST)):
        linked = chromium.open(page, at=at)
        assert linked.text("article.shown h2") == heading
        assert linked.eval("document.getElementById('report').scrollTop") == 0
        linked.close()


def test_the_list_of_steps_leads_to_them(tab: Tab) -> None:
    tab.click("#tabs [data-panel=steps]")
    assert tab.text("#steps").startswith("Steps\nTurn 1: 24-25 October 1917\n")
    tab.click('#steps a[href="#t2/cp-combat"]')
    tab.wait(f"{TURN} === '3'")
    assert tab.text("article.shown h2") == "Turn 2. Central Powers: Combat Phase"
    tab.eval("history.back()")
    tab.wait("location.hash === ''")


# -- zoom and pan ---------------------------------------------------------------------------------------------


def test_keys_zoom_and_move_the_board(tab: Tab) -> None:
    x, y, scale = placed(tab)
    tab.key("+")
    tab.key("+")
    nearer = placed(tab)
    assert nearer[2] == near(scale * 2.25)
    tab.key("ArrowRight", shift=True)
    tab.key("ArrowDown", shift=True)
    moved = placed(tab)
    assert moved[0] < nearer[0]
    assert moved[1] < nearer[1]
    assert tab.eval(TURN) == "1"  # with Shift an arrow is not a step
    tab.key("-")
    assert placed(tab)[2] == near(scale * 1.5)
    tab.key("0")
    assert placed(tab) == near((x, y, scale))


def test_zooming_opens_at_the_action(tab: Tab) -> None:
    """From the whole board the first step nearer shows where something happened; the next ones go on from there."""
    tab.eval("location.hash = '#t2/cp-combat'")
    tab.wait(f"{TURN} === '3' && {LOADED}")
    tab.click("#nearer")
    x, y, scale = placed(tab)
    width, height = tab.eval("(v => [v.clientWidth, v.clientHeight])(document.getElementById('view'))")
    corners = [x + 10 * scale, y + 60 * scale, width - x - 260 * scale, height - y - 200 * scale]
    assert min(corners) == pytest.approx(0, abs=1)
    assert corners[0] == pytest.approx(corners[2], abs=1)
    assert corners[1] == pytest.approx(corners[3], abs=1)
    tab.click("#nearer")
    assert placed(tab)[2] == near(scale * 1.5)


def test_the_wheel_zooms_where_it_points(tab: Tab) -> None:
    x, y, scale = placed(tab)
    tab.wheel("#view", 2)
    tab.wait(f"{PLACE} !== 'translate({x}px, {y}px) scale({scale})'")
    nearer = placed(tab)
    assert nearer[2] > scale
    box = tab.eval("[document.getElementById('view').clientWidth, document.getElementById('view').clientHeight]")
    middle = [(side / 2 - at) / size for side, at, size in ((box[0], x, scale), (box[1], y, scale))]
    after = [(side / 2 - at) / nearer[2] for side, at in ((box[0], nearer[0]), (box[1], nearer[1]))]
    assert after == pytest.approx(middle, abs=1)


def test_dragging_moves_the_board_and_never_out_of_sight(tab: Tab) -> None:
    for _ in range(3):
        tab.click("#nearer")
    x, y, scale = placed(tab)
    tab.drag(tab.spot("#view"), (-60, -40))
    assert placed(tab) == near((x - 60, y - 40, scale))
    for _ in range(9):
        tab.drag(tab.spot("#view"), (-300, -300))
    x, y, scale = placed(tab)
    right, bottom = tab.eval("(b => [b.naturalWidth, b.naturalHeight])(document.getElementById('board'))")
    box = tab.eval("[document.getElementById('view').clientWidth, document.getElementById('view').clientHeight]")
    assert x + right * scale == pytest.approx(box[0], abs=1)
    assert y + bottom * scale == pytest.approx(box[1], abs=1)


def test_the_place_on_the_board_is_kept_from_step_to_step(tab: Tab) -> None:
    tab.key("+")
    tab.key("ArrowDown", shift=True)
    before = placed(tab)
    tab.eval("location.hash = '#t2/cp-combat'")
    tab.wait(f"{TURN} === '3' && {LOADED}")
    assert placed(tab) == before


def test_two_fingers_zoom_one_finger_turns_the_page(phone: Tab) -> None:
    scale = placed(phone)[2]
    x, y = phone.spot("#view")
    phone.touch([(x - 20, y), (x - 40, y), (x - 60, y)], [(x + 20, y), (x + 40, y), (x + 60, y)])
    assert placed(phone)[2] == pytest.approx(scale * 3, rel=0.1)
    phone.click("#nearer")  # wider than the screen: now it can be moved across
    phone.click("#nearer")
    before = placed(phone)
    phone.touch([(x, y), (x - 15, y), (x - 30, y)])
    assert placed(phone)[0] == near(before[0] - 30)
    assert phone.eval(TURN) == "1"
    phone.click("#fit")
    phone.touch([(x + 60, y), (x, y), (x - 60, y)])
    assert phone.eval(TURN) == "2"
    phone.touch([(x - 60, y), (x, y), (x + 60, y)])
    assert phone.eval(TURN) == "1"


# -- for everybody --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 360, 700, 900, 1280])
def test_nothing_sticks_out_at_any_width(chromium: Browser, page: Path, width: int) -> None:
    narrow = chromium.open(page, width, 740, touch=width < 700, at="#t2/cp-combat")
    for name in PANELS:
        narrow.click(f"#tabs [data-panel={name}]")
        assert narrow.eval("document.documentElement.scrollWidth") <= width, name
    narrow.close()


def test_whatever_can_be_used_has_a_name(tab: Tab) -> None:
    for name in PANELS:
        tab.click(f"#tabs [data-panel={name}]")
        nodes = tab.ask("Accessibility.getFullAXTree")["nodes"]
        roles = ("button", "slider", "searchbox", "textbox", "link", "image", "checkbox")
        used = [node for node in nodes if not node["ignored"] and node["role"]["value"] in roles]
        assert len(used) > 12
        assert [node["role"]["value"] for node in used if not node.get("name", {}).get("value")] == []


def test_the_focus_goes_from_the_board_to_the_report(tab: Tab) -> None:
    focus, order = "document.activeElement", []
    for _ in range(13):
        tab.key("Tab")
        order.append(tab.eval(f"{focus}.id || {focus}.dataset.panel || {focus}.tagName"))
    assert order == ["view", "slider", "on", "nearer", "fit", *PANELS, "find", "A", "SUMMARY"]


def test_print_shows_the_step_and_no_controls(tab: Tab) -> None:
    tab.key("+")
    tab.ask("Emulation.setEmulatedMedia", media="print")
    seen = "getComputedStyle(document.querySelector('{}')).display"
    assert tab.eval(seen.format("article.shown")) == "block"
    assert [tab.eval(seen.format(one)) for one in ("#bar", "#menu", "#tools", "#steps")] == ["none"] * 4
    assert tab.eval("getComputedStyle(document.getElementById('board')).transform") == "none"
    assert tab.printed().startswith(b"%PDF")


def test_dark_and_light_follow_the_reader(chromium: Browser, page: Path) -> None:
    for dark, colour in ((False, "rgb(255, 255, 255)"), (True, "rgb(29, 31, 34)")):
        seen = chromium.open(page, dark=dark)
        assert seen.eval("getComputedStyle(document.body).backgroundColor") == colour
        seen.close()


def test_without_scripts_everything_can_be_read(chromium: Browser, page: Path) -> None:
    plain = chromium.open(page)
    plain.ask("Emulation.setScriptExecutionDisabled", value=True)
    plain.ask("Page.reload")
    plain.wait("document.readyState === 'complete'")
    seen = plain.eval("Array.from(document.querySelectorAll('article'), a => a.getBoundingClientRect().height > 50)")
    assert seen == [True] * 4
    assert plain.eval("getComputedStyle(document.getElementById('dice')).display") == "none"
    plain.close()
