from __future__ import annotations

from typing import Any

from kasen.teams.resume.blockers import blockers_of
from kasen.tools.validation.model import Problem, Validation
from teams.resume.bench import ENGLISH

SOUND = Validation(by="offline")
BROKEN = Validation(by="offline", problems=(Problem(line=3, rule="unclosed-fence", text="The code never ends."),))


def state(**more: Any) -> Any:
    given = {"qmd_content": ENGLISH, "revised_content": ENGLISH, "confirmed": [], "original_validation": SOUND}
    return {**given, **more}


def test_a_sound_original_has_no_blockers() -> None:
    assert blockers_of(state(), "en") == []


def test_a_file_that_is_not_sound_blocks_and_a_warning_does_not() -> None:
    assert blockers_of(state(original_validation=BROKEN), "en") == ["The code never ends. (L3)"]
    warned = Validation(by="offline", problems=(Problem(rule="near-miss", text="Perhaps.", blocking=False),))
    assert blockers_of(state(original_validation=warned), "en") == []


def test_the_last_validation_counts_and_not_the_first() -> None:
    assert blockers_of(state(original_validation=BROKEN, validation=SOUND), "en") == []


def test_a_figure_that_is_not_the_same_blocks_unless_it_was_confirmed() -> None:
    changed = ENGLISH.replace("30%", "45%")
    assert any("%" in text for text in blockers_of(state(revised_content=changed), "en"))
    assert blockers_of(state(revised_content=changed), "ja")[0].startswith("事実が変わっている")
