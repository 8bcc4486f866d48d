from __future__ import annotations

from kasen.team import load
from kasen.teams.slides.story.roles import STORYWRITER, STORYWRITER_CRITIQUE, STORYWRITER_OUTLINE


def test_the_storywriter_is_three_roles_that_the_team_lists() -> None:
    names = [role.name for role in (STORYWRITER_OUTLINE, STORYWRITER, STORYWRITER_CRITIQUE)]
    assert names == ["storywriter_outline", "storywriter", "storywriter_critique"]
    listed = {reference.rpartition(":")[2].lower() for reference in load("slides").roles}
    assert listed >= set(names)
