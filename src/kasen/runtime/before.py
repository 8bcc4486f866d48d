"""A pause before a node (seed 004, F010: `interrupt_before`): whether to go on, and what the person has to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from kasen.errors import UnknownName
from kasen.prompts.outside import unfence
from kasen.runtime.approvals import approve

if TYPE_CHECKING:
    from kasen.runtime.rows import ApprovalRow

PREFIX = "before "
"""Begins the name of such a pause; the name of the node follows."""
INPUT_LIMIT = 2000
"""Characters that a person may say."""
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "go_on": {"type": "boolean", "default": True},
        "human_input": {"type": "string", "maxLength": INPUT_LIMIT},
    },
    "additionalProperties": False,
}
DEFAULT: dict[str, Any] = {"go_on": True, "human_input": ""}
SHOWN = 200
"""Characters of a value that the pause shows."""


def said_before(node: str, state: Any, lang: str) -> str:
    """Pause until a person answers; what the person said. A no never comes here: it ends the run."""
    question = f"`{node}` の前です。続けますか。" if lang == "ja" else f"Go on with `{node}`?"
    answer = approve(f"{PREFIX}{node}", question, schema=SCHEMA, default=DEFAULT, shown=so_far(state))
    return unfence(str(answer.get("human_input") or "")).strip()


def is_refusal(row: ApprovalRow) -> bool:
    """True when a person does not want the run to go on."""
    is_ours = row.name.startswith(PREFIX) and isinstance(row.answer, dict)
    return row.answered and is_ours and row.answer.get("go_on") is False


def with_input(state: Any, text: str) -> Any:
    """The state that the node gets: what was said is added to `human_input`, and none is required any more."""
    cleared = {"human_input_required": False} if "human_input_required" in state else {}
    said = "\n".join(filter(None, (state.get("human_input"), text)))
    return {**state, **cleared, **({"human_input": said} if said else {})}


def check_names(wanted: tuple[str, ...], nodes: tuple[str, ...], mode: str) -> None:
    """Raises UnknownName for a node that the graph of the mode does not have, with those that it has."""
    unknown = [name for name in wanted if name not in nodes]
    if unknown:
        raise UnknownName(f"mode `{mode}` has no node `{unknown[0]}` to pause before; it has: {', '.join(nodes)}")


def so_far(state: Any) -> list[str]:
    """The state that the node is about to get, a line per value, for the person who decides."""
    if not isinstance(state, Mapping):
        return []
    return [f"{name}: {brief}" for name, value in state.items() if (brief := _brief(value))]


def _brief(value: Any) -> str:
    if isinstance(value, BaseModel):
        parts = (f"{name} {brief}" for name, part in value if (brief := _brief(part)))
        return _short("; ".join(parts))
    if isinstance(value, str):
        return _short(" ".join(value.split()))
    if isinstance(value, list | tuple | set | dict):
        return _listed(list(value)) if value else ""
    return "" if value is None else str(value)


def _listed(values: list[Any]) -> str:
    if all(isinstance(value, str) for value in values):
        return _short(", ".join(values))
    return f"{len(values)} ×"


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
