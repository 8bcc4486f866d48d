"""What agents plant in a repository's own files is put back before a git of ours reads it; what stood there works."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kasen.teams.code.git.guarding import Changed, Guard, guarded, stood_in
from kasen.teams.code.git.running import git
from kasen.teams.code.git.standing import save
from kasen.teams.code.git.worktrees import Worktrees
from teams.code.git.made import call, commit, made, opened, write


class Site:
    """A repository that is guarded, and a work tree of an agent in it."""

    def __init__(self, folder: Path, trees: Worktrees, repo: Path) -> None:
        self.folder, self.trees, self.repo = folder, trees, repo
        self.told: list[str] = []

    async def tell(self, names: Sequence[str]) -> None:
        self.told += names

    async def guard(self) -> Guard:
        common = self.repo / ".git"
        return Guard(self.repo, common, await stood_in(self.repo, common), self.folder / "kept", self.tell)

    def touch(self) -> str:
        return f"touch {self.folder}/ran"

    def script(self, name: str) -> str:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{self.touch()}\ncat\n")
        path.chmod(0o755)
        return str(path)

    @property
    def ran(self) -> bool:
        return (self.folder / "ran").exists()


@pytest.fixture
async def site(tmp_path: Path) -> Site:
    repository, trees = await opened(tmp_path)
    return Site(tmp_path, trees, repository.root)


def hook(site: Site, tree: Path) -> None:
    for name in ("pre-commit", "post-checkout", "post-merge", "post-index-change", "reference-transaction"):
        write(site.repo, f".git/hooks/{name}", f"#!/bin/sh\n{site.touch()}\n")
        (site.repo / ".git/hooks" / name).chmod(0o755)


def hooks_path(site: Site, tree: Path) -> None:
    write(tree, "hooks/pre-commit", f"#!/bin/sh\n{site.touch()}\n")
    (tree / "hooks/pre-commit").chmod(0o755)
    call(tree, "config", "core.hooksPath", str(tree / "hooks"))


def fsmonitor(site: Site, tree: Path) -> None:
    call(tree, "config", "core.fsmonitor", site.script("monitor"))


def filter_driver(site: Site, tree: Path) -> None:
    for verb in ("clean", "smudge"):
        call(tree, "config", f"filter.planted.{verb}", site.script(verb))
    write(tree, ".gitattributes", "*.py filter=planted\n")


def filter_by_info(site: Site, tree: Path) -> None:
    call(tree, "config", "filter.planted.clean", site.script("clean"))
    write(site.repo, ".git/info/attributes", "*.py filter=planted\n")


def filter_by_include(site: Site, tree: Path) -> None:
    write(tree, "more", f'[filter "planted"]\n\tclean = {site.script("clean")}\n')
    call(tree, "config", "include.path", str(tree / "more"))
    write(tree, ".gitattributes", "*.py filter=planted\n")


def filter_of_the_tree(site: Site, tree: Path) -> None:
    call(tree, "config", "extensions.worktreeConfig", "true")
    call(tree, "config", "--worktree", "filter.planted.clean", site.script("clean"))
    write(tree, ".gitattributes", "*.py filter=planted\n")


def merge_driver(site: Site, tree: Path) -> None:
    call(tree, "config", "merge.planted.driver", f"{site.touch()}; exit 1")
    write(tree, ".gitattributes", "* merge=planted\n")


def alias(site: Site, tree: Path) -> None:
    for name in ("status", "add", "st"):
        call(tree, "config", f"alias.{name}", f"!{site.touch()}")


def signer(site: Site, tree: Path) -> None:
    call(tree, "config", "gpg.program", site.script("gpg"))
    for name in ("commit.gpgSign", "log.showSignature", "merge.verifySignatures"):
        call(tree, "config", name, "true")


def other_repository(site: Site, tree: Path) -> None:
    """One within the tree, of which git asks whether it was changed."""
    inner = made(tree / "inner", **{"a.py": "1\n", ".gitattributes": "*.py filter=planted\n"})
    call(tree, "add", "inner")
    write(tree, ".gitmodules", '[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n\tignore = none\n')
    call(inner, "config", "filter.planted.clean", site.script("clean"))
    call(inner, "config", "core.fsmonitor", site.script("monitor"))
    write(inner, "a.py", "2\n")


def unreadable(site: Site, tree: Path) -> None:
    write(site.repo, ".git/config", "[[[\n")


def common_folder(site: Site, tree: Path) -> None:
    """Another folder that git takes for the shared one."""
    elsewhere = made(site.folder / "elsewhere") / ".git"
    call(site.repo, "fetch", "--quiet", str(elsewhere))
    shutil.copytree(site.repo / ".git/objects", elsewhere / "objects", dirs_exist_ok=True)
    shutil.copytree(site.repo / ".git/refs", elsewhere / "refs", dirs_exist_ok=True)
    shutil.copytree(site.repo / ".git/worktrees", elsewhere / "worktrees")
    call(elsewhere.parent, "config", "filter.planted.clean", site.script("clean"))
    write(tree, ".gitattributes", "*.py filter=planted\n")
    write(site.repo, ".git/commondir", f"{elsewhere}\n")


PLANTS = [
    common_folder,
    hook,
    hooks_path,
    fsmonitor,
    filter_driver,
    filter_by_info,
    filter_by_include,
    filter_of_the_tree,
    merge_driver,
    alias,
    signer,
    other_repository,
    unreadable,
]


async def all_that_we_do(site: Site) -> None:
    tree = await site.trees.taken_back("coder-1")
    write(tree.folder, "b.py", "b = 1\n")
    head = await save(tree, "more")
    together = await site.trees.together()
    await git(together.folder, "merge", "--no-ff", "-m", "x", head)
    await git(together.folder, "checkout", "--force", "--detach", "HEAD^")
    await git(site.repo, "status", "--porcelain")
    await git(site.repo, "log", "-p", "-2", head)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
async def test_nothing_that_is_planted_runs_and_it_is_put_back(site: Site, plant: Callable[[Site, Path], None]) -> None:
    before = (site.repo / ".git/config").read_text()
    with guarded(await site.guard()):
        tree = await site.trees.of("coder-1")
        write(tree.folder, "a.py", "a = 1\n")
        plant(site, tree.folder)
        await all_that_we_do(site)
    assert not site.ran
    assert "planted" not in (site.repo / ".git/config").read_text()
    assert call(site.repo, "config", "--local", "--list").splitlines() == [
        line for line in call(site.repo, "config", "--local", "--list").splitlines() if "touch" not in line
    ]
    if plant is not other_repository:
        assert site.told, before
    call(site.repo, "commit", "--allow-empty", "--quiet", "-m", "the person's own, with their hooks")
    assert not site.ran, "also not by the next git of the person"


async def test_without_the_guard_they_would_run(site: Site) -> None:
    """The plants are ones that git does run."""
    tree = await site.trees.of("coder-1")
    write(tree.folder, "a.py", "a = 1\n")
    filter_driver(site, tree.folder)
    await save(tree, "work")
    assert site.ran


async def test_filters_hooks_and_settings_of_the_person_stay_and_work(site: Site) -> None:
    write(site.repo, ".gitattributes", "*.big filter=mine\n")
    call(site.repo, "config", "filter.mine.clean", "sed s/long/short/")
    call(site.repo, "config", "filter.mine.smudge", "sed s/short/long/")
    commit(site.repo, "attributes")
    write(site.repo, ".git/hooks/pre-commit", f"#!/bin/sh\n{site.touch()}\n")
    (site.repo / ".git/hooks/pre-commit").chmod(0o755)
    Path(site.repo / ".git/hooks/pre-push").symlink_to("pre-commit")
    with guarded(await site.guard()):
        tree = await site.trees.of("coder-1")
        write(tree.folder, ".gitattributes", "*.big filter=mine\n")
        write(tree.folder, "a.big", "long\n")
        call(site.repo, "config", "--unset", "filter.mine.clean")
        (site.repo / ".git/hooks/pre-commit").write_text("#!/bin/sh\nexit 1\n")
        (site.repo / ".git/hooks/pre-push").unlink()
        head = await save(tree, "work")
    assert call(site.repo, "show", f"{head}:a.big") == "short\n"
    assert sorted(site.told) == ["filter.mine.clean", "hooks/pre-commit", "hooks/pre-push"]
    assert (site.repo / ".git/hooks/pre-push").readlink() == Path("pre-commit")
    assert not site.ran
    call(site.repo, "commit", "--allow-empty", "--quiet", "-m", "mine")
    assert site.ran
    assert [path.read_text() for path in (site.folder / "kept").iterdir()] == ["#!/bin/sh\nexit 1\n"]


async def test_what_a_person_writes_by_the_way_stays(site: Site) -> None:
    call(site.repo, "config", "user.name", "before")
    with guarded(await site.guard()):
        call(site.repo, "config", "user.name", "after")
        call(site.repo, "branch", "--track", "topic", "main")
        await git(site.repo, "status")
    assert site.told == []
    assert call(site.repo, "config", "--local", "user.name").strip() == "after"
    assert call(site.repo, "config", "branch.topic.remote").strip() == "."


async def test_an_included_file_that_was_changed_stops_with_a_sentence(site: Site) -> None:
    write(site.repo, "shared.config", "[core]\n\tcommentChar = %\n")
    call(site.repo, "config", "include.path", "../shared.config")
    with guarded(await site.guard()):
        await git(site.repo, "status")
        write(site.repo, "shared.config", f"[core]\n\tcommentChar = %\n\tsshCommand = {site.touch()}\n")
        with pytest.raises(Changed, match=r"shared\.config`, which the configuration .* includes, was changed"):
            await git(site.repo, "status")


async def test_what_is_taken_out_of_the_configuration_is_kept(site: Site) -> None:
    call(site.repo, "config", "remote.mine.url", "https://example.org/mine.git")
    with guarded(await site.guard()):
        call(site.repo, "config", "alias.st", f"!{site.touch()}")
        call(site.repo, "config", "remote.mine.url", "https://example.org/other.git")
        await git(site.repo, "status")
    assert sorted(site.told) == ["alias.st", "remote.mine.url"]
    (kept,) = (site.folder / "kept").iterdir()
    assert "!touch" in kept.read_text()
    assert "other.git" in kept.read_text()
    assert call(site.repo, "config", "remote.mine.url").strip().endswith("mine.git")


async def test_a_repository_that_is_another_by_now_stops_with_a_sentence(site: Site) -> None:
    other, tree = made(site.folder / "other"), site.folder / "linked"
    call(site.repo, "worktree", "add", "--quiet", str(tree))
    common = site.repo / ".git"
    with guarded(Guard(tree, common, await stood_in(tree, common), site.folder / "kept", site.tell)):
        await git(tree, "status")
        (tree / ".git").write_text(f"gitdir: {other}/.git\n")
        with pytest.raises(Changed, match=r"git takes .* and the run worked with"):
            await git(tree, "status")
    with guarded(await site.guard()):
        common.rename(site.folder / "was")
        with pytest.raises(Changed, match="is no folder any more"):
            await git(site.repo, "status")


async def test_no_object_stands_for_another(site: Site) -> None:
    head = call(site.repo, "rev-parse", "HEAD").strip()
    with guarded(await site.guard()):
        call(site.repo, "checkout", "--quiet", "--orphan", "evil")
        write(site.repo, "README.md", "evil\n")
        evil = commit(site.repo, "evil")
        call(site.repo, "checkout", "--quiet", "main")
        call(site.repo, "replace", head, evil)
        assert await git(site.repo, "show", f"{head}:README.md") == "# 茶\n"
    assert site.told == [f"refs/replace/{head}"]
    assert call(site.repo, "show", f"{head}:README.md") == "# 茶\n"


async def test_a_look_costs_no_process_while_nothing_changes(site: Site) -> None:
    guard = await site.guard()
    await guard.check()
    seen = guard._print()
    await guard.check()
    assert guard._print() == seen
    call(site.repo, "config", "alias.x", "!true")
    assert guard._print() != seen
