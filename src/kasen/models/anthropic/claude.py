"""What each family of Claude models takes: thinking, effort, native schemas, limits. Data, and how a tier maps to it.

Source: the pages "Thinking", "Structured outputs", "Prompt caching" and the overview of each model on
platform.claude.com, read in November 2026. What the API refuses all the same is left out from then on, so a row that
is out of date costs one refused call per process.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from kasen.models.role import Tier


class Family(NamedTuple):
    """Models whose names start alike; the first row that fits holds."""

    prefixes: tuple[str, ...]
    thinks: Literal["never", "budget", "adaptive"]
    """How thinking is asked for: with a number of tokens (up to 4.5), or left to the model (from 4.6)."""
    quiet: Literal["unset", "disabled", "between_tools", "always"]
    """How a model is kept from thinking: by not asking for it, by a word, or (`always`) not at all."""
    effort: bool
    """Whether `output_config.effort` is taken."""
    native: bool
    """Whether `output_config.format` holds the answer to a schema; else a tool is called with it."""
    output: int
    """Most tokens of one answer, thinking included."""
    cached_from: int
    """Tokens below which nothing is kept in the cache of prompts."""


FAMILIES = (
    Family(("claude-sonnet-5-5",), "adaptive", "between_tools", True, True, 128_000, 512),
    Family(("claude-haiku-5-5",), "adaptive", "disabled", True, True, 128_000, 512),
    Family(("claude-opus-5-5", "claude-fable", "claude-mythos"), "adaptive", "always", True, True, 128_000, 512),
    Family(("claude-opus-5",), "adaptive", "disabled", True, True, 128_000, 512),
    Family(("claude-sonnet-5",), "adaptive", "disabled", True, True, 128_000, 1024),
    Family(("claude-opus-4-8", "claude-sonnet-4-6"), "adaptive", "unset", True, True, 128_000, 2048),
    Family(("claude-opus-4-7", "claude-opus-4-6"), "adaptive", "unset", True, True, 128_000, 4096),
    Family(("claude-opus-4-5",), "budget", "unset", True, True, 64_000, 4096),
    Family(("claude-sonnet-4-5",), "budget", "unset", False, True, 64_000, 1024),
    Family(("claude-haiku-4-5",), "budget", "unset", False, True, 64_000, 4096),
    Family(("claude-opus-4-1",), "budget", "unset", False, True, 32_000, 1024),
    Family(("claude-opus-4", "claude-4-opus"), "budget", "unset", False, False, 32_000, 1024),
    Family(("claude-sonnet-4", "claude-4-sonnet", "claude-3-7"), "budget", "unset", False, False, 64_000, 1024),
    Family(("claude-3-5",), "never", "unset", False, False, 8192, 2048),
    Family(("claude-3", "claude-2", "claude-instant"), "never", "unset", False, False, 4096, 2048),
    # A Claude of later is most like the newest of today; anything else is a server that speaks the same protocol.
    Family(("claude",), "adaptive", "always", True, True, 64_000, 512),
    Family(("",), "never", "unset", False, False, 8192, 1024),
)

THINKING_TOKENS: dict[Tier, int] = {"reasoning": 4096, "high_reasoning": 16_384}
"""Tiers that think, and the tokens for it where a number is asked for; its floor is 1,024."""
EFFORT: dict[Tier, str] = {"reasoning": "medium", "high_reasoning": "high"}
"""How hard to think where the model decides itself; `low` for the other tiers of models that always think."""
ANSWER_ROOM = 8
"""Cap on an answer, in expected answers: one that is cut off is paid and thrown away, room left over costs nothing."""
LEAST_ROOM = 4096
"""Least tokens for an answer: schemas and Japanese take more than was expected."""
ADAPTIVE_ROOM = 4
"""Room for thinking without a number, in those numbers: how long it takes is up to the model."""
QUIET_ROOM = 8192
"""Room for the thinking that cannot be switched off, at the lowest effort."""


class Manner(NamedTuple):
    """How one tier is asked of one model."""

    thinking: dict[str, Any] | None
    effort: str
    max_tokens: int


def family_of(model: str) -> Family:
    """The row for that model: the first with a fitting prefix; dots in a version count as hyphens."""
    name = model.lower().replace(".", "-")
    return next(row for row in FAMILIES if name.startswith(row.prefixes))


def manner(family: Family, tier: Tier, answer_tokens: int) -> Manner:
    """Thinking, effort and the cap on output for a tier; the cap is within the family's own limit."""
    room = max(ANSWER_ROOM * answer_tokens, LEAST_ROOM)
    tokens = THINKING_TOKENS.get(tier, 0) if family.thinks != "never" else 0
    if not tokens:
        always = family.quiet == "always"
        quiet = {"type": family.quiet} if family.quiet in {"disabled", "between_tools"} else None
        effort = "low" if always and family.effort else ""
        return Manner(quiet, effort, min(room + (QUIET_ROOM if always else 0), family.output))
    if family.thinks == "adaptive":
        # Without `display` the newer ones keep their thoughts to themselves, and nobody sees that anything goes on.
        thinking: dict[str, Any] = {"type": "adaptive", "display": "summarized"}
        cap = room + ADAPTIVE_ROOM * tokens
    else:
        thinking = {"type": "enabled", "budget_tokens": tokens}
        cap = room + tokens
    return Manner(thinking, EFFORT[tier] if family.effort else "", min(cap, family.output))
