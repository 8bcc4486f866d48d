from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.preview import clean as module
from kasen.tools.preview.clean import Pictures, clean


def made(html: str, folder: str = "") -> str:
    return clean(html, Pictures(folder))


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href='javascript:alert(1)'>a</a>",
        "<a href='java&#10;script:alert(1)'>a</a>", "<svg onload=alert(1)><script>x</script></svg>",
        "<iframe srcdoc='<script>x</script>'></iframe>", "<style>@import 'https://evil.test'</style>",
        "<div style='background:url(https://evil.test)'>a</div>", "<form action=https://evil.test><input></form>",
        "<meta http-equiv=refresh content='0;https://evil.test'>", "<base href='https://evil.test'>",
        "<object data=https://evil.test></object>", "<link rel=stylesheet href=https://evil.test>",
        "<a href='data:text/html,<script>alert(1)</script>'>a</a>", "<video src=https://evil.test></video>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
        "<p onclick=alert(1) formaction=javascript:alert(1)>a</p>",
        "<img src='data:image/svg+xml,<svg onload=alert(1)>'>",
        "<!--<script>--><p>a</p>", "<?php alert(1) ?>",
        "<img src=https://evil.test/p.png srcset='https://evil.test/q.png 2x'>",
        "<button onclick=alert(1)>x</button>", "<template><script>alert(1)</script></template>",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    ],
)  # fmt: skip
def test_nothing_that_runs_or_loads_is_left(html: str) -> None:
    shown = made(f"before {html} after").lower()
    assert "before" in shown
    for word in (
        "<script",
        "javascript:",
        "evil.test",
        "<iframe",
        "<style",
        "url(",
        "<svg",
        "<form",
        "http-equiv",
        "data:",
    ):
        assert word not in shown, shown
    from lxml.html import fragment_fromstring

    tree = fragment_fromstring(shown, create_parent=True)
    assert not [name for node in tree.iter() for name in node.attrib if name.startswith("on")]


def test_plain_markup_stays_as_it_is() -> None:
    html = '<h2 id="a">職務</h2><p>x<br>y <a href="#a">z</a></p><table><tr><td align="right">1</td></tr></table>'
    assert made(html) == html.replace('href="#a"', 'href="#a" rel="noopener noreferrer nofollow"')
    assert made('<div class="column" style="width: 30%; color: red">a</div>') == (
        '<div class="column" style="width: 30%">a</div>'
    )
    assert made("") == ""
    assert made("a\x00\ud800b") == "ab"


def test_pictures_of_the_folder_are_put_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cv").mkdir()
    (tmp_path / "cv" / "写 真.png").write_bytes(b"\x89PNG")
    (tmp_path / "cv" / "big.png").write_bytes(b"x" * 2000)
    (tmp_path / "cv" / "notes.txt").write_bytes(b"x")
    (tmp_path / "secret.png").write_bytes(b"secret")
    (tmp_path / "cv" / "link.png").symlink_to(tmp_path / "secret.png")
    monkeypatch.setattr(module, "MOST_PICTURE", 1000)
    pictures = Pictures(str(tmp_path / "cv"))
    names = ["../secret.png", "link.png", "/etc/hostname", "notes.txt", "big.png", "gone.png", "https://x.test/a.png"]
    html = "".join(f'<img src="{name}" alt="a &lt; b">' for name in names)
    shown = clean(f'<img src="写%20真.png" alt="me">{html}', pictures)
    assert shown.count("data:image/png;base64,iVBORw==") == 1
    assert shown.count('<span class="absent">a &lt; b</span>') == len(names)
    assert pictures.left_out == names


def test_pictures_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p.png").write_bytes(b"x" * 600)
    monkeypatch.setattr(module, "MOST_PICTURES", 1000)
    pictures = Pictures(str(tmp_path))
    assert [bool(pictures.inlined("p.png")) for _ in range(2)] == [True, False]
