"""The page that verifies dice, driven in a real browser: posts go in, verdicts come out."""

from __future__ import annotations

import html
import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.programs import PROGRAMS

PAGE = Path(__file__).parents[2] / "pbem" / "dice" / "verifiers" / "verify_dice.html"
SECONDS = 180

# Each post is judged by the page's own function; the last two also by its button, as a person does it.
DRIVER = """
<script type="module">
const { posts, rolls } = %s, found = [], cast = [];
for (const [post, known] of posts) found.push(await judge(post, known));
for (const roll of rolls) cast.push(await faces(await keyOf(unhex(roll.seed)), roll.label, roll.n, roll.sides));
const shown = [];
for (const [post, known] of posts.slice(-2)) {
  document.getElementById("post").value = post;
  document.getElementById("known").value = known;
  await run();
  shown.push(["verdict", "beacons"].map(part => document.getElementById(part).textContent));
}
const out = document.createElement("pre");
out.id = "out";
out.textContent = JSON.stringify({ found, cast, shown });
document.body.append(out);
</script>
"""


def browser() -> str:
    """The browser of this machine; a test that drives it says that it needs one."""
    found = PROGRAMS["chromium"].path()
    assert found, "mark the test with @pytest.mark.needs('chromium')"
    return found


def by_page(posts: Sequence[str | tuple[str, str]], rolls: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """The page's verdict on each post (`found`), its dice (`cast`), and what it shows for the last two (`shown`).

    A post may come with what its reader knew before.
    """
    pairs = [(post, "") if isinstance(post, str) else post for post in posts]
    given = json.dumps({"posts": pairs, "rolls": list(rolls)}).replace("<", "\\u003c")
    script = DRIVER.replace("%s", given)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(PAGE.read_text(encoding="utf-8").replace("</body>", script + "</body>"), encoding="utf-8")
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom")
        profile = f"--user-data-dir={folder}/profile"
        command = [browser(), *options, profile, "--virtual-time-budget=100000000", page.as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    match = re.search(r'<pre id="out">(.*?)</pre>', done.stdout, re.DOTALL)
    assert match, f"the page gave no answer: {done.stderr[-2000:]}"
    found: dict[str, Any] = json.loads(html.unescape(match[1]))
    return found
