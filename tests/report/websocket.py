"""A WebSocket, as far as a browser on this machine needs one: text out, text in (RFC 6455)."""

from __future__ import annotations

import os
import socket
import struct
from itertools import cycle

_CLOSE, _PING, _PONG = 8, 9, 10
_LAST, _MASKED = 0x80, 0x80


class WebSocket:
    """A connection to a port of this machine."""

    def __init__(self, port: int, path: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._rest = b""
        words = (
            f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: cGJlbSBvcmRlciBwYWdlIQ==", "Sec-WebSocket-Version: 13", "", "",
        )  # fmt: skip
        self._socket.sendall("\r\n".join(words).encode())
        while b"\r\n\r\n" not in self._rest:
            self._rest += self._socket.recv(4096)
        head, _, self._rest = self._rest.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def send(self, text: str, kind: int = 1) -> None:
        """A message; what a client sends is masked."""
        data, mask = text.encode(), os.urandom(4)
        masked = bytes(one ^ key for one, key in zip(data, cycle(mask), strict=False))
        self._socket.sendall(bytes([_LAST | kind]) + _size(len(data)) + mask + masked)

    def receive(self) -> str:
        """The next message; the empty text at the end."""
        whole = b""
        while True:
            first, length = self._take(2)
            if length > 125:
                length = int.from_bytes(self._take(2 if length == 126 else 8), "big")
            data = self._take(length)
            if first & 15 == _CLOSE:
                return ""
            if first & 15 == _PING:
                self.send(data.decode(), _PONG)
                continue
            whole += data
            if first & _LAST:
                return whole.decode()

    def _take(self, count: int) -> bytes:
        while len(self._rest) < count:
            data = self._socket.recv(1 << 16)
            if not data:
                return bytes([_CLOSE, 0])[:count]
            self._rest += data
        found, self._rest = self._rest[:count], self._rest[count:]
        return found

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def _size(length: int) -> bytes:
    """The length of a message, in as few bytes as it takes: Firefox hangs up on more."""
    if length < 126:
        return bytes([_MASKED | length])
    return struct.pack(">BH", _MASKED | 126, length) if length < 1 << 16 else struct.pack(">BQ", _MASKED | 127, length)
