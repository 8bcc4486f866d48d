from __future__ import annotations

from kasen.teams.resume.page.rounds import iteration_feedback, validation_log
from kasen.teams.resume.schemas.result import Retry
from kasen.tools.validation.model import Problem, Validation
from teams.resume.scenes import improved_en, improved_ja, no_gain_en, rules


def test_a_round_has_its_score_critics_findings_and_criteria() -> None:
    made = iteration_feedback(improved_ja(), 1)
    assert made.startswith("# kakuu.ja.qmd：1 回目の評価\n\n**5.7 ／10** (5.2–6.2)")
    assert made.count("`F") == 9
    assert "| 数字で示した成果 | 1 | 評価 | 12 件のうち 3 件に数字がある |" in made
    assert "`F12`" in iteration_feedback(improved_ja(), 2)
    assert "borne by the original" in iteration_feedback(no_gain_en(), 2)


def test_a_round_by_rules_and_one_that_never_was_say_so() -> None:
    assert "| Recruiter | 9.0 | 2 of 3 | rules |" in iteration_feedback(rules("en"), 1)
    assert iteration_feedback(improved_en(), 7).endswith("None.\n")


def test_the_log_names_each_check_and_each_repair_of_its_round() -> None:
    bad = Validation(
        by="offline", ran=("own checks",), problems=(Problem(line=4, rule="unclosed-fence", text="Open."),)
    )
    good = Validation(by="offline", ran=("own checks",))
    retries = [
        Retry(iteration=1, attempt=1, problems=("line 4: Open.",)),
        Retry(iteration=1, attempt=2, ok=True),
        Retry(iteration=2, attempt=1, problems=("of another round",)),
    ]
    made = validation_log(retries, 1, [bad, good])
    assert made.startswith("# Round 1: validation and repair\n\n## Attempt 1\n\nThe file is not valid · checked by")
    assert "- line 4 · error: Open. (unclosed-fence)" in made
    assert "**Attempt 2**: valid" in made
    assert "another round" not in made
    assert "修復は必要ありませんでした。" in validation_log([], 1, [good], lang="ja")
