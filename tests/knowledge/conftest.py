from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from kasen.knowledge.chunk import Chunk
from kasen.knowledge.document import Ready
from kasen.knowledge.prepare import prepare, ready_chunk

TEA = (
    "静岡県は日本一の茶産地である。牧之原台地は明治の初めに徳川家の旧臣が開墾した。"
    "荒茶の生産量は令和三年に二万九千七百トンで、全国の約四割を占めた。"
)
COFFEE = (
    "Brazil grows about a third of the coffee of the world. Most of it is Arabica from Minas Gerais, "
    "where the harvest lasts from May to September."
)


@pytest.fixture
def tea() -> str:
    return TEA


@pytest.fixture
def coffee() -> str:
    return COFFEE


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """`write("docs/a.md", "text")`, or bytes; gives the path."""

    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make


@pytest.fixture
def ready(write: Callable[..., Path]) -> Callable[..., Ready]:
    """`ready("a.txt", "text")`: the document as it comes from a worker."""

    def make(name: str, content: str | bytes) -> Ready:
        answer = prepare(str(write(name, content)))
        assert isinstance(answer, Ready), answer
        return answer

    return make


@pytest.fixture
def chunk_of() -> Callable[..., object]:
    def make(text: str, title: str = "") -> object:
        return ready_chunk(text, Chunk(0, len(text), None, ()), title)

    return make


@pytest.fixture(scope="session")
def chromium_pdf(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bytes]:
    """Print HTML with Chromium."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("chromium is not installed")

    def make(html: str) -> bytes:
        folder = tmp_path_factory.mktemp("chromium")
        (folder / "page.html").write_text(html, encoding="utf-8")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        flags += [f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={folder / 'page.pdf'}"]
        subprocess.run([program, *flags, str(folder / "page.html")], check=True, capture_output=True, timeout=120)
        return (folder / "page.pdf").read_bytes()

    return make


@pytest.fixture(scope="session")
def office_pdf(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bytes]:
    """Print a flat OpenDocument text with LibreOffice."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not installed")

    def make(document: str) -> bytes:
        folder = tmp_path_factory.mktemp("office")
        (folder / "text.fodt").write_text(document, encoding="utf-8")
        command = [program, f"-env:UserInstallation=file://{folder / 'profile'}", "--headless", "--convert-to", "pdf"]
        subprocess.run(
            [*command, "--outdir", str(folder), str(folder / "text.fodt")], check=True, capture_output=True, timeout=180
        )
        return (folder / "text.pdf").read_bytes()

    return make
