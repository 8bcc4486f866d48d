from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from kasen.teams.code.git.blame import author_of
from kasen.teams.code.git.names import named, shown
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.git.standing import head_of, save
from kasen.teams.code.git.worktrees import files_between
from teams.code.git.made import opened, write

STRANGE = os.fsdecode(b"caf\xe9.py")


@pytest.mark.parametrize("name", [STRANGE, "税.py", "two\nlines", '"', "-x", "\\x41.py"])
def test_a_name_is_shown_as_words_and_found_again(name: str) -> None:
    assert json.loads(json.dumps(shown(name))) == shown(name)
    shown(name).encode()
    assert named(shown(name)) == name


async def test_what_differs_is_told_in_words_and_blamed_by_them(tmp_path: Path) -> None:
    repository, trees = await opened(tmp_path)
    tree = await trees.of("coder-1")
    base = await head_of(tree)
    for name in (STRANGE, "-x", ":(glob)*", "a\nb"):
        write(tree.folder, name, "1\n")
    head = await save(tree, "work\n\nKasen-Agent: coder-1")
    files = await files_between(tree, base, head)
    assert files == ["-x", ":(glob)*", "a\nb", "caf\\xe9.py"]
    for file in files:
        for line in (1, None):
            assert await author_of(tree.folder, file, line, since=base, head=head) == "coder-1", (file, line)
    write(repository.root, STRANGE, "1\n")
    assert (await look_at(repository.root)).dirty == ("caf\\xe9.py",)
