"""A graph of causes as Mermaid source. Ids are ours, and no letter of a label can end it or command anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kasen.tools.report.drawing.svg import shown

if TYPE_CHECKING:
    from kasen.tools.report.drawing.causes import CauseEdge, CauseNode

_SPECIAL = frozenset("\"'`#;<>&%{}[]()|\\:@$*_~=-")
_SHAPES = {"root": ("[[", "]]"), "cause": ("[", "]"), "symptom": ("([", "])")}


def flowchart(nodes: Sequence[CauseNode], edges: Sequence[CauseEdge]) -> str:
    """From left to right; what evidence supports is drawn through, the rest dotted, each with its strength."""
    ids = {node.id: f"n{number}" for number, node in enumerate(nodes, start=1)}
    lines = ["flowchart LR"]
    for node in nodes:
        before, after = _SHAPES[node.kind]
        lines.append(f'  {ids[node.id]}{before}"{label(node.label)}"{after}')
    for edge in edges:
        line = "-->" if edge.supported else "-.->"
        lines.append(f'  {ids[edge.cause]} {line}|"{edge.strength:.2f}"| {ids[edge.effect]}')
    return "\n".join(lines)


def label(text: str) -> str:
    """Words in a label: signs that mean something to Mermaid or Markdown become its entities (`#35;`)."""
    return "".join(f"#{ord(letter)};" if letter in _SPECIAL else letter for letter in shown(text)) or " "
