from __future__ import annotations

import gc
import resource

import pytest

from kasen.runtime.engines.embedded.steady import THRESHOLDS, make_room, make_steady


@pytest.fixture
def collector() -> object:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_what_is_imported_is_looked_through_no_more_and_that_is_done_once(collector: object) -> None:
    make_steady.cache_clear()
    make_steady()
    assert gc.get_threshold() == THRESHOLDS
    frozen = gc.get_freeze_count()
    assert frozen > 10_000
    kept: list[list[int]] = [[] for _ in range(100)]
    make_steady()
    assert gc.get_freeze_count() <= frozen, "what came later is not frozen"
    assert len(kept) == 100


def test_there_is_room_for_many_files_as_far_as_the_system_lets() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        make_room(700)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (700, hard)
        make_room(300)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (700, hard), "it is never made less"
        make_room(hard + 1)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
