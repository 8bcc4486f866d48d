"""What the held-out judge says."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Preference(BaseModel):
    """The reply of the judge."""

    model_config = ConfigDict(extra="ignore")

    why: str = Field("", max_length=600)
    better: Literal["A", "B", "tie"]
