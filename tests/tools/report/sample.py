"""A report with everything in it, and one whose every string is hostile."""

from __future__ import annotations

from kasen.tools.report.drawing import CauseEdge, CauseNode, cause_graph, radar
from kasen.tools.report.model import (
    Block,
    Cell,
    Citation,
    CitedPassage,
    Cost,
    Disagreement,
    Drawing,
    HowMade,
    Lang,
    MadeBy,
    Point,
    Reference,
    Report,
    Row,
    Ruling,
    Searched,
    Sentence,
    Table,
    Words,
)

HOSTILE = (
    "</p><script>alert(1)</script><img src=x onerror=alert(2)> [click](javascript:alert(3)) "
    "![i](http://evil.example/p.png) "
    "<http://evil.example> http://evil.example/track www.evil.example [^1] [^9]: forged\n\n# Forged heading\n\n"
    "Setext\n======\n\n| a | b |\n|---|---|\n\n```\ncode\n``` **bold** _em_ ~~gone~~ $x$ &lt;b&gt; \\ `tick`"
)


def report(
    lang: Lang = "en", text: str = "Uji lies south of Kyoto.", uri: str = "https://example.org/uji?a=1&b=2"
) -> Report:
    cited = Citation(reference=1, words=(Words(passage_id="p_1", start=4, end=10),))
    whole = Citation(reference=2, words=(Words(passage_id="p_2"),))
    said = Sentence(text=text, citations=(cited,), claim_id="c_1")
    return Report(
        title=text,
        lang=lang,
        question=text + "?",
        date="2026-11-21",
        made_by=text,
        banner=(text,),
        summary=(said, Sentence(text=text, citations=(cited, whole), marks=("partial",))),
        key_findings=(said, Sentence(text=text, citations=(whole,), marks=("disputed", "single_origin"))),
        analysis=(
            Point(heading=text, blocks=(Block(sentences=(said, said)), Block(kind="quote", sentences=(said,)))),
            Point(
                heading=text,
                ruling=Ruling(ruling="disputed", confidence=0.5, note=text),
                blocks=(
                    Block(kind="table", table=table(text, said)),
                    *(Block(kind="picture", picture=drawing) for drawing in drawings(text, lang)),
                ),
            ),
        ),
        disagreements=(Disagreement(about=text, sides=(said, said), note=text),),
        not_covered=(text,),
        references=(
            Reference(
                number=1,
                title=text,
                file="tea/宇治.pdf",
                date=text,
                uri="file:///etc/passwd",
                passages=(CitedPassage(id="p_1", text=f"See {text}\nNext line.", page=3, headings=(text, "Sub")),),
            ),
            Reference(
                number=2,
                title="A page",
                kind="web",
                publisher="Example",
                published=text,
                fetched=text,
                uri=uri,
                passages=(CitedPassage(id="p_2", text=text),),
            ),
        ),
        how_made=HowMade(
            roles=(MadeBy(role="planner", by="rule"),),
            costs=(
                Cost(role="planner", by="rule"),
                Cost(role="writer", by="openai:a", calls=2, input_tokens=12345, output_tokens=678, usd=0.0123),
                Cost(role=text, by=text, calls=1, input_tokens=10, output_tokens=20, usd=None),
            ),
            prices="a table",
            searches=(Searched(query=text, where="documents", found=2), Searched(query=text, where="web", error=text)),
            sources=2,
            passages=5,
            supported=3,
            usd=None,
            replay="kasen runs replay 01R",
        ),
    )


def table(text: str, said: Sentence) -> Table:
    """Two columns; the second row has nothing in the second."""
    rows = (
        Row(heading=text, cells=(Cell(sentences=(said,)), Cell(sentences=(said,)))),
        Row(heading=text, cells=(Cell(sentences=(said,)),)),
    )
    return Table(columns=(text, text), rows=rows, corner=text)


def drawings(text: str, lang: Lang) -> list[Drawing]:
    """Each kind of picture with that text wherever words stand."""
    nodes = [CauseNode(text + "1", text, "root"), CauseNode("2", text), CauseNode("3", text, "symptom")]
    edges = [CauseEdge(text + "1", "2", 0.5), CauseEdge("2", "3", 0.25, supported=False)]
    return [
        radar([text] * 3, {text: [1, 2, None]}, maximum=3, lang=lang),
        radar([text], {text: [1]}, maximum=3, lang=lang),
        cause_graph(nodes, edges, lang=lang),
    ]
