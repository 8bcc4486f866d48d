"""The whole graph of mode compare: by rules, with good, careless and lying models, with pauses, with nothing found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from kasen.errors import InputError, Retryable
from kasen.evidence.types import Hit
from kasen.models.provider import ModelRequest
from kasen.runtime.approvals import approve
from kasen.teams.research.graphs.compare import build
from kasen.teams.research.schemas import Request, Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit, web_hit
from kasen.testing.web import web
from teams.research.sweep import kill_around, scenario

DOCS = [
    document_hit("The price of the Alpha is 500 dollars. It weighs 2 kg.", path="/docs/alpha.md", heading="Alpha"),
    document_hit("The price of the Beta is 700 dollars. The Beta is waterproof.", path="/docs/beta.md"),
    document_hit(
        "The Alpha ran 10 hours on its battery, while the Beta ran 14 hours on its battery.", path="/docs/test.md"
    ),
    document_hit("The first railway of the country opened in 1872.", path="/docs/rail.md"),
]
JAPANESE = [
    document_hit("煎茶の価格は100グラムあたり1000円である。煎茶は露天で栽培される。", path="/docs/sencha.md"),
    document_hit("玉露の価格は100グラムあたり3000円である。玉露は覆いの下で栽培される。", path="/docs/gyokuro.md"),
]
QUESTION = "Compare Alpha and Beta by price, weight and battery"


async def run(question: str, deps: FakeDeps, **request: Any) -> tuple[dict[str, Any], Result]:
    given = {"docs": ["/docs"], **request}
    state = await build().compile().ainvoke({"request": Request(question=question, **given)}, context=deps)
    return state, state["result"]


def table(result: Result) -> dict[tuple[str, str], str]:
    return {(cell.criterion, cell.item): cell.text for cell in result.matrix}


def fenced(request: ModelRequest, kind: str) -> dict[str, str]:
    found = re.findall(
        rf'<outside kind="{kind}" id="(\w+)" seal="(\w+)">\n\(.*?\)\n(.*?)\n</outside', request.prompt, re.S
    )
    return {id: text for id, _, text in found}


def id_of(request: ModelRequest, kind: str, words: str) -> str:
    return next(id for id, text in fenced(request, kind).items() if words in text)


# --- rules only -----------------------------------------------------------------------------------------------------


async def test_rules_fill_cells_with_quotations_and_leave_the_others_unknown() -> None:
    deps = fake_deps(documents=DOCS)
    state, result = await run(QUESTION, deps)
    assert table(result) == {
        ("price", "Alpha"): "The price of the Alpha is 500 dollars.",
        ("price", "Beta"): "The price of the Beta is 700 dollars.",
        ("weight", "Alpha"): "It weighs 2 kg.",
        ("weight", "Beta"): "",
        ("battery", "Alpha"): DOCS[2].passage.text,
        ("battery", "Beta"): DOCS[2].passage.text,
    }
    assert result.document.unresolved() == []
    assert all(cell.score is None for cell in result.matrix)
    assert "| **weight** | It weighs 2 kg.[^" in result.report
    assert "| *unknown* |" in result.report
    assert any("weight of Beta" in line for line in result.not_covered)
    assert any("no conclusion was drawn" in line for line in result.not_covered)
    assert result.document.analysis[0].blocks[0].table is not None
    assert state["loop_count"] == 2  # the empty cell was looked for once more, then nothing new was found
    assert sorted(deps.artifacts.versions) == ["report.html", "report.json", "report.md"]


async def test_rules_compare_in_japanese() -> None:
    _, result = await run("煎茶と玉露を価格と栽培で比較してください", fake_deps(documents=JAPANESE, lang="ja"))
    assert table(result)["栽培", "玉露"] == "玉露は覆いの下で栽培される。"
    assert table(result)["価格", "煎茶"] == "煎茶の価格は100グラムあたり1000円である。"
    assert result.document.analysis[0].heading == "比較表"
    assert result.document.unresolved() == []


async def test_figures_are_scored_by_code_where_the_user_says_what_is_better() -> None:
    deps = fake_deps(documents=DOCS)
    _, result = await run("Compare", deps, items=["Alpha", "Beta"], criteria=["price (lower is better)"])
    assert [(cell.score, cell.scored_by) for cell in result.matrix] == [(5.0, "code"), (3.6, "code")]
    assert "computed from the figures" in result.report
    assert "picture" not in {block.kind for block in result.document.analysis[0].blocks}


async def test_nothing_found_leaves_everything_unknown_and_invents_nothing() -> None:
    model = ScriptedModel(lambda request: LIES.get(request.role, {}))
    for deps in (fake_deps(documents=DOCS[3:]), fake_deps(documents=DOCS[3:], model=model)):
        _, result = await run(QUESTION, deps)
        assert set(table(result).values()) == {""}
        assert result.findings == []
        assert result.document.references == ()
        assert "cheap" not in result.report


LIES: dict[str, Any] = {
    "comparer": {"cells": [{"item": 1, "statements": [{"text": "The Alpha is cheap.", "evidence": ["e1"]}]}]},
    "comparison_synthesizer": {"findings": [{"text": "The Alpha is cheap.", "evidence": ["e1"]}]},
}


async def test_less_than_two_things_are_no_comparison() -> None:
    with pytest.raises(InputError, match="two things"):
        await run("What does the Alpha cost?", fake_deps(documents=DOCS))
    with pytest.raises(InputError, match="nothing to search"):
        await run(QUESTION, fake_deps(), docs=[])


async def test_different_figures_of_two_sources_are_shown_as_disputed() -> None:
    other = document_hit("The price of the Alpha is 550 dollars.", path="/docs/other.md")
    _, result = await run(QUESTION, fake_deps(documents=[*DOCS, other]))
    (cell,) = [cell for cell in result.matrix if cell.disputed]
    assert (cell.item, cell.criterion) == ("Alpha", "price")
    assert "500 dollars" in cell.text
    assert "550 dollars" in cell.text
    shown = result.document.analysis[0].blocks[0].table
    assert shown is not None
    assert all("disputed" in sentence.marks for sentence in shown.rows[0].cells[0].sentences)
    assert any("Sources differ on: price of Alpha" in line for line in result.not_covered)


# --- models ---------------------------------------------------------------------------------------------------------

PLAN = {
    "theme": "Alpha and Beta",
    "items": [{"name": "Alpha"}, {"name": "Beta"}],
    "criteria": [
        {"name": "price", "better": "less"},
        {"name": "weight", "better": "lower is better"},
        {"name": "battery", "better": "more"},
        {"name": "handling"},
    ],
}
QUOTES = {
    "price of Alpha": "The price of the Alpha is 500 dollars.",
    "price of Beta": "The price of the Beta is 700 dollars.",
    "weight of Alpha": "It weighs 2 kg.",
    "battery of Alpha": DOCS[2].passage.text,
    "battery of Beta": DOCS[2].passage.text,
    "handling of Beta": "The Beta is waterproof.",
}
CELLS = {
    ("price", 1): "The Alpha costs 500 dollars, its price.",
    ("price", 2): "The price of the Beta is 700 dollars.",
    ("weight", 1): "The Alpha weighs 2 kg.",
    ("battery", 1): "The Alpha ran 10 hours on its battery.",
    ("battery", 2): "The Beta ran 14 hours on its battery.",
    ("handling", 2): "The Beta is waterproof.",
}


class Good:
    """A model that plans, quotes, fills and concludes from what it was shown; `lies` replace what it says of cells."""

    def __init__(self, lies: Mapping[tuple[str, int], str] | None = None, **answers: Any) -> None:
        self._cells = {**CELLS, **(lies or {})}
        self._answers = answers

    def __call__(self, request: ModelRequest) -> Any:
        if request.role in self._answers:
            said = self._answers[request.role]
            return said(request) if callable(said) else said
        return getattr(self, f"_{request.role}")(request)

    def _comparison_planner(self, _: ModelRequest) -> Any:
        return PLAN

    def _analyzer(self, request: ModelRequest) -> Any:
        points = re.findall(r"^(\d+)\. (.+)$", request.prompt.split("## Points")[1].split("## Passages")[0], re.M)
        shown = fenced(request, "passage")
        return {
            "excerpts": [
                {"point": int(number), "passage": id, "quote": QUOTES[text], "statement": "It says so."}
                for number, text in points
                for id, words in shown.items()
                if text in QUOTES and QUOTES[text] in words
            ]
        }

    def _comparer(self, request: ModelRequest) -> Any:
        criterion = request.prompt.split("## Criterion\n")[1].split("\n")[0].split(" (")[0]
        evidence = fenced(request, "evidence")
        cells = []
        for item in (1, 2):
            own = [id for id, text in evidence.items() if text.startswith(f"For item {item},")]
            if (criterion, item) in self._cells and own:
                said = {"text": self._cells[criterion, item], "evidence": own}
                cells.append({"item": item, "statements": [said], "score": f"{2 + item}/5"})
        return {"cells": cells}

    def _comparison_synthesizer(self, request: ModelRequest) -> Any:
        alpha, beta = id_of(request, "evidence", "500 dollars"), id_of(request, "evidence", "700 dollars")
        won = {
            "text": "The price of the Alpha is 500 dollars and the price of the Beta is 700 dollars.",
            "evidence": [alpha, beta],
        }
        return {
            "title": "Alpha and Beta by price",
            "summary": [won],
            "findings": [won],
            "analysis": [{"point": 1, "statements": [won]}],
        }

    def _verifier(self, request: ModelRequest) -> Any:
        ids = re.findall(r'id="(s\d+)"', request.prompt)
        return {"judgements": [{"id": id, "support": "supported"} for id in dict.fromkeys(ids)]}


async def test_a_good_model_fills_scores_and_concludes_in_five_latencies() -> None:
    model = ScriptedModel(Good(), id="x:m")
    deps = fake_deps(model=model, documents=DOCS)
    state, result = await run(QUESTION, deps, loops=0)
    cells = table(result)
    assert cells["price", "Alpha"] == CELLS["price", 1]
    assert cells["battery", "Beta"] == CELLS["battery", 2]
    assert cells["weight", "Beta"] == cells["handling", "Alpha"] == ""
    scores = {(c.criterion, c.item): (c.score, c.scored_by) for c in result.matrix if c.score is not None}
    assert scores == {
        ("price", "Alpha"): (5.0, "code"),
        ("price", "Beta"): (3.6, "code"),
        ("battery", "Alpha"): (3.6, "code"),
        ("battery", "Beta"): (5.0, "code"),
    }
    assert result.findings[0].text.startswith("The price of the Alpha is 500 dollars and")
    assert [point.heading for point in result.document.analysis] == ["Comparison", "price"]
    assert result.document.unresolved() == []
    roles = [request.role for request in model.requests]
    assert roles.count("comparison_planner") == roles.count("comparison_synthesizer") == roles.count("verifier") == 1
    assert roles.count("analyzer") == 2  # one per item
    assert roles.count("comparer") == 4  # one per criterion that has evidence
    assert state["verification"].judged > 0


async def test_three_scored_criteria_are_drawn_and_it_is_said_who_scored() -> None:
    more = document_hit("The Beta weighs 3 kg. The Alpha is not waterproof.", path="/docs/more.md")
    quotes = {"weight of Beta": "The Beta weighs 3 kg.", "handling of Alpha": "The Alpha is not waterproof."}
    lies = {("weight", 2): "The Beta weighs 3 kg.", ("handling", 1): "The Alpha is not waterproof."}
    QUOTES.update(quotes)
    try:
        _, result = await run(QUESTION, fake_deps(model=ScriptedModel(Good(lies), id="x:m"), documents=[*DOCS, more]))
    finally:
        for key in quotes:
            del QUOTES[key]
    (picture,) = [block.picture for block in result.document.analysis[0].blocks if block.picture]
    assert picture.svg.startswith("<svg")
    assert "handling: given by a model (x:m) from the evidence of the cells alone" in result.report
    assert {c.score for c in result.matrix if c.criterion == "handling"} == {3.0, 4.0}
    assert {c.score for c in result.matrix if c.criterion == "weight"} == {5.0, 3.3}


@pytest.mark.parametrize(
    ("place", "lie"),
    [
        (("battery", 1), "The Alpha ran 14 hours on its battery."),  # what is said of the other item
        (("battery", 2), "The Beta ran 10 hours on its battery."),
        (("price", 1), "The price of the Alpha is 900 dollars."),  # a changed number
        (("handling", 2), "The Beta is not waterproof."),  # a flipped denial
    ],
)
async def test_what_its_evidence_does_not_say_of_an_item_never_stands_in_its_cell(
    place: tuple[str, int], lie: str
) -> None:
    deps = fake_deps(model=ScriptedModel(Good({place: lie})), documents=DOCS)
    _, result = await run(QUESTION, deps)
    assert lie not in result.report
    criterion, item = place
    assert table(result)[criterion, ("Alpha", "Beta")[item - 1]] in QUOTES.values()


async def test_evidence_of_one_item_in_the_cell_of_another_leaves_it_unknown() -> None:
    def swapped(request: ModelRequest) -> Any:
        evidence = fenced(request, "evidence")
        alpha = [id for id, text in evidence.items() if "500 dollars" in text]
        said = [{"text": "The price of the Beta is 500 dollars.", "evidence": alpha}]
        return {"cells": [{"item": 2, "statements": said}] if alpha else []}

    _, result = await run(
        QUESTION, fake_deps(model=ScriptedModel(Good(comparer=swapped, comparison_synthesizer={})), documents=DOCS)
    )
    assert table(result)["price", "Beta"] == ""
    assert "Beta is 500" not in result.report


async def test_an_analysis_that_takes_the_words_on_another_item_adds_nothing() -> None:
    def wrong(request: ModelRequest) -> Any:
        shown = fenced(request, "passage")
        quotes = ("The price of the Beta is 700 dollars.", "The price of the Alpha is 500 dollars.")
        said = [(1, id, quote) for id, text in shown.items() for quote in quotes if quote in text]
        return {"excerpts": [{"point": p, "passage": id, "quote": q, "statement": "So."} for p, id, q in said]}

    vs = document_hit("The Alpha and the Beta were tested. The price of the Beta is 700 dollars.", path="/docs/vs.md")
    state, result = await run(QUESTION, fake_deps(model=ScriptedModel(Good(analyzer=wrong)), documents=[DOCS[0], vs]))
    cells = {(e.point - 1) // 4 + 1: e for e in state["analyzed_data"] if (e.point - 1) % 4 == 0}
    assert deps_text(state, cells[1], [DOCS[0], vs]) == "The price of the Alpha is 500 dollars."
    assert deps_text(state, cells[2], [DOCS[0], vs]) == "The price of the Beta is 700 dollars."
    assert "Beta" not in table(result)["price", "Alpha"]


def deps_text(state: dict[str, Any], excerpt: Any, hits: Sequence[Hit]) -> str:
    passage = next(hit.passage for hit in hits if hit.passage.id == excerpt.passage_id)
    return passage.text[excerpt.start : excerpt.end]


async def test_a_conclusion_that_gives_one_item_the_others_figure_falls() -> None:
    def mixed_up(request: ModelRequest) -> Any:
        ids = [id_of(request, "evidence", "500 dollars"), id_of(request, "evidence", "700 dollars")]
        lie = {"text": "The price of the Alpha is 700 dollars and that of the Beta 500 dollars.", "evidence": ids}
        other = {"text": "The price of the Beta is 500 dollars.", "evidence": ids[:1]}
        return {"summary": [lie], "findings": [other, lie], "analysis": [{"point": 1, "statements": [lie, other]}]}

    model = ScriptedModel(Good(comparison_synthesizer=mixed_up))
    _, result = await run(QUESTION, fake_deps(model=model, documents=DOCS))
    assert "Alpha is 700" not in result.report
    assert "Beta is 500" not in result.report
    assert result.findings
    assert any("left out" in line for line in result.not_covered)


@pytest.mark.parametrize(
    ("role", "said"),
    [
        ("comparison_planner", {}),
        ("comparison_planner", {"items": ["Alpha", "alpha", ""], "criteria": ["", "price", "Price"]}),
        ("comparison_planner", "no JSON at all"),
        ("analyzer", {}),
        ("analyzer", {"excerpts": [{"point": 99, "passage": "p77", "quote": "Made up."}]}),
        ("comparer", {}),
        ("comparer", {"cells": [{"item": 7, "statements": [], "score": "eleven"}, {"item": 1, "score": 9}]}),
        ("comparer", "[]"),
        ("comparison_synthesizer", {}),
        ("comparison_synthesizer", {"findings": [{"text": "Gamma wins by 99.", "evidence": ["e77"]}]}),
        ("verifier", {"judgements": [{"id": "s99", "support": "contradicted"}]}),
    ],
)
async def test_malformed_answers_end_in_a_report_that_claims_nothing_unfounded(role: str, said: Any) -> None:
    deps = fake_deps(model=ScriptedModel(Good(**{role: said})), documents=DOCS)
    _, result = await run(QUESTION, deps)
    assert result.document.unresolved() == []
    assert len(result.matrix) >= 6
    assert not any(word in result.report for word in ("Gamma", "e77", "s99", "Made up"))
    if role != "comparer" or said != {
        "cells": [{"item": 7, "statements": [], "score": "eleven"}, {"item": 1, "score": 9}]
    }:
        assert "500 dollars" in table(result)["price", "Alpha"]


async def test_names_that_a_model_shares_between_items_are_not_taken() -> None:
    plan = {**PLAN, "items": [{"name": "Alpha", "also": ["Beta", "the", "A1"]}, {"name": "Beta", "also": ["A1", "B"]}]}
    state, _ = await run(QUESTION, fake_deps(model=ScriptedModel(Good(comparison_planner=plan)), documents=DOCS))
    assert [item.also for item in state["comparison"].items] == [[], []]


# --- loops and the web ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("loops", "rounds"), [(0, 1), (1, 2), (2, 3)])
async def test_empty_cells_are_looked_for_at_most_as_often_as_allowed(loops: int, rounds: int) -> None:
    calls = iter(range(1000))
    search = FakeSearch(lambda query: [web_hit(f"Alpha fact {next(calls)}.", url=f"https://x.example/{next(calls)}")])
    state, result = await run(QUESTION, fake_deps(search=search), docs=[], loops=loops)
    assert state["loop_count"] == rounds
    assert len(set(search.queries)) == len(search.queries), "no query is sent twice"
    assert set(table(result).values()) == {""}


async def test_what_the_documents_lack_comes_from_the_web_and_a_dead_page_costs_only_itself() -> None:
    pages = {
        "https://a.example/beta": "# Beta\n\nThe weight of the Beta is 3 kg.",
        "https://a.example/gone": "",
    }
    small = web(pages)
    dead = FakeSearch(lambda query: _found(small.search, query))
    deps = fake_deps(documents=DOCS, search=dead)
    deps = type(deps)(**{**vars(deps), "fetch": small.fetch})
    _, result = await run(QUESTION, deps)
    assert table(result)["weight", "Beta"] == "The weight of the Beta is 3 kg."
    assert table(result)["price", "Alpha"] == "The price of the Alpha is 500 dollars."
    assert any("timed out" in line for line in result.not_covered)


def _found(search: FakeSearch, query: str) -> Sequence[Hit]:
    if "Alpha" in query:
        raise Retryable("timed out")
    results = search._results
    assert callable(results)
    return results(query)


async def test_a_dead_branch_never_discards_its_siblings() -> None:
    def failing(request: ModelRequest) -> Any:
        if "price of Beta" in request.prompt:
            return Retryable("overloaded")
        return Good()._analyzer(request)

    def fail(request: ModelRequest) -> Any:
        said = failing(request)
        if isinstance(said, BaseException):
            raise said
        return said

    _, result = await run(QUESTION, fake_deps(model=ScriptedModel(Good(analyzer=fail)), documents=DOCS))
    assert table(result)["price", "Alpha"] == CELLS["price", 1]
    assert table(result)["price", "Beta"] == "The price of the Beta is 700 dollars."


# --- pauses ---------------------------------------------------------------------------------------------------------


async def test_an_edited_plan_is_what_is_compared_also_after_a_restart() -> None:
    saver, place = InMemorySaver(), RunnableConfig(configurable={"thread_id": "1"})
    deps = paused(fake_deps(documents=DOCS))
    request = Request(question=QUESTION, docs=["/docs"], approve=["plan"])
    state = await build().compile(checkpointer=saver).ainvoke({"request": request}, place, context=deps)
    (pause,) = state["__interrupt__"]
    assert pause.value["approval"] == "plan"
    assert "result" not in state
    sheet = {"items": ["Beta", {"name": "Alpha"}], "criteria": [{"name": "battery", "better": "more"}]}
    answer: Command[Any] = Command(resume={"go_on": True, "plan": sheet})
    later = paused(fake_deps(documents=DOCS))
    state = await build().compile(checkpointer=saver).ainvoke(answer, place, context=later)
    result: Result = state["result"]
    assert list(table(result)) == [("battery", "Beta"), ("battery", "Alpha")]
    assert [cell.score for cell in result.matrix] == [5.0, 3.6]


async def test_a_comment_goes_back_to_the_planner_and_a_no_ends_in_a_report_that_says_so() -> None:
    saver, place = InMemorySaver(), RunnableConfig(configurable={"thread_id": "1"})
    model = ScriptedModel(Good())
    deps = paused(fake_deps(documents=DOCS, model=model))
    request = Request(question=QUESTION, docs=["/docs"], approve=["plan"])
    graph = build().compile(checkpointer=saver)
    await graph.ainvoke({"request": request}, place, context=deps)
    comment: Command[Any] = Command(resume={"go_on": True, "comment": "Leave handling out."})
    await graph.ainvoke(comment, place, context=deps)
    asked = [request.prompt for request in model.requests if request.role == "comparison_planner"]
    assert ["Leave handling out." in prompt for prompt in asked] == [False, True]
    no: Command[Any] = Command(resume={"go_on": False})
    state = await graph.ainvoke(no, place, context=deps)
    assert set(table(state["result"]).values()) == {""}
    assert state["result"].findings == []
    assert len(model.requests) == 2


def paused(deps: FakeDeps) -> FakeDeps:
    return type(deps)(**{**vars(deps), "approve": approve})


# --- restarts -------------------------------------------------------------------------------------------------------


def test_a_run_killed_half_way_ends_with_the_same_report(tmp_path: Path) -> None:
    kill_around(tmp_path, scenario("compare", QUESTION), every=False)


@pytest.mark.slow
def test_a_run_killed_around_every_commit_ends_with_the_same_report(tmp_path: Path) -> None:
    kill_around(tmp_path, scenario("compare", QUESTION), every=True)
