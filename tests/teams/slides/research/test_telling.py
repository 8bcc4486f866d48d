from __future__ import annotations

import json

import pytest

from kasen.teams.slides.research.asking import Outcome
from kasen.teams.slides.research.telling import as_json, report_of, sentence_of_failure, summary, told_of
from kasen.teams.slides.schemas.deck import Ref
from kasen.teams.slides.schemas.envelope import Step
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.outputs import ResearchTask
from kasen.teams.slides.schemas.part import Lang
from kasen.testing.search import document_hit
from kasen.testing.teams import research_answer

HIT = document_hit("Tea came from China.")
FOUND = [Evidence(ref=Ref(id="R1-1", kind="passage", passage_id=HIT.passage.id), text="Tea came from China.")]
STEP = Step(id="S1", role="researcher", title="Research", instruction="Look.")


def task(n: int) -> ResearchTask:
    return ResearchTask(id=f"R{n}", question=f"What of {n}?", why="slide 2")


ANSWERED = Outcome(task=task(1), answer=research_answer(("A.", "supported", [HIT]), report="# Tea"))
EMPTY = Outcome(task=task(2), answer=research_answer())
DEAD = Outcome(task=task(3), error="it is gone.")
CUT = Outcome(task=task(1), answer=research_answer(("A.", "supported", [HIT]), status="stopped: budget"))


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "1 of 3 questions answered, 1 passage"), ("ja", "3 件の問いのうち 1 件に答え、根拠 1 件")]
)
def test_the_summary_counts_answers_and_passages(lang: Lang, said: str) -> None:
    assert summary([ANSWERED, EMPTY, DEAD], FOUND, lang) == said


def test_an_answer_that_nothing_supports_is_not_counted_as_one() -> None:
    assert summary([EMPTY], [], "en") == "no supported answer to the question"
    assert summary([EMPTY, DEAD], [], "en") == "no supported answer to any of 2 questions"
    assert summary([EMPTY], [], "ja") == "1 件の問いのどれにも、裏付けのある答えはなかった"


def test_what_was_not_answered_or_cut_short_is_told_in_the_language_of_the_deck() -> None:
    assert told_of([ANSWERED], FOUND, "en") == []
    assert told_of([ANSWERED, EMPTY, DEAD], FOUND, "en") == [
        "No supported answer was found to “What of 2?”.",
        "“What of 3?” could not be researched: it is gone.",
    ]
    assert told_of([CUT], FOUND, "en") == ["The research on “What of 1?” ended where the budget was spent."]
    assert told_of([DEAD, EMPTY], [], "ja") == [
        "「What of 3?」は調べられませんでした：it is gone.",
        "「What of 2?」には、裏付けのある答えが見つかりませんでした。",
    ]
    assert told_of([CUT], FOUND, "ja") == ["「What of 1?」の調査は予算が尽きたところで終わりました。"]
    assert sentence_of_failure([DEAD], "en") == "No question was answered: it is gone."
    assert sentence_of_failure([DEAD], "ja") == "調査は一つも終わりませんでした：it is gone."


def test_a_long_question_is_cut() -> None:
    long = Outcome(task=ResearchTask(id="R1", question="x" * 200), error="gone")
    assert told_of([long], [], "en") == [f"“{'x' * 59}…” could not be researched: gone"]


def test_the_artifact_lists_tasks_runs_and_findings_with_the_ids_of_the_deck() -> None:
    told = json.loads(as_json(STEP, [ANSWERED, DEAD], FOUND))
    first, second = told["tasks"]
    assert first["findings"] == [{"text": "A.", "support": "supported", "evidence": ["R1-1"]}]
    assert (first["run_id"], first["status"], first["why"]) == ("R", "done", "slide 2")
    assert (second["status"], second["error"]) == ("failed", "it is gone.")
    assert (report_of(ANSWERED), report_of(DEAD)) == ("# Tea", "")
