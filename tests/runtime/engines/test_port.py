from __future__ import annotations

import pytest

from kasen.errors import UsageError
from kasen.runtime.engines.port import check_may_be_handed
from kasen.team import load


def test_a_team_that_works_with_one_machine_is_handed_to_nobody() -> None:
    check_may_be_handed(load("echo"))
    with pytest.raises(UsageError, match="`code` works with the programs of one machine") as caught:
        check_may_be_handed(load("code"))
    assert "KASEN_ENGINE=embedded" in caught.value.hint
