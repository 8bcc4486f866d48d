from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.code.reservations import check_glob, conflicts, matches, most_specific, overlap, strays

NAMED = [
    ("src/frontend/**", "src/frontend/a/b.tsx", True),
    ("src/frontend/**", "src/frontend", True),
    ("src/frontend", "src/frontend/a.tsx", True),
    ("src/frontend/**", "src/frontend2/a.tsx", False),
    ("src/*.py", "src/a.py", True),
    ("src/*.py", "src/a/b.py", False),
    ("**/*.test.ts", "a.test.ts", True),
    ("**/*.test.ts", "src/x/a.test.ts", True),
    ("**/*.test.ts", "src/a.test.tsx", False),
    ("app/[id]/page.tsx", "app/[id]/page.tsx", True),
    ("app/[id]/page.tsx", "app/i/page.tsx", False),
    ("資料/*.md", "資料/設計.md", True),
    ("a?c", "abc", True),
    ("a?c", "a/c", False),
    ("a**b/c", "axxb/c", True),
    ("docs/*.md", "docs/x.md/y", False),
    ("**", "a/b/c", True),
]


@pytest.mark.parametrize(("glob", "path", "is_named"), NAMED)
def test_a_glob_names_what_people_expect(glob: str, path: str, is_named: bool) -> None:
    assert matches(glob, path) is is_named


MEET = [
    ("src/**", "src/frontend/**", True),
    ("src/frontend/**", "src/backend/**", False),
    ("**/*.test.ts", "src/frontend/**", True),
    ("**/*.test.ts", "docs/*.md", False),
    ("docs", "docs/guide.md", True),
    ("src/a*.py", "src/*b.py", True),
    ("src/a.py", "src/b.py", False),
    ("src/?.py", "src/ab.py", False),
    ("**", "a", True),
]


@pytest.mark.parametrize(("one", "other", "do_meet"), MEET)
def test_two_globs_that_could_name_one_file_overlap(one: str, other: str, do_meet: bool) -> None:
    assert overlap(one, other) is do_meet
    assert overlap(other, one) is do_meet


NAMES = st.lists(st.sampled_from(["a", "b", "ab", "c.ts"]), min_size=1, max_size=4).map("/".join)
GLOBS = st.lists(st.sampled_from(["a", "b", "a*", "*.ts", "?", "**", "*b"]), min_size=1, max_size=4).map("/".join)


@given(GLOBS, GLOBS, NAMES)
def test_globs_that_do_not_overlap_never_name_one_file(one: str, other: str, path: str) -> None:
    if matches(one, path) and matches(other, path):
        assert overlap(one, other)


@pytest.mark.parametrize(
    "glob", ["", "/etc/passwd", "../x", "a/../b", "./a", "a//b", "a\\b", ".git/config", ".GIT", "a\0"]
)
def test_what_does_not_name_files_of_the_repository_is_refused(glob: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"`{glob}`")):
        check_glob(glob)


def test_a_change_beside_its_reservation_is_seen() -> None:
    paths = ["src/frontend/a.ts", "README.md", "docs/x.md", "docs/x/y.md"]
    assert strays(["src/frontend/**", "docs/*.md"], paths) == ["README.md", "docs/x/y.md"]
    assert strays([], paths) == paths


def test_who_holds_what_is_wanted_is_named_with_both_globs() -> None:
    held = {"T1": ("src/frontend/**",), "T2": ("docs/**",)}
    assert conflicts(["src/**"], held) == {"T1": ("src/**", "src/frontend/**")}
    assert conflicts(["tests/**"], held) == {}


def test_the_most_specific_glob_wins() -> None:
    handles = {
        "impl-backend": ("**",),
        "impl-frontend": ("src/frontend/**",),
        "impl-test": ("**/*.test.*", "src/frontend/*.test.ts"),
        "impl-document": ("docs/**",),
    }
    assert most_specific(handles, "src/frontend/x.ts") == "impl-frontend"
    assert most_specific(handles, "src/frontend/x.test.ts") == "impl-test"
    assert most_specific(handles, "docs/a.md") == "impl-document"
    assert most_specific(handles, "Makefile") == "impl-backend"
    assert most_specific({"a": ("x/**",)}, "y") is None
