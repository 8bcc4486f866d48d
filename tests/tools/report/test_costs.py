from __future__ import annotations

from bs4 import BeautifulSoup

from kasen.tools.report.costs import cost_rows, total_row
from kasen.tools.report.html import html
from kasen.tools.report.markdown import markdown
from kasen.tools.report.model import Cost, HowMade, MadeBy
from tools.report.sample import HOSTILE, report

RULE = Cost(role="planner", by="rule")
PAID = Cost(role="writer", by="openai:a", calls=2, input_tokens=12345, output_tokens=678, usd=0.0123)
UNKNOWN = Cost(role="critic", by="compatible:b", calls=1, input_tokens=10, output_tokens=20, usd=None)
FREE = Cost(role="critic", by="ollama:b", calls=1, input_tokens=10, output_tokens=20, usd=0.0)


def test_each_line_says_who_how_often_and_for_how_much() -> None:
    assert cost_rows([RULE, PAID, FREE], "en") == [
        ("planner", "rule", "–", "–", "–", "–", False),
        ("writer", "openai:a", "2", "12,345", "678", "$0.0123", False),
        ("critic", "ollama:b", "1", "10", "20", "$0", False),
    ]


def test_an_unknown_price_stays_unknown_and_is_named_beside_the_sum_of_the_known() -> None:
    assert cost_rows([UNKNOWN], "en")[0][5:] == ("unknown", True)
    assert cost_rows([UNKNOWN], "ja")[0][5:] == ("不明", True)
    assert total_row([PAID, UNKNOWN], "en")[2:] == ("3", "12,355", "698", "$0.0123 + unknown", True)
    assert total_row([UNKNOWN, RULE], "ja")[5] == "不明"
    assert total_row([PAID, FREE], "ja")[5] == "$0.0123"
    assert total_row([RULE], "en")[2:] == ("0", "0", "0", "$0", False)


def test_a_model_that_gave_no_answer_is_marked() -> None:
    silent = Cost(role="critic", by="openai:a", calls=3, answered=False)
    assert cost_rows([silent], "en")[0].by == "openai:a (no answer)"
    assert cost_rows([silent], "ja")[0].by == "openai:a (回答なし)"


def test_answers_of_earlier_runs_are_counted_apart() -> None:
    one = report()
    reused = one.model_copy(update={"how_made": one.how_made.model_copy(update={"reused": 5})})
    assert "5 answers of earlier runs" in markdown(reused)
    assert "earlier runs" not in markdown(one)


def test_markdown_has_the_table_with_the_sums_below() -> None:
    text = markdown(report())
    assert (
        "| Part | made by | Calls | Tokens in | Tokens out | Cost |\n|---|---|---:|---:|---:|---:|\n"
        "| planner | rule | – | – | – | – |\n"
        "| writer | openai:a | 2 | 12,345 | 678 | $0.0123 |\n"
    ) in text
    assert "| **Total** |  | 3 | 12,355 | 698 | *$0.0123 + unknown* |\n" in text
    assert "Prices: a table" in text
    assert "| 役割 | 担当 | 呼び出し |" in markdown(report(lang="ja"))


def test_html_has_the_same_table() -> None:
    for lang, total, unknown in (("en", "Total", "$0.0123 + unknown"), ("ja", "合計", "$0.0123 + 不明")):
        table = BeautifulSoup(html(report(lang=lang)), "lxml").select_one("table.costs")  # type: ignore[arg-type]
        assert table is not None
        rows = [[cell.get_text() for cell in row.select("th, td")] for row in table.select("tr")]
        assert rows[2] == ["writer", "openai:a", "2", "12,345", "678", "$0.0123"]
        assert rows[-1] == [total, "", "3", "12,355", "698", unknown]
        assert [em.get_text() for em in table.select("em")][-1] == unknown


def test_names_from_outside_cannot_break_the_table() -> None:
    text = markdown(report(text=HOSTILE))
    start = text.index("| Part |")
    lines = text[start:].split("\n\n")[0].splitlines()
    assert len(lines) == 6
    table = BeautifulSoup(html(report(text=HOSTILE)), "lxml").select_one("table.costs")
    assert table is not None
    assert len(table.select("tr")) == 5
    assert not table.select("script, img, a")


def test_a_report_made_before_there_were_costs_still_lists_its_roles() -> None:
    old = report().model_copy(update={"how_made": HowMade(roles=(MadeBy(role="planner", by="rule"),))})
    assert "| planner | rule |" in markdown(old)
    assert BeautifulSoup(html(old), "lxml").select_one("table.costs") is None
