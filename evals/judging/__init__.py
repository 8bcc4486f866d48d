"""The role that compares two pieces of work for the same request."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from kasen.models.role import Role


class Preference(BaseModel):
    """What a judge says."""

    why: str = Field(description="The difference that decides, in one sentence.")
    better: Literal["A", "B", "tie"]


def nobody(**_: str) -> Preference:
    """No rule compares two texts."""
    return Preference(why="nobody judged", better="tie")


JUDGE = Role(name="compare", package="judging", reply=Preference, rule=nobody, tier="high_reasoning")
