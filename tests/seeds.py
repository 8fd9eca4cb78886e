"""Seeds for tests, in files as a moderator keeps them: the same words give the same dice."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile

_folder = ""


def seed_file(words: str) -> str:
    """A file of its owner alone with the hash of the words in hex: what the words themselves once gave."""
    global _folder
    if not _folder:
        _folder = tempfile.mkdtemp(prefix="pbem-seeds-")
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    digest = hashlib.sha256(words.encode()).hexdigest()
    path = os.path.join(_folder, f"{digest[:16]}.seed")
    if not os.path.exists(path):
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
            file.write(f"{digest}\n")
    return path
