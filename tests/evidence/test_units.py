"""Units know what they count and how they convert."""

from __future__ import annotations

import re
import unicodedata

from kasen.evidence.units import IMPERIAL, MEASURES, UNIT_PATTERN, UNITS


def test_spellings_are_written_as_they_are_matched() -> None:
    assert len(UNITS) > 100
    assert [name for name in UNITS if unicodedata.normalize("NFKC", name).casefold() != name] == []


def test_the_longest_spelling_wins() -> None:
    for text in ("キログラム", "か月間", "都道府県", "km2", "minutes"):
        match = re.match(UNIT_PATTERN, text)
        assert match is not None
        assert match.group() == text


def test_units_of_one_kind_convert() -> None:
    assert UNITS["トン"].factor == 1000 * UNITS["kg"].factor
    assert UNITS["割"].factor == 10 * UNITS["%"].factor
    assert UNITS["年"].factor == 12 * UNITS["か月"].factor


def test_measures_of_feet_and_pounds_convert_to_those_of_metres_and_grams() -> None:
    assert UNITS["mile"].factor == 5280 * UNITS["ft"].factor
    assert UNITS["yards"].factor == 3 * UNITS["フィート"].factor
    assert UNITS["foot"].factor == 12 * UNITS["inch"].factor
    assert UNITS["acre"].factor == 4840 * UNITS["yard"].factor ** 2
    assert (UNITS["acre"].kind, UNITS["lb"].kind) == ("area", "mass")
    assert UNITS["cubic foot"].factor == 1000 * UNITS["foot"].factor ** 3
    assert UNITS["square mile"].factor == UNITS["mile"].factor ** 2
    assert {unit.kind for unit in IMPERIAL} == {"length", "area", "volume", "mass", "speed"}


def test_measures_of_power_memory_and_speed_convert() -> None:
    assert UNITS["mw"].factor == 1000 * UNITS["kilowatts"].factor
    assert UNITS["kwh"].kind != UNITS["kw"].kind
    assert UNITS["立方メートル"].factor == 1000 * UNITS["l"].factor
    assert UNITS["ギガバイト"].factor == 1000 * UNITS["mb"].factor


def test_what_is_measured_is_a_kind_of_unit() -> None:
    assert {unit.kind for unit in UNITS.values()} > MEASURES
    assert "people" not in MEASURES


def test_points_are_no_shares() -> None:
    assert UNITS["ポイント"] == UNITS["percentage points"] != UNITS["%"]
