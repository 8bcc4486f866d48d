from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.preview.by_quarto import one_file, page_of
from kasen.tools.validation.quarto import QuartoFailed
from tools.validation.fake_quarto import write_quarto

PAGE = """<!DOCTYPE html><html lang="ja"><head><title>履歴</title>
<link rel="stylesheet" href="resume_files/a.css"><link rel="stylesheet" href="https://evil.test/b.css">
<link rel="preload" href="../secret.css"><script src="resume_files/q.js"></script><base href="https://evil.test">
<meta http-equiv="refresh" content="0;https://evil.test"><style>p { margin: 0 }</style></head>
<body onload="x()"><p onclick="y()">本文</p><a href="javascript:x">a</a><a href="https://ok.test">b</a>
<img src="photo.png"><img src="../secret.png"><img src="https://evil.test/p.png" srcset="https://evil.test/q 2x">
<iframe src="https://evil.test"></iframe><!-- c --></body></html>"""


def test_the_page_is_one_file_that_loads_and_runs_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    (folder / "resume_files").mkdir(parents=True)
    (folder / "resume_files" / "a.css").write_text("@import url(https://evil.test); p { color: red }", encoding="utf-8")
    (folder / "photo.png").write_bytes(b"\x89PNG")
    (tmp_path / "secret.png").write_bytes(b"secret")
    html = one_file(PAGE, str(folder))
    assert "evil.test" not in html
    for words in ("<script", "javascript:", "onload", "onclick", "<iframe", "c3VjcmV0", "<link", "<base"):
        assert words not in html, words
    for words in (
        "default-src 'none'",
        "p { color: red }",
        "p { margin: 0 }",
        "data:image/png;base64,iVBORw==",
        "本文",
    ):
        assert words in html, words
    assert html.index("Content-Security-Policy") < html.index("<style")


async def test_what_quarto_makes_is_taken_and_what_it_fails_at_is_raised(tmp_path: Path) -> None:
    program = write_quarto(tmp_path, "warnings") / "quarto"
    html, problems = await page_of(str(program), "# CV\n", name="cv.qmd", folder="")
    assert "<p>page</p>" in html
    assert len(problems) == 3
    write_quarto(tmp_path, "schema_error")
    html, problems = await page_of(str(program), "# CV\n", name="cv.qmd", folder="")
    assert html == ""
    assert problems[0].blocking
    write_quarto(tmp_path, "crash")
    with pytest.raises(QuartoFailed):
        await page_of(str(program), "# CV\n", name="cv.qmd", folder="")
