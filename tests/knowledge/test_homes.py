from __future__ import annotations

from pathlib import Path

from kasen.knowledge.homes import home_of


def test_this_machines_own_user_has_the_home_itself_and_each_owner_one_of_their_own() -> None:
    home = Path("/srv/kasen")
    assert home_of(home, "") == home
    assert len({home_of(home, ""), home_of(home, "yuki"), home_of(home, "ken")}) == 3
    assert home_of(home, "yuki").is_relative_to(home)
