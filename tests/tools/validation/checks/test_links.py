from __future__ import annotations

from pathlib import Path

from kasen.tools.validation.checks.links import problems
from kasen.tools.validation.scan import scan


def found(text: str, folder: str = "", name: str = "cv.qmd") -> list[tuple[str, int]]:
    return [(one.rule, one.line) for one in problems(scan(text), folder=folder, name=name)]


def test_local_pictures_and_includes_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "写真 1.png").write_bytes(b"x")
    text = (
        "![](写真%201.png) ![a](gone.png){width=3} ![](https://x.test/p.png) ![](/img/p.png)\n\n"
        "{{< include gone.qmd >}}\n\n`![](code.png)`\n"
    )
    assert found(text, str(tmp_path)) == [("missing-picture", 1), ("include-not-found", 3)]
    assert found(text) == []
    assert found("{{< include gone.qmd >}}", str(tmp_path), "cv.md") == []
    assert found("![](a\x00b.png) ![](" + "x" * 600 + ")", str(tmp_path)) in ([], [("missing-picture", 1)])


def test_an_address_must_close() -> None:
    assert found("a\n[b](https://x.test/y\n\nc)\n") == [("unclosed-link", 2)]
    assert found("[b](https://x.test/(y)) and [c](d\n'e')\n") == []
    assert found("`[b](` and text ](\n\n") == [("unclosed-link", 1)]
