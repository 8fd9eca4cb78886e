"""What a killed command left behind: it is taken away when the same place is written again."""

from __future__ import annotations

import os
import shutil

from pbem.values.patterns import pattern

_NAME = pattern(r"(.+)\.([0-9]{1,10})\.new")  # the place, and the process that was writing


def sweep(path: str) -> None:
    """Take away what processes that are no more were about to write to this place."""
    folder, name = os.path.split(path)
    for found in os.listdir(folder or ".") if os.path.isdir(folder or ".") else ():
        match = _NAME.fullmatch(found)
        if match and match[1] == name and not _is_alive(int(match[2])):
            whole = os.path.join(folder, found)
            if os.path.isdir(whole) and not os.path.islink(whole):
                shutil.rmtree(whole, ignore_errors=True)
            elif os.path.isfile(whole):
                os.remove(whole)


def _is_alive(process: int) -> bool:
    """Whether a process of this number runs; where that cannot be told, it does."""
    if process == os.getpid() or os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
