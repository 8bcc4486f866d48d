"""Research: a question and your documents in, a report out whose every claim points at a stored passage."""

from kasen.team import Expected, Limits, ModeWords, Team

_NODES = "kasen.teams.research.nodes"

# Prompts were measured with the rules on `examples/corpus` (five questions, two Japanese: 1 to 3 rounds of planning),
# answers on those written by hand in `tests/teams/research/answers`, both by `estimate_tokens`. What the analyzer reads
# at most is its 24 passages of 600 Japanese characters. The searcher and the retriever are asked from the second round
# on, the evaluator only on points that code leaves open, the verifier on what a model put in words of its own.
_QUICK = {
    "planner": Expected(calls=(1, 3), input_tokens=(1100, 1400), output_tokens=(80, 300)),
    "searcher": Expected(calls=(0, 2), input_tokens=(800, 1100), output_tokens=(10, 60)),
    "rag_retriever": Expected(calls=(0, 2), input_tokens=(800, 1100), output_tokens=(10, 60)),
    "analyzer": Expected(calls=(1, 3), input_tokens=(2500, 14000), output_tokens=(260, 1800)),
    "evaluator": Expected(calls=(0, 3), input_tokens=(450, 4500), output_tokens=(30, 70)),
    "synthesizer": Expected(calls=(1, 1), input_tokens=(1200, 5000), output_tokens=(290, 1600)),
    "verifier": Expected(calls=(1, 1), input_tokens=(900, 4000), output_tokens=(60, 900)),
}

# Prompts measured likewise on five questions; the most is what eight subtasks with drill-downs and a revision take, and
# an assumption, as are the longest answers: the shortest are those of the rules.
_DEEP = {
    "master_planner": Expected(calls=(1, 1), input_tokens=(1200, 2200), output_tokens=(90, 1200)),
    "subtask_executor": Expected(calls=(0, 4), input_tokens=(700, 1500), output_tokens=(40, 200)),
    "analyzer": Expected(calls=(1, 14), input_tokens=(1000, 14000), output_tokens=(120, 1800)),
    "depth_evaluator": Expected(calls=(0, 14), input_tokens=(800, 3000), output_tokens=(20, 120)),
    "plan_revisor": Expected(calls=(0, 4), input_tokens=(1000, 3500), output_tokens=(20, 400)),
    "drill_down_generator": Expected(calls=(0, 3), input_tokens=(950, 3000), output_tokens=(40, 500)),
    "hierarchical_synthesizer": Expected(calls=(2, 6), input_tokens=(1000, 6000), output_tokens=(40, 1600)),
    "verifier": Expected(calls=(1, 3), input_tokens=(900, 6000), output_tokens=(100, 1500)),
}
# Measured likewise: five questions, each passed at once or sent back once; the verifier's as in quick research.
_SUPERVISED = {
    "supervisor": Expected(calls=(1, 2), input_tokens=(1000, 1800), output_tokens=(50, 300)),
    "researcher": Expected(calls=(0, 2), input_tokens=(950, 1300), output_tokens=(10, 60)),
    "analyzer": Expected(calls=(1, 2), input_tokens=(2300, 14000), output_tokens=(260, 1800)),
    "writer": Expected(calls=(1, 2), input_tokens=(1400, 5500), output_tokens=(60, 1600)),
    "verifier": Expected(calls=(0, 2), input_tokens=(900, 4000), output_tokens=(60, 900)),
    "reviewer": Expected(calls=(1, 2), input_tokens=(2200, 6000), output_tokens=(100, 700)),
}

# Measured likewise on four questions each, two Japanese; the most is what eight items or hypotheses take, and an
# assumption, as are the longest answers. The validator is asked only where evidence stands on both sides.
_COMPARE = {
    "comparison_planner": Expected(calls=(1, 1), input_tokens=(1050, 1400), output_tokens=(100, 500)),
    "analyzer": Expected(calls=(2, 16), input_tokens=(700, 14000), output_tokens=(630, 1800)),
    "comparer": Expected(calls=(1, 8), input_tokens=(640, 4000), output_tokens=(40, 700)),
    "comparison_synthesizer": Expected(calls=(1, 1), input_tokens=(920, 6000), output_tokens=(170, 1600)),
    "verifier": Expected(calls=(1, 3), input_tokens=(900, 6000), output_tokens=(100, 1500)),
}
_CAUSAL = {
    "issue_analyzer": Expected(calls=(1, 1), input_tokens=(380, 600), output_tokens=(30, 200)),
    "brainstormer": Expected(calls=(1, 1), input_tokens=(510, 2500), output_tokens=(100, 1200)),
    "evidence_planner": Expected(calls=(1, 1), input_tokens=(750, 1500), output_tokens=(160, 900)),
    "causal_checker": Expected(calls=(1, 16), input_tokens=(3000, 14000), output_tokens=(60, 1500)),
    "hypothesis_validator": Expected(calls=(0, 4), input_tokens=(600, 1500), output_tokens=(40, 300)),
    "root_cause_synthesizer": Expected(calls=(1, 1), input_tokens=(1070, 6000), output_tokens=(260, 1600)),
    "verifier": Expected(calls=(1, 2), input_tokens=(900, 6000), output_tokens=(100, 1500)),
}

# Measured on the texts of `evals/fact_check.json`, 9 to 20 claims each; the most is 20 claims in three rounds, over a
# text of 20,000 characters and 14 passages of the web a claim.
_FACT_CHECK = {
    "claim_splitter": Expected(calls=(1, 2), input_tokens=(700, 16000), output_tokens=(100, 2500)),
    "adjudicator": Expected(calls=(1, 60), input_tokens=(900, 9000), output_tokens=(40, 700)),
}

TEAM = Team(
    name="research",
    summary="A cited report from your own documents and the web: every claim points at the passage it rests on.",
    summary_ja="あなたの資料とウェブから、すべての主張が出典の一節を指す報告書を作る。",
    request="kasen.teams.research.schemas:Request",
    result="kasen.teams.research.schemas:Result",
    modes={
        "quick": "kasen.teams.research.graphs.quick:build",
        "deep": "kasen.teams.research.graphs.deep:build",
        "fact-check": "kasen.teams.research.graphs.fact_check:build",
        "compare": "kasen.teams.research.graphs.compare:build",
        "supervised": "kasen.teams.research.graphs.supervised:build",
        "causal": "kasen.teams.research.graphs.causal:build",
    },
    default_mode="auto",
    mode_words={
        "auto": ModeWords(
            "Automatic", "おまかせ", "Takes the way that fits your question.", "問いに合った進め方を選びます。"
        ),
        "quick": ModeWords(
            "Quick",
            "短く調べる",
            "One question: plans, searches, writes, and checks every sentence.",
            "一つの問いを、計画・検索・執筆・検証まで一度で行います。",
        ),
        "deep": ModeWords(
            "Deep",
            "深く調べる",
            "A large question: divides it into parts, and digs on where answers stay thin.",
            "大きな問いを小課題に分け、答えの薄いところを掘り下げます。",
        ),
        "fact-check": ModeWords(
            "Fact-check",
            "事実確認",
            "A text or a page: holds each of its claims against your sources.",
            "文章やページの主張を、一つずつ出典と照らし合わせます。",
        ),
        "compare": ModeWords(
            "Compare",
            "比較",
            "Several things: measures them by the same criteria, side by side.",
            "いくつかのものを同じ観点で調べ、表に並べます。",
        ),
        "supervised": ModeWords(
            "Supervised",
            "監督つき",
            "Researcher and writer go on until a reviewer lets the text pass.",
            "査読を通るまで、調査と執筆を繰り返します。",
        ),
        "causal": ModeWords(
            "Causes",
            "原因分析",
            "Something that happened: weighs possible causes by evidence for and against them.",
            "起きたことの原因を仮説に立て、賛否の根拠で確かめます。",
        ),
    },
    aliases={
        "quick_research": "quick",
        "deep_research": "deep",
        "fact_check": "fact-check",
        "comparative": "compare",
        "causal_inference": "causal",
    },
    choose="kasen.teams.research.complexity:choose",
    roles=(
        f"{_NODES}.planner:PLANNER",
        f"{_NODES}.searcher:SEARCHER",
        f"{_NODES}.rag_retriever:RAG_RETRIEVER",
        f"{_NODES}.analyzer:ANALYZER",
        f"{_NODES}.evaluator:EVALUATOR",
        f"{_NODES}.synthesizer:SYNTHESIZER",
        f"{_NODES}.verifier:VERIFIER",
        f"{_NODES}.master_planner:MASTER_PLANNER",
        f"{_NODES}.subtask_executor:SUBTASK_EXECUTOR",
        f"{_NODES}.depth_evaluator:DEPTH_EVALUATOR",
        f"{_NODES}.plan_revisor:PLAN_REVISOR",
        f"{_NODES}.drill_down_generator:DRILL_DOWN_GENERATOR",
        f"{_NODES}.hierarchical_synthesizer:HIERARCHICAL_SYNTHESIZER",
        f"{_NODES}.claim_splitter:CLAIM_SPLITTER",
        f"{_NODES}.adjudicator:ADJUDICATOR",
        f"{_NODES}.comparison_planner:COMPARISON_PLANNER",
        f"{_NODES}.comparer:COMPARER",
        f"{_NODES}.comparison_synthesizer:COMPARISON_SYNTHESIZER",
        f"{_NODES}.supervisor:SUPERVISOR",
        f"{_NODES}.researcher:RESEARCHER",
        f"{_NODES}.writer:WRITER",
        f"{_NODES}.reviewer:REVIEWER",
        f"{_NODES}.issue_analyzer:ISSUE_ANALYZER",
        f"{_NODES}.brainstormer:BRAINSTORMER",
        f"{_NODES}.evidence_planner:EVIDENCE_PLANNER",
        f"{_NODES}.causal_checker:CAUSAL_CHECKER",
        f"{_NODES}.hypothesis_validator:HYPOTHESIS_VALIDATOR",
        f"{_NODES}.root_cause_synthesizer:ROOT_CAUSE_SYNTHESIZER",
    ),
    web=True,
    limits=Limits(steps=100, target_s=120.0, maximum_s=300.0),
    mode_limits={"deep": Limits(steps=100, target_s=360.0, maximum_s=1200.0)},
    expected={
        "quick": _QUICK,
        "deep": _DEEP,
        "supervised": _SUPERVISED,
        "fact-check": _FACT_CHECK,
        "compare": _COMPARE,
        "causal": _CAUSAL,
    },
)
