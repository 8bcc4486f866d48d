from __future__ import annotations

import pytest

from kasen.errors import (
    AccountClosed,
    ConfigurationError,
    Declined,
    KasenError,
    KeyRefused,
    ModelNotFound,
    Refused,
    Retryable,
)
from kasen.models.notice import LONGEST, Left, clause, left, over_target, written

KEY = "sk-test-0123456789"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModelNotFound("openai:x answered 404: gone"), "was refused (404) by the provider: there is no such model"),
        (Declined("SAFETY"), "would not answer"),
        (AccountClosed("the account `openai` is not asked"), "is not asked at the moment: the account `openai` is"),
        (ConfigurationError("OPENAI_API_KEY is not set"), "cannot be used: OPENAI_API_KEY is not set"),
        (Retryable("openai:x answered 503: busy\n\x1b[31mtry"), "gave no usable answer: answered 503: busy"),
        (Refused("openai:x answered 400: bad"), "failed: answered 400: bad"),
    ],
)
def test_each_failure_is_said_in_the_user_s_words(error: KasenError, said: str) -> None:
    text = left(Left("openai:x", error, "openai"), "google:y", "en")
    assert text.startswith(f"`openai:x` {said}")
    assert text.endswith("Went on with `google:y`.")
    assert "\x1b" not in text
    assert left(Left("openai:x", error, "openai"), "rule", "ja").endswith("規則で続けました。")


def test_a_refused_key_is_never_repeated() -> None:
    error = KeyRefused(f"openai:x answered 401: Incorrect API key provided: {KEY}")
    for text in (clause(error), left(Left("openai:x", error, "openai"), "rule", "en")):
        assert "401" in text
        assert KEY not in text


def test_a_fact_about_an_account_or_a_setting_is_one_fact_for_all_its_models() -> None:
    refused, closed = KeyRefused("401"), AccountClosed("quota")
    assert {Left(f"openai:{n}", error, "openai").about for n in "ab" for error in (refused, closed)} == {
        "account openai"
    }
    missing = ConfigurationError("OPENAI_API_KEY is not set")
    assert Left("openai:a", missing).about == Left("openai:b", missing).about
    gone = ModelNotFound("404")
    assert Left("openai:a", gone, "openai").about != Left("openai:b", gone, "openai").about


def test_what_is_missing_is_said_once_for_all_models_with_what_mends_it() -> None:
    both = [
        Left(name, ConfigurationError(f"`{name}` needs the package `openai`", hint='Run: pip install "kasen[openai]"'))
        for name in ("openai:a", "openai:b")
    ]
    assert both[0].about == both[1].about
    assert left(both[0], "rule", "en") == (
        '`openai:a` cannot be used: `openai:a` needs the package `openai` (Run: pip install "kasen[openai]"). '
        "Its rule answered."
    )


def test_pages_become_a_clause() -> None:
    assert len(clause(Refused("x\n" * 1000))) == LONGEST


def test_a_role_that_took_too_long_is_named_with_its_target() -> None:
    assert over_target("planner", 7.4, 5.0, "en") == "`planner` took 7 s; it should take 5 s."
    assert over_target("planner", 7.4, 5.0, "ja") == "`planner` は 7 秒かかりました（目標 5 秒）。"


def test_how_much_is_written_is_said_in_the_language_of_the_run() -> None:
    assert written(1240, "en") == "1,240 characters of the answer"
    assert written(1240, "ja") == "回答を 1,240 字まで作成"
