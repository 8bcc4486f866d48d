"""What a role is, and what asking one returns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

Reply = TypeVar("Reply", bound=BaseModel)
Tier = Literal["basic", "reasoning", "high_reasoning", "vision", "image"]
RULE = "rule"
"""Value of `by` when a rule answered."""


@dataclass(frozen=True)
class Picture:
    """An image that is shown to a model."""

    data: bytes
    media_type: str = "image/png"


@dataclass(frozen=True, kw_only=True)
class Role(Generic[Reply]):
    """One job in a team: its prompt, the schema of its answer, and the rule that answers without a model.

    `rule` takes the same keyword variables as the prompt and returns a valid `reply`;
    it may be a coroutine function. The prompt is `prompts/<prompt or name>.md` of `package`.
    """

    name: str
    package: str
    reply: type[Reply]
    rule: Callable[..., Reply | Awaitable[Reply]]
    tier: Tier = "basic"
    prompt: str = ""
    answer_tokens: int = 600
    """Tokens that an answer is expected to take: what a budget reserves before the call, and estimates count with."""
    target_s: float | None = None
    """Seconds that one ask should take; over it the run warns once."""
    maximum_s: float | None = None
    """Seconds after which the model is left for the next of the chain; None: the asker's own limit."""
    shows: str = ""
    """Field of the reply whose text is for the reader and is streamed as it is written; none by default."""

    @property
    def prompt_name(self) -> str:
        """File name of the prompt without `.md`."""
        return self.prompt or self.name


@dataclass(frozen=True, kw_only=True)
class Usage:
    """Tokens of one or many calls, as the provider counted them.

    `input_tokens` holds `cached_tokens` and `cache_write_tokens`, `output_tokens` holds `reasoning_tokens`.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    cache_write_tokens: int = 0
    """Input written to the provider's cache, where that has a price of its own (Anthropic)."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            reasoning_tokens=self.reasoning_tokens + other.reasoning_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
        )

    @property
    def total(self) -> int:
        """Input and output; cached and reasoning tokens are parts of these."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[Reply]):
    """A validated value and who gave it."""

    value: Reply
    by: str
    """A model's `provider:model`, or `rule`."""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = 0.0
    """Price; None when the model's price is unknown."""
    attempts: int = 1
    why: str = ""
    """Why a rule answered: `no model`, `budget`, or the last failure."""
    from_receipt: bool = False

    @property
    def is_rule(self) -> bool:
        """True when no model was involved."""
        return self.by == RULE


class Ask(Protocol):
    """`await deps.ask(ROLE, **variables)`: the variables are exactly those of the prompt.

    `pictures` are shown to the model with the prompt; the rule gets them too, when there are any.
    `avoid` names providers whose models are asked after all others: who wrote something should not judge it.
    """

    async def __call__(
        self,
        role: Role[Reply],
        /,
        *,
        pictures: Sequence[Picture] = (),
        avoid: Collection[str] = (),
        **variables: Any,
    ) -> Answer[Reply]: ...

    def models(self, role: Role[Any], /) -> Sequence[str]:
        """The `provider:model` names that are tried for a role, in order; empty where its rule answers."""
        ...
