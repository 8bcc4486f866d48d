"""The port to the evidence of a run: what was searched, read and may be cited."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from kasen.evidence.types import Claim, Hit, Passage, Source


class EvidenceStore(Protocol):
    """Sources and passages of one run. Adding is idempotent: the same content is the same id."""

    async def add(self, hits: Iterable[Hit]) -> None:
        """Record sources and passages so that this run may cite them."""
        ...

    async def passages(self, ids: Sequence[str]) -> list[Passage]:
        """Passages in the order asked for. Raises KeyError for one that this run never recorded."""
        ...

    async def sources(self, ids: Sequence[str]) -> list[Source]:
        """Sources in the order asked for. Raises KeyError for one that this run never recorded."""
        ...

    async def record_claims(self, claims: Sequence[Claim]) -> None:
        """Replace the claims of the run: the ledger that is exported as `evidence.jsonl`."""
        ...
