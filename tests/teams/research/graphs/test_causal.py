"""The whole graph of mode causal: by rules, with good, careless and lying models, with pauses, with nothing found."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from kasen.errors import InputError, Retryable
from kasen.models.provider import ModelRequest
from kasen.runtime.approvals import approve
from kasen.teams.research.graphs.causal import build
from kasen.teams.research.schemas import Request, Result
from kasen.teams.research.schemas.causal import CausalGraphFound
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit, web_hit
from teams.research.sweep import kill_around, scenario

LED = "The drought led to the fall of the harvest."
FELL = "The harvest fell by 30 % because of the drought."
MONSOON = "A weak monsoon caused the drought."
AFTER = "The harvest fell after the new tax."
DENIED = "The fall of the harvest was not caused by the new tax."
DOCS = [
    document_hit(f"{LED} Prices rose.", path="/docs/a.md"),
    document_hit(f"{FELL} {MONSOON}", path="/docs/b.md"),
    document_hit(AFTER, path="/docs/c.md"),
    document_hit(DENIED, path="/docs/d.md"),
    document_hit("The first railway of the country opened in 1872.", path="/docs/rail.md"),
]
JAPANESE = [
    document_hit("2019年に収穫量が減少した。猛暑により、収穫量が減少した。", path="/docs/1.md"),
    document_hit("収穫量の減少の原因は猛暑である。", path="/docs/2.md"),
    document_hit("猛暑の原因は高気圧の停滞である。", path="/docs/3.md"),
]
QUESTION = "Why did the harvest fall?"


async def run(question: str, deps: FakeDeps, **request: Any) -> tuple[dict[str, Any], Result]:
    given = {"docs": ["/docs"], **request}
    state = await build().compile().ainvoke({"request": Request(question=question, **given)}, context=deps)
    return state, state["result"]


def graph_of(result: Result) -> CausalGraphFound:
    assert result.causal_graph is not None
    return result.causal_graph


def edges(result: Result) -> dict[tuple[str, str], float]:
    names = {node.id: node.text for node in graph_of(result).nodes}
    return {(names[edge.cause], names[edge.effect]): edge.strength for edge in graph_of(result).edges}


def fenced(request: ModelRequest, kind: str) -> dict[str, str]:
    found = re.findall(
        rf'<outside kind="{kind}" id="(\w+)" seal="\w+">\n\(.*?\)\n(.*?)\n</outside', request.prompt, re.DOTALL
    )
    return dict(found)


# --- rules only -----------------------------------------------------------------------------------------------------


async def test_rules_draw_the_links_that_documents_name_and_nothing_else() -> None:
    deps = fake_deps(documents=DOCS)
    _, result = await run(QUESTION, deps)
    found = edges(result)
    assert list(found) == [
        ("drought", "the harvest fall"),
        ("weak monsoon", "drought"),
        ("new tax", "the harvest fall"),
    ]
    assert found["drought", "the harvest fall"] == 0.8  # two independent sources that name a cause
    assert found["weak monsoon", "drought"] == 0.55
    assert found["new tax", "the harvest fall"] == 0.08  # only a sequence, and a denial against it
    nodes = {node.text: node for node in graph_of(result).nodes}
    assert (nodes["weak monsoon"].kind, nodes["drought"].kind, nodes["new tax"].kind) == ("root", "cause", "cause")
    assert nodes["new tax"].status == "contested"
    assert all(node.refutes for node in graph_of(result).nodes if node.kind != "symptom")
    assert result.document.unresolved() == []
    assert all(finding.quoted for finding in result.findings)
    assert "```mermaid" in result.report
    picture = result.document.analysis[0].blocks[0].picture
    assert picture is not None
    assert picture.svg.startswith("<svg")
    assert "picked out by a rule" in result.report
    assert deps.ledger.receipts


async def test_rules_ask_for_causes_in_japanese() -> None:
    _, result = await run("なぜ収穫量が減少したのか", fake_deps(documents=JAPANESE, lang="ja"))
    assert edges(result) == {("猛暑", "収穫量が減少した"): 0.8, ("高気圧の停滞", "猛暑"): 0.55}
    assert [point.heading for point in result.document.analysis] == [
        "原因の図",
        "つながりと根拠",
        "仮説（可能性の高い順）",
    ]
    assert result.document.unresolved() == []


async def test_nothing_found_draws_nothing_and_invents_nothing() -> None:
    for model in (None, ScriptedModel(lambda request: LIES.get(request.role, {}))):
        deps = fake_deps(documents=DOCS[4:], model=model)
        _, result = await run(QUESTION, deps)
        assert edges(result) == {}
        assert graph_of(result).mermaid == ""
        assert result.findings == []
        assert result.document.references == ()
        assert "no graph was drawn" in result.report
    assert any("no evidence was found" in line for line in result.not_covered)


LIES: dict[str, Any] = {
    "brainstormer": {"hypotheses": [{"text": "sunspots", "explains": [1]}]},
    "causal_checker": {
        "findings": [{"passage": "p1", "quote": "Sunspots did it.", "cause": "h1", "effect": "s1", "says": "cause"}]
    },
    "root_cause_synthesizer": {"findings": [{"text": "Sunspots did it.", "evidence": ["e1"]}]},
}


async def test_nothing_to_search_at_all_is_an_error() -> None:
    with pytest.raises(InputError, match="nothing to search"):
        await run(QUESTION, fake_deps(), docs=[])


async def test_copies_of_one_text_count_once() -> None:
    long = f"{LED} " + "The report of the ministry describes the fields of the northern province at length. " * 3
    copies = [document_hit(f"{long}{sign}", path=f"/docs/{sign}.md") for sign in ("x", "y")]
    _, result = await run(QUESTION, fake_deps(documents=copies))
    assert edges(result) == {("drought", "the harvest fall"): 0.55}


# --- models ---------------------------------------------------------------------------------------------------------

SUPPOSED: list[dict[str, Any]] = [
    {
        "text": "drought",
        "also": ["dry weather"],
        "mechanism": "Plants lack water.",
        "refutes": "Rain in 2019.",
        "explains": [1],
    },
    {"text": "new tax", "refutes": "No farmer paid it.", "explains": "s1"},
    {"text": "weak monsoon", "explains": []},
    {"text": "locusts", "refutes": "No locusts were seen.", "explains": [1]},
]
FOUND = [
    ("h1", "s1", LED, "cause", "for"),
    ("h1", "s1", FELL, "cause", "for"),
    ("h3", "h1", MONSOON, "cause", "for"),
    ("h2", "s1", AFTER, "cause", "for"),  # taken for more than it says
    ("h2", "s1", DENIED, "cause", "against"),
]
CLAIM = "The drought led to the fall of the harvest, which fell by 30 %."


class Good:
    """A model that supposes, checks and writes from what it was shown; `answers` replace what a role says."""

    def __init__(self, found: Sequence[tuple[str, str, str, str, str]] = FOUND, **answers: Any) -> None:
        self._found = found
        self._answers = answers

    def __call__(self, request: ModelRequest) -> Any:
        said = self._answers.get(request.role, getattr(self, f"_{request.role}", {}))
        said = said(request) if callable(said) else said
        if isinstance(said, BaseException):
            raise said
        return said

    def _issue_analyzer(self, _: ModelRequest) -> Any:
        return {
            "issue": "The fall of the harvest",
            "symptoms": [{"text": "fall of the harvest", "also": ["harvest fell"]}],
        }

    def _brainstormer(self, _: ModelRequest) -> Any:
        return {"hypotheses": SUPPOSED}

    def _evidence_planner(self, _: ModelRequest) -> Any:
        return {
            "plans": [
                {"hypothesis": n, "queries_for": [f"{one['text']} harvest"], "queries_against": ["harvest site:x.org"]}
                for n, one in enumerate(SUPPOSED, start=1)
            ]
        }

    def _causal_checker(self, request: ModelRequest) -> Any:
        own = re.search(r'kind="hypothesis" id="(h\d)"', request.prompt)
        shown = fenced(request, "passage")
        return {
            "findings": [
                {"passage": id, "quote": q, "cause": c, "effect": e, "says": says, "stance": stance, "statement": q}
                for c, e, q, says, stance in self._found
                for id, text in shown.items()
                if own and own[1] in (c, e) and q in text
            ]
        }

    def _hypothesis_validator(self, request: ModelRequest) -> Any:
        id = next(id for id, text in fenced(request, "evidence").items() if DENIED in text)
        return {"verdict": "refuted", "reasons": [{"text": DENIED, "evidence": [id]}]}

    def _root_cause_synthesizer(self, request: ModelRequest) -> Any:
        ids = [id for id, text in fenced(request, "evidence").items() if LED in text or FELL in text]
        said = {"text": CLAIM, "evidence": ids}
        return {
            "title": "The fall of the harvest",
            "summary": [said],
            "findings": [said],
            "analysis": [{"point": 1, "statements": [said]}],
        }

    def _verifier(self, request: ModelRequest) -> Any:
        ids = dict.fromkeys(re.findall(r'id="(s\d+)"', request.prompt))
        return {"judgements": [{"id": id, "support": "supported"} for id in ids]}


async def test_a_good_model_is_kept_checked_and_ranked() -> None:
    model = ScriptedModel(Good(), id="x:m")
    state, result = await run(QUESTION, fake_deps(model=model, documents=DOCS), loops=0)
    assert edges(result) == {
        ("drought", "fall of the harvest"): 0.8,
        ("weak monsoon", "drought"): 0.55,
        ("new tax", "fall of the harvest"): 0.08,  # a sequence, whatever the model took it for
    }
    ranked = [(n.text, n.likelihood, n.status) for n in graph_of(result).nodes if n.kind != "symptom"]
    assert ranked == [
        ("drought", 0.8, "supported"),
        ("weak monsoon", 0.44, "supported"),
        ("new tax", 0.02, "contested"),
        ("locusts", 0.0, "unsupported"),
    ]
    assert result.findings[0].text == CLAIM
    assert "a model judged that it is refuted" in result.report
    assert "No locusts were seen." in result.report
    assert any("no evidence was found" in line and "“locusts”" in line for line in result.not_covered)
    assert result.document.unresolved() == []
    assert "locusts" not in graph_of(result).mermaid
    roles = [request.role for request in model.requests]
    assert roles.count("hypothesis_validator") == 1  # only the one with evidence on both sides
    assert roles.count("causal_checker") == 4
    assert len(set(roles)) == 7, "seven serial latencies: those of a hypothesis run together"
    assert state["loop_count"] == 1


async def test_hypotheses_without_evidence_are_looked_for_again_by_code_alone() -> None:
    model = ScriptedModel(Good())
    state, _ = await run(QUESTION, fake_deps(model=model, documents=DOCS), loops=2)
    assert state["loop_count"] == 2  # the second round found nothing new
    checked = [request for request in model.requests if request.role == "causal_checker"]
    assert len(checked) == 4, "nobody reads the same passages twice"


@pytest.mark.parametrize(("loops", "rounds"), [(0, 1), (1, 2), (2, 3)])
async def test_the_work_goes_back_at_most_as_often_as_allowed(loops: int, rounds: int) -> None:
    numbers = iter(range(1000))
    search = FakeSearch(
        lambda _: [web_hit(f"A locusts page {next(numbers)}.", url=f"https://x.example/{next(numbers)}")]
    )
    model = ScriptedModel(Good(found=[]))
    state, result = await run(QUESTION, fake_deps(model=model, search=search), docs=[], loops=loops)
    assert state["loop_count"] == rounds
    assert len(set(search.queries)) == len(search.queries), "no query is sent twice"
    assert edges(result) == {}


@pytest.mark.parametrize(
    "found",
    [
        ("h1", "s1", "The drought was blamed by all for everything.", "cause", "for"),  # a quotation that is nowhere
        ("h1", "s1", "Prices rose.", "cause", "for"),  # words without link and names
        ("h4", "s1", LED, "cause", "for"),  # evidence of one hypothesis for another
        ("h3", "s1", MONSOON, "cause", "for"),  # to a symptom that the sentence does not name
        ("h1", "h3", MONSOON, "cause", "for"),  # turned round
        ("s1", "h1", LED, "cause", "for"),  # a symptom as cause
        ("h1", "h1", LED, "cause", "for"),
        ("h9", "s1", LED, "cause", "for"),
        ("h1", "s1", LED, "none", "for"),
    ],
)
async def test_a_link_that_its_words_do_not_name_is_not_drawn(found: tuple[str, str, str, str, str]) -> None:
    _, result = await run(QUESTION, fake_deps(model=ScriptedModel(Good([found])), documents=DOCS), loops=0)
    assert edges(result) == {}


async def test_what_sources_deny_is_evidence_against_whatever_a_model_says() -> None:
    model = ScriptedModel(Good([("h2", "s1", DENIED, "cause", "for")]))
    _, result = await run(QUESTION, fake_deps(model=model, documents=DOCS), loops=0)
    assert edges(result) == {}
    (tax,) = [node for node in graph_of(result).nodes if node.text == "new tax"]
    assert tax.status == "refuted"


@pytest.mark.parametrize(
    ("lie", "of"),
    [
        ("The new tax caused the harvest to fall.", AFTER),  # only came after
        ("The fall of the harvest led to the drought.", LED),  # turned round
        ("The harvest fell by 50 % because of the drought.", FELL),  # a changed number
        ("The drought did not lead to the fall of the harvest.", LED),  # a flipped denial
    ],
)
async def test_a_report_never_says_more_of_a_cause_than_its_sources(lie: str, of: str) -> None:
    def lying(request: ModelRequest) -> Any:
        ids = [id for id, text in fenced(request, "evidence").items() if of in text]
        said = {"text": lie, "evidence": ids}
        return {"summary": [said], "findings": [said], "analysis": [{"point": 1, "statements": [said]}]}

    model = ScriptedModel(Good(root_cause_synthesizer=lying))
    _, result = await run(QUESTION, fake_deps(model=model, documents=DOCS), loops=0)
    assert lie not in result.report
    assert result.findings
    assert result.document.unresolved() == []


@pytest.mark.parametrize(
    ("role", "said"),
    [
        ("issue_analyzer", {}),
        ("issue_analyzer", {"symptoms": ["", "???"]}),
        ("issue_analyzer", "no JSON"),
        ("brainstormer", {}),
        ("brainstormer", {"hypotheses": ["drought", " Drought ", "fall of the harvest", ""]}),
        ("brainstormer", "[]"),
        ("evidence_planner", {}),
        ("evidence_planner", {"plans": [{"hypothesis": 77, "queries_for": ["x"]}, {"hypothesis": 1}]}),
        ("causal_checker", {}),
        ("causal_checker", {"findings": [{"passage": "p77", "quote": "x", "cause": "?", "effect": 3, "says": "yes"}]}),
        ("hypothesis_validator", {"verdict": "???"}),
        ("hypothesis_validator", {"reasons": [{"text": "Made up.", "evidence": ["e77"]}]}),
        ("root_cause_synthesizer", {}),
        ("root_cause_synthesizer", {"findings": [{"text": "Made up.", "evidence": ["e77"]}]}),
        ("verifier", {"judgements": [{"id": "s99", "support": "contradicted"}]}),
    ],
)
async def test_malformed_answers_end_in_a_report_that_claims_nothing_unfounded(role: str, said: Any) -> None:
    deps = fake_deps(model=ScriptedModel(Good(**{role: said})), documents=DOCS)
    _, result = await run(QUESTION, deps, loops=0)
    assert result.document.unresolved() == []
    assert not any(word in result.report for word in ("Made up", "e77", "s99"))
    if role in ("evidence_planner", "hypothesis_validator", "root_cause_synthesizer", "verifier"):
        assert edges(result)["drought", "fall of the harvest"] == 0.8
        assert result.findings


async def test_a_dead_branch_never_discards_its_siblings() -> None:
    def failing(request: ModelRequest) -> Any:
        return (
            Retryable("overloaded")
            if 'kind="hypothesis" id="h1"' in request.prompt
            else Good()._causal_checker(request)
        )

    search = FakeSearch(lambda query: _dead(query))
    model = ScriptedModel(Good(causal_checker=failing))
    _, result = await run(QUESTION, fake_deps(model=model, documents=DOCS, search=search), loops=0)
    assert ("new tax", "fall of the harvest") in edges(result)
    assert ("drought", "fall of the harvest") in edges(result), "its rule stands in"
    assert any("timed out" in line for line in result.not_covered)


def _dead(query: str) -> Sequence[Any]:
    raise Retryable("timed out")


async def test_hypotheses_are_checked_at_the_same_time() -> None:
    at_once, most = 0, 0

    async def slow(request: ModelRequest) -> Any:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        for _ in range(20):
            await asyncio.sleep(0)
        at_once -= 1
        return Good()(request)

    await run(QUESTION, fake_deps(model=ScriptedModel(slow), documents=DOCS), loops=0)
    assert most == len(SUPPOSED)


# --- pauses ---------------------------------------------------------------------------------------------------------


async def test_edited_hypotheses_are_what_is_looked_for_also_after_a_restart() -> None:
    saver, place = InMemorySaver(), RunnableConfig(configurable={"thread_id": "1"})
    request = Request(question=QUESTION, docs=["/docs"], approve=["plan"])
    first = await build().compile(checkpointer=saver).ainvoke({"request": request}, place, context=paused())
    (pause,) = first["__interrupt__"]
    assert [one["text"] for one in pause.value["default"]["plan"]["hypotheses"]] == [
        "drought",
        "new tax",
        "weak monsoon",
    ]
    sheet = {"hypotheses": ["new tax", {"text": "locusts", "refutes": "None were seen."}]}
    answer: Command[Any] = Command(resume={"go_on": True, "plan": sheet})
    state = await build().compile(checkpointer=saver).ainvoke(answer, place, context=paused())
    result: Result = state["result"]
    assert edges(result) == {("new tax", "the harvest fall"): 0.08}
    assert "None were seen." in result.report


async def test_a_comment_goes_back_and_a_no_ends_in_a_report_that_says_so() -> None:
    saver, place = InMemorySaver(), RunnableConfig(configurable={"thread_id": "1"})
    graph, model = build().compile(checkpointer=saver), ScriptedModel(Good())
    request = Request(question=QUESTION, docs=["/docs"], approve=["plan"])
    await graph.ainvoke({"request": request}, place, context=paused(model))
    comment: Command[Any] = Command(resume={"go_on": True, "comment": "Think of locusts."})
    await graph.ainvoke(comment, place, context=paused(model))
    asked = [request.prompt for request in model.requests if request.role == "brainstormer"]
    assert ["Think of locusts." in prompt for prompt in asked] == [False, True]
    no: Command[Any] = Command(resume={"go_on": False})
    state = await graph.ainvoke(no, place, context=paused(model))
    assert state["result"].findings == []
    assert edges(state["result"]) == {}
    assert len(model.requests) == 4


async def test_a_draft_can_be_sent_back_with_a_wish() -> None:
    saver, place = InMemorySaver(), RunnableConfig(configurable={"thread_id": "1"})
    graph, model = build().compile(checkpointer=saver), ScriptedModel(Good())
    deps = paused(model)
    request = Request(question=QUESTION, docs=["/docs"], approve=["draft"], loops=0)
    await graph.ainvoke({"request": request}, place, context=deps)
    wish: Command[Any] = Command(resume={"go_on": True, "comment": "Begin with the monsoon."})
    await graph.ainvoke(wish, place, context=deps)
    asked = [request.prompt for request in model.requests if request.role == "root_cause_synthesizer"]
    assert ["Begin with the monsoon." in prompt for prompt in asked] == [False, True]
    yes: Command[Any] = Command(resume={"go_on": True})
    state = await graph.ainvoke(yes, place, context=deps)
    assert state["result"].findings[0].text == CLAIM


def paused(model: ScriptedModel | None = None) -> FakeDeps:
    deps = fake_deps(documents=DOCS, model=model)
    return type(deps)(**{**vars(deps), "approve": approve})


# --- restarts -------------------------------------------------------------------------------------------------------


def test_a_run_killed_half_way_ends_with_the_same_report(tmp_path: Path) -> None:
    kill_around(tmp_path, scenario("causal", QUESTION), every=False)


@pytest.mark.slow
def test_a_run_killed_around_every_commit_ends_with_the_same_report(tmp_path: Path) -> None:
    kill_around(tmp_path, scenario("causal", QUESTION), every=True)
