from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from typing import Any

from kasen.teams.slides.page.html import html
from kasen.teams.slides.schemas.deck import Point, Ref
from kasen.teams.slides.schemas.result import Cost, Result, Version
from kasen.teams.slides.wording import said
from teams.slides.page.decks import REFS, deck, result, slide

PICTURE = b"\x89PNG picture"


class Page(HTMLParser):
    """Tags, addresses and words of a page; fails for what is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str, attribute: str) -> list[str]:
        """Values of an attribute, wherever the tag has it."""
        return [attrs[attribute] or "" for name, attrs in self.tags if name == tag and attribute in attrs]


def page(*slides: Any, pictures: dict[str, bytes] | None = None, **more: Any) -> str:
    return html(result(*slides, **more), pictures or {})


def test_the_page_holds_together_and_is_of_the_language_of_the_deck() -> None:
    assert Page(page()).all("html", "lang") == ["en"]
    text = page(lang="ja", deck=deck(lang="ja", title="お茶の輸出"))
    assert Page(text).all("html", "lang") == ["ja"]
    assert "<title>お茶の輸出</title>" in text
    assert "出典なし" in text


def test_nothing_is_loaded_and_only_its_own_style_is_allowed() -> None:
    text = page(pictures={"slide-01.png": PICTURE})
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src &#39;none&#39;; style-src &#39;sha256-{digest}&#39;" in text
    found = Page(text)
    assert {tag for tag, _ in found.tags} & {"script", "iframe", "link", "object", "form"} == set()
    assert all(address.startswith("data:image/png;base64,") for address in found.all("img", "src"))
    assert not any("style" in attrs for _, attrs in found.tags), "the policy forbids it"


def test_each_slide_shows_its_picture_where_there_is_one() -> None:
    text = page(pictures={"slide-01.png": PICTURE, "slide-99.png": b"other"})
    assert Page(text).all("img", "src") == ["data:image/png;base64," + base64.b64encode(PICTURE).decode()]
    assert Page(text).all("img", "alt") == ["Tea abroad"]
    assert Page(page()).all("img", "src") == []
    assert page().count('<p class="none">') == 4


def test_every_string_is_text_and_no_markup() -> None:
    bad = "<script>alert('x')</script>\"&"
    made = slide(title=bad, notes=bad, marks=(bad,), points=(Point(text=bad, refs=("P1",)),))
    refs = (Ref(id="P1", kind="passage", title=bad, uri="javascript:alert(1)", quote=bad, where=bad),)
    text = page(
        deck=deck(made, title=bad, refs=refs),
        reply=bad,
        template=bad,
        notes=(bad,),
        repaired=(bad,),
        costs=(Cost(role=bad, by=bad, calls=1, input_tokens=1, output_tokens=1, usd=0.5),),
        versions=(Version(number=1, made="d", what=bad), Version(number=2, made="d", what=bad, changed=("s-09",))),
    )
    assert "<script" not in text
    assert text.count("&lt;script&gt;") >= 12
    assert not any(address.startswith("javascript:") for address in Page(text).all("a", "href"))


def test_each_statement_leads_to_its_source_and_one_without_says_so() -> None:
    text = page()
    assert 'They paid twice.<a class="cite" href="#ref-1">1</a></li>' in text
    assert 'Exports grow.<a class="cite" href="#ref-2">2</a>' in text, "a chart goes by the message of its slide"
    assert '<li class="unsourced">We plant more. <span class="sign">no source</span></li>' in text
    found = Page(text)
    inside = {address[1:] for address in found.all("a", "href") if address.startswith("#ref-")}
    assert inside == {id for id in found.all("li", "id") if id.startswith("ref-")} == {"ref-1", "ref-2"}


def test_an_agenda_needs_no_source_and_nobody_can_tell_those_of_a_deck_of_somebody_else() -> None:
    point = Point(text="Buyers")
    assert "no source" not in page(slide("agenda", points=(point,)))
    assert "no source" not in page(slide(points=(point,)), foreign=True)
    assert "no source" in page(slide(points=(point,)))


def test_a_reference_that_is_not_listed_leads_nowhere() -> None:
    text = page(slide(points=(Point(text="x", refs=("P9", "W")),)))
    assert 'href="#ref-' not in text


def test_only_addresses_of_the_web_are_links() -> None:
    addresses = Page(page()).all("a", "href")
    assert "https://example.com/tea" in addresses
    assert not any("/x/tea.csv" in address for address in addresses)


def test_a_problem_stands_at_its_slide() -> None:
    text = page()
    second = text[text.index('id="slide-2"') : text.index('id="slide-3"')]
    assert '<p class="problem">Too small.</p>' in second
    assert text.count("Too small.") == 1


def test_versions_are_shown_once_there_are_two() -> None:
    one, two = (Version(number=n, made="2026-01-31", what=f"wish {n}") for n in (1, 2))
    assert "wish 1" not in page(versions=(one,))
    assert "wish 2" in page(versions=(one, two))


def test_a_rule_that_worked_is_named_in_the_language_of_the_page() -> None:
    assert "<td>規則</td>" in page(lang="ja")
    assert "<td>rules</td>" in page()
    assert Page(page(costs=())).open == []


def test_without_a_deck_there_is_only_what_was_said() -> None:
    text = html(Result(outcome="answered", reply="こんにちは。", lang="ja", notes=("一つ。",)), {})
    assert "<p>こんにちは。</p>" in text
    assert "<li>一つ。</li>" in text
    assert 'class="slide"' not in text


def test_references_keep_their_numbers_where_the_wish_is_among_them() -> None:
    text = page(deck=deck(refs=(REFS[1], REFS[0], REFS[2])))
    assert re.findall(r'<li id="ref-(\d)" value="(\d)">', text) == [("1", "1"), ("2", "2")]


def test_the_page_says_how_many_slides_wait_for_content_and_which_slides_a_version_changed() -> None:
    empty = slide("bullets", "Risks", marks=(said("skeleton", "en"),))
    text = page(empty, empty, problems=())
    assert "2 slides are marked: their content is yours to add." in text
    assert "Beyond that, the checks found nothing." in text
    assert "The checks found nothing." not in text
    one, two = Version(number=1, made="d", what="w"), Version(number=2, made="d", what="x", told="slide 3 changed")
    assert "slide 3 changed" in page(versions=(one, two.model_copy(update={"changed": ("s-03",)})))
    assert "s-03" not in page(versions=(one, two.model_copy(update={"changed": ("s-03",)})))
