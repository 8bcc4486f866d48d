from __future__ import annotations

from kasen.tools.ulid import CROCKFORD, new_ulid


def test_ids_are_26_letters_that_sort_by_time_and_differ() -> None:
    ids = [new_ulid() for _ in range(2000)]
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids), "those of one millisecond come in order as well"
    assert {len(one) for one in ids} == {26}
    assert set("".join(ids)) <= set(CROCKFORD)
    times = [one[:10] for one in ids]
    assert times == sorted(times)
    assert times[0] > "01H0000000", "milliseconds of this decade"
