"""The site of the documentation is built strictly."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "pages"
BUILD = [sys.executable, "-m", "mkdocs", "build", "--strict"]


@pytest.fixture(scope="module")
def site() -> Path:
    done = subprocess.run([ROOT / "scripts" / "site.sh"], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / done.stdout.split()[-1]


def test_every_page_of_the_navigation_is_built(site: Path) -> None:
    named = re.findall(r": ([\w./-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(named) >= 50
    assert site.is_file()
    built = {path.relative_to(site.parent).as_posix() for path in site.parent.rglob("*.html")}
    pages = {re.sub(r"(^|/)README\.md$", r"\1index.md", name).replace(".md", ".html") for name in named}
    assert pages - built == set()


def test_guides_concepts_and_reference_are_all_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [path for folder in ("guides", "concepts", "reference") for path in (ROOT / "docs" / folder).glob("*.md")]
    assert len(pages) >= 40
    assert [path.name for path in pages if f"docs/{path.parent.name}/{path.name}" not in navigation] == []


def test_a_link_that_leads_nowhere_ends_it(site: Path) -> None:
    assert site.is_file()
    lost = PAGES / "docs" / "guides" / "lost.md"
    for link in ("nowhere.md", "research.md#no-such-heading"):
        lost.write_text(f"# Lost\n\n[away]({link})\n", encoding="utf-8")
        done = subprocess.run(BUILD, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 1, link
        assert "lost.md" in done.stdout + done.stderr
    lost.unlink()
