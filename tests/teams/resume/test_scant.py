from __future__ import annotations

import pytest

from kasen.errors import InputError
from kasen.teams.resume.document.model import Read
from kasen.teams.resume.scant import LEAST, refuse_scant, words_in
from teams.resume.bench import ENGLISH

SHORT = """# Jane Roe

## Experience

### Backend Engineer, Example Systems Inc. (2019 - present)

- Built the billing service in Python, and cut the monthly closing from five days to two.
- Moved two databases to PostgreSQL.
"""
SHORT_JA = """# 職務経歴書

## 職務経歴

### 株式会社サンプル商事（2019年4月〜現在）

- 法人営業として首都圏の50社を担当し、売上を3年で1.4倍にした。
"""


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("# Jane Roe\n", 2),
        ("山田太郎\n", 2),
        ("- Cut the cost by 30% with node.js, C++ and e-mail.\n", 10),
        ("2019年から Python を担当。\n", 5),
        (
            "---\ntitle: front\n---\n\nJane\n\n```python\nprint('not it')\n```\n\n<!-- nor this -->\n",
            1,
        ),
        ("[site](https://example.org/a/b/c) {{< fa star title=Star >}} https://example.org/d\n", 1),
        ("| Go | Python |\n|---|---|\n| 3 years | 5 years |\n", 6),
    ],
)
def test_words_are_what_a_reader_sees(text: str, count: int) -> None:
    assert words_in(text) == count


@pytest.mark.parametrize(
    "text",
    [
        "# Jane Roe\n",
        "山田太郎\n",
        "Jane Roe, backend engineer at Acme since 2019; Python, Go.\n",
        "田中一郎。株式会社あおぞらで2019年から営業を担当しています。\n",
        "# Jane\n\n## Summary\n\n## Experience\n\n## Skills\n\n## Education\n",
    ],
)
def test_a_name_a_line_and_headings_alone_are_too_little(text: str) -> None:
    with pytest.raises(InputError, match=r"`cv\.md` is too short to review: it has \d+ of the 20 words") as error:
        refuse_scant(Read(text=text, form="md", name="cv.md"))
    assert "Add the work that you did" in error.value.hint


@pytest.mark.parametrize("text", [ENGLISH, SHORT, SHORT_JA])
def test_what_tells_of_work_is_enough(text: str) -> None:
    refuse_scant(Read(text=text, form="md", name="cv.md"))


def test_the_last_word_that_is_needed_is_enough() -> None:
    refuse_scant(Read(text="word " * LEAST, form="md", name="cv.md"))
    with pytest.raises(InputError):
        refuse_scant(Read(text="word " * (LEAST - 1), form="md", name="cv.md"))
