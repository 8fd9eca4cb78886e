"""A table of a settings file, read word by word: what nobody reads is a slip, and is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.record.names import checked_address
from pbem.errors import UsageError, did_you_mean


class Table:
    """A table of the file, read word by word."""

    def __init__(self, values: Mapping[str, Any], path: str, name: str) -> None:
        self.values, self.path, self.name = dict(values), path, name
        self.known: list[str] = []

    def _take(self, key: str, kind: type, default: Any) -> Any:
        self.known.append(key)
        value = self.values.pop(key, default)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            said = {str: "a text in quotes", bool: "true or false", int: "a number", list: "a list", dict: "a table"}
            raise self.fault(key, f"found {value!r}, wanted {said[kind]}")
        return value

    def fault(self, key: str, words: str) -> UsageError:
        """A slip with its place."""
        place = f"[{self.name}] {key}" if self.name else key
        return UsageError(f"{self.path}, {place}: {words}")

    def text(self, key: str, default: str = "") -> str:
        """A text."""
        return str(self._take(key, str, default)).strip()

    def flag(self, key: str) -> bool:
        """True or false."""
        return bool(self._take(key, bool, False))

    def number(self, key: str, default: int) -> int:
        """A whole number."""
        return int(self._take(key, int, default))

    def words(self, key: str, default: list[str]) -> list[str]:
        """A list of texts."""
        return [str(one) for one in self._take(key, list, default)]

    def table(self, key: str) -> Table:
        """A table within."""
        return Table(self._take(key, dict, {}), self.path, f"{self.name}.{key}" if self.name else key)

    def address(self, key: str) -> str:
        """A mail address, or nothing."""
        text = self.text(key)
        try:
            return checked_address(text) if text else ""
        except UsageError as error:
            raise self.fault(key, str(error)) from error

    def one_of(self, key: str, known: tuple[str, ...], default: str) -> str:
        """One of the words that are known."""
        word = self.text(key, default)
        if word not in known:
            raise self.fault(key, f"found {word!r}, wanted {' or '.join(known)}")
        return word

    def end(self) -> None:
        """Refuse what nobody has read: a slip must not pass for a setting."""
        for key in self.values:
            hint = did_you_mean(key, self.known) or f"there are {', '.join(self.known)}"
            raise self.fault(key, f"no such setting: {hint}")
