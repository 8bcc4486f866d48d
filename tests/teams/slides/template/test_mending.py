from __future__ import annotations

from kasen.teams.slides.template.mending import mend_layout, mend_master
from kasen.teams.slides.template.xml import each
from teams.slides.odd_templates import xml


def holder(kind: str, *, idx: str = "", text: str = "<a:bodyPr/><a:p/>") -> str:
    about = (f' type="{kind}"' if kind else "") + (f' idx="{idx}"' if idx else "")
    start = f'<p:sp><p:nvSpPr><p:cNvPr id="1" name=""/><p:cNvSpPr/><p:nvPr><p:ph{about}/></p:nvPr></p:nvSpPr>'
    return f"{start}<p:txBody>{text}</p:txBody></p:sp>"


def sheet(inner: str) -> object:
    return xml(f"<p:sldLayout><p:cSld><p:spTree>{inner}</p:spTree></p:cSld></p:sldLayout>")


def test_placeholders_without_an_idx_get_one_and_others_keep_theirs() -> None:
    layout = sheet(holder("title") + holder("") + holder("") + holder("body", idx="12") + holder("body", idx="12"))
    mend_layout(layout)
    assert [ph.get("idx") for ph in each(layout, "p:ph")] == [None, "101", "102", "12", "103"]


def test_formats_in_the_words_of_a_master_become_its_styles() -> None:
    text = (
        '<a:bodyPr/><a:p><a:pPr marL="216000" indent="-216000"><a:buChar char="x"/></a:pPr><a:r>'
        '<a:rPr lang="en" sz="2400" b="1">'
        '<a:solidFill><a:srgbClr val="222222"/></a:solidFill><a:latin typeface="Arial"/></a:rPr><a:t>One</a:t>'
        "</a:r></a:p>"
        '<a:p><a:pPr lvl="1" marL="432000"/><a:r><a:rPr sz="2000"/><a:t>Two</a:t></a:r></a:p>'
    )
    master = sheet(holder("body", text=text))
    mend_master(master)
    (styles,) = each(master, "a:lstStyle")
    assert [child.tag.rpartition("}")[2] for child in styles] == ["lvl1pPr", "lvl2pPr"]
    first = styles[0]
    assert (first.get("marL"), first.get("indent")) == ("216000", "-216000")
    assert [child.tag.rpartition("}")[2] for child in first] == ["buChar", "defRPr"]
    assert dict(first[-1].attrib) == {"sz": "2400", "b": "1"}
    assert len(first[-1]) == 2


def test_styles_that_are_there_and_words_without_a_size_are_left_alone() -> None:
    styled = '<a:bodyPr/><a:lstStyle><a:lvl1pPr/></a:lstStyle><a:p><a:r><a:rPr sz="900"/><a:t>x</a:t></a:r></a:p>'
    plain = '<a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en"/><a:t>x</a:t></a:r></a:p>'
    master = sheet(holder("title", text=styled) + holder("body", text=plain))
    mend_master(master)
    assert [len(styles) for styles in each(master, "a:lstStyle")] == [1, 0]


def test_a_subtitle_of_a_layout_takes_the_style_of_its_prompt_and_content_does_not() -> None:
    text = '<a:bodyPr/><a:p><a:pPr indent="0"><a:buNone/></a:pPr><a:endParaRPr sz="3200"/></a:p>'
    layout = sheet(holder("subTitle", text=text) + holder("", text=text))
    mend_layout(layout)
    (styles,) = each(layout, "a:lstStyle")
    assert (styles[0].get("marL"), styles[0][-1].get("sz")) == ("0", "3200")
