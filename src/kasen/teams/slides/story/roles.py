"""The roles of the storywriter: one for the outline, one for slides, one that reads them critically."""

from __future__ import annotations

from kasen.models.role import Role
from kasen.teams.slides.rules.outline import outline_of
from kasen.teams.slides.rules.storywriter import judge_nothing, quoted_slides
from kasen.teams.slides.schemas.outputs import OutlineOutput, StoryCritique, StorywriterOutput

STORYWRITER_OUTLINE = Role(
    name="storywriter_outline",
    package="kasen.teams.slides",
    reply=OutlineOutput,
    rule=outline_of,
    tier="basic",
    answer_tokens=1500,
    target_s=30.0,
)
STORYWRITER = Role(
    name="storywriter",
    package="kasen.teams.slides",
    reply=StorywriterOutput,
    rule=quoted_slides,
    tier="basic",
    answer_tokens=1500,
    target_s=30.0,
)
STORYWRITER_CRITIQUE = Role(
    name="storywriter_critique",
    package="kasen.teams.slides",
    reply=StoryCritique,
    rule=judge_nothing,
    tier="basic",
    answer_tokens=600,
    target_s=20.0,
)
