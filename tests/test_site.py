"""The site of the documentation is built strictly."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's own folder, apart from build/, with `pages`, `site` and `mkdocs.yml`."""
    folder = tmp_path_factory.mktemp("built")
    line = [ROOT / "scripts" / "site.sh", folder]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert Path(done.stdout.split()[-1]) == folder / "site" / "index.html"
    return folder


def test_every_page_of_the_navigation_is_built(site: Path) -> None:
    named = re.findall(r": ([\w./-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(named) >= 50
    built = {path.relative_to(site / "site").as_posix() for path in (site / "site").rglob("*.html")}
    pages = {re.sub(r"(^|/)README\.md$", r"\1index.md", name).replace(".md", ".html") for name in named}
    assert pages - built == set()


def test_guides_concepts_and_reference_are_all_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [path for folder in ("guides", "concepts", "reference") for path in (ROOT / "docs" / folder).glob("*.md")]
    assert len(pages) >= 40
    assert [path.name for path in pages if f"docs/{path.parent.name}/{path.name}" not in navigation] == []


def test_the_index_is_the_same_in_both_languages() -> None:
    index = {
        name: re.findall(r"\((\w+/[\w.-]+\.md)\)", (ROOT / "docs" / name).read_text(encoding="utf-8"))
        for name in ("README.md", "README.ja.md")
    }
    assert len(index["README.md"]) >= 60
    assert sorted(index["README.md"]) == sorted(index["README.ja.md"])


def test_a_link_that_leads_nowhere_ends_it(site: Path, tmp_path: Path) -> None:
    pages = shutil.copytree(site / "pages", tmp_path / "pages")
    lost = pages / "docs" / "guides" / "lost.md"
    config = tmp_path / "mkdocs.yml"
    config.write_text(
        (site / "mkdocs.yml").read_text(encoding="utf-8").replace(str(site), str(tmp_path)), encoding="utf-8"
    )
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]
    for link in ("nowhere.md", "research.md#no-such-heading"):
        lost.write_text(f"# Lost\n\n[away]({link})\n", encoding="utf-8")
        done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 1, link
        assert "lost.md" in done.stdout + done.stderr
