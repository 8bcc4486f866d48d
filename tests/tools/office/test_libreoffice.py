from __future__ import annotations

import asyncio
import http.server
import io
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE
from pptx.util import Inches

from kasen.errors import ConfigurationError, Refused, Retryable
from kasen.knowledge.pdf_pages import pictured
from kasen.tools.office.copying import as_it_is
from kasen.tools.office.libreoffice import LibreOffice, program, version
from kasen.tools.office.model import Extent
from tools.office.decks import EN, JA, box, chart, deck, picture, png, table

pytestmark = pytest.mark.skipif(not program(), reason="LibreOffice is not installed")
INCH = 914_400


@pytest.fixture(scope="module")
def office() -> LibreOffice:
    return LibreOffice()


def tall(extent: Extent) -> float:
    return extent.measured[3] / INCH


async def test_what_overflows_is_measured_as_far_as_it_reaches_and_what_fits_as_declared(office: LibreOffice) -> None:
    def texts(slide: Any) -> None:
        box(slide, EN * 8)
        box(slide, JA * 8, x=6)
        box(slide, "Fits", x=1, y=6)
        table(slide, "one two three four five six seven " * 3, y=5)
        slide.shapes[3].left = Inches(7)

    def trapped(slide: Any) -> None:
        """The shrinking of LibreOffice, and a body that inherits it."""
        for fit in (MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE, MSO_AUTO_SIZE.SHAPE_TO_FIT_TEXT):
            made = box(slide, EN * 8, x=1 if fit is MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE else 7)
            made.text_frame.auto_size = fit
        middle = box(slide, EN * 8, x=4, y=5)
        middle.text_frame.vertical_anchor = MSO_ANCHOR.MIDDLE
        long = box(slide, "Donaudampfschifffahrtsgesellschaft" * 6, x=1, y=6, w=2, h=0.5)
        long.text_frame.word_wrap = True

    found = await office.measure(deck(texts, trapped))
    first, second = [e for e in found if e.slide == 1], [e for e in found if e.slide == 2]
    assert [extent.order for extent in first] == [0, 1, 2, 3]
    assert [extent.kind for extent in first] == ["text", "text", "text", "table"]
    assert tall(first[0]) > 3
    assert tall(first[1]) > 2
    assert abs(tall(first[2]) - 1) < 0.02
    assert first[3].declared[3] < 1.1 * INCH < 2 * INCH < first[3].measured[3]
    assert first[3].measured[1] + first[3].measured[3] > 7.5 * INCH
    assert tall(second[0]) == tall(second[1]) > 3
    assert second[2].measured[1] < 4.5 * INCH
    assert second[2].measured[1] + second[2].measured[3] > 6.5 * INCH
    assert tall(second[3]) > 1


async def test_placeholders_are_measured_against_the_box_that_they_inherit(office: LibreOffice) -> None:
    def fill(slide: Any) -> None:
        slide.shapes.title.text = "A title"
        slide.placeholders[1].text_frame.text = EN * 12

    def leave(slide: Any) -> None:
        slide.shapes.title.text = "短い題"

    found = await office.measure(deck(fill, leave, layout=1))
    assert [(extent.slide, extent.order) for extent in found] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    title, body, _, empty = found
    assert title.measured[3] == pytest.approx(title.declared[3], rel=0.01)
    assert body.declared[3] == 4525963
    assert body.measured[3] > 1.5 * body.declared[3]
    assert (empty.kind, empty.measured) == ("other", empty.declared)


async def test_everything_on_a_slide_has_its_extent_in_the_order_of_the_file(office: LibreOffice) -> None:
    def fill(slide: Any) -> None:
        chart(slide)
        picture(slide)
        group = slide.shapes.add_group_shape()
        inner = group.shapes.add_textbox(Inches(4), Inches(5), Inches(2), Inches(0.5))
        inner.text_frame.word_wrap = True
        inner.text_frame.text = EN * 2
        turned = slide.shapes.add_shape(1, Inches(1), Inches(1), Inches(3), Inches(0.5))
        turned.rotation = 90
        upright = slide.shapes.add_textbox(Inches(12), Inches(1), Inches(0.5), Inches(2))
        upright.text_frame.word_wrap = True
        upright.text_frame.text = JA * 3
        upright.text_frame._txBody.bodyPr.set("vert", "eaVert")
        slide.shapes.add_connector(1, Inches(1), Inches(7), Inches(3), Inches(7.2))

    found = await office.measure(deck(fill))
    members = [extent for extent in found if extent.member is not None]
    found = [extent for extent in found if extent.member is None]
    assert [(one.order, one.member, one.kind) for one in members] == [(2, 0, "text")]
    assert members[0].measured == found[2].measured
    assert members[0].declared[3] == INCH // 2
    assert [extent.kind for extent in found] == ["chart", "picture", "other", "other", "text", "other"]
    assert [extent.order for extent in found] == list(range(6))
    by_kind = dict(enumerate(found))
    for order in (0, 1, 3, 5):
        declared, measured = by_kind[order].declared, by_kind[order].measured
        assert all(abs(a - b) < 20_000 for a, b in zip(declared, measured, strict=True)), order
    assert by_kind[2].measured[3] > 2 * by_kind[2].declared[3]
    assert by_kind[3].declared[3] > by_kind[3].declared[2]
    assert by_kind[4].measured[2] > 2 * by_kind[4].declared[2]


async def test_a_page_is_a_slide_hidden_ones_too(office: LibreOffice) -> None:
    def hide(slide: Any) -> None:
        box(slide, "Hidden", size=80)
        slide._element.set("show", "0")

    rendering = await office.render(
        deck(lambda s: box(s, JA), hide, lambda s: box(s, "Last"), lambda _: None), width=640
    )
    pictures = [Image.open(io.BytesIO(one)) for one in rendering.pictures]
    assert [one.size for one in pictures] == [(640, 360)] * 4
    darkest: list[Any] = [one.convert("L").getextrema()[0] for one in pictures]
    assert [one < 100 for one in darkest] == [True, True, True, False]
    assert rendering.fonts
    assert all(font.embedded for font in rendering.fonts)
    assert any("CJK" in font.name or "Gothic" in font.name or "Mincho" in font.name for font in rendering.fonts)
    assert rendering.by == f"LibreOffice {version()}"
    assert rendering.pdf.startswith(b"%PDF-")


async def test_nothing_is_fetched_and_no_file_of_this_machine_is_shown(office: LibreOffice, tmp_path: Path) -> None:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        do_OPTIONS = do_PROPFIND = do_GET

        def log_message(self, *_: Any) -> None:
            return None

    secret = tmp_path / "secret.png"
    secret.write_bytes(png("blue", (400, 300)).getvalue())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def linked(slide: Any) -> None:
        for address in (f"http://127.0.0.1:{server.server_port}/a.png", secret.as_uri()):
            shown = picture(slide, w=8, h=4, y=1)
            kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
            number = slide.part.relate_to(address, f"{kind}/image", is_external=True)
            blip = shown._element.blipFill.find("{*}blip")
            del blip.attrib[f"{{{kind}}}embed"]
            blip.set(f"{{{kind}}}link", number)

    data = deck(linked)
    try:
        rendering = await office.render(data, width=320)
        # The profile alone, for what a copy might have left in.
        uncut = await office._converted(program(), as_it_is(data), "pdf", Path.read_bytes)
    finally:
        server.shutdown()
        server.server_close()
    assert asked == []
    for shown in (rendering.pictures[0], (await pictured(uncut, width=320)).pictures[0]):
        colors: Any = Image.open(io.BytesIO(shown)).convert("RGB").getcolors(1 << 20)
        assert not [color for _, color in colors if color[2] > 200 and color[0] < 60]


async def test_several_at_once_each_have_a_profile_of_their_own(office: LibreOffice) -> None:
    decks = [deck(*[lambda s, n=n: box(s, f"{n}")] * (n + 1)) for n in range(3)]
    made = await asyncio.gather(*(office.measure(one) for one in decks))
    assert [len(one) for one in made] == [1, 2, 3]


async def test_a_deck_without_shapes_and_one_without_slides(office: LibreOffice) -> None:
    assert await office.measure(deck()) == []
    assert await office.measure(deck(lambda _: None)) == []
    with pytest.raises(Refused, match="no slides"):
        await office.render(deck())


@pytest.mark.parametrize("data", [b"", b"not a deck", deck(lambda s: box(s, "x"))[:2000]])
async def test_what_is_no_deck_is_refused_in_a_sentence(office: LibreOffice, data: bytes) -> None:
    for ask in (office.render, office.measure):
        with pytest.raises(Refused, match="not a readable"):
            await ask(data)


async def test_a_machine_without_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert (program(), version()) == ("", "")
    with pytest.raises(ConfigurationError) as told:
        await LibreOffice().render(deck(lambda s: box(s, "x")))
    assert "libreoffice-impress" in told.value.hint


def fake(tmp_path: Path, body: str) -> str:
    """A program that stands where LibreOffice would."""
    made = tmp_path / "soffice"
    made.write_text(f"#!{sys.executable}\nimport os, subprocess, sys, time\n{body}\n", encoding="utf-8")
    made.chmod(0o755)
    return str(made)


@pytest.mark.parametrize("how", ["too long", "nobody waits"])
async def test_one_that_hangs_is_ended_with_its_children(tmp_path: Path, how: str) -> None:
    said = tmp_path / "child"
    os.mkfifo(said)
    body = (
        f"child = subprocess.Popen(['sleep', '600'])\nopen({str(said)!r}, 'w').write(str(child.pid))\ntime.sleep(600)"
    )
    office = LibreOffice(fake(tmp_path, body), seconds=-2.5 if how == "too long" else 60)
    task = asyncio.create_task(office.measure(deck(lambda s: box(s, "x"))))
    child = await asyncio.to_thread(said.read_text, encoding="utf-8")
    if how == "too long":
        with pytest.raises(Retryable, match="took longer"):
            await task
    else:
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    async with asyncio.timeout(20):  # what was killed ends when it gets a processor
        while is_alive(child):  # noqa: ASYNC110 - nobody tells that
            await asyncio.sleep(0.01)


def is_alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").split()[2] != "Z"
    except OSError:
        return False


async def test_one_that_ends_well_without_a_file_is_no_success(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="made no PDF"):
        await LibreOffice(fake(tmp_path, "sys.exit(0)")).render(deck(lambda s: box(s, "x")))


async def test_keys_do_not_reach_it_and_no_folder_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-secret")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    told = tmp_path / "told"
    office = LibreOffice(fake(tmp_path, f"open({str(told)!r}, 'w').write(repr(dict(os.environ)) + repr(sys.argv))"))
    with pytest.raises(Refused):
        await office.measure(deck(lambda s: box(s, "x")))
    assert "sk-test-secret" not in told.read_text()
    assert "UserInstallation=file://" in told.read_text()
    assert not list(tmp_path.glob("kasen-office*"))


@pytest.mark.slow
async def test_of_a_long_deck_every_shape_keeps_its_extent_and_longer_text_reaches_further(office: LibreOffice) -> None:
    def fill(slide: Any, number: int) -> None:
        for column, words in enumerate((EN, JA)):
            box(slide, words * number, x=1 + 4 * column, w=3.5, size=10)
        table(slide, f"{number}", y=6)
        picture(slide, x=10)
        chart(slide)

    found = await office.measure(deck(*[lambda s, n=n: fill(s, n) for n in range(1, 31)]))
    assert [(one.slide, one.order) for one in found] == [(n, order) for n in range(1, 31) for order in range(5)]
    for order in (0, 1):
        reached = [one.measured[3] for one in found if one.order == order]
        assert reached == sorted(reached)
        assert reached[-1] > 3 * reached[0]
    for order, kind in ((3, "picture"), (4, "chart")):
        assert all(one.measured == pytest.approx(one.declared, abs=500) for one in found if one.order == order)
        assert {one.kind for one in found if one.order == order} == {kind}
