from __future__ import annotations

from kasen.teams.slides.data.views import views
from teams.slides.data.tabled import table


def test_a_model_is_shown_columns_ranges_and_a_few_rows() -> None:
    ((name, text),) = views(
        [table("Report\nunit: t\nk,n,day\na,1,2024-01-02\nb,,2024-01-03\nc,3,2024-01-04\nd,4,\nTotal,8,\n").profile]
    )
    assert name == "T1"
    assert text.splitlines() == [
        'table("T1"): sales.csv, 4 rows',
        "Title: Report",
        "- 'k': text, 4 different, such as 'a', 'b', 'c', 'd'",
        "- 'n': number, in t, from 1 to 4, 1 missing",
        "- 'day': date, from 2024-01-02 to 2024-01-04, 1 missing",
        "row 4: a | 1 | 2024-01-02",
        "row 5: b | None | 2024-01-03",
        "row 6: c | 3 | 2024-01-04",
        "Note: Row(s) 8 are totals or means and are not counted with the others.",
    ]


def test_of_many_columns_and_tables_the_first_are_shown() -> None:
    wide = table(",".join(f"c{n}" for n in range(60)) + "\n" + ",".join("1" for _ in range(60)) + "\n")
    (_, text), *_ = views([wide.profile])
    assert "- and 20 more columns" in text
    names = [name for name, _ in views([table().profile] * 11)]
    assert names == [*(f"T{n}" for n in range(1, 9)), "more"]
