from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.validation.model import Problem, Validation
from kasen.tools.validation.quarto import QuartoFailed, validate_by_quarto
from tools.validation.fake_quarto import has_ended, seen, write_quarto

TEXT = """---
title: Résumé
jupyter: python3
filters: [evil.lua]
format:
  html:
    embed-resources: true
---

![](photo.png) ![](../outside.png) ![](/etc/hostname.png)

{{< include part.qmd >}} {{< include ../../../../etc/passwd >}} {{< embed book.ipynb >}}

```{python}
#| label: a
open("/tmp/ran", "w")
```

Now `{python} 1 + 1` and `r system("x")`.
"""


async def by_quarto(
    place: Path, behaviour: str, *, text: str = TEXT, folder: str = "", seconds: float = 30
) -> Validation:
    program = write_quarto(place, behaviour) / "quarto"
    return await validate_by_quarto(str(program), text, name="cv.qmd", folder=folder, seconds=seconds)


def blocking(result: Validation) -> list[Problem]:
    return [one for one in result.problems if one.blocking]


async def test_a_sound_file_passes_and_the_version_is_named(tmp_path: Path) -> None:
    result = await by_quarto(tmp_path, "ok", text="# Hello\n")
    assert (result.by, result.ran, result.problems, result.ok) == ("quarto", ("Quarto 1.9.37",), (), True)


async def test_warnings_are_told_with_their_lines_and_do_not_block(tmp_path: Path) -> None:
    result = await by_quarto(tmp_path, "warnings", text="# Hello\n")
    assert result.ok
    assert [one.line for one in result.problems] == [0, 0, 10]
    said = " ".join(one.text for one in result.problems)
    assert "@fig-none" in said
    assert "nosuch" in said
    assert "\x1b" not in said
    assert "Output created" not in said


async def test_an_error_of_the_schema_blocks_at_its_line(tmp_path: Path) -> None:
    result = await by_quarto(tmp_path, "schema_error", text="# Hello\n")
    assert [(one.line, one.rule) for one in blocking(result)] == [(3, "yaml-schema-error")]
    assert 'Field "toc" has value yes' in blocking(result)[0].text


async def test_broken_yaml_blocks_and_no_place_of_the_copy_is_told(tmp_path: Path) -> None:
    found = blocking(await by_quarto(tmp_path, "yaml_error", text="# Hello\n"))
    assert [(one.line, one.rule) for one in found] == [(4, "yaml-parse-error")]
    assert "bad indentation" in found[0].text
    assert "kasen-quarto" not in found[0].text


@pytest.mark.parametrize(
    ("behaviour", "rule", "ok"),
    [
        ("exit_1_on_success", "quarto-exit", True),
        ("exit_1_silently", "quarto-exit", False),
        ("no_page", "quarto-no-page", False),
        ("read_only_lua", "quarto-error", False),
    ],
)
async def test_how_it_ends_and_whether_there_is_a_page_decide(
    tmp_path: Path, behaviour: str, rule: str, ok: bool
) -> None:
    result = await by_quarto(tmp_path, behaviour, text="# Hello\n")
    assert [one.rule for one in result.problems] == [rule]
    assert result.ok is ok


async def test_a_quarto_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    with pytest.raises(QuartoFailed, match="longer than"):
        await by_quarto(tmp_path, "hang", seconds=1.5)
    assert has_ended((tmp_path / "child").read_text(encoding="utf-8"))


async def test_a_quarto_that_floods_or_crashes_is_no_verdict(tmp_path: Path) -> None:
    with pytest.raises(QuartoFailed, match="wrote more than"):
        await by_quarto(tmp_path, "flood")
    with pytest.raises(QuartoFailed, match="signal 11"):
        await by_quarto(tmp_path, "crash")


async def test_it_sees_a_copy_in_which_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-secret")
    folder = tmp_path / "mine"
    folder.mkdir()
    (tmp_path / "outside.png").write_bytes(b"secret")
    (folder / "photo.png").write_bytes(b"picture")
    (folder / "other.txt").write_text("not named", encoding="utf-8")
    (folder / "evil.lua").write_text("os.execute('x')", encoding="utf-8")
    (folder / "_quarto.yml").write_text("project:\n  pre-render: evil.py\n", encoding="utf-8")
    (folder / "part.qmd").write_text("part\n\n```{r}\nsystem('x')\n```\n", encoding="utf-8")
    result = await by_quarto(tmp_path, "ok", folder=str(folder))
    there = seen(tmp_path)
    assert "--no-execute" in there["arguments"]
    assert there["files"] == ["_quarto.yml", "part.qmd", "photo.png", "resume.qmd"]
    assert not set(there["environment"]) & {"OPENAI_API_KEY", "KASEN_HOME"}
    for words in ("{python}", "filters", "jupyter: python3", "embed-resources", "passwd", "`r system", "embed book"):
        assert words not in there["text"], words
    assert "{{< include part.qmd >}}" in there["text"]
    assert "```{.r}" in there["texts"]["part.qmd"]
    assert len(there["text"].split("\n")) == len(TEXT.split("\n"))
    said = [one.text for one in result.problems]
    assert result.ok
    assert any("code cells" in one and "`filters`" in one for one in said)
    assert any("_quarto.yml" in one for one in said)
    assert any("outside the folder" in one for one in said)
    assert not Path(there["folder"]).exists()
    assert sorted(one.name for one in folder.iterdir()) == [
        "_quarto.yml",
        "evil.lua",
        "other.txt",
        "part.qmd",
        "photo.png",
    ]


async def test_what_cannot_be_made_harmless_is_not_shown_to_it(tmp_path: Path) -> None:
    for text in (
        "---\nformat: {html: {filters: [x.lua]}}\n---\n",
        "---\ntitle: x\n---\n\ntext\n\n---\nfilters: [x.lua]\n---\n",
        "---\ntitle: 'open\nfilters: [x.lua]\n---\n",
    ):
        with pytest.raises(QuartoFailed, match="filters"):
            await by_quarto(tmp_path, "ok", text=text)
    assert not (tmp_path / "seen.json").exists()
