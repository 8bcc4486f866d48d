"""The outline without a model: the structure of the documents, the shape of the data, else a marked skeleton."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.data.names import quoted
from kasen.teams.slides.rules.coordinator import occasion_of, title_of
from kasen.teams.slides.rules.storywriter import quotable
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.findings import Evidence, TableProfile
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.story.tongue import is_in, own_words

SKELETON = {
    "ja": ("背景", "課題", "目的", "提案", "効果と費用", "次の一歩"),
    "en": ("Background", "The problem", "Goal", "Proposal", "Effects and cost", "Next steps"),
}
"""What a proposal usually has; each of these slides is marked as empty."""
MOST_CHARTS = 3
"""Slides per table that wait for a figure."""
AGENDA_FROM = 8
"""Slides from which an agenda is worth its place."""


def outline_of(
    *,
    about: About,
    instruction: str,
    slides: int,
    kinds: Sequence[str],
    passages: Sequence[Evidence],
    tables: Sequence[TableProfile],
    problems: Sequence[str],
    lang: str,
) -> OutlineOutput:
    """Title, agenda where it is long, charts of the data, topics of the documents, summary."""
    del instruction, kinds, problems
    title = about.title or title_of(about.wish)
    has_material = bool(passages or tables)
    room = max(slides - 2 - (slides >= AGENDA_FROM), 1)
    charts = _charts(tables, lang)[: max(room - (2 if passages else 0), 1)]
    topics = _topics(passages, about, lang)[: max(room - len(charts), 0)]
    body = [*charts, *topics] if has_material else _skeleton(lang, room + 1)  # there is nothing to be summed up
    front = [OutlineSlide(kind="title", title=title, message="")]
    if slides >= AGENDA_FROM and len(body) > 3:
        front.append(OutlineSlide(kind="agenda", title="本日の内容" if lang == "ja" else "Agenda", message=""))
    closing = [OutlineSlide(kind="closing", title="まとめ" if lang == "ja" else "Summary", message="")]
    return OutlineOutput(
        title=title,
        subtitle=about.audience or occasion_of(about.wish, lang),
        opening=_opening(title, lang) if has_material else "",
        slides=[*front, *body, *(closing if has_material else [])],
    )


def _charts(tables: Sequence[TableProfile], lang: str) -> list[OutlineSlide]:
    """Slides for the first figures of the data, as many as there are columns of numbers; none waits for more."""
    found: list[OutlineSlide] = []
    for table in tables:
        numbers = [column for column in table.columns if column.type == "number"]
        name = table.sheet or table.file.rpartition(".")[0]
        for column in numbers[:MOST_CHARTS]:
            said = quoted(column.name, "ja" if lang == "ja" else "en")
            title = f"{said}（{name}）" if lang == "ja" else f"{said} ({name})"
            covers, figure = f"{table.file} {column.name}", f"F{len(found) + 1}"
            found.append(OutlineSlide(kind="chart", title=title, message="", covers=covers, figure=figure))
    return found


def _topics(passages: Sequence[Evidence], about: About, lang: str) -> list[OutlineSlide]:
    """Headings of passages in the deck's language, else titles of their documents, in the order in which they fit."""
    seen: dict[str, list[str]] = {}
    for one in passages:
        if is_in(one.text, lang) and quotable(one.text, lang):
            heading = own_words(" ".join((_heading(one.ref.where) or one.ref.title).split()), lang)
            seen.setdefault(one.ref.title if "|" in heading else heading, []).append(one.ref.id)
    own = " ".join(about.wish.split()).casefold()
    return [
        OutlineSlide(kind="bullets", title=name[:80], message="", covers=" ".join(ids))
        for name, ids in seen.items()
        if name and name.casefold() != own
    ]


def _opening(title: str, lang: str) -> str:
    """What is said over the title slide: what it is about, and where what it rests on is listed."""
    if lang == "ja":
        return f"{title}について、渡された資料とデータから述べる。根拠は各スライドの番号と、最後の「出典」に示した。"
    return f"This is about: {title}. All of it comes from the documents and data that were given; see the last slide."


def _heading(where: str) -> str:
    """The heading that a passage stands under; empty where its place is only a page."""
    return where.rpartition(" · ")[2] if " · " in where or not _is_place(where) else ""


def _is_place(where: str) -> bool:
    """Whether the place of a passage is a page and no heading."""
    return (
        not where or where.startswith(("p. ", "slide ", "sheet ", "スライド ", "シート ")) or where.endswith(" ページ")
    )


def _skeleton(lang: str, room: int) -> list[OutlineSlide]:
    return [OutlineSlide(kind="bullets", title=name, message="") for name in SKELETON[lang][:room]]
