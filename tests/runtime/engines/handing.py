"""An engine that only notes what it is told."""

from __future__ import annotations


class NotingDispatch:
    """Implements `Dispatch`; while it `is_away`, nothing reaches it."""

    def __init__(self) -> None:
        self.submitted: list[str] = []
        self.words: list[bool] = []
        self.is_away = False

    async def submit(self, run_id: str, owner: str, *, word: bool = True) -> bool:
        if not self.is_away:
            self.submitted.append(run_id)
            self.words.append(word)
        return not self.is_away
