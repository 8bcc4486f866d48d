from kasen.teams.resume.measures.model import MOST_DEFECTS, Defect, by_share, by_steps, worst


def test_a_share_grows_straight_to_the_full_score() -> None:
    assert [by_share(value, full=0.5) for value in (0, 0.25, 0.5, 0.9, -1)] == [0, 2.5, 5, 5, 0]


def test_the_first_limit_that_holds_decides() -> None:
    assert [by_steps(value, ((0, 5.0), (3, 2.0)), beyond=1.0) for value in (0, 1, 3, 4)] == [5, 2, 2, 1]


def test_the_worst_come_first_and_only_a_few() -> None:
    found = worst([Defect("a"), Defect("b", "major"), Defect("c"), Defect("d", "critical"), Defect("e"), Defect("f")])
    assert [one.text for one in found] == ["d", "b", "a", "c"]
    assert len(found) == MOST_DEFECTS
