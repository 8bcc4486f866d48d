"""What research takes, what it gives, and what its roles reply; what one mode alone needs is in a module of its own."""

from kasen.teams.research.schemas.draft import Draft, Section, Statement
from kasen.teams.research.schemas.found import (
    Analysis,
    Excerpt,
    ExcerptView,
    Found,
    PassageView,
    Quoted,
    SearchDone,
    Unread,
)
from kasen.teams.research.schemas.plan import (
    Assessment,
    Before,
    Evaluation,
    Measured,
    PlanningNotes,
    PointCoverage,
    Queries,
    ResearchPlan,
    StrategicPlan,
)
from kasen.teams.research.schemas.request import MAX_LOOPS, QUESTION_LIMIT, Request
from kasen.teams.research.schemas.result import KeyFinding, Result, SourceUsed

__all__ = [
    "MAX_LOOPS",
    "QUESTION_LIMIT",
    "Analysis",
    "Assessment",
    "Before",
    "Draft",
    "Evaluation",
    "Excerpt",
    "ExcerptView",
    "Found",
    "KeyFinding",
    "Measured",
    "PassageView",
    "PlanningNotes",
    "PointCoverage",
    "Queries",
    "Quoted",
    "Request",
    "ResearchPlan",
    "Result",
    "SearchDone",
    "Section",
    "SourceUsed",
    "Statement",
    "StrategicPlan",
    "Unread",
]
