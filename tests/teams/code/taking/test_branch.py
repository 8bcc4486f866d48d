from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.code.taking.branch import Offer, offered, take
from teams.code.git.made import RUN, call, commit, made, write

BRANCH = f"kasen/{RUN}"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """The user's `main`, and a run's branch that is a commit further."""
    folder = made(tmp_path / "repo", **{"app.py": "a = 1\nb = 2\nc = 3\n"})
    call(folder, "checkout", "--quiet", "-b", BRANCH)
    write(folder, "app.py", "a = 1\nb = 2\nc = 4\n")
    write(folder, "茶.md", "新しい\n")
    commit(folder, "T1: count to four")
    call(folder, "checkout", "--quiet", "main")
    return folder


async def at(repo: Path, branch: str = BRANCH) -> Offer:
    """The branch stands where the run left it."""
    return await offered(repo, branch, call(repo, "rev-parse", BRANCH).strip())


async def taken(repo: Path) -> Offer:
    offer = await at(repo)
    await take(offer, "Take it")
    return offer


async def test_what_would_come_is_told_and_nothing_is_changed(repo: Path) -> None:
    before = call(repo, "rev-parse", "HEAD")
    offer = await at(repo)
    assert (offer.into, offer.how, offer.commits) == ("main", "forward", ("T1: count to four",))
    assert offer.files == ("app.py", "茶.md")
    assert call(repo, "rev-parse", "HEAD") == before


async def test_a_branch_that_stood_still_moves_on_and_once_more_is_nothing(repo: Path) -> None:
    await taken(repo)
    assert call(repo, "rev-parse", "HEAD") == call(repo, "rev-parse", BRANCH)
    assert (repo / "茶.md").read_text(encoding="utf-8") == "新しい\n"
    assert (await at(repo)).how == "nothing"
    assert await take(await at(repo), "again") == call(repo, "rev-parse", "HEAD").strip()


async def test_what_the_user_did_meanwhile_stays_beside_it(repo: Path) -> None:
    write(repo, "app.py", "a = 0\nb = 2\nc = 3\n")
    own = commit(repo, "mine")
    assert (await taken(repo)).how == "merge"
    assert (repo / "app.py").read_text() == "a = 0\nb = 2\nc = 4\n"
    assert call(repo, "log", "-1", "--format=%s").strip() == "Take it"
    assert call(repo, "rev-parse", "HEAD^1").strip() == own


async def test_the_same_lines_changed_by_both_leave_all_as_it_was(repo: Path) -> None:
    write(repo, "app.py", "a = 1\nb = 2\nc = 5\n")
    own = commit(repo, "mine")
    with pytest.raises(InputError, match=r"both changed the same lines of `app\.py`") as raised:
        await taken(repo)
    assert f"git merge {BRANCH}" in raised.value.hint
    assert call(repo, "rev-parse", "HEAD").strip() == own
    assert call(repo, "status", "--porcelain") == ""
    assert (repo / "app.py").read_text() == "a = 1\nb = 2\nc = 5\n"


@pytest.mark.parametrize("staged", [True, False])
async def test_work_that_is_not_committed_is_named_and_kept(repo: Path, staged: bool) -> None:
    write(repo, "README.md", "half written\n")
    if staged:
        call(repo, "add", "README.md")
    with pytest.raises(InputError, match=r"not committed: `README\.md`"):
        await taken(repo)
    assert (repo / "README.md").read_text() == "half written\n"
    assert call(repo, "rev-parse", "HEAD") == call(repo, "rev-parse", "main")


@pytest.mark.parametrize("ignored", [True, False])
async def test_a_file_that_git_does_not_hold_is_never_written_over(repo: Path, ignored: bool) -> None:
    write(repo, "茶.md", "私のもの\n")
    if ignored:
        write(repo, ".git/info/exclude", "茶.md\n")
    before = call(repo, "rev-parse", "HEAD")
    with pytest.raises(InputError, match=r"would be written over: `茶\.md`"):
        await taken(repo)
    assert (repo / "茶.md").read_text(encoding="utf-8") == "私のもの\n"
    assert call(repo, "rev-parse", "HEAD") == before


async def test_other_files_that_git_does_not_know_are_no_hindrance(repo: Path) -> None:
    write(repo, "notes.txt", "mine\n")
    await taken(repo)
    assert (repo / "notes.txt").read_text() == "mine\n"
    assert (repo / "茶.md").exists()


async def test_another_branch_checked_out_since_the_offer_takes_nothing(repo: Path) -> None:
    offer = await at(repo)
    call(repo, "checkout", "--quiet", "-b", "other")
    with pytest.raises(InputError, match="`other` is checked out now, not `main`"):
        await take(offer, "Take it")
    assert call(repo, "rev-parse", "other") == call(repo, "rev-parse", "main")


async def test_work_that_came_after_the_offer_is_not_taken_with_it(repo: Path) -> None:
    offer = await at(repo)
    call(repo, "checkout", "--quiet", BRANCH)
    write(repo, "late.py", "late = 1\n")
    commit(repo, "later")
    call(repo, "checkout", "--quiet", "main")
    await take(offer, "Take it")
    assert not (repo / "late.py").exists()


@pytest.mark.parametrize(("checkout", "said"), [(["--detach"], "no branch is checked out"), ([BRANCH], "itself is")])
async def test_without_a_branch_of_the_user_there_is_nowhere_to_take_it(
    repo: Path, checkout: list[str], said: str
) -> None:
    call(repo, "checkout", "--quiet", *checkout)
    with pytest.raises(InputError, match=said):
        await at(repo)


async def test_a_branch_that_is_gone_and_a_merge_under_way_are_told(repo: Path) -> None:
    with pytest.raises(InputError, match="has no branch `kasen/gone`"):
        await at(repo, "kasen/gone")
    write(repo, ".git/MERGE_HEAD", call(repo, "rev-parse", "HEAD"))
    with pytest.raises(InputError, match="in the middle of a merge"):
        await at(repo)


async def test_a_branch_that_somebody_moved_is_not_taken(repo: Path) -> None:
    passed, before = call(repo, "rev-parse", BRANCH).strip(), call(repo, "rev-parse", "main")
    call(repo, "checkout", "--quiet", BRANCH)
    write(repo, "app.py", "import evil\n")
    evil = commit(repo, "T1: count to four")
    call(repo, "checkout", "--quiet", "main")
    with pytest.raises(InputError, match=f"is at {evil[:12]}, and what passed is {passed[:12]}") as raised:
        await offered(repo, BRANCH, passed)
    call(repo, *raised.value.hint.rpartition(": ")[2].split()[1:])
    assert call(repo, "rev-parse", "main") == before
    assert (await offered(repo, BRANCH, passed)).head == passed, "the hint says how what passed is taken"


async def test_a_run_that_wrote_nothing_down_is_not_said_to_have_been_moved(repo: Path) -> None:
    """It began before Kasen wrote down what passed: a person looks, and takes it by hand."""
    with pytest.raises(InputError, match="has not written down what passed") as raised:
        await offered(repo, BRANCH, "")
    assert "moved" not in str(raised.value)
    by_hand = raised.value.hint.rpartition(": ")[2].split()
    call(repo, *by_hand[1:], "--quiet", "--no-edit")
    assert (repo / "茶.md").exists(), "the next step that is named does it"


async def test_a_run_in_which_nothing_passed_says_so(repo: Path) -> None:
    call(repo, "branch", "--force", BRANCH, "main")
    with pytest.raises(InputError, match="nothing passed in this run") as raised:
        await offered(repo, BRANCH, "")
    assert raised.value.hint.endswith(f"kasen code discard {RUN}")
    with pytest.raises(InputError, match="何も合格していません"):
        await offered(repo, BRANCH, "", "ja")
