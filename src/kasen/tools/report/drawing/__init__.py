"""Pictures that code draws from the data of a report: the same data give the same bytes."""

from kasen.tools.report.drawing.causes import CauseEdge, CauseKind, CauseNode, cause_graph
from kasen.tools.report.drawing.history import Round, history
from kasen.tools.report.drawing.radar import radar
from kasen.tools.report.drawing.svg import clean

__all__ = ["CauseEdge", "CauseKind", "CauseNode", "Round", "cause_graph", "clean", "history", "radar"]
