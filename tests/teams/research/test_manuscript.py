"""Passages are read once, ids stay, and the draft is Markdown that code made."""

from __future__ import annotations

from kasen.models.provider import ModelRequest
from kasen.teams.research.manuscript import Read, as_markdown, read_on, usable
from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import Draft, Request, Section, Statement
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit, web_hit

BEGAN = "Tea growing in Uji began in the 13th century."
CENTRE = "The patronage of the shogun made Uji the centre of tea growing."
POINTS = ["When did tea growing begin in Uji"]


async def test_what_was_read_is_not_read_again_and_new_evidence_gets_the_next_ids() -> None:
    prompts: list[str] = []

    def answer(request: ModelRequest) -> dict[str, object]:
        prompts.append(request.prompt)
        quote = BEGAN if BEGAN in request.prompt else CENTRE
        return {"excerpts": [{"point": 1, "passage": "p1", "quote": quote}]}

    deps = fake_deps(model=ScriptedModel(answer))
    first, second = document_hit(BEGAN, path="/docs/a.md"), document_hit(CENTRE, path="/docs/b.md")
    await deps.evidence.add([first, second])
    one = await read_on(deps, found_by("q", [first]), Read([], []), question="q", points=POINTS)
    both = [*found_by("q", [first]), *found_by("q", [second])]
    two = await read_on(deps, both, one, question="q", points=POINTS)
    assert [excerpt.id for excerpt in two.excerpts] == ["e1", "e2"]
    assert two.excerpts[0] == one.excerpts[0]
    assert two.passages == [first.passage.id, second.passage.id]
    assert BEGAN not in prompts[1]
    assert await read_on(deps, both, two, question="q", points=POINTS) == two
    assert len(prompts) == 2


def test_sections_of_points_that_are_not_there_are_left_out_and_doubles_joined() -> None:
    said = Statement(text="x", evidence=["e1"])
    given = Draft(
        title="t",
        summary=[said, Statement(text=" ")],
        findings=[said] * 99,
        analysis=[Section(point=p, statements=[said]) for p in (1, 9, 1, 0)],
    )
    made = usable(given, POINTS)
    assert [(section.point, len(section.statements)) for section in made.analysis] == [(1, 2)]
    assert (len(made.summary), len(made.findings)) == (1, 24)


async def test_the_draft_is_rendered_with_marks_and_references() -> None:
    deps = fake_deps()
    hit = web_hit(BEGAN, url="https://a.example/", title="Begin")
    await deps.evidence.add([hit])
    read = await read_on(deps, found_by("q", [hit]), Read([], []), question=POINTS[0], points=POINTS)
    said = Statement(text="It <b>began</b> early. # no heading", evidence=["e1", "e9", "e1"])
    draft = Draft(summary=[said], findings=[said], analysis=[Section(point=1, statements=[said])])
    text = await as_markdown(deps, Request(question="When?"), draft, read.excerpts, POINTS)
    assert text.startswith("# When?\n")
    assert "[^1]" in text
    assert "[^1]: Begin" in text
    assert "<https://a.example/>" in text
    assert "<b>" not in text
    assert f"### {POINTS[0]}" in text


async def test_an_empty_draft_is_rendered_too() -> None:
    text = await as_markdown(fake_deps(lang="ja"), Request(question="宇治茶とは"), Draft(), [], [])
    assert text.startswith("# 宇治茶とは")
