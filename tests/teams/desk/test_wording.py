from __future__ import annotations

from kasen.teams.desk import wording


def test_everything_is_said_in_both_languages() -> None:
    texts = [value for name, value in vars(wording).items() if name.isupper() and name != "OFF"]
    texts += list(wording.OFF.values())
    assert len(texts) >= 10
    assert {tuple(sorted(one)) for one in texts} == {("en", "ja")}


def test_a_team_that_is_not_known_by_name_is_handed_to_as_well() -> None:
    assert wording.handing_off("grants", "en") == "Handing it to grants."
    assert wording.handing_off("slides", "ja") == "スライドを作ります。"
