from __future__ import annotations

from typing import Any

from kasen.teams.slides.rules.outline import SKELETON
from kasen.teams.slides.rules.storywriter import MOST_MORE, MOST_POINTS, judge_nothing, quoted_slides
from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import About, SlideBrief
from kasen.teams.slides.schemas.deck import Ref
from kasen.teams.slides.schemas.findings import Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, SlideSaid

ABOUT = About(wish="Tea abroad")
OUTLINE = OutlineOutput(title="Tea", slides=[])
SHADE = "Tea gardens are covered before picking. The cover keeps the light out."
BUYERS = "Buyers abroad ask for powdered tea. They paid twice as much as before."


def passage(id: str, text: str) -> Evidence:
    return Evidence(ref=Ref(id=id, kind="passage", title=id), text=text)


def brief(number: int, title: str, *passages: str, lines: int = 8, line: int = 60, **more: Any) -> SlideBrief:
    room = Capacity(title=40, points=5, line=line, lines=lines)
    fields: dict[str, Any] = {"kind": "bullets", "message": "", **more}
    return SlideBrief(number=number, title=title, passages=passages, capacity=room, **fields)


def quoted(*briefs: SlideBrief, lang: str = "en", figures: tuple[Figure, ...] = (), **texts: str) -> list[SlideSaid]:
    return quoted_slides(
        about=ABOUT,
        instruction="",
        outline=OUTLINE,
        briefs=briefs,
        passages=[passage(id, text) for id, text in texts.items()],
        figures=figures,
        before=[],
        lang=lang,
    ).slides


def texts(said: SlideSaid) -> list[str]:
    return [point.text for point in said.points]


def figure(shows: str) -> Figure:
    ref = Ref(id="D1", kind="rows", file="tea.csv")
    return Figure(id="F1", kind="chart", title="Exports by year", shows=shows, ref=ref, by="rule")


def test_points_are_whole_sentences_of_the_passage_with_its_id() -> None:
    (said,) = quoted(brief(2, "Shading", "P1"), P1=SHADE)
    assert sorted(texts(said)) == sorted(["Tea gardens are covered before picking.", "The cover keeps the light out."])
    assert all(point.sources == ["P1"] for point in said.points)
    assert said.notes == " ".join(texts(said))


def test_no_sentence_stands_twice() -> None:
    said = quoted(brief(1, "Shading", "P1"), brief(2, "Shading again", "P1"), P1=SHADE)
    everything = [text for one in said for text in texts(one)]
    assert len(everything) == len(set(everything)) == 2
    assert texts(said[1]) == []


def test_what_is_the_subject_of_another_slide_is_left_to_it() -> None:
    first, second = quoted(brief(1, "Buyers", "P1", "P2"), brief(2, "Shading", covers="P1"), P1=SHADE, P2=BUYERS)
    assert {id for point in first.points for id in point.sources} == {"P2"}
    assert {id for point in second.points for id in point.sources} == {"P1"}


def test_a_passage_that_was_not_handed_over_is_not_cited() -> None:
    (said,) = quoted(brief(1, "Shading", "P9", covers="P8"), P1=SHADE)
    assert (said.points, said.notes) == ([], "")


def test_headings_rows_of_tables_and_halves_of_sentences_are_no_points() -> None:
    text = "# Heading of the whole document.\n\n| a | b and much more |\n\nShort. \n\nthis one never ends"
    assert texts(quoted(brief(1, "x", "P1"), P1=text)[0]) == []


def test_a_deck_quotes_only_its_own_language() -> None:
    ja = "茶園は収穫の前に二十日ほど覆いをかける。"
    (said,) = quoted(brief(1, "覆い", "P1", "P2"), lang="ja", P1=SHADE, P2=ja)
    assert texts(said) == [ja]
    (said,) = quoted(brief(1, "Shading", "P2"), P2=ja)
    assert texts(said) == []


def test_a_small_slide_takes_fewer_points_and_a_large_one_not_too_many() -> None:
    long = " ".join(f"Garden number {n} sells its powdered tea abroad." for n in range(12))
    assert len(quoted(brief(1, "x", "P1", lines=2), P1=long)[0].points) == 1
    assert len(quoted(brief(1, "x", "P1", lines=0), P1=long)[0].points) == 1
    assert len(quoted(brief(1, "x", "P1", lines=40), P1=long)[0].points) == MOST_POINTS


def test_a_sentence_that_fits_goes_before_one_that_does_not() -> None:
    text = f"Shading {'really ' * 15}matters a lot. Fans help against late frost."
    (said,) = quoted(brief(1, "Shading", "P1", line=20), P1=text)
    assert texts(said) == ["Fans help against late frost."]
    (said,) = quoted(brief(1, "Shading", "P1", line=5), P1="Fans help against late frost.")
    assert texts(said) == ["Fans help against late frost."], "better too long than nothing"


def test_a_figure_says_what_was_computed_and_names_the_file() -> None:
    shown = figure("Exports rose to 3,100 t.\nThe USA leads.\n\nGermany follows.")
    (said,) = quoted(brief(3, "Exports", kind="chart", figure="F1"), figures=(shown,))
    assert (said.title, said.message, said.figure) == ("Exports by year", "Exports rose to 3,100 t.", "F1")
    assert [(point.text, point.sources) for point in said.points] == [
        ("The USA leads.", ["F1"]), ("Germany follows.", ["F1"]),
    ]  # fmt: skip
    assert said.notes.startswith("This chart shows Exports by year. Exports rose")


def test_a_figure_that_says_nothing_goes_by_its_title() -> None:
    (said,) = quoted(brief(3, "Exports", kind="chart", figure="F1"), figures=(figure(" \n"),), lang="ja")
    assert (said.message, said.points, said.notes) == (
        "Exports by year",
        [],
        "このグラフが示すのは、Exports by year。Exports by year",
    )


def test_the_summary_repeats_the_first_point_of_each_slide_with_its_source() -> None:
    shown = brief(2, "Exports", kind="chart", figure="F1")
    *before, last = quoted(
        brief(1, "Buyers", "P1"), shown, brief(3, "Empty"), brief(4, "Summary", kind="closing"),
        figures=(figure("Exports rose."),), P1=BUYERS,
    )  # fmt: skip
    main = next(point.text for point in before[0].points if "abroad" in point.text)
    assert [(point.text, point.sources) for point in last.points] == [(main, ["P1"]), ("Exports rose.", ["F1"])]


def test_a_summary_holds_figures_and_words_in_the_order_of_the_slides() -> None:
    shown = [figure("Exports rose. The highest was in May.").model_copy(update={"id": f"F{n}"}) for n in range(1, 6)]
    charts = [brief(n, "Exports", kind="chart", figure=f"F{n}") for n in range(1, 6)]
    words = [brief(6, "Buyers", "P1"), brief(7, "Shading", "P2")]
    last = quoted(*charts, *words, brief(8, "Summary", kind="closing"), figures=tuple(shown), P1=BUYERS, P2=SHADE)[-1]
    assert [point.sources for point in last.points] == [["F1"], ["F2"], ["P1"], ["P2"]]
    assert last.points[0].text == "Exports rose.", "the first sentence, not the whole message"


def test_a_headline_is_the_title_of_its_figure_where_it_fits() -> None:
    said = figure("Exports rose from 1 to 2.").model_copy(update={"headline": "Exports doubled"})
    (made,) = quoted(brief(3, "Exports", kind="chart", figure="F1"), figures=(said,))
    assert (made.title, made.message) == ("Exports doubled", "Exports rose from 1 to 2.")
    long = said.model_copy(update={"headline": "Exports doubled " * 9})
    assert quoted(brief(3, "Exports", kind="chart", figure="F1"), figures=(long,))[0].title == "Exports by year"


def test_sentences_stand_in_the_order_of_their_source_and_none_twice_in_other_words() -> None:
    text = "The cover of a garden keeps the light out. Tea gardens are covered before picking."
    (said,) = quoted(brief(2, "Tea gardens are covered", "P1"), P1=text)
    assert texts(said) == ["The cover of a garden keeps the light out.", "Tea gardens are covered before picking."]
    jars = "Each year the jars of new tea were carried"
    twice = f"{jars} from Uji to Edo. {jars} to Edo from Uji."
    assert len(texts(quoted(brief(2, "Jars", "P1"), P1=twice)[0])) == 1
    apart = (
        "The jars of new tea were carried to Edo from 1632 on. The jars of new tea were carried to Edo from 1633 on."
    )
    assert len(texts(quoted(brief(2, "Jars", "P1"), P1=apart)[0])) == 2, "sources that disagree are both shown"


def test_what_leans_on_another_sentence_or_speaks_of_its_document_is_left_out() -> None:
    text = (
        f"{SHADE} It is made of straw and reeds. This note follows tea from garden to table. Fans help against frost."
    )
    (said,) = quoted(brief(2, "Shading", "P1", covers="P1"), P1=text)
    assert texts(said) == [*SHADE.replace("picking. ", "picking.|").split("|"), "Fans help against frost."]


def test_further_sentences_of_the_subject_are_for_the_speaker() -> None:
    text = " ".join(f"Garden number {n} sells tea to {'many ' * n}buyers abroad." for n in range(1, 9))
    (said,) = quoted(brief(2, "Gardens", "P1", covers="P1"), P1=text)
    assert len(said.points) == MOST_POINTS
    assert said.notes.count("Garden number") == MOST_POINTS + MOST_MORE


def test_an_empty_frame_says_what_it_is_to_answer() -> None:
    for lang, names in SKELETON.items():
        for name in names:
            (said,) = quoted(brief(2, name), lang=lang)
            assert said.points == []
            assert len(said.notes) > 20


def test_a_summary_of_nothing_is_empty() -> None:
    (said,) = quoted(brief(1, "まとめ", kind="closing"), lang="ja")
    assert (said.points, said.notes) == ([], "")


def test_a_rule_never_says_that_a_story_is_good() -> None:
    said = judge_nothing(about=ABOUT, outline=OUTLINE, slides=quoted(brief(1, "x", "P1"), P1=SHADE), lang="en")
    assert (said.findings, said.verdict) == ([], "fail")
