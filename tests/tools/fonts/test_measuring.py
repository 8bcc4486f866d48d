"""Widths, lines and heights of text, and the same as LibreOffice sets them: never fewer lines, and few too many."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kasen.tools.fonts.found import Font
from kasen.tools.fonts.measuring import SCRIPT_SPACE, Fonts, fonts, height, line_height, lines, widest_word, width

ESTIMATED = Fonts(Font("Calibri", False, ""), Font("Meiryo", False, "ja"))
TEXT = some.text(alphabet="ab1 %(）「、。日本語ーっ\n\tm", max_size=120)
needs_office = pytest.mark.skipif(
    shutil.which("soffice") is None or shutil.which("fc-match") is None, reason="no LibreOffice"
)
JA = (
    "当社の第3四半期の売上高は、前年同期比で12.5%増の1,234億円となった。特に「関東エリア」の新店舗（15店）が寄与している。"
    "一方、原材料価格の高騰により営業利益率は8.2％にとどまり、通期の見通しは据え置く。データセンター事業ではAIサーバー向けの"
    "需要が伸び、受注残高は過去最高を更新した。ちょっとした工夫で、コストを削減できる余地がまだある。"
)
EN = (
    "Revenue in the third quarter rose by 12.5% year on year to 123.4 billion yen, driven by fifteen new stores in the "
    "Kanto region. Operating margin stayed at 8.2% because of higher raw-material prices; the outlook is unchanged. "
    "We're collecting feedback from customers (n = 1,204) to improve services; internationalization follows. "
)
MIXED = (
    "2024年度はKubernetes上のmicroservicesへ移行し、latencyを35%改善した。"
    "API Gatewayの導入でsecurityも強化（TLS 1.3対応）。ROI=2.4、投資額は$1.2Mである。"
)
FONTS = [
    ("Calibri", "Meiryo"),
    ("Arial", "Noto Sans CJK JP"),
    ("Noto Sans CJK JP", "Noto Sans CJK JP"),
    ("DejaVu Sans", "Yu Gothic"),
    ("Times New Roman", "Yu Mincho"),
    ("Liberation Sans", "IPAGothic"),
]
INSETS = 14.4


def test_width_grows_with_the_size_and_the_widest_line_counts() -> None:
    assert width("日本語", ESTIMATED, 20) == pytest.approx(2 * width("日本語", ESTIMATED, 10))
    assert width("日本語\n日", ESTIMATED, 20) == width("日本語", ESTIMATED, 20)
    assert width("", ESTIMATED, 20) == 0


def test_latin_and_japanese_take_fonts_of_their_own() -> None:
    mixed = fonts("DejaVu Sans", "Noto Sans CJK JP")
    apart = SCRIPT_SPACE * 20
    assert width("ab日本", mixed, 20) == pytest.approx(width("ab", mixed, 20) + width("日本", mixed, 20) + apart)


def test_lines_break_at_words_and_by_kinsoku() -> None:
    assert lines("aaaa bbbb", ESTIMATED, 10, 10 * 4) == ["aaaa", "bbbb"]
    ten = 10 * 1.031
    assert lines("日本語、日本", ESTIMATED, 10, ten * 3) == ["日本", "語、日", "本"]
    assert lines("日本「語」日", ESTIMATED, 10, ten * 3) == ["日本", "「語」", "日"]


def test_a_word_wider_than_the_line_is_divided_and_nothing_is_lost() -> None:
    word = "supercalifragilisticexpialidocious" * 4
    found = lines(f"a {word} b", ESTIMATED, 10, 60)
    assert "".join(found).replace(" ", "") == f"a{word}b"
    assert all(width(line, ESTIMATED, 10) <= 60 for line in found)


def test_a_box_narrower_than_a_character_still_ends() -> None:
    assert lines("日本", ESTIMATED, 40, 1) == ["日", "本"]


def test_empty_text_is_one_line_and_each_newline_begins_another() -> None:
    assert lines("", ESTIMATED, 10, 100) == [""]
    assert lines("a\n\nb", ESTIMATED, 10, 100) == ["a", "", "b"]


def test_a_comma_and_the_latin_word_after_it_stay_together() -> None:
    assert lines("日本、abc", ESTIMATED, 10, 10 * 4.5) == ["日", "本、abc"]


def test_height_is_the_lines_times_the_spacing() -> None:
    one = line_height(ESTIMATED, 20, text="日")
    assert height("日本\n語", ESTIMATED, 20, 500) == pytest.approx(2 * one)
    assert height("日", ESTIMATED, 20, 500, spacing=1.5) == pytest.approx(1.5 * one)


def test_fonts_with_high_lines_that_are_absent_are_given_their_room() -> None:
    absent = Fonts(Font("Calibri", False, ""), Font("Meiryo", False, "ja"))
    assert line_height(absent, 10, text="日") >= 15.6
    assert widest_word("aa bbbb c", absent, 10) == pytest.approx(width("bbbb", absent, 10))


@given(text=TEXT, room=some.floats(15, 300))
def test_no_line_is_wider_than_the_room_and_no_word_is_lost(text: str, room: float) -> None:
    found = lines(text, ESTIMATED, 12, room)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(width(line, ESTIMATED, 12) <= room or len(line) == 1 for line in found)


@given(text=TEXT, room=some.floats(20, 300))
def test_a_wider_box_never_takes_more_lines(text: str, room: float) -> None:
    assert len(lines(text, ESTIMATED, 12, room * 1.5)) <= len(lines(text, ESTIMATED, 12, room))


@dataclass(frozen=True)
class Case:
    latin: str
    ea: str
    text: str
    size: float
    width: float
    bold: bool


def _cases(seed: int, count: int) -> list[Case]:
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        start = chance.randrange(0, 50)
        text = (chance.choice((JA, EN, MIXED)) * 4)[start : start + chance.randrange(15, 420)].strip()
        size = chance.choice((12.0, 14.0, 14.5, 18.0, 20.0, 24.0, 32.0))
        found.append(Case(*chance.choice(FONTS), text, size, chance.uniform(150, 700), chance.random() < 0.25))
    return found


def _rendered(cases: list[Case], folder: Path) -> list[list[float]]:
    """Base lines of each text, from its top."""
    from pptx import Presentation
    from pptx.oxml.ns import qn
    from pptx.util import Pt

    deck: Any = Presentation()
    deck.slide_width, deck.slide_height = Pt(800), Pt(2000)
    for case in cases:
        shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
        frame = shapes.add_textbox(Pt(50), Pt(50), Pt(case.width), Pt(100)).text_frame
        frame.word_wrap = True
        run = frame.paragraphs[0].add_run()
        run.text, run.font.size, run.font.bold = case.text, Pt(case.size), case.bold
        properties = run._r.get_or_add_rPr()
        properties.set("lang", "en-US" if case.text in EN * 4 else "ja-JP")
        properties.set("altLang", "en-US")
        for tag, name in (("a:latin", case.latin), ("a:ea", case.ea)):
            properties.append(properties.makeelement(qn(tag), {"typeface": name}))
    deck.save(folder / "cases.pptx")
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder), "cases.pptx"]
    subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=True)
    return _base_lines(folder / "cases.pdf")


def _base_lines(pdf: Path) -> list[list[float]]:
    import pypdfium2
    import pypdfium2.raw as raw

    found = []
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        text = page.get_textpage()
        ys = []
        for at in range(raw.FPDFText_CountChars(text)):
            x, y = ctypes.c_double(), ctypes.c_double()
            raw.FPDFText_GetCharOrigin(text, at, x, y)
            if not chr(raw.FPDFText_GetUnicode(text, at)).isspace():
                ys.append(y.value)
        base: list[float] = []
        for each in sorted(ys, reverse=True):
            if not base or base[-1] - each > 3:
                base.append(each)
        found.append(base)
        text.close()
        page.close()
    document.close()
    return found


def _compared(cases: list[Case], folder: Path) -> tuple[list[tuple[Case, int, int]], int, int]:
    too_few, rendered, measured = [], 0, 0
    for case, base in zip(cases, _rendered(cases, folder), strict=True):
        both, room = fonts(case.latin, case.ea, bold=case.bold), case.width - INSETS
        ours = len(lines(case.text, both, case.size, room))
        rendered, measured = rendered + len(base), measured + ours
        if ours < len(base):
            too_few.append((case, len(base), ours))
        pitch = (base[0] - base[-1]) / (len(base) - 1) if len(base) > 1 else 0.0
        assert height(case.text, both, case.size, room) >= pitch * len(base) - 0.5, case
    return too_few, rendered, measured


@needs_office
def test_measured_lines_are_never_fewer_than_rendered_ones_and_few_too_many(tmp_path: Path) -> None:
    too_few, rendered, measured = _compared(_cases(7, 48), tmp_path)
    assert too_few == []
    assert rendered <= measured <= rendered * 1.08


@needs_office
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 5))
def test_the_same_of_a_thousand_texts(tmp_path: Path, seed: int) -> None:
    too_few, rendered, measured = _compared(_cases(seed, 250), tmp_path)
    assert too_few == []
    assert rendered <= measured <= rendered * 1.08
