"""A charge that keeps what it was told."""

from __future__ import annotations

from kasen.models.role import Usage


class FakeCharge:
    """Implements `Charge`: spent once `most` turns were charged."""

    def __init__(self, most: int = 1_000_000) -> None:
        self.most = most
        self.turns: dict[str, float | None] = {}
        self.stops = 0

    async def __call__(
        self, role: str, by: str, /, *, key: str, usage: Usage, usd: float | None, seconds: float
    ) -> bool:
        self.turns.setdefault(key, usd)
        return await self.spent()

    async def spent(self) -> bool:
        return len(self.turns) >= self.most

    async def left(self) -> float | None:
        return None

    async def stop(self) -> None:
        self.stops += 1
