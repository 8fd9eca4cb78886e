"""docs/moderating.md, followed to the letter on an empty machine: two players get their opening letters."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.house.commands import ROOT, commands_of, run

PAGE = ROOT / "docs" / "moderating.md"


def test_the_page_leads_from_an_empty_machine_to_a_running_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert tomllib.loads(settings)["box"] == {"maildir": "~/Maildir"}
    settings = settings.replace("~/Maildir", str(tmp_path / "box"))
    settings = settings.replace('sendmail = "/usr/sbin/sendmail -t"', 'folder = "out"')
    (tmp_path / "mail.toml").write_text(f'{settings}[campaign.isonzo]\nboards = "none"\n', encoding="utf-8")
    (tmp_path / "box" / "new").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    shown = [command.text for command in commands_of(PAGE)]
    first = shown[: shown.index("pbem mail init")]
    for text in [text for text in first if text.startswith("pbem")] + [
        "pbem mail run",
        "pbem mail log",
        "pbem mail queue",
    ]:
        code, said = run(text, tmp_path)
        assert code == 0, f"{text}\n{said}"
    names = sorted(path.name.split("-isonzo-")[1].split("-report-")[0] for path in (tmp_path / "out").iterdir())
    assert names == ["AL", "CP"]
    letters = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "out").iterdir())
    assert re.search(r"\d\d:\d\d CET|CEST", letters)
