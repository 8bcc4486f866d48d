"""Without a model no code is written: figures follow from the shape of the data (`data/rule.py`)."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.schemas.outputs import DataAnalystOutput


def no_code(**_: Any) -> DataAnalystOutput:
    """No code and no figures; the node draws by rule then."""
    return DataAnalystOutput(code="", figures=[])
