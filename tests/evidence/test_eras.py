"""Eras begin in the years that the tables of the eras give."""

from __future__ import annotations

from kasen.evidence.eras import ERAS, ROMANISED


def test_well_known_years() -> None:
    assert ERAS["元文"] + 2 == 1738
    assert ERAS["建久"] + 1 == 1191
    assert ERAS["慶応"] + 2 == 1867
    assert ERAS["明治"] == ROMANISED["meiji"] == 1868
    assert ERAS["令和"] == ROMANISED["reiwa"] == 2019


def test_eras_follow_one_another() -> None:
    years = list(ERAS.values())
    assert len(years) > 150
    assert years == sorted(years)
