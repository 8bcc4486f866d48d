from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import Any

import httpx
import pytest

import kasen.testing.providers as providers
from kasen.testing.providers.script_file import load_script

GUIDES = sorted((Path(__file__).resolve().parents[2] / "docs" / "guides").glob("fake-providers*.md"))


def block(guide: Path, language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


async def ask(fake: providers.Fake) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "宇治茶について"}]}
    wanted = {"stream": True, "stream_options": {"include_usage": True}}
    async with httpx.AsyncClient() as http:
        await http.post(f"{fake.addresses['openai']}/chat/completions", json=body | wanted)


def test_the_guide_is_there_in_both_languages() -> None:
    assert [guide.name for guide in GUIDES] == ["fake-providers.ja.md", "fake-providers.md"]
    tables = [re.findall(r"^\| (.*?) \|", guide.read_text(encoding="utf-8"), re.MULTILINE) for guide in GUIDES]
    assert len(tables[0]) == len(tables[1])


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
async def test_the_code_of_the_guide_runs(guide: Path) -> None:
    code = re.sub(r"^( +)\.\.\. .*$", r"\1await ask(fake)", block(guide, "python"), flags=re.MULTILINE)
    assert "await ask(fake)" in code
    space: dict[str, Any] = {"ask": ask}
    exec(f"async def shown():\n{indent(code, '    ')}", space)
    await space["shown"]()


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_the_script_of_the_guide_can_be_used(guide: Path, tmp_path: Path) -> None:
    path = tmp_path / "script.yaml"
    path.write_text(block(guide, "yaml"), encoding="utf-8")
    script = load_script(path)
    assert (len(script.answers), len(script.faults), script.keys) == (2, 2, {"openai": "sk-test-right"})


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_the_guide_names_every_fault_and_no_other(guide: Path) -> None:
    rows = re.findall(r"^\| (`.*?) \|", guide.read_text(encoding="utf-8").split("`FAULTS`")[1], re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", " ".join(rows)))
    statuses = {name for name in providers.FAULTS if name.isdigit()}
    assert named | statuses == set(providers.FAULTS)


def test_what_is_public_is_there() -> None:
    assert {"Fault", "Reply", "serving"} <= set(providers.__all__)
    assert all(hasattr(providers, name) for name in providers.__all__)


def test_the_servers_need_no_client_library_and_no_web_framework() -> None:
    script = "import sys, kasen.testing.providers.__main__; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert {"kasen", "h11"} <= loaded
    assert loaded & {"openai", "anthropic", "google", "ollama", "fastapi", "uvicorn", "starlette", "httpx"} == set()
