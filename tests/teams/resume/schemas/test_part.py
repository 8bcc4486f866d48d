from kasen.teams.resume.schemas.part import CRITICS
from kasen.teams.resume.scoring import WEIGHTS


def test_the_five_critics_are_those_of_the_design_in_the_order_of_their_table() -> None:
    assert CRITICS == ("recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer")
    assert tuple(WEIGHTS) == CRITICS
