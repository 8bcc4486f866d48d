"""From report to file: pictures drawn by Chromium, the document written by pandoc.

Pandoc gets a tree and no markup: it reads no file and no address but the pictures that were drawn for it.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from kasen.errors import ConfigurationError, InternalError
from kasen.tools.chromium import chromium
from kasen.tools.report.docx.content import Picture, content
from kasen.tools.report.docx.look import reference_document
from kasen.tools.report.drawing import clean
from kasen.tools.report.html import asset
from kasen.tools.report.model import Drawing, Report

LONGEST_S = 60
"""Seconds that pandoc may take."""
SCALE = 3
"""Pixels of a picture per pixel of the page: 288 to the inch."""


async def docx(report: Report) -> bytes:
    """The file. Pictures are drawn by Chromium; where it is missing they are tables.

    Raises:
        ConfigurationError: pandoc is missing.
    """
    program = pandoc()
    with tempfile.TemporaryDirectory(prefix="kasen-docx-") as name:
        folder = Path(name)
        tree = content(report, await _pictures(report, folder))
        (folder / "look.docx").write_bytes(reference_document(report.title, report.lang))
        return await _run(program, folder, json.dumps(tree, ensure_ascii=False).encode())


def pandoc() -> str:
    """Path of the program. Raises ConfigurationError."""
    try:
        import pypandoc
    except ImportError as error:
        raise ConfigurationError(
            "Word documents need the package `pypandoc-binary`", hint="Run: pip install 'kasen[export]'"
        ) from error
    try:
        return str(pypandoc.get_pandoc_path())
    except OSError as error:
        raise ConfigurationError(
            "Word documents need pandoc, which is not installed", hint="Run: pip install 'kasen[export]'"
        ) from error


async def _run(program: str, folder: Path, given: bytes) -> bytes:
    options = ["--from=json", "--to=docx", "--reference-doc=look.docx", "--output=-"]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(program, *options, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        async with asyncio.timeout(LONGEST_S):
            made, said = await process.communicate(given)
    except TimeoutError as error:
        raise InternalError(f"pandoc took longer than {LONGEST_S} s") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or not made:
        raise InternalError(f"pandoc failed: {said.decode('utf-8', 'replace').strip()[:300]}")
    return made


async def _pictures(report: Report, folder: Path) -> dict[str, Picture]:
    drawings = [block.picture for point in report.analysis for block in point.blocks if block.picture]
    if not drawings:
        return {}
    try:
        return await _drawn(drawings, report.lang, folder)
    except ConfigurationError:
        return {}


async def _drawn(drawings: list[Drawing], lang: str, folder: Path) -> dict[str, Picture]:
    """Each picture as a PNG file in the folder."""
    found: dict[str, Picture] = {}
    async with chromium(scale=SCALE) as context:
        page = await context.new_page()
        for drawing in drawings:
            svg = clean(drawing.svg)
            if not svg:
                continue
            width, height = size(svg)
            style = f"<style>{asset('page.css')} body {{ margin: 0 }} .drawing {{ margin: 0 }}</style>"
            await page.set_viewport_size({"width": max(width, 1), "height": max(height, 1)})
            await page.set_content(f'<!doctype html><html lang="{lang}"><meta charset="utf-8">{style}{svg}</html>')
            file = f"picture-{len(found) + 1}.png"
            (folder / file).write_bytes(await page.screenshot(type="png"))
            found[drawing.svg] = Picture(file, width)
    return found


def size(svg: str) -> tuple[int, int]:
    """Width and height of a picture in pixels, as it says itself."""
    from defusedxml import ElementTree

    root = ElementTree.fromstring(svg)
    width, height = (int(float(root.get(name, "0") or 0)) for name in ("width", "height"))
    return min(width, 4000), min(height, 4000)
