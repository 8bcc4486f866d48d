"""Why a page was not had, on its way up to where it becomes an `Unfetched`."""

from __future__ import annotations

from kasen.tools.fetch.page import Kind, Unfetched


class Failure(Exception):
    """Ends one attempt at a page. `again`: another attempt may help; `retry_after`: the server's wish, in seconds."""

    def __init__(
        self,
        kind: Kind,
        reason: str,
        *,
        again: bool = False,
        status: int | None = None,
        retry_after: float | None = None,
        lasting: bool | None = None,
    ) -> None:
        super().__init__(reason)
        self.kind: Kind = kind
        self.reason = reason
        self.again = again
        self.status = status
        self.retry_after = retry_after
        self.lasting = not again if lasting is None else lasting

    def told(self, asked: str) -> Unfetched:
        """The same for whoever asked for that URL."""
        return Unfetched(asked=asked, kind=self.kind, reason=self.reason, status=self.status, lasting=self.lasting)
