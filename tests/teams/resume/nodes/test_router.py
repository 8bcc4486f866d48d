from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.teams.resume.nodes.router import router
from kasen.teams.resume.patch import Edit, applied, composed
from kasen.testing.deps import fake_deps
from teams.resume.bench import BETTER, ENGLISH, WEAK


def begun(**more: Any) -> Any:
    given = {
        "qmd_content": ENGLISH,
        "lang": "en",
        "hidden": [],
        "target_role": "Backend engineer",
        "job_posting_content": "",
        "screenshot_path": "",
        "seen_iteration": 0,
        "page": None,
    }
    return {**given, **more}


async def test_the_first_round_looks_at_the_original_and_measures_it() -> None:
    update = await router(begun(), Runtime(context=fake_deps()))
    assert (update["iteration"], update["revised_content"], update["changes"]) == (1, ENGLISH, [])
    assert len(update["measured_criteria"]) > 10
    assert {one.by for one in update["measured_criteria"]} <= {"code", "nobody"}
    assert update["snapshots"][0].iteration == 1


async def test_the_number_only_grows_and_a_later_round_looks_at_what_was_let_through() -> None:
    at = ENGLISH.index(WEAK)
    changes = composed(ENGLISH, [], [Edit(at, at + len(WEAK), BETTER)])
    later = begun(iteration=4, proposed=changes, proposed_content=applied(ENGLISH, changes))
    update = await router(later, Runtime(context=fake_deps()))
    assert update["iteration"] == 5
    assert BETTER in update["revised_content"]
    assert update["changes"] == changes


async def test_the_findings_of_code_have_their_words() -> None:
    update = await router(begun(), Runtime(context=fake_deps()))
    placed = [one for one in update["measured_findings"] if one.place and one.quote]
    assert placed
    assert all(ENGLISH[one.place.start : one.place.end] == one.quote for one in placed if one.place)


async def test_words_that_a_reader_does_not_see_are_not_measured() -> None:
    hidden = ENGLISH.replace("## Skills", '<span style="display:none">Kubernetes Terraform Kafka</span>\n\n## Skills')
    posting = "Requirements:\n\n- Kubernetes\n- Terraform\n- Kafka\n"
    values = {}
    for text in (ENGLISH, hidden):
        given = begun(qmd_content=text, job_posting_content=posting)
        update = await router(given, Runtime(context=fake_deps()))
        values[text] = {one.id: one.score for one in update["measured_criteria"]}["keyword_coverage"]
    assert values[hidden] == values[ENGLISH]


async def test_criteria_are_named_in_the_language_of_the_review() -> None:
    english = await router(begun(), Runtime(context=fake_deps()))
    japanese = await router(begun(), Runtime(context=fake_deps(lang="ja")))
    assert [one.id for one in english["measured_criteria"]] == [one.id for one in japanese["measured_criteria"]]
    assert english["measured_criteria"][0].name != japanese["measured_criteria"][0].name
