from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.validation.open_validator import validate
from tools.validation.fake_quarto import write_quarto

SOUND = "---\ntitle: CV\n---\n\n# Work\n\n- Led 5 people.\n"


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    return tmp_path


async def test_without_quarto_nobody_says_quarto(only: Path) -> None:
    result = await validate(SOUND)
    assert (result.by, result.ok, result.problems) == ("offline", True, ())
    assert "quarto" not in " ".join(result.ran).lower()


async def test_with_quarto_it_says_so_and_our_checks_run_beside_it(only: Path) -> None:
    write_quarto(only, "ok")
    assert (await validate(SOUND)).ok
    result = await validate(f"```markdown\n{SOUND}```\n")
    assert result.by == "quarto"
    assert result.ran[:2] == ("Quarto 1.9.37", "own checks")
    assert [one.rule for one in result.problems if one.blocking] == ["wrapped-in-fence"]


@pytest.mark.parametrize(
    ("behaviour", "why"), [("crash", "signal 11"), ("hang", "longer than 1 s"), ("flood", "wrote more than")]
)
async def test_a_quarto_that_fails_has_said_nothing(only: Path, behaviour: str, why: str) -> None:
    write_quarto(only, behaviour)
    result = await validate(SOUND, seconds=1)
    assert (result.by, result.ok) == ("offline", True)
    assert why in result.missing[0]
    assert "checked without it" in result.missing[0]


async def test_what_may_not_be_shown_to_quarto_is_checked_without_it(only: Path) -> None:
    write_quarto(only, "ok")
    result = await validate("---\nformat: {html: {filters: [x.lua]}}\n---\n\ntext\n")
    assert result.by == "offline"
    assert "`filters`" in result.missing[0]
    assert not (only / "seen.json").exists()


async def test_a_quarto_without_the_right_to_run_raises_nothing(only: Path) -> None:
    (write_quarto(only, "ok") / "quarto").write_text("no program", encoding="utf-8")
    result = await validate(SOUND)
    assert result.by == "offline"
    assert "could not be started" in result.missing[0]
