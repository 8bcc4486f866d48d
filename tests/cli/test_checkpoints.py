from __future__ import annotations

import pytest

from kasen.cli.checkpoints import looked
from kasen.settings import load_settings


@pytest.mark.parametrize(
    ("address", "found"),
    [("", "in the database"), ("memory:", "in memory, gone with the process: one process only drives a run")],
)
def test_it_says_where_the_state_is_and_what_that_means(address: str, found: str) -> None:
    seen = looked(load_settings(checkpoints=address))
    assert seen.ok
    assert seen.found.startswith(found)


def test_a_server_that_is_not_there_is_said_with_what_to_do() -> None:
    seen = looked(load_settings(checkpoints="redis://:geheim@127.0.0.1:9/0"))
    assert not seen.ok
    assert "127.0.0.1:9 does not answer" in seen.found
    assert "KASEN_CHECKPOINTS" in seen.fix
    assert "geheim" not in seen.found
