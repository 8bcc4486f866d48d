from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.git.blame import author_of
from teams.code.git.made import call, commit, made, write


@pytest.fixture
def repo(tmp_path: Path) -> tuple[Path, str, str]:
    """Ten lines that were there; the second is frontend's, the fifth backend's."""
    folder = made(tmp_path / "repo", **{"資料 a.py": "".join(f"line {n}\n" for n in range(1, 11))})
    since = commit_all(folder, "", "before")
    text = (folder / "資料 a.py").read_text(encoding="utf-8")
    write(folder, "資料 a.py", text.replace("line 2\n", "front\n"))
    commit_all(folder, "impl-frontend-1", "T1")
    write(folder, "資料 a.py", text.replace("line 2\n", "front\n").replace("line 5\n", "back\n"))
    return folder, since, commit_all(folder, "impl-backend-1", "T2")


def commit_all(folder: Path, agent: str, title: str) -> str:
    write(folder, "other", title)
    return commit(folder, f"{title}\n\nKasen-Agent: {agent}" if agent else title)


@pytest.mark.parametrize(
    ("line", "agent"),
    [
        (2, "impl-frontend-1"),
        (5, "impl-backend-1"),
        (7, "impl-backend-1"),
        (None, "impl-backend-1"),
        (99, "impl-backend-1"),
    ],
)
async def test_a_line_leads_to_the_agent_that_changed_it_and_else_the_file_does(
    repo: tuple[Path, str, str], line: int | None, agent: str
) -> None:
    folder, since, head = repo
    assert await author_of(folder, "資料 a.py", line, since=since, head=head) == agent


async def test_what_no_agent_changed_leads_to_nobody(repo: tuple[Path, str, str]) -> None:
    folder, since, head = repo
    for file in ("README.md", "gone.py", "-rf", ":(top)*", "../x"):
        assert await author_of(folder, file, 1, since=since, head=head) == ""
    assert await author_of(folder, "資料 a.py", 2, since=head, head=head) == ""


async def test_commits_without_a_name_are_known_by_the_first_merge_that_brought_them(tmp_path: Path) -> None:
    folder = made(tmp_path / "repo")
    since = call(folder, "rev-parse", "HEAD").strip()
    for agent, file in (("coder-1", "a.py"), ("coder-2", "b.py")):
        call(folder, "checkout", "--quiet", "-b", agent)
        write(folder, file, "x\n")
        commit(folder, "no name")
        call(folder, "checkout", "--quiet", "main")
        call(folder, "merge", "--quiet", "--no-ff", "-m", f"T\n\nKasen-Agent: {agent}", agent)
    head = call(folder, "rev-parse", "HEAD").strip()
    assert await author_of(folder, "a.py", 1, since=since, head=head) == "coder-1"
    assert await author_of(folder, "b.py", None, since=since, head=head) == "coder-2"
