"""Works in a folder: one for each folder with a README and each Markdown file."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.knowledge.document import Unreadable
from kasen.teams.resume.portfolio_folder import MOST_ENTRIES, archive_files, items_file, works_in

README = """[![build](https://example.com/badge.svg)](https://example.com)

# queue-lens

<p align="center"><img src="x.png"></p>

```sh
queue-lens --follow orders --with a long line of words in code
```

A command line viewer for RabbitMQ queues, written in Go.

## Use

Run it.
"""


def test_folders_with_a_readme_and_markdown_files_are_works(tmp_path: Path) -> None:
    (tmp_path / "queue-lens").mkdir()
    (tmp_path / "queue-lens" / "README.md").write_text(README, encoding="utf-8")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "x.txt").write_text("no readme", encoding="utf-8")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "README.md").write_text("# no", encoding="utf-8")
    (tmp_path / "障害報告.md").write_text("障害報告のひな型と、社内勉強会の資料。\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("# All my works", encoding="utf-8")
    first, second = works_in(tmp_path)
    assert (first.title, first.description) == (
        "queue-lens",
        "A command line viewer for RabbitMQ queues, written in Go.",
    )
    assert "Run it." in first.text
    assert (second.title, second.description) == ("障害報告", "障害報告のひな型と、社内勉強会の資料。")


def test_front_matter_says_more_than_the_text(tmp_path: Path) -> None:
    (tmp_path / "w.md").write_text(
        "---\ntitle: 帳票\ntags: [Python, SQL]\nurl: https://example.com/w\n---\n# Other\n\nWords that tell of it.\n",
        encoding="utf-8",
    )
    (work,) = works_in(tmp_path)
    assert (work.title, work.technologies, work.url) == ("帳票", ("Python", "SQL"), "https://example.com/w")
    (tmp_path / "w.md").write_text("---\ntitle: [broken\n---\n# Heading\n", encoding="utf-8")
    assert [one.title for one in works_in(tmp_path)] == ["Heading"]


def test_a_repository_is_one_work_with_the_address_of_its_origin_and_no_key_in_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text(
        '[remote "origin"]\n\turl = https://user:test-key@example.com/sample/queue-lens.git\n', encoding="utf-8"
    )
    (tmp_path / "README.ja.md").write_text("# 別の言語", encoding="utf-8")
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    (tmp_path / "docs.md").write_text("# Docs", encoding="utf-8")
    (work,) = works_in(tmp_path)
    assert (work.title, work.url) == ("queue-lens", "https://example.com/sample/queue-lens")


def test_a_readme_alone_is_a_work_and_links_lead_nowhere(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.md"
    elsewhere.write_text("# Secret", encoding="utf-8")
    folder = tmp_path / "one"
    folder.mkdir()
    (folder / "link.md").symlink_to(elsewhere)
    (folder / "README").write_text("A thing that does something.", encoding="utf-8")
    assert [work.title for work in works_in(folder)] == ["one"]
    assert [work.title for work in works_in(elsewhere)] == ["Secret"]


def test_bytes_are_refused_and_an_empty_readme_is_a_name(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "README.md").write_bytes(b"")
    assert [work.title for work in works_in(tmp_path)] == ["a"]
    (tmp_path / "a" / "README.md").write_bytes(bytes(range(256)) * 40)
    with pytest.raises(Unreadable, match=r"README\.md"):
        works_in(tmp_path)


def test_large_folders_and_long_files_are_bounded(tmp_path: Path) -> None:
    for n in range(MOST_ENTRIES + 20):
        (tmp_path / f"{n:04}.md").write_text("# W\n", encoding="utf-8")
    (tmp_path / "0000.md").write_text("# W\n\n" + "word " * 500_000, encoding="utf-8")
    found = works_in(tmp_path)
    assert len(found) == MOST_ENTRIES
    assert len(found[0].text) < 4100


def test_lists_and_exports_are_recognised_by_their_names(tmp_path: Path) -> None:
    assert (items_file(tmp_path), archive_files(tmp_path)) == (None, [])
    (tmp_path / "items.yml").write_text("[]", encoding="utf-8")
    (tmp_path / "repositories_000001.json").write_text("[]", encoding="utf-8")
    assert items_file(tmp_path) == tmp_path / "items.yml"
    assert archive_files(tmp_path) == [tmp_path / "repositories_000001.json"]
