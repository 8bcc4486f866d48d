import json
import sys
from pathlib import Path

import pytest

from kasen.tools import textlint
from kasen.tools.textlint import INSTALL, PRESETS, LintMessage, installed, lint, missing

FAKE = """#!{python}
import json, pathlib, sys
here = pathlib.Path(__file__).resolve().parent
(here / "asked.json").write_text(json.dumps({{
    "argv": sys.argv[1:],
    "text": pathlib.Path("text.md").read_bytes().decode("utf-8"),
    "config": json.loads(pathlib.Path("config.json").read_text("utf-8")),
    "folder": str(pathlib.Path.cwd()),
}}), encoding="utf-8")
{body}
"""


class Installation:
    """A textlint of our own under `prefix/lib/node_modules`, as npm lays it out, that answers what it is told."""

    def __init__(self, prefix: Path) -> None:
        self.modules = prefix / "lib" / "node_modules"
        self.package = self.modules / "textlint"
        (self.package / "bin").mkdir(parents=True)
        (prefix / "bin").mkdir()
        (prefix / "bin" / "textlint").symlink_to(self.package / "bin" / "textlint.js")
        self.version("15.8.0")
        for name in PRESETS:
            (self.modules / name).mkdir(parents=True)
            (self.modules / name / "package.json").write_text("{}", encoding="utf-8")
        self.says([])

    def version(self, version: str) -> None:
        (self.package / "package.json").write_text(json.dumps({"version": version}), encoding="utf-8")

    def does(self, body: str) -> None:
        program = self.package / "bin" / "textlint.js"
        program.write_text(FAKE.format(python=sys.executable, body=body), encoding="utf-8")
        program.chmod(0o755)

    def says(self, messages: list[dict[str, object]], *, code: int = 1) -> None:
        answer = json.dumps([{"messages": messages, "filePath": "text.md"}])
        self.does(f"sys.stdout.write({answer!r}); sys.exit({code})")

    def asked(self) -> dict[str, object]:
        found = json.loads((self.package / "bin" / "asked.json").read_text(encoding="utf-8"))
        assert isinstance(found, dict)
        return found


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    monkeypatch.setenv("PATH", str(tmp_path / "npm" / "bin"))
    return Installation(tmp_path / "npm")


def at(line: int, start: int, end: int, rule: str = "ja-technical-writing/some-rule") -> dict[str, object]:
    place = {"start": {"line": line, "column": start}, "end": {"line": line, "column": end}}
    return {"ruleId": rule, "message": "【dict5】 冗長な表現です。\n解説: …", "loc": place, "severity": 2}


async def test_messages_are_placed_in_the_text_that_was_given(here: Installation) -> None:
    text = "# 見出し\r\n\r\n𠮷田が改善を行う。\r\n"
    # Columns are units of UTF-16: the first letter has two.
    here.says([at(3, 5, 9)])
    assert await lint(text, lang="ja") == [
        LintMessage("ja-technical-writing/some-rule", "冗長な表現です。", 3, text.index("改善"), text.index("う。"))
    ]


async def test_the_program_is_given_markdown_in_a_folder_of_its_own_with_our_rules(
    here: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".textlintrc.json").write_text('{"rules": {"evil": true}}', encoding="utf-8")
    text = "---\ntitle: 職務経歴書\n---\n\n::: {.note}\n本文。\n:::\n\n{{< include x.qmd >}}\n\n- 項目\n"
    assert await lint(text, lang="ja") == []
    asked = here.asked()
    assert asked["text"] == "\n\n\n\n\n本文。\n\n\n\n\n- 項目\n"
    assert asked["folder"] != str(tmp_path)
    assert not Path(str(asked["folder"])).exists()
    config = asked["config"]
    assert isinstance(config, dict)
    assert list(config["rules"]) == list(PRESETS.values())
    assert config["rules"]["preset-ja-technical-writing"]["sentence-length"] is False
    assert ["--rules-base-directory", str(here.modules)] == list(asked["argv"])[-3:-1]  # type: ignore[call-overload]


async def test_a_full_stop_is_not_missed_at_the_end_of_items_and_labels(here: Installation) -> None:
    rule = "ja-technical-writing/ja-no-mixed-period"
    here.says([at(line, 2, 3, rule) for line in (1, 2, 3, 4)])
    found = await lint("- 項目。続き\n| 表。の中 |\n従業員数：90名\n一文目。二文目\n", lang="ja")
    assert found is not None
    assert [one.line for one in found] == [4]


@pytest.mark.parametrize(
    "body",
    [
        "sys.exit(2)",
        "print('not json'); sys.exit(1)",
        "print('{}'); sys.exit(0)",
        "print('[1, 2]')",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    ],
)
async def test_a_program_that_fails_gives_no_findings_and_raises_nothing(here: Installation, body: str) -> None:
    here.does(body)
    assert await lint("本文。", lang="ja") is None
    assert missing("en") == "textlint did not answer."


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"message": "x", "loc": {"start": {"line": 99, "column": 1}}},
        {"message": "x", "loc": {"start": {"line": "1"}}},
        {"message": "x", "loc": None},
        {"message": "", "loc": {"start": {"line": 1, "column": 1}}},
    ],
)
async def test_messages_without_place_or_words_are_left_out(here: Installation, message: dict[str, object]) -> None:
    here.says([message, at(1, 1, 2)])
    found = await lint("本文。", lang="ja")
    assert found is not None
    assert len(found) == 1


async def test_too_much_output_and_too_much_time_end_it(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    here.does("sys.stdout.write('x' * 50_000_000)")
    assert await lint("本文。", lang="ja") is None
    monkeypatch.setattr(textlint, "LONGEST_S", 0.2)
    here.does("import signal; signal.pause()")
    assert await lint("本文。", lang="ja") is None


async def test_english_and_huge_texts_are_not_linted(here: Installation) -> None:
    assert await lint("Text.", lang="en") is None
    assert await lint("あ" * 300_001, lang="ja") is None
    assert not (here.package / "bin" / "asked.json").exists()


async def test_a_textlint_of_the_current_folder_is_not_run(
    here: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project" / "node_modules"
    (project / ".bin").mkdir(parents=True)
    (project / ".bin" / "textlint").symlink_to(here.package / "bin" / "textlint.js")
    monkeypatch.chdir(tmp_path / "project")
    for path in (str(tmp_path / "nowhere"), "node_modules/.bin", "./node_modules/.bin"):
        monkeypatch.setenv("PATH", path)
        assert installed() is None
        assert await lint("本文。", lang="ja") is None


def test_what_is_missing_is_said_in_one_sentence(here: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    here.version("13.4.1")
    assert installed() is None
    assert "older than 14" in missing("en")
    here.version("garbage")
    assert installed() is None
    monkeypatch.setenv("PATH", "/nonexistent")
    assert missing("en") == f"textlint is not installed. Run: {INSTALL}"
    assert missing("ja").startswith("textlint がない。")


async def test_only_the_presets_that_are_there_are_asked(here: Installation) -> None:
    for package in list(PRESETS)[1:]:
        (here.modules / package / "package.json").unlink()
    assert await lint("本文。", lang="ja") == []
    config = here.asked()["config"]
    assert isinstance(config, dict)
    assert list(config["rules"]) == ["preset-ja-technical-writing"]
    (here.modules / next(iter(PRESETS)) / "package.json").unlink()
    assert installed() is None


@pytest.mark.skipif(installed() is None, reason=missing("en"))
async def test_the_real_one_finds_what_it_is_known_to_find() -> None:
    prose = "私は資料を見れます。改善を行うことができます。"
    text = f"---\nlang: ja\n---\n\n::: {{.note}}\nメモ\n:::\n\n{prose}\n\n- 売上の向上\n"
    found = await lint(text, lang="ja")
    assert found is not None
    assert {one.rule.split("/")[-1] for one in found} >= {"no-dropping-the-ra", "ja-no-redundant-expression"}
    assert {one.line for one in found} == {9}
    assert all(text[one.start : one.end] for one in found)
