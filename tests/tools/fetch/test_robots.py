from __future__ import annotations

import time

import pytest

from kasen.tools.fetch.robots import ALL, NONE, parse


def allowed(text: str, path: str) -> bool:
    return parse(text).allows(path)


def test_without_rules_everything_is_allowed() -> None:
    assert all(
        allowed(text, "/a") for text in ("", "\n\n", "<html>not found</html>", "User-agent: *\nDisallow:", "Allow: /")
    )
    assert ALL.allows("/a")
    assert not NONE.allows("/a")


def test_the_longest_rule_decides_and_a_tie_allows() -> None:
    text = "User-agent: *\nDisallow: /teas\nAllow: /teas/uji\nDisallow: /teas/uji/secret\nAllow: /page\nDisallow: /page"
    assert [allowed(text, path) for path in ("/", "/teas", "/teas/uji", "/teas/uji/secret/a", "/page")] == [
        True, False, True, False, True,
    ]  # fmt: skip


def test_kasens_own_groups_are_joined_and_replace_those_for_everybody() -> None:
    text = "User-agent: *\nDisallow: /\n\nuser-agent: KASEN\nDisallow: /a\n\nUser-agent: other\nUser-agent: kasen/1.0\n"
    text += "Disallow: /b"
    assert [allowed(text, path) for path in ("/", "/a", "/b", "/c")] == [True, False, False, True]


def test_a_name_that_only_begins_alike_is_somebody_else() -> None:
    assert allowed("User-agent: KasenImages\nDisallow: /", "/")
    assert allowed("User-agent: Kas\nDisallow: /", "/")


def test_several_names_share_a_group_and_other_lines_do_not_end_it() -> None:
    text = "User-agent: a\nCrawl-delay: 5\nUser-agent: Kasen\nSitemap: x\nDisallow: /x\nUser-agent: b\nDisallow: /y"
    assert [allowed(text, path) for path in ("/x", "/y")] == [False, True]


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("/*.php", "/index.php?a", True),
        ("/*.php$", "/index.php", True),
        ("/*.php$", "/index.php?a", False),
        ("/a$", "/a", True),
        ("/a$", "/ab", False),
        ("/a*b*c", "/axxbyyc/z", True),
        ("/a*b*c$", "/abcbc", True),
        ("/a*b*c$", "/abcb", False),
        ("/ab*b$", "/ab", False),
        ("/fish*", "/fish", True),
        ("*/x", "/a/x", True),
        ("/茶", "/%E8%8C%B6", True),
        ("/%e8%8c%b6/", "/%E8%8C%B6/a", True),
        ("/%7Euser", "/~user", True),
        ("/a%2Fb", "/a/b", False),
        ("/?q=", "/?q=1", True),
        ("/Case", "/case", False),
    ],
)
def test_patterns_match_as_the_rfc_says(pattern: str, path: str, matches: bool) -> None:
    assert allowed(f"User-agent: *\nDisallow: {pattern}", path) is not matches


def test_comments_spaces_line_ends_and_a_bom_do_not_matter() -> None:
    assert not allowed("\ufeff# hello\r\n User-Agent :  * # all\r\n\r\n  disallow : /a  # no\r", "/a")


def test_robots_txt_itself_may_always_be_read() -> None:
    assert allowed("User-agent: *\nDisallow: /", "/robots.txt")


def test_no_pattern_makes_matching_slow() -> None:
    rules = "User-agent: *\n" + "Disallow: /" + "a*" * 2000 + "b$\n" * 50
    began = time.process_time()
    assert allowed(rules, "/" + "a" * 4000)
    assert time.process_time() - began < 1
