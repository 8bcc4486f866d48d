"""Research: a question and your documents in, a report out whose every claim points at a stored passage."""

from kasen.team import Limits, Team

_NODES = "kasen.teams.research.nodes"

TEAM = Team(
    name="research",
    summary="A cited report from your own documents and the web: every claim points at the passage it rests on.",
    summary_ja="あなたの資料とウェブから、すべての主張が出典の一節を指す報告書を作る。",
    request="kasen.teams.research.schemas:Request",
    result="kasen.teams.research.schemas:Result",
    modes={"quick": "kasen.teams.research.graphs.quick:build"},
    default_mode="quick",
    aliases={"quick_research": "quick"},
    roles=(
        f"{_NODES}.planner:PLANNER",
        f"{_NODES}.searcher:SEARCHER",
        f"{_NODES}.rag_retriever:RAG_RETRIEVER",
        f"{_NODES}.analyzer:ANALYZER",
        f"{_NODES}.evaluator:EVALUATOR",
        f"{_NODES}.synthesizer:SYNTHESIZER",
    ),
    limits=Limits(steps=100),
)
