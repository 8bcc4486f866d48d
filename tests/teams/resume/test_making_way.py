import pytest

from kasen.teams.resume.making_way import makes_way

CONTEXT = """## Profile

Engineer in logistics. I am a results-driven team player.

## Experience

- Cut the nightly export from 3 hours to 25 minutes.
- Helped the team with hiring.
- 冪等キーを導入し、二重決済の問い合わせを月12件から0件にした。
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Engineer in logistics. I am a results-driven team player.", "Engineer in logistics."),
        (
            "Engineer in logistics. I am a results-driven team player.",
            "Engineer in logistics. Cut the nightly export from 3 hours to 25 minutes.",
        ),
        ("- Helped the team with hiring.", "- "),
        ("さまざまな業務で貢献しました。", "冪等キーを導入し、二重決済の問い合わせを月12件から0件にしました。"),
        ("今後も貴社の発展に貢献したいと考えております。", ""),
    ],
)
def test_what_bears_no_fact_makes_way(before: str, after: str) -> None:
    assert makes_way(before, after, context=CONTEXT, confirmed=())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Engineer in logistics. I am a results-driven team player.", "Engineer in logistics. Cut it to 5 minutes."),
        ("Split the monolith. Helped the team with hiring.", "Split the monolith."),
        ("- Cut the nightly export from 3 hours to 25 minutes.", "- "),
        ("- Did not finish the degree.", "- "),
        ("- Worked part-time.", "- "),
        ("- Internship", "- "),
        ("さまざまな業務で貢献しました。", "冪等キーを導入し、二重決済の問い合わせを月120件から0件にしました。"),
        ("チームを補佐した。新しい画面を作った。", "新しい画面を作った。"),
    ],
)
def test_a_fact_a_limit_and_a_claim_that_stands_nowhere_do_not(before: str, after: str) -> None:
    assert not makes_way(before, after, context=CONTEXT, confirmed=())
