"""Credentials for Vertex AI on loopback; never those of the machine."""

from __future__ import annotations

from typing import Any

from google.auth.credentials import Credentials


class Token(Credentials):
    """Credentials that are there; `refreshes` counts how often they were asked for anew."""

    def __init__(self, token: str | None = "test-token") -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.token = token
        self.refreshes = 0

    def refresh(self, _: Any) -> None:
        self.refreshes += 1
        self.token = "test-token"
