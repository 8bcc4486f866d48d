"""One turn of an agent: what its program is started with, what it tells on the way, how it ended.

A program's exit code is never taken for an answer, nor prose for a verdict: `Ended.answer` is what the schema asked
for, or there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

Problem = Literal["", "refused", "limit", "server", "spent", "denied", "no_answer", "stalled", "killed", "failed"]
"""Why there is no answer. `refused`: the key; `limit`: of the account, with the time it is open again; `server`: of the
vendor; `spent`: the turn's cap on money; `denied`: a tool that it may not use; `no_answer`: it only talked; `killed`:
its process was; `stalled`: it told nothing for too long; `failed`: anything else."""
ITS_OWN = ("no_answer", "denied", "failed")
"""Problems that count as an attempt; the others are nobody's fault and the task is tried again without one."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What is asked."""

    prompt: str
    folder: Path
    schema: Mapping[str, Any]
    """JSON schema of the answer."""
    instruction: str = ""
    """The task in its own words alone, for programs that are asked nothing else."""
    session: str = ""
    """The program's own session to go on in; empty begins one."""
    policy: str = ""
    """What the role does and does not do."""
    model: str = ""
    usd: float | None = None
    """What it may cost."""
    writes: bool = True
    """False for those that only look."""
    web: bool = False
    """Whether it may search the web and read pages; never for those that write."""
    shared: tuple[Path, ...] = ()
    """Folders outside of `folder` that it must be able to write: those of git."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """One thing that a program told. `done`: its result, after which it should end; `lost`: that none will come."""

    kind: Literal["session", "words", "tool", "tool_done", "cost", "done", "lost"]
    id: str = ""
    text: str = ""
    usd: float = 0.0
    """Of `cost`: what the turn has cost by now."""


@dataclass(frozen=True, kw_only=True)
class Counters:
    """What a session has cost since it began: programs count on over all turns of a session."""

    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None

    def since(self, before: Counters) -> Counters:
        """What came on top; a counter that fell began anew."""
        tokens = [
            max(0, new - old) or (new if new < old else 0)
            for new, old in ((self.input_tokens, before.input_tokens), (self.output_tokens, before.output_tokens))
        ]
        usd = None if self.usd is None else self.usd - before.usd if before.usd and self.usd >= before.usd else self.usd
        return Counters(input_tokens=tokens[0], output_tokens=tokens[1], usd=usd)


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a turn ended."""

    answer: dict[str, Any] | None = None
    words: str = ""
    """The last words, for people."""
    problem: Problem = ""
    why: str = ""
    until: float = 0.0
    """Seconds since the epoch at which a limit is over; 0 where nobody said."""
    session: str = ""
    counters: Counters = field(default_factory=Counters)


class Program(Protocol):
    """How a program is called and read; one object per turn."""

    @property
    def VARIABLES(self) -> tuple[str, ...]:
        """Names of what it has to see of the environment beside the plain variables."""

    def command(self, turn: Turn) -> list[str]:
        """The program and its arguments."""

    def given(self, turn: Turn) -> bytes:
        """What it gets on its input, which is closed after it; most take nothing."""

    def read(self, line: bytes) -> Iterator[Told]:
        """What a line of its output tells."""

    def ended(self, code: int) -> Ended:
        """How the turn ended, from all that was read and the exit code (negative: a signal)."""
