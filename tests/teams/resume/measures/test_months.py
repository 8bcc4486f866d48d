from kasen.teams.resume.document.model import Period
from kasen.teams.resume.measures.months import has_months, last_month, month_of
from teams.resume.measures.given import view


def test_a_year_is_read_in_favour_of_its_owner() -> None:
    assert month_of((2020, 0), ends=False) == month_of((2020, 1), ends=True)
    assert month_of((2020, 0), ends=True) == month_of((2020, 12), ends=False)
    assert month_of((2021, 1), ends=False) - month_of((2020, 12), ends=False) == 1


def test_what_goes_on_lasts_until_today() -> None:
    seen = view("")
    assert last_month(seen, Period((2020, 1), None, (0, 0))) == month_of((2026, 9), ends=True)
    assert last_month(seen, Period((2020, 1), (2021, 0), (0, 0))) == month_of((2021, 12), ends=True)


def test_both_ends_must_say_their_month() -> None:
    assert has_months(Period((2020, 1), None, (0, 0)))
    assert has_months(Period((2020, 1), (2021, 5), (0, 0)))
    assert not has_months(Period((2020, 0), None, (0, 0)))
    assert not has_months(Period((2020, 1), (2021, 0), (0, 0)))
