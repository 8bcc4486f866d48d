"""What changed between two runs, as lines for a terminal, in Japanese and English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kasen.cli.columns import cells, wrapped
from kasen.cli.lines import money

if TYPE_CHECKING:
    from kasen.runtime.diff import ClaimChange, Difference, Side, SourceChange

MOST = 20
"""Changes of one sort that are listed; `--json` has all."""
LONGEST = 200
"""Columns of a claim."""
SIGNS = {"new": "+", "gone": "-", "support": "~", "reworded": "~", "content": "~"}


class Said(NamedTuple):
    """The words of one language."""

    cautions: dict[str, str]
    claims: str
    sources: str
    coverage: str
    cost: str
    counts: dict[str, str]
    support: dict[str, str]
    nothing: str
    none: str
    unknown: str
    calls: str
    tokens: str
    seconds: str
    read: str
    more: str


EN = Said(
    cautions={
        "other_team": "The runs are of different teams: only sources, cost and time can be compared with sense.",
        "other_question": "The runs answer different questions: what is new or gone here says nothing about the world.",
        "other_request": "They were asked differently: {fields}.",
        "other_mode": "They were worked in different modes: {modes}.",
        "other_models": "They were answered by different models: {models}.",
        "no_claims": "Not both runs have claims on record, so claims are not compared in full.",
        "not_over": "Not both runs are over.",
    },
    claims="Claims",
    sources="Sources cited",
    coverage="Coverage",
    cost="Cost and time",
    counts={
        "same": "{} the same",
        "new": "{} new",
        "gone": "{} gone",
        "support": "{} with other support",
        "reworded": "{} reworded",
        "content": "{} with new content",
    },
    support={
        "supported": "supported",
        "partial": "partly supported",
        "unsupported": "unsupported",
        "contradicted": "contradicted",
    },
    nothing="none in either run",
    none="not asked",
    unknown="price unknown",
    calls="calls",
    tokens="tokens",
    seconds="time",
    read="sources read",
    more="… and {} more (all with --json)",
)
JA = Said(
    cautions={
        "other_team": "チームが違うため、意味のある比較ができるのは出典・費用・時間だけです。",
        "other_question": "問いが違います。ここでの増減は、世の中の変化を示すものではありません。",
        "other_request": "依頼の内容が違います：{fields}",
        "other_mode": "進め方が違います：{modes}",
        "other_models": "答えたモデルが違います：{models}",
        "no_claims": "主張の記録がない実行があるため、主張の比較は完全ではありません。",
        "not_over": "終わっていない実行があります。",
    },
    claims="主張",
    sources="引用した出典",
    coverage="網羅度",
    cost="費用と時間",
    counts={
        "same": "同じ {} 件",
        "new": "新規 {} 件",
        "gone": "消失 {} 件",
        "support": "支持の変化 {} 件",
        "reworded": "言い換え {} 件",
        "content": "内容の更新 {} 件",
    },
    support={
        "supported": "支持",
        "partial": "一部のみ支持",
        "unsupported": "支持なし",
        "contradicted": "矛盾",
    },
    nothing="どちらの実行にもありません",
    none="対象外",
    unknown="価格不明",
    calls="呼び出し",
    tokens="トークン",
    seconds="時間",
    read="読んだ出典",
    more="…ほか {} 件（--json ですべて）",
)


def diff_lines(found: Difference, lang: Literal["ja", "en"]) -> Iterator[str]:
    """The whole difference; the second run against the first."""
    said = JA if lang == "ja" else EN
    yield from wrapped(_head("A", found.first), more="   ")
    yield from wrapped(_head("B", found.second), more="   ")
    for caution in found.cautions:
        yield from _text(said.cautions[caution].format(**_details(found)), first="! ", more="  ")
    yield ""
    if "other_team" not in found.cautions:
        yield f"{said.claims}  {_counts(found.same_claims, found.claims, said)}"
        for claim in found.claims[:MOST]:
            yield from _claim(claim, said)
        yield from _rest(found.claims, said)
        yield ""
    yield f"{said.sources}  {_counts(found.same_sources, found.sources, said)}"
    for source in found.sources[:MOST]:
        yield from _text(f"{source.title} {source.uri}".strip(), first=f"  {SIGNS[source.change]} ", more="    ")
    yield from _rest(found.sources, said)
    if found.coverage:
        yield from ("", said.coverage)
    for point in found.coverage:
        share = f"{_share(point.before, said)} → {_share(point.after, said)}"
        yield from _text(f"{point.point}  {share}", first="  ~ ", more="    ")
    yield from ("", said.cost, *_figures(found.first, found.second, said))


def _head(name: str, side: Side) -> str:
    created = side.created_at[:16].replace("T", " ")
    return f"{name}  {side.id} · {created} · {side.team} · {side.mode} · {side.status} · {side.title}"


def _details(found: Difference) -> dict[str, str]:
    first, second = found.first, found.second
    return {
        "fields": ", ".join(name for name in found.request if name != "question"),
        "modes": f"{first.mode} → {second.mode}",
        "models": f"{', '.join(first.models) or '-'} → {', '.join(second.models) or '-'}",
    }


def _counts(same: int, changes: Sequence[ClaimChange | SourceChange], said: Said) -> str:
    counted = {"same": same}
    for change in changes:
        counted[change.change] = counted.get(change.change, 0) + 1
    return " · ".join(said.counts[name].format(count) for name, count in counted.items() if count) or said.nothing


def _rest(changes: Sequence[object], said: Said) -> Iterator[str]:
    if len(changes) > MOST:
        yield "    " + said.more.format(len(changes) - MOST)


def _claim(claim: ClaimChange, said: Said) -> Iterator[str]:
    before = said.support[claim.support_before] if claim.support_before else ""
    after = said.support[claim.support_after] if claim.support_after else ""
    first = f"  {SIGNS[claim.change]} "
    if claim.change == "reworded":
        yield from _text(f"{_short(claim.before)} ({before})", first=first, more="    ")
        yield from _text(f"{_short(claim.after)} ({after})", first="    → ", more="      ")
        return
    support = f"{before} → {after}" if claim.change == "support" else before or after
    yield from _text(f"{_short(claim.after or claim.before)} ({support})", first=first, more="    ")


def _short(text: str) -> str:
    """The beginning of a long claim."""
    shown, room = "", LONGEST
    for letter in text:
        room -= cells(letter)
        if room < 0:
            return shown.rstrip() + "…"
        shown += letter
    return shown


def _text(text: str, *, first: str, more: str) -> Iterator[str]:
    """Lines of the terminal's width; Japanese is broken between letters, as it has no spaces to break at."""
    line = " ".join(text.split())
    is_wide = sum(not character.isascii() for character in line) * 2 > len(line)
    yield from wrapped(line, first=first, more=more, at="" if is_wide else " ")


def _figures(first: Side, second: Side, said: Said) -> Iterator[str]:
    pairs: list[tuple[str, Any, Any]] = [
        ("USD", _price(first, said), _price(second, said)),
        (said.calls, f"{first.calls:,}", f"{second.calls:,}"),
        (said.tokens, f"{first.tokens:,}", f"{second.tokens:,}"),
        (said.read, first.read, second.read),
        (said.seconds, f"{first.seconds:.1f} s", f"{second.seconds:.1f} s"),
    ]
    for name, before, after in pairs:
        yield f"    {name}: {before} → {after}" if before != after else f"    {name}: {before}"


def _price(side: Side, said: Said) -> str:
    return said.unknown if side.usd is None else money(side.usd)


def _share(value: float | None, said: Said) -> str:
    return said.none if value is None else f"{value:.0%}"
