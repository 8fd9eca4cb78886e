"""For which campaign a file is, where nobody says so and the store holds several: its header decides."""

from __future__ import annotations

from pbem.errors import UsageError
from pbem.store.entry import Reads


def meant(store: Reads, name: str, data: bytes) -> str:
    """The campaign that was named; else the only one, by the empty name; else the one that the file names."""
    known = [] if name else store.campaigns()
    if len(known) < 2:
        return name
    from pbem.desk.inbox.letters.bringing import campaigns_of_file  # late: `pbem check` starts sooner without it

    said = campaigns_of_file(data)
    found = [listed.name for listed in known if [listed.id] == said]
    if found:
        return found[0]
    raise UsageError(
        f"the store holds several campaigns, and the file names {_words(said)}: "
        f"say with --campaign which one it is for, {', '.join(listed.name for listed in known)}"
    )


def _words(said: list[str]) -> str:
    if not said:
        return "none"
    return f"{said[0]}, which is not among them" if len(said) == 1 else " and ".join(said[:3])
