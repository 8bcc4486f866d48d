"""The last node: the report for the person, and the result. Nothing of the user's is changed."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.code.git.guarding import guarded
from kasen.teams.code.opening import guard_of, open_desk
from kasen.teams.code.page.html import html
from kasen.teams.code.page.markdown import markdown
from kasen.teams.code.schemas.result import Result
from kasen.teams.code.schemas.story import Story
from kasen.teams.code.state import State
from kasen.teams.code.taking.standing import release
from kasen.teams.code.telling import story_of

STORY = "outcome.json"
"""What a repetition shows again."""


class Finished(TypedDict):
    """What the node gives."""

    result: Result


async def finish(state: State, runtime: Runtime[Deps]) -> Finished:
    """Tell what became of the requirement: as Markdown, as a page, as data."""
    deps = runtime.context
    if deps.repeats is not None:
        story = Story.model_validate_json(await deps.repeats.read(STORY))
    else:
        story = await _told(deps, state)
    files = {
        "report.md": (markdown(story), "text/markdown"),
        "report.html": (html(story), "text/html"),
        STORY: (story.model_dump_json(indent=1), "application/json"),
    }
    for name, (text, media_type) in files.items():
        await deps.artifacts.write(name, text.encode(), media_type)
    result = story.result
    deps.note(f"{result.outcome}: {result.branch}, files: {len(result.files)}")
    return Finished(result=result)


async def _told(deps: Deps, state: State) -> Story:
    prepared = state["prepared"]
    desk = await asyncio.to_thread(open_desk, deps, prepared, state["request"].requirement)
    try:
        guard = await guard_of(desk)
        with guarded(guard):
            story = await story_of(
                desk,
                state["over"],
                await deps.settled(),
                dirty=prepared.dirty,
                into=prepared.branch,
                date=deps.now().date().isoformat(),
            )
        await release(desk.queue, guard)
        return story
    finally:
        desk.queue.close()
