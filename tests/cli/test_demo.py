from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from kasen.cli.demo import SHOWS, _who_answers, examples_folder
from kasen.settings import Settings, load_settings, variables


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The demonstration, run once: its exit code, its words and its folder."""
    from typer.testing import CliRunner

    from kasen.cli.app import app

    place = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        for name in (name for field in Settings.model_fields for name in variables(field)):
            patch.delenv(name, raising=False)
        patch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9")
        patch.setenv("KASEN_HOME", str(place / "home"))
        patch.chdir(place)
        return CliRunner().invoke(app, ["demo"]), place / "kasen-demo"


def test_the_examples_are_found() -> None:
    assert (examples_folder() / "corpus").is_dir()


def test_the_demonstration_ends_with_one_page_that_leads_to_every_result(shown: Any) -> None:
    done, folder = shown
    assert done.exit_code == 0, done.stderr
    assert done.stdout.strip() == str(folder / "index.html")
    assert "No model key found" in done.stderr
    page = BeautifulSoup((folder / "index.html").read_text(encoding="utf-8"), "lxml")
    links = [folder / unquote(str(a["href"])) for a in page.find_all("a")]
    reports = [show for show in SHOWS if show.team == "research"]
    assert len(links) >= 3 * len(reports) + 2
    assert {"review.html", "review.md"} <= {link.name for link in links}
    assert [link for link in links if not link.is_file()] == []


PLAIN = [number for number, show in enumerate(SHOWS, 1) if show.team == "research" and show.mode is None]


@pytest.mark.parametrize("number", PLAIN)
def test_every_sentence_of_the_findings_is_cited_to_the_exact_words(shown: Any, number: int) -> None:
    folder: Path = shown[1] / str(number)
    [html] = folder.glob("*.html")
    soup = BeautifulSoup(html.read_text(encoding="utf-8"), "lxml")
    findings = soup.select(".findings .sentence")
    assert 3 <= len(findings) <= 5
    for finding in findings:
        marks = finding.select("a.cite")
        said = next(finding.stripped_strings).replace("\u2060", "")
        assert marks, said
        for mark in marks:
            opened = soup.find(id=str(mark["data-open"]))
            assert opened is not None
            assert opened.mark is not None
            assert "".join(str(opened.mark.string).split()) == "".join(said.split())
            assert soup.find(id=str(mark["href"])[1:]) is not None
    ledger = [json.loads(line) for line in next(folder.glob("*.jsonl")).read_text(encoding="utf-8").splitlines()]
    assert {claim["support"] for claim in ledger} == {"supported"}
    assert all(claim["quote"] in claim["passages"][0]["text"] for claim in ledger)


def _card(shown: Any, mode: str) -> Any:
    page = BeautifulSoup((shown[1] / "index.html").read_text(encoding="utf-8"), "lxml")
    [number] = [number for number, show in enumerate(SHOWS) if show.mode == mode]
    return page.find_all("section")[number]


def test_the_fact_check_shows_every_kind_of_ruling(shown: Any) -> None:
    card = _card(shown, "fact-check")
    ruled = {" ".join(line.stripped_strings).partition(" ")[2]: line.span["class"][1] for line in card.select("li")}
    assert ruled == {
        "御茶壺道中は1633年に始まった。": "disputed",
        "玉露は1835年ごろに江戸で生まれた。": "not_enough",
        "喫茶養生記の初稿は1311年に書かれた。": "refuted",
        "永谷宗円は1738年に青製煎茶製法を完成させた。": "supported",
        "宇治七名園のうち今も残る茶園は奥ノ山だけである。": "supported",
    }


def test_the_comparison_shows_a_full_table_and_a_radar_of_computed_scores(shown: Any) -> None:
    card = _card(shown, "compare")
    assert [row.th.string for row in card.select("tbody tr")] == ["heat", "life", "cost", "mercury"]
    cells = [cell.get_text() for cell in card.select("td")]
    assert len(cells) == 12
    assert all(cells)
    assert not card.select(".unknown")
    assert "heat, life, cost" in card.figure["aria-label"]
    assert card.figure.svg is not None


def test_the_causes_are_drawn_as_a_graph_from_root_to_symptom(shown: Any) -> None:
    label = _card(shown, "causal").figure["aria-label"]
    assert "アラル海は縮小した" in label
    drawn = _card(shown, "causal").figure.svg
    assert len(drawn.select(".root")) == 2
    assert len(drawn.select(".symptom")) == 1
    words = "".join(drawn.get_text().split())
    assert "運河から水が漏れ続けた" in words
    assert "堤防" not in words


def test_the_review_says_what_was_measured_and_opens_as_a_page(shown: Any) -> None:
    page = BeautifulSoup((shown[1] / "index.html").read_text(encoding="utf-8"), "lxml")
    [number] = [number for number, show in enumerate(SHOWS) if show.team == "resume"]
    card = page.find_all("section")[number]
    assert re.search(r"\d+ 項目中 \d+ 項目を測定・指摘 \d+ 件", card.get_text())
    findings = [one.get_text() for one in card.select("li")]
    assert len(set(findings)) == 3
    assert all(re.match(r"L\d+: ", text) for text in findings)
    assert next(one.get_text() for one in card.select("a")) == "Review"
    assert "架空 太郎" not in card.get_text()


def test_the_deck_is_a_file_with_native_charts_and_leads_first_to_it(shown: Any) -> None:
    from pptx import Presentation

    page = BeautifulSoup((shown[1] / "index.html").read_text(encoding="utf-8"), "lxml")
    [number] = [number for number, show in enumerate(SHOWS) if show.team == "slides"]
    card = page.find_all("section")[number]
    assert [one.get_text() for one in card.select("a")][:2] == ["Slides", "Pictures, sources, checks"]
    slides = list(Presentation(str(shown[1] / str(number + 1) / "deck.pptx")).slides)
    charts = [shape.chart for slide in slides for shape in slide.shapes if shape.has_chart]
    assert f"{len(slides)} slides, {len(charts)} charts" in card.get_text()
    assert len(slides) == 9
    assert len(charts) >= 2
    assert {series.name for series in charts[0].plots[0].series} == {"North America", "Europe", "Asia", "Oceania"}
    pictures = card.select("img")
    if shutil.which("soffice"):
        assert [str(one["alt"]).split(". ")[0] for one in pictures] == [str(n) for n in range(1, 10)]
        assert all(str(one["src"]).startswith("data:image/png") for one in pictures)
    assert "Nobody has judged how the story runs" in (shown[1] / str(number + 1) / "deck.md").read_text(
        encoding="utf-8"
    )


def test_the_code_card_tells_how_the_work_came_and_went_and_leads_to_board_and_report(shown: Any) -> None:
    page = BeautifulSoup((shown[1] / "index.html").read_text(encoding="utf-8"), "lxml")
    card = page.find_all("section")[len(SHOWS)]
    assert [one.get_text() for one in card.select(".who")] == ["planner-1", *["coder-1", "reviewer-1"] * 2]
    assert [one.get_text() for one in card.select(".badge")] == ["plans", "writes", "sends back", "mends", "passes"]
    assert "3 agents by script, sent back once" in card.get_text()
    assert [one.get_text() for one in card.select("a")] == ["Report", "Markdown", "Board"]
    assert any("item.yen * (100 + percent) // 100" in one.get_text() for one in card.select(".added"))
    board = (shown[1] / str(len(SHOWS) + 1) / "board.html").read_text(encoding="utf-8")
    assert all(
        words in board for words in ("PLANNING", "reviewing", "customers pay a yen too much", "kasen code approve")
    )


def test_with_a_key_the_demonstration_says_first_what_it_may_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    assert next(iter(_who_answers(load_settings()))).startswith("No model key found")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-not-real")
    chosen, *expected, _ = _who_answers(load_settings())
    assert chosen == "preset openai: OPENAI_API_KEY is set"
    assert [line.partition(",")[0].split()[1] for line in expected] == [
        "quick",
        "fact-check",
        "compare",
        "causal",
        "review",
        "deck",
    ]
    told = re.compile(r"(?:research|resume|slides) \S+, each run: expected: \d+-\d+ calls · ")
    assert [line for line in expected if not told.match(line)] == []
    assert all("$" in line for line in expected)
