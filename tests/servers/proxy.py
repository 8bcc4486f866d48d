"""A proxy in front of a server on loopback that cuts a connection at a message of choice."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from servers.postgresql import free_port


class Proxy:
    """Forwards TCP to `port`. `cut(data)` says after which bytes of a client, delivered, its connection breaks.

    Between `away` and `back` nobody is there.
    """

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self.cut: Callable[[bytes], bool] = lambda _data: False
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._open: set[socket.socket] = set()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()
        for one in list(self._open):
            one.close()

    def address(self, database: str) -> str:
        """The address of a database at that server, by way of this."""
        return database.replace(f":{self._to}/", f":{self.port}/")

    def close(self) -> None:
        """Take no further connections; those that are open go on."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def away(self) -> None:
        """Break every connection and take no further ones."""
        self.close()
        for one in list(self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def back(self) -> None:
        """Take connections again, at the same port."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.__enter__()

    def _accept(self) -> None:
        listener = self._listener
        with suppress(OSError):
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                self._open |= {client, server}
                threading.Thread(target=self._forward, args=(client, server, True), daemon=True).start()
                threading.Thread(target=self._forward, args=(server, client, False), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, is_client: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if is_client and self.cut(data):  # the client hears nothing more, the server gets it
                    source.shutdown(socket.SHUT_RDWR)
                    sink.sendall(data)
                    sink.shutdown(socket.SHUT_WR)
                    return
                sink.sendall(data)
        for one in (source, sink):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


class CutOnce:
    """For `Proxy.cut`: once it is `armed`, the first message with that word is the last of its connection."""

    def __init__(self, word: bytes) -> None:
        self._word = word
        self._is_armed = threading.Event()
        self.times = 0

    def arm(self) -> None:
        """From now on."""
        self._is_armed.set()

    def __call__(self, data: bytes) -> bool:
        """Whether the connection breaks after this message."""
        is_meant = self._is_armed.is_set() and self._word in data
        if is_meant:
            self.times += 1
            self._is_armed.clear()
        return is_meant
