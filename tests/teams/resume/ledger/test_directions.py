import pytest

from kasen.teams.resume.ledger.checking import check


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "- Reduced the nightly export from 3 hours to 25 minutes.",
            "- Reduced the nightly export from 25 minutes to 3 hours.",
        ),
        ("- Cut it from 9 s to 2.5 s.", "- Cut it from 2.5 s to 9 s."),
        ("- Raised coverage from 40% to 80%.", "- Coverage went to 40%, from 80%."),
        ("- 処理時間を4時間から2時間半に短縮した。", "- 処理時間を2時間半から4時間に短縮した。"),
        ("- 在庫日数を30日→21日に改善。", "- 在庫日数を21日→30日に改善。"),
    ],
)
def test_a_change_is_not_turned_round(before: str, after: str) -> None:
    assert "moved" in {doubt.kind for doubt in check(before, after).doubts}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- Cut the build from 9 minutes to 2 minutes.", "- Cut the build to 2 minutes from 9 minutes."),
        ("- 処理時間を4時間から2時間半に短縮した。", "- 4時間の処理時間を2時間半へ短縮した。"),
    ],
)
def test_the_same_change_in_another_order_stands(before: str, after: str) -> None:
    assert check(before, after).doubts == ()
