"""Whether an edit says more, less or something else than the original."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kasen.teams.resume.ledger.checking import check
from kasen.teams.resume.ledger.markup import ready
from teams.resume.ledger.sides import ANY_TEXT, FEW

CASES = Path(__file__).parent / "cases"
LINES = (
    "- Cut waste by 18% in May 2019.",
    "- Sold bread to 40 cafes.",
    "- Assisted with about 7 audits at Zorblatt Inc.",
    "- 新人12名の研修を担当。",
    "- 売上を1,500万円に伸ばした。",
)
WIDE = str.maketrans("0123456789%", "０１２３４５６７８９％")


def cases(kind: str) -> list[tuple[str, str]]:
    """Edits of the files whose name begins so."""
    rows = [row for path in sorted(CASES.glob(f"{kind}*.txt")) for row in path.read_text("utf-8").splitlines()]
    found = [row.replace("⏎", "\n").partition(" ⇒ ") for row in rows if row.strip() and not row.startswith("# ")]
    assert [before for before, arrow, _ in found if not arrow] == []
    return [(before, after) for before, _, after in found]


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


def test_nearly_all_collected_lies_are_refused() -> None:
    found = cases("lies")
    assert len(found) > 300
    assert sum(check(*one).ok for one in found) <= 0.03 * len(found)


def test_most_collected_honest_rewordings_stand() -> None:
    found = cases("honest")[::3]
    assert len(found) > 300
    assert sum(check(*one).ok for one in found) >= 0.85 * len(found)


def test_figures_that_changed_lines_were_moved() -> None:
    depots = "- North depot: 12 drivers.\n- South depot: 30 drivers."
    found = check(depots, "- North depot: 30 drivers.\n- South depot: 12 drivers.")
    assert {one.kind for one in found.doubts} == {"moved"}
    assert check(depots, "\n".join(reversed(depots.splitlines()))).ok


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("", "\n"), ("---", "***"), ("- Sold bread.", "- Sold bread. ")]
)
def test_where_nothing_is_said_there_is_no_doubt(before: str, after: str) -> None:
    assert check(before, after, context="- Sold bread.").ok


def test_without_a_résumé_nothing_may_be_inserted_and_with_one_what_it_says() -> None:
    assert not check("", "- Sold bread to 40 cafes.").ok
    assert check("", "- Sold bread to 40 cafes.", context="\n".join(LINES)).ok
    assert check("", "- Sold bread to 40 cafes.", confirmed=["I sold bread to 40 cafes."]).ok


@pytest.mark.parametrize("before", ["", " ", "\n", "\u3000\n"])
def test_words_in_the_place_of_no_words_are_an_insertion(before: str) -> None:
    assert check(before, "- Cut waste in 2019.", context="\n".join(LINES)).ok


def test_a_statement_may_not_be_dropped() -> None:
    assert [one.kind for line in LINES for one in check(line, "").doubts[:1]] == ["lost"] * len(LINES)


@FEW
@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_texts_are_checked_and_each_says_what_it_says(before: str, after: str, context: str) -> None:
    assert check(before, before, context=context).ok
    assert check(before, after, context=context, confirmed=[context]).ok in (True, False)


@FEW
@given(st.sampled_from(LINES), st.data())
def test_a_digit_that_changed_is_refused(line: str, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from([i for i, char in enumerate(line) if char.isdigit()]))
    digit = data.draw(st.sampled_from("0123456789"))
    assume(digit != line[at])
    assert not check(line, line[:at] + digit + line[at + 1 :]).ok


@pytest.mark.parametrize("line", LINES)
def test_digits_of_another_width_are_the_same_digits(line: str) -> None:
    assert line.translate(WIDE) != line
    assert check(line, line.translate(WIDE)).ok
    assert check(line.translate(WIDE), line).ok


@FEW
@given(st.lists(st.sampled_from(LINES), min_size=2, max_size=6), st.integers())
def test_lines_in_another_order_say_the_same(lines: list[str], seed: int) -> None:
    shuffled = random.Random(seed).sample(lines, len(lines))
    assert check("\n".join(lines), "\n".join(shuffled)).ok


def resume(lines: int) -> str:
    return "# Sample\n\n## Work\n\n" + "".join(
        f"- Sold {i} vans to shop {i} and trained {i % 90 + 2} apprentices in 2019.\n" for i in range(lines)
    )


def cost(before: str, after: str, context: str) -> float:
    """Seconds of the processor; the least of two."""
    found = []
    for _ in range(2):
        ready.cache_clear()
        start = time.process_time()
        check(before, after, context=context)
        found.append(time.process_time() - start)
    return min(found)


def test_the_cost_of_a_line_grows_no_faster_than_the_résumé() -> None:
    long, longer = resume(2800), resume(5600)
    assert len(long) > 180_000
    last = long.splitlines()[-1]
    assert cost(last, "- Sold vans.", longer) < 5 * cost(last, "- Sold vans.", long) + 0.05


def test_the_cost_of_an_insertion_grows_no_faster_than_the_résumé() -> None:
    assert cost("", "- Sold 7 vans.", resume(120)) < 4 * cost("", "- Sold 7 vans.", resume(60)) + 0.02


def test_a_line_of_twice_the_length_costs_no_more_than_its_square() -> None:
    line, twice = ("Sold 40 vans, " * count for count in (60, 120))
    assert cost(twice, twice + "x", "") < 6 * cost(line, line + "x", "") + 0.02
