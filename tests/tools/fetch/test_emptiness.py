from __future__ import annotations

import pytest

from kasen.tools.fetch.emptiness import is_shell, why_empty
from kasen.tools.fetch.tree import parse

SHELLS = [
    '<body><div id="root"></div><script src="/app.js"></script></body>',
    '<body><div id="__next"> </div><script>1</script></body>',
    "<body><noscript>You need to enable JavaScript to run this app.</noscript><div></div><script></script></body>",
    "<body><noscript>JavaScriptを有効にしてください。</noscript><script></script></body>",
]


@pytest.mark.parametrize("html", SHELLS)
def test_a_page_that_a_script_would_fill_has_no_text_without_javascript(html: str) -> None:
    assert is_shell(parse(html))
    assert why_empty("Loading…", is_shell=True) == "no text without JavaScript"
    assert why_empty("", is_shell=True) == "no text without JavaScript"


@pytest.mark.parametrize(
    "html",
    [
        "<body><p>Tea.</p></body>",
        "<body><p>Tea.</p><script>1</script></body>",
        '<body><div id="root"><p>Tea.</p></div><script></script></body>',
        '<body><div id="root"></div></body>',
        "<body><noscript><img src=x></noscript><script></script></body>",
    ],
)
def test_a_page_with_scripts_is_no_shell_for_that_alone(html: str) -> None:
    assert not is_shell(parse(html))


@pytest.mark.parametrize(
    "text",
    [
        "You need to enable JavaScript to run this app.",
        "This site requires JavaScript.",
        "Please turn on JavaScript in your browser.",
        "このページを表示するにはJavaScriptを有効にしてください。",
    ],
)
def test_a_page_that_only_asks_for_scripts_says_so(text: str) -> None:
    assert why_empty(text, is_shell=False) == "no text without JavaScript"


@pytest.mark.parametrize(
    "text",
    [
        "We use cookies to improve your experience. By clicking Accept you consent to them.\nPrivacy policy",
        "当サイトではCookieを使用しています。同意する場合はボタンを押してください。プライバシーポリシー",
    ],
)
def test_a_page_that_is_nothing_but_a_cookie_notice_says_so(text: str) -> None:
    assert "cookies" in why_empty(text, is_shell=False)


@pytest.mark.parametrize(
    "text", ["Just a moment...", "Verify you are human by completing the action below.", "アクセスが制限されました"]
)
def test_a_check_for_robots_is_no_page(text: str) -> None:
    assert "check for robots" in why_empty(text, is_shell=True)


@pytest.mark.parametrize(
    "text",
    [
        "Tea is grown in Uji.",
        "The cookie law of 2011 was changed. " + "Its history is long and begins in the county courts. " * 5,
        "JavaScript is required reading for the course, and its history is told here. " * 5,
        "宇治では茶が作られている。",
        "You need to enable JavaScript to run this app. " + "Captchas were invented at a university. " * 40,
    ],
)
def test_a_short_page_and_one_about_such_things_are_pages(text: str) -> None:
    assert why_empty(text, is_shell=False) == ""


def test_no_text_is_no_text() -> None:
    assert why_empty(" \n", is_shell=False) == "holds no text"
