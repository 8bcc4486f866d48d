"""The designers' look: with the pictures of the page, where there are any."""

from __future__ import annotations

from kasen.models.role import Picture, Role
from kasen.team import Deps
from kasen.teams.resume.critics import Reviewed, look
from kasen.teams.resume.schemas.feedback import Critique, Feedback


class Carried(Reviewed, total=False):
    """What the visual designer reads besides: what it said when it was last shown a page."""

    visual_designer_feedback: Feedback


async def seen(deps: Deps, state: Carried, role: Role[Critique], *, number: int = 1) -> Feedback:
    """One look at text and page. A page that was judged before and has not changed since is not judged again."""
    said = state.get("visual_designer_feedback")
    if role.name == "visual_designer" and said is not None and _is_same(said, state):
        return said.model_copy(update={"iteration": state["iteration"], "findings": (), "note": _same(said, deps)})
    return await look(
        deps,
        state,
        role,
        pictures=await _pictures(deps, state["screenshot_path"]),
        number=number,
        page=state["page"] if state["screenshot_path"] else None,
    )


def _is_same(said: Feedback, state: Carried) -> bool:
    return said.iteration < state["iteration"] and said.iteration >= state["seen_iteration"] > 0


def _same(said: Feedback, deps: Deps) -> str:
    if said.note:
        return said.note
    return f"{said.iteration} 回目と同じ画面" if deps.lang == "ja" else f"the same page as in round {said.iteration}"


async def _pictures(deps: Deps, names: str) -> list[Picture]:
    return [Picture(await deps.artifacts.read(name)) for name in names.split()]
