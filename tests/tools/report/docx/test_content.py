from __future__ import annotations

import json
import re

from kasen.tools.report.docx.content import LONGEST_NOTE, Picture, content
from tools.report.full import full
from tools.report.sample import HOSTILE, report


def nodes(tree: object, kind: str) -> list[object]:
    """Every node of that kind, wherever it stands."""
    found = [tree] if isinstance(tree, dict) and tree.get("t") == kind else []
    inside = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return [*found, *(one for part in inside for one in nodes(part, kind))]


def test_pictures_that_could_not_be_drawn_are_tables() -> None:
    whole = full("ja")
    svgs = [block.picture.svg for point in whole.analysis for block in point.blocks if block.picture]
    without, drawn = content(whole, {}), content(whole, {svg: Picture("p.png", 900) for svg in svgs})
    assert (len(nodes(without, "Image")), len(nodes(drawn, "Image"))) == (0, 2)
    assert len(nodes(without, "Table")) == len(nodes(drawn, "Table")) + 2
    assert "図は表で示します。" in json.dumps(without, ensure_ascii=False)
    assert '"6.30in"' in json.dumps(drawn)


def test_each_citation_is_a_footnote_with_the_words_and_a_way_to_the_source() -> None:
    tree = content(full("en"), {})
    notes = nodes(tree, "Note")
    assert len(notes) == sum(len(sentence.citations) for sentence in full("en").sentences())
    first = json.dumps(notes[0], ensure_ascii=False)
    assert "“Tea of Uji is grown under cover, which keeps the light off and makes the leaf rich in umami.”" in first
    assert "#ref-1" in first


def test_long_words_are_shortened_in_a_footnote_only() -> None:
    long = "a long passage " * 90
    whole = report(text=long)
    words = whole.summary[0].citations[0].words[0].model_copy(update={"start": 0, "end": 900})
    citation = whole.summary[0].citations[0].model_copy(update={"words": (words,)})
    sentence = whole.summary[0].model_copy(update={"text": "short", "citations": (citation,)})
    note = json.dumps(
        nodes(content(whole.model_copy(update={"summary": (sentence,)}), {}), "Note")[0], ensure_ascii=False
    )
    (shown,) = re.findall("“(.*?)”", note)
    assert shown.endswith("…")
    assert len(shown) <= LONGEST_NOTE + 1 < len(" ".join(long.split()))


def test_words_from_outside_are_strings_and_links_go_to_the_web_or_inside() -> None:
    tree = content(report(text=HOSTILE, uri="javascript:alert(1)"), {})
    assert not nodes(tree, "RawInline")
    assert not nodes(tree, "RawBlock")
    links = [node["c"][2][0] for node in nodes(tree, "Link") if isinstance(node, dict)]
    assert links
    assert all(link.startswith("#ref-") for link in links)
