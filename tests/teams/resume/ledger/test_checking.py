import pytest

from kasen.teams.resume.ledger.checking import check


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("- Cut costs by 30%.", "- Cut costs by 45%.", "number"),
        ("- Assisted with the migration to SAP.", "- Led the migration to SAP.", "authorship"),
        ("Skills: Java, Git", "Skills: JavaScript, Git", "skill"),
        ("- 約150名の給与計算を担当。", "- 150名の給与計算を担当。", "hedge"),
        ("- Reduced waste by 18% and raised covers by 5%.", "- Reduced waste by 5% and raised covers by 18%.", "moved"),
    ],
)
def test_an_edit_that_changes_a_fact_is_refused(before: str, after: str, kind: str) -> None:
    assert kind in {doubt.kind for doubt in check(before, after).doubts}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- Built an inventory tool in Python.", "- Developed an inventory tool in Python."),
        ("- 作業時間を30％削減。", "- 作業時間を3割削減。"),
        ("㈱東雲食品　商品開発課", "株式会社東雲食品　商品開発課"),
        (
            "- Wrote unit tests.\n- Maintained the build pipeline.",
            "- Wrote unit tests and maintained the build pipeline.",
        ),
    ],
)
def test_an_honest_rewording_stands(before: str, after: str) -> None:
    assert check(before, after).doubts == ()
