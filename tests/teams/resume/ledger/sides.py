"""Two sides of an edit for tests of what is compared between them, and texts of any kind."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import settings
from hypothesis import strategies as st

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.schemas.change import Doubt

FEW = settings(max_examples=25, deadline=None)
_SCRAPS = (
    "led a team of twelve, saved $5k and 30%",
    "令和3年4月から売上を3億円に、12名で伸ばした",
    "２０２１年４月〜現在",
    "1 hour 30 minutes",
    "約150名のうち数十名",
    "株式会社見本製作所",
    "**[a](https://example.com/x)** `b`",
    "didn't, isn't not unfinished",
    "from 9 days to 6",
    "K8s・クラウド・ｸﾗｳﾄﾞ",
    "İßﬁ①Ⅻ㌢ﷺ",
    "\x00\u200b\u3000|",
    "# 9/2021 - ",
    "٣k १२ people ٣:٣٠",
    "half a third of ,,1,,000.k",
    "¥$-0.0.0%",
    "\n",
)
ANY_TEXT = st.one_of(
    st.text(max_size=80),
    st.lists(st.one_of(st.sampled_from(_SCRAPS), st.text(max_size=6)), max_size=6).map("".join),
)
"""Any characters, and scraps of résumés put together anyhow."""


def pair(before: str, after: str, *, said: Iterable[str] = (), rest: str = "", whole: bool = True) -> Pair:
    return Pair(Text(before), Text(after), said=[Text(one) for one in said], rest=Text(rest), whole=whole)


def kinds(doubts: Iterable[Doubt]) -> set[str]:
    return {one.kind for one in doubts}
