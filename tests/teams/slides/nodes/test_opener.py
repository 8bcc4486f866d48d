from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.errors import InputError
from kasen.team import Earlier
from kasen.teams.slides.nodes.opener import named_apart, opener
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.request import Request
from kasen.testing.deps import fake_deps
from kasen.testing.stores import MemoryArtifacts
from teams.slides.bench import CSV, GOOD, made
from teams.slides.editing.by_hand import deck


async def opened(deps: Any, **request: Any) -> Any:
    return await opener({"request": Request(wish="delete slide 2", **request)}, Runtime(context=deps))


async def test_a_file_is_read_once_whatever_becomes_of_it(tmp_path: Path) -> None:
    path = tmp_path / "plan.pptx"
    path.write_bytes(deck())
    deps = fake_deps()
    assert (await opened(deps, deck=path)).goto == "shape_editor"
    path.write_bytes(b"other")
    again = await opened(deps, deck=path)
    assert [slide.title for slide in again.update["prior"].deck.slides][:2] == ["Annual plan", "Where we stand"]
    assert len(deps.artifacts.versions["deck.pptx"]) == 1


async def test_a_run_whose_files_are_gone_ends_in_one_sentence(tmp_path: Path) -> None:
    done = await made(tmp_path, GOOD, csv=CSV)
    result = done.result.model_dump(mode="json")
    earlier = Earlier(run_id="run_before", request={}, result=result, artifacts=MemoryArtifacts())
    with pytest.raises(InputError, match="files of run run_before are not there any more"):
        await opened(fake_deps(earlier=earlier))


async def test_a_node_that_was_killed_takes_over_the_rest(tmp_path: Path) -> None:
    done = await made(tmp_path, GOOD, csv=CSV)
    kept = done.deps.artifacts
    old = kept.versions["deck.pptx"][0][0]
    await kept.write("deck.pptx", b"second", "x")
    await kept.write("_deck.json", b"{}", "x")
    await kept.write("deck.pptx", old, "x")
    await kept.write("_deck.json", kept.versions["_deck.json"][0][0], "x")
    versions = (*done.result.versions, *(done.result.versions[0].model_copy(update={"number": n}) for n in (2, 3)))
    result = done.result.model_copy(update={"versions": versions}).model_dump(mode="json")
    deps = fake_deps(earlier=Earlier(run_id="run_before", request={}, result=result, artifacts=kept))
    for _ in range(2):
        command = await opened(deps)
    assert [data for data, _ in deps.artifacts.versions["deck.pptx"]] == [old, b"second", old]
    assert (command.goto, command.update["prior"].version) == ("editor", 3)


async def test_without_anything_to_change_the_form_is_said() -> None:
    with pytest.raises(InputError, match="no deck to change") as caught:
        await opened(fake_deps())
    assert "kasen slides edit RUN" in caught.value.hint


def test_parts_of_a_split_slide_get_ids_of_their_own() -> None:
    slides = tuple(Slide(id=id, kind="bullets", title="x") for id in ("s-01", "s-02", "s-02", "s-02", "s-03"))
    apart = named_apart(Deck(title="x", lang="en", slides=slides))
    assert [slide.id for slide in apart.slides] == ["s-01", "s-02", "s-02.2", "s-02.3", "s-03"]
