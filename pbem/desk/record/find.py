"""Finding what a person names: a campaign of a store, a played step of a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import campaign_id
from pbem.desk.record.state import Past, labels
from pbem.errors import UsageError
from pbem.kernel.text.words import did_you_mean
from pbem.store.entry import Glance, Reads


def glance_at(store: Reads, name: str = "") -> Glance:
    """The record of a campaign; without a name, of the only one there is."""
    glance = store.glance(campaign_id(name)) if name else None
    if glance is not None:
        return glance
    known = store.campaigns()
    names = [listed.name for listed in known]
    if not known:
        raise UsageError("the store holds no campaign yet: `pbem new` opens one")
    if name:
        hint = did_you_mean(name, names) or f"the store holds {', '.join(names)}"
        raise UsageError(f"there is no campaign called {name!r}: {hint}")
    glance = store.glance(known[0].id) if len(known) == 1 else None
    if glance is None:
        raise UsageError(f"the store holds several campaigns; name one of {', '.join(names)}")
    return glance


def find_past(trail: Sequence[Past], wanted: str) -> int:
    """Where in the trail a step stands that a person names: `t3/cp-combat`, or `3 cp-combat`."""
    known = labels(trail)
    lower = [label.lower() for label in known]
    words = wanted.strip().lower().replace(" ", "/")
    for name in (words, f"t{words}"):
        if name in lower:
            return lower.index(name)
    if not known:
        raise UsageError("no step has been played yet: `pbem status` shows whose orders are due")
    near = did_you_mean(words, known) or f"the last one is {known[-1]}"
    raise UsageError(f"no step {wanted!r} has been played: {near}")
