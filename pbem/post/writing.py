"""Writing `mail.toml`: what `pbem mail init` was told, with a word about each setting."""

from __future__ import annotations

import os

from pbem.errors import UsageError
from pbem.post.carriers import HERE
from pbem.values import NamedTuple


class Answers(NamedTuple):
    """What somebody who sets up a judge has answered."""

    box: str  # imap, maildir, mbox or none
    place: str
    user: str
    password_command: str
    send: str  # smtp, sendmail or folder
    outlet: str
    address: str
    plus: bool
    moderator: str
    results_of: str


def settings_text(said: Answers) -> str:
    """The file."""
    login = [f'user = "{said.user}"', f'password_command = "{said.password_command}"'] if said.user else []
    is_here = said.outlet.partition(":")[0] in HERE  # a server on this machine takes mail without a login
    box = [f'{said.box} = "{said.place}"', *login] if said.box != "none" else ["# mail comes by `pbem mail take`"]
    return "\n".join(
        [
            "# How the judge gets and sends mail. No password stands here: a command prints it.",
            "[box]",
            *box,
            'after = "flag"              # nothing is deleted; or move:FOLDER, or delete',
            "",
            "[send]",
            f'{said.send} = "{said.outlet}"',
            *(login if said.send == "smtp" and not is_here else []),
            f'from = "The judge <{said.address}>"',
            f"plus = {str(said.plus).lower()}                 # judge+TOKEN@... reaches this box too",
            "per_hour = 60",
            "",
            "[trust]",
            f'results_of = "{said.results_of}"             # whose Authentication-Results are believed',
            "",
            "[judge]",
            f'moderator = "{said.moderator}"',
            "",
            "# One table for each campaign that is not run as others are:",
            "# [campaign.isonzo]",
            '# mode = "automatic"         # automatic, approve (you answer `yes` to a preview), receive',
            '# accept = "token"           # address, token, signed: what shows who wrote',
            '# remind = ["-48h", "-12h", "+0h", "+24h"]',
            '# digest = "18:00 Europe/Rome"',
            "",
        ]
    )


def write_settings(path: str, said: Answers) -> None:
    """A new file, for its owner alone; one that is there is never replaced."""
    for word in said:
        if isinstance(word, str) and ('"' in word or "\\" in word or not word.isprintable()):
            raise UsageError(f"{word!r} cannot stand in {path}: leave out quotes, backslashes and control characters")
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} exists already: edit it, or delete it and call `pbem mail init` again") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(settings_text(said))
