"""The example documents: all can be read, their facts are found, and they contradict each other where they should."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
import yaml

from kasen.evidence.sentences import sentences
from kasen.evidence.types import Hit
from kasen.knowledge.convert import convert
from kasen.knowledge.language import detect
from kasen.knowledge.library import Library
from kasen.knowledge.open_library import open_library
from kasen.runtime.batch_file import read_batch
from kasen.settings.trust import allow, sha256
from kasen.team import load
from kasen.teams.code.config.loading import named_in
from kasen.teams.research.rules.disagreement import Said, disagreements
from kasen.teams.research.schemas import Request
from kasen.teams.resume.document.hidden import find_hidden
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.keywords import covered, keywords
from kasen.teams.resume.portfolio import read_portfolio
from kasen.teams.resume.portfolio_view import view_of
from kasen.teams.resume.rules.portfolio_ranker import rank
from kasen.teams.slides.data.reading import profiled
from teams.code.git.made import call
from teams.code.runs import begin, events, running

EXAMPLES = Path(__file__).parents[1] / "examples"
CORPUS = EXAMPLES / "corpus"
NAMES = sorted(path.name for path in CORPUS.iterdir())
IRRELEVANT = "akashi-kaikyo-bridge.en.txt"
DEMO = ("なぜ宇治は日本茶の中心になったのか", "Why did Uji become the centre of Japanese tea?")

# Question → document → words of the answer that a passage of that document must hold.
ANSWERS: dict[str, dict[str, tuple[str, ...]]] = {
    "Why did Uji become the centre of Japanese tea?": {
        "uji.en.md": ("so close to Kyoto",),
        "shaded-tea.en.docx": ("Shaded cultivation let Uji become",),
    },
    "When did the tea jar procession begin?": {"uji.en.md": ("began in 1633",), "tea-history.en.html": ("in 1632",)},
    "Who perfected modern sencha, and when?": {
        "uji.en.md": ("Nagatani Sōen", "1738"),
        "sencha.en.txt": ("Nagatani Sōen", "1738"),
    },
    "How much caffeine per day is safe for adults?": {"brewing.en.ipynb": ("400 mg", "200 mg")},
    "Why does shaded tea taste of umami?": {"shaded-tea.en.docx": ("theanine into catechins",)},
    "Which of the Seven Famous Gardens of Uji still produces tea?": {"uji.en.md": ("Okunoyama, still produces tea",)},
    "なぜ宇治は日本茶の中心になったのか": {
        "uji-cha.ja.pdf": ("足利将軍家が宇治に茶園を開かせ",),
        "ooishita.ja.html": ("覆下栽培によって",),
        "kissa-yojoki.ja.md": ("15世紀",),
    },
    "御茶壺道中はいつ始まったか": {"uji-cha.ja.pdf": ("1633年",), "ochatsubo.ja.pptx": ("1632年",)},
    "『喫茶養生記』の初稿はいつ書かれたか": {"kissa-yojoki.ja.md": ("1211年（承元5年）",)},
    "やぶきたを選び出したのは誰か": {"cultivars.ja.txt": ("杉山彦三郎", "1908年")},
    "覆下栽培の茶はなぜうま味が強いのか": {"ooishita.ja.html": ("テアニンが多く残り",)},
    "宇治七名園のうち今も残る茶園はどこか": {"uji-cha.ja.pdf": ("奥ノ山だけ",)},
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the corpus has been taken in once, so that each test only opens it."""
    folder = tmp_path_factory.mktemp("home")
    asyncio.run(open_library(folder, [CORPUS], []))
    return folder


@pytest.fixture
async def library(home: Path) -> Library:
    return await open_library(home, [CORPUS], [])


def read(name: str) -> str:
    return convert(name, (CORPUS / name).read_bytes()).text


def make(name: str) -> ModuleType:
    """A script of the examples."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answered(hits: list[Hit], name: str, words: tuple[str, ...]) -> bool:
    own = [" ".join(hit.passage.text.split()) for hit in hits if Path(hit.source.uri).name == name]
    return any(all(word in text for word in words) for text in own)


def test_the_corpus_is_small_and_of_many_formats() -> None:
    assert 12 <= len(NAMES) <= 14
    assert sum((CORPUS / name).stat().st_size for name in NAMES) < 600_000
    formats = {Path(name).suffix for name in NAMES}
    assert formats == {".md", ".txt", ".html", ".pdf", ".docx", ".pptx", ".xlsx", ".csv", ".ipynb"}


def test_five_documents_and_more_are_in_each_language_and_in_the_one_that_their_name_says() -> None:
    said = {name: Path(Path(name).stem).suffix for name in NAMES}
    for suffix, lang in ((".ja", "ja"), (".en", "en")):
        own = [name for name, mark in said.items() if mark == suffix]
        assert len(own) >= 5
        assert {name: detect(read(name)) for name in own} == dict.fromkeys(own, lang)


@pytest.mark.parametrize("readme", ["README.md", "README.ja.md"])
def test_the_readme_lists_every_document_and_asks_the_questions_that_are_tested(readme: str) -> None:
    text = (EXAMPLES / readme).read_text(encoding="utf-8")
    corpus = next(part for part in text.split("\n## ") if part.startswith("`corpus/`"))
    assert sorted(re.findall(r"^\| `([^`]+)` \|", corpus, re.MULTILINE)) == NAMES
    tables = next(part for part in text.split("\n## ") if part.startswith(("Questions", "試してみる問い")))
    asked = [row.split("|")[1].strip() for row in tables.splitlines() if row.startswith("|")][2:]
    is_japanese = readme.endswith(".ja.md")
    assert asked == [question for question in ANSWERS if question.isascii() != is_japanese]


async def test_every_document_is_taken_in(library: Library) -> None:
    assert library.skipped == []
    assert library.documents == len(NAMES)
    assert library.passages > len(NAMES)


@pytest.mark.parametrize("question", ANSWERS)
async def test_the_answer_of_each_question_is_among_the_first_five_passages(library: Library, question: str) -> None:
    hits = await library.search(question, limit=5)
    found = {name: answered(hits, name, words) for name, words in ANSWERS[question].items()}
    assert found == dict.fromkeys(found, True)


async def test_a_question_about_tea_never_leads_to_the_bridge_first(library: Library) -> None:
    for question in ANSWERS:
        hits = await library.search(question, limit=5)
        assert IRRELEVANT not in {Path(hit.source.uri).name for hit in hits}, question
    (bridge, *_) = await library.search("How long is the central span of the Akashi Kaikyō Bridge?", limit=5)
    assert Path(bridge.source.uri).name == IRRELEVANT


def test_the_documents_contradict_each_other_in_the_year_of_the_procession_and_in_nothing_else() -> None:
    said = [Said(name, text[a:b]) for name in NAMES for text in [read(name)] for a, b in sentences(text)]
    assert len(said) > 100
    pairs = {tuple(sorted((said[one].source, said[other].source))) for one, other in disagreements(said, said)}
    assert pairs == {("tea-history.en.html", "uji.en.md"), ("ochatsubo.ja.pptx", "uji-cha.ja.pdf")}
    for name in ("uji.en.md", "uji-cha.ja.pdf"):
        assert "1633" in read(name)
        assert "1632" not in read(name)
    for name in ("tea-history.en.html", "ochatsubo.ja.pptx"):
        assert "1632" in read(name)
        assert "1633" not in read(name)


@pytest.mark.parametrize(
    ("query", "name", "page"),
    [
        ("宇治七名園 奥ノ山 琵琶", "uji-cha.ja.pdf", 1),
        ("永谷宗円 青製煎茶製法 湯屋谷", "uji-cha.ja.pdf", 2),
        ("日本遺産 日本茶800年の歴史散歩", "uji-cha.ja.pdf", 2),
        ("ずいずいずっころばし わらべ歌", "ochatsubo.ja.pptx", 4),
        ("Kagoshima crude tea 2024", "regions.xlsx", 1),
        ("鹿児島県 荒茶生産量 知覧茶", "regions.xlsx", 2),
    ],
)
async def test_pages_slides_and_sheets_are_those_of_the_document(
    library: Library, query: str, name: str, page: int
) -> None:
    hits = await library.search(query, limit=5)
    assert page in [hit.passage.page for hit in hits if Path(hit.source.uri).name == name][:1]


async def test_the_demo_question_is_covered_in_japanese(library: Library) -> None:
    assert await library.coverage(DEMO[0]) > 0.9


def test_word_slides_and_sheets_are_written_again_byte_for_byte() -> None:
    made = make("make_corpus")
    sources = EXAMPLES / "sources"
    again = {
        "shaded-tea.en.docx": made.docx((sources / "shaded-tea.en.md").read_text(encoding="utf-8")),
        "ochatsubo.ja.pptx": made.pptx((sources / "ochatsubo.ja.md").read_text(encoding="utf-8")),
        "regions.xlsx": made.xlsx((sources / "regions.csv").read_text(encoding="utf-8")),
    }
    assert {name: data == (CORPUS / name).read_bytes() for name, data in again.items()} == dict.fromkeys(again, True)


def test_the_tables_are_written_again_byte_for_byte_and_say_that_they_are_made_up(tmp_path: Path) -> None:
    make("make_tables").main(tmp_path)
    names = sorted(path.name for path in (EXAMPLES / "slides").iterdir())
    assert names == ["shops.xlsx", "tea_exports.csv", "uriage.csv", "visitors.json"]
    assert {name: (tmp_path / name).read_bytes() == (EXAMPLES / "slides" / name).read_bytes() for name in names} == (
        dict.fromkeys(names, True)
    )
    for name in names:
        text = convert(name, (tmp_path / name).read_bytes()).text
        assert re.search("made-up|架空", text), name


def test_the_pdf_says_what_its_source_says() -> None:
    source = convert("source.html", (EXAMPLES / "sources" / "uji-cha.ja.html").read_bytes()).text
    assert len(source) > 800
    letters = re.compile(r"[^\w]|#")
    assert letters.sub("", read("uji-cha.ja.pdf")) == letters.sub("", source)


# --- inputs for the modes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readme", ["README.md", "README.ja.md"])
def test_the_readme_names_every_input_beside_the_corpus(readme: str) -> None:
    text = (EXAMPLES / readme).read_text(encoding="utf-8")
    there = {path.name for path in EXAMPLES.iterdir()} - {"__pycache__"}
    assert [name for name in sorted(there) if name not in text and not name.startswith("README")] == []


def test_the_outline_gives_its_headings_without_their_marks() -> None:
    request = Request(question="Describe Uji tea.", outline=[str(EXAMPLES / "outline.en.md")])
    assert request.outline == ["Where Uji lies", "Shaded tea", "The tea jar procession"]


def test_the_batch_names_requests_whose_documents_are_there() -> None:
    asked = read_batch(EXAMPLES / "batch.jsonl", load("research"), {})
    assert [one.mode for one in asked] == [None, None, "causal"]
    places = [EXAMPLES.parent / doc for one in asked for doc in cast("Request", one.request).docs]
    assert [place for place in places if not place.is_dir()] == []


# --- résumés --------------------------------------------------------------------------------------------------------

RESUME = EXAMPLES / "resume"
RESUMES = sorted(path.name for path in RESUME.iterdir())


def given(name: str) -> str:
    return (RESUME / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("readme", ["README.md", "README.ja.md"])
def test_the_readme_lists_every_file_of_the_resumes(readme: str) -> None:
    text = (EXAMPLES / readme).read_text(encoding="utf-8")
    part = next(part for part in text.split("\n## ") if part.startswith("`resume/`"))
    rows = re.findall(r"^\|([^|]+)\|", part, re.MULTILINE)
    assert sorted(name for row in rows for name in re.findall(r"`([^`]+)`", row)) == RESUMES


@pytest.mark.parametrize("name", RESUMES)
def test_what_is_made_up_says_so_where_a_reader_sees_it(name: str) -> None:
    shown, found = find_hidden(given(name), where="resume")
    assert found == []
    assert re.search("架空|fictional|none of them exists", shown)
    assert not re.search(r"[\w.+-]+@(?!example\.com)[\w-]+\.|(?<!\d)0[5789]0-[1-9]", shown)
    assert set(re.findall(r"https?://([\w.-]+)", shown)) <= {"example.com", "raw.githubusercontent.com"}


@pytest.mark.parametrize("name", ["engineer.ja.qmd", "engineer.en.qmd"])
def test_the_engineers_hold_what_a_revision_must_leave_alone(name: str) -> None:
    text = given(name)
    resume = parse(text)
    assert 60 <= text.count("\n") <= 120
    assert resume.lang == name.split(".")[1]
    assert {"front_matter", "div", "code", "shortcode", "bullet"} <= {line.kind for line in resume.lines}
    assert {"experience", "skills", "education"} <= {section.kind for section in resume.sections}
    assert sum(entry.period is not None for entry in resume.entries) >= 3


def test_the_nurse_is_read_by_sections_and_periods() -> None:
    resume = parse(given("nurse.ja.md"))
    assert resume.lang == "ja"
    assert {"summary", "experience", "certifications", "self_pr"} <= {section.kind for section in resume.sections}
    assert [entry.period.start for entry in resume.entries if entry.period] == [(2017, 4), (2022, 7)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_engineers_have_some_terms_of_their_postings_and_lack_others(lang: str) -> None:
    found = covered(keywords(given(f"posting.{lang}.txt"), ""), given(f"engineer.{lang}.qmd"))
    assert len(found) >= 12
    assert 0.4 < sum(term.found for term in found) / len(found) < 0.9


def test_the_works_are_ranked_otherwise_for_each_posting_and_the_robot_comes_last() -> None:
    works = [view_of(item) for item in read_portfolio(str(RESUME / "items.yaml"))[0]]
    order = [
        [one.item for one in rank(role="", posting=given(f"posting.{lang}.txt"), works=works, lang=lang).items]
        for lang in ("ja", "en")
    ]
    assert [one[-1] for one in order] == ["P6", "P6"]
    assert order[0] != order[1]


def test_the_json_resume_and_the_facts_are_what_they_say() -> None:
    resume = json.loads(given("resume.en.json"))
    assert {"basics", "work", "education", "skills"} <= resume.keys()
    facts = yaml.safe_load(given("engineer.ja.facts.yaml"))
    assert len(facts) >= 3
    assert all(isinstance(fact, str) for fact in facts)


# --- tables for slides ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readme", ["README.md", "README.ja.md"])
def test_the_readme_lists_every_table_and_says_that_they_are_made_up(readme: str) -> None:
    parts = (EXAMPLES / readme).read_text(encoding="utf-8").split("\n## ")
    tables = next(part for part in parts if part.startswith("`slides/`"))
    listed = sorted(re.findall(r"^\| `([^`]+)` \|", tables, re.MULTILINE))
    assert listed == sorted(path.name for path in (EXAMPLES / "slides").iterdir())
    assert "made up" in tables or "架空" in tables


async def test_every_table_can_be_read_and_its_totals_are_not_counted_with_the_others() -> None:
    tables, notes = await profiled(sorted((EXAMPLES / "slides").iterdir()), lang="en")
    read = {table.file.partition("#")[0] for table in tables}
    assert read == {"shops.xlsx", "tea_exports.csv", "uriage.csv", "visitors.json"}
    assert all(any(column.type == "number" for column in table.columns) for table in tables)
    [exports] = [table for table in tables if table.file == "tea_exports.csv"]
    assert exports.rows == 60
    assert any("totals" in note and "tea_exports.csv" in note for note in notes)


@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_agents_by_script_plan_write_are_sent_back_and_mend(tmp_path: Path, lang: str) -> None:
    repo = tmp_path / "shop"
    shutil.copytree(EXAMPLES / "code", repo, ignore=shutil.ignore_patterns("__pycache__", "reports"))
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "The shop as it is"]):
        call(repo, *words)
    agents = repo / "agents"
    allow(agents, {name: sha256((agents / name).read_bytes()) for name in named_in(agents)})
    requirement = (repo / f"requirement.{lang}.md").read_text(encoding="utf-8")
    async with running(tmp_path / "home") as (runner, store):
        row = await runner.wait(await begin(runner, repo, agents / "workflow.yaml", requirement=requirement))
        assert (row.status, row.lang) == ("done", lang)
        assert row.title in requirement.splitlines()[0]
        said = [(one.node, one.reviewer, one.verdict) for one in await events(store, row, "verdict")]
        assert [verdict for *_, verdict in said] == ["fail", "pass"]
        (first, *_) = await events(store, row, "finding")
        assert (first.place, first.severity) == ("shop/price.py:22", "major")
        result = row.result or {}
        assert [one["agent"] for one in result["tasks"]] == ["planner-1", "coder-1"]
        call(repo, "merge", "-q", result["branch"])
    assert call(repo, "ls-files", "tests", "shop").split() == ["shop/price.py", "tests/test_price.py"]
    line = ("-m", "unittest", "-q", "tests.test_price")
    ran = await asyncio.create_subprocess_exec(sys.executable, *line, cwd=repo, stderr=asyncio.subprocess.PIPE)
    assert b"Ran 3 tests" in (await ran.communicate())[1]
    assert ran.returncode == 0
