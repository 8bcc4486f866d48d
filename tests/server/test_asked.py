from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError, KasenError, UnknownName
from kasen.runtime.request import parse_request
from kasen.server.asked import OptionsGiven, capped, options_for, request_of
from kasen.server.caller import Caller
from kasen.server.uploads import Uploads
from kasen.settings import load_settings
from kasen.team import load

OWN, YUKI, KEN = Caller(), Caller("yuki"), Caller("ken")
RESEARCH, SLIDES, RESUME = load("research"), load("slides"), load("resume")


async def sent(uploads: Uploads, caller: Caller, name: str, data: bytes) -> str:
    async def chunks() -> AsyncIterator[bytes]:
        yield data

    return f"upload:{(await uploads.receive(caller.owner, name, chunks())).id}"


@pytest.fixture
def uploads(tmp_path: Path) -> Uploads:
    return Uploads(tmp_path)


@pytest.mark.parametrize("caller", [OWN, YUKI])
async def test_an_upload_becomes_the_path_of_its_file(uploads: Uploads, caller: Caller) -> None:
    table = await sent(uploads, caller, "売上.csv", "月,額\n1,2\n".encode())
    values = {"wish": "売上", "data": [table], "template": "dark"}
    made = await request_of(SLIDES, values, caller, uploads)
    assert [Path(path).name for path in made["data"]] == ["売上.csv"]
    assert Path(made["data"][0]).read_text(encoding="utf-8").startswith("月")
    assert (made["wish"], made["template"]) == ("売上", "dark")
    parse_request(SLIDES, made)


async def test_several_documents_become_one_folder_that_outlives_them(uploads: Uploads) -> None:
    refs = [await sent(uploads, YUKI, "茶.md", text.encode()) for text in ("一", "二")]
    made = await request_of(RESEARCH, {"question": "茶", "docs": refs}, YUKI, uploads)
    (folder,) = map(Path, made["docs"])
    for ref in refs:
        uploads.delete("yuki", ref.removeprefix("upload:"))
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")} == {
        "茶.md": "一",
        "茶 (2).md": "二",
    }
    again = await request_of(RESEARCH, {"question": "茶", "docs": [f"upload:{folder.name}/"]}, YUKI, uploads)
    assert len(list(Path(again["docs"][0]).glob("*.md"))) == 2


async def test_a_data_url_is_received_as_an_upload(uploads: Uploads) -> None:
    url = f"data:text/csv;base64,{base64.b64encode('年,円'.encode()).decode()}"
    made = await request_of(SLIDES, {"data": [{"name": "表.csv", "url": url}, url]}, YUKI, uploads)
    assert [Path(path).name for path in made["data"]] == ["表.csv", "file.csv"]
    assert Path(made["data"][1]).read_text(encoding="utf-8") == "年,円"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("data:text/csv;base64,%%%", "not base64"),
        ("data:text/csv;base64,", "empty"),
        ("data:;;;", "malformed"),
        ({"name": "x.exe", "url": "data:text/csv,a"}, "does not take `x.exe`"),
    ],
)
async def test_a_data_url_that_is_none_is_refused(uploads: Uploads, given: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        await request_of(SLIDES, {"data": [given]}, YUKI, uploads)


@pytest.mark.parametrize(
    ("team", "field", "value"),
    [
        (RESEARCH, "docs", ["/etc"]),
        (RESEARCH, "docs", ["papers"]),
        (RESEARCH, "docs", ["~/secret"]),
        (RESEARCH, "docs", "/etc/passwd"),
        (SLIDES, "template", "/srv/own.pptx"),
        (SLIDES, "template", "own"),
        (SLIDES, "data", ["file:///etc/passwd"]),
        (SLIDES, "logo", "logo.png"),
        (SLIDES, "deck", "../a.pptx"),
        (RESUME, "resume", "cv.md"),
        (RESUME, "job", "job.txt"),
        (RESUME, "job", "file:///etc/passwd"),
        (RESUME, "portfolio", "/home"),
        (RESUME, "facts", "facts.yaml"),
        (RESUME, "accept", "decided.yaml"),
        (RESUME, "write", True),
        (RESUME, "write", "yes"),
        (RESUME, "job", "http://127.0.0.1:8317/api/runs"),
        (RESUME, "job", "http://169.254.169.254/latest/meta-data"),
        (RESUME, "job", "https://localhost/"),
        (RESUME, "screenshot_url", "http://192.168.0.1/"),
        (RESUME, "screenshot_url", "http://[::1]/"),
        (RESUME, "screenshot_url", "http://user:pass@cv.example/"),
        (RESUME, "screenshot_url", "http://cv.example:8080/"),
    ],
)
async def test_outsiders_name_nothing_of_this_machine_and_its_own_user_may(
    uploads: Uploads, team: Any, field: str, value: Any
) -> None:
    with pytest.raises(InputError) as refused:
        await request_of(team, {field: value}, YUKI, uploads)
    assert field in str(refused.value)
    if not str(value).startswith(("/etc/passwd", "~")):
        assert "/etc" not in str(refused.value)
    assert await request_of(team, {field: value}, OWN, uploads) == {field: value}


@pytest.mark.parametrize(
    ("team", "values"),
    [
        (SLIDES, {"template": "Light", "data": [], "logo": None, "deck": None, "docs": []}),
        (RESUME, {"accept": "E1,E4", "write": False, "job": "https://jobs.example/1", "role": "茶師"}),
        (RESUME, {"accept": "all", "screenshot_url": "", "portfolio": "", "facts": None}),
        (RESEARCH, {"question": "/etc/passwd", "outline": ["/etc/passwd"], "kb": ["お茶"], "unknown": 3}),
    ],
)
async def test_what_is_no_file_stays_as_it_is(uploads: Uploads, team: Any, values: dict[str, Any]) -> None:
    assert await request_of(team, values, YUKI, uploads) == values


async def test_an_outline_is_lines_of_an_upload_and_never_a_file_of_this_machine(
    uploads: Uploads, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").write_text("a secret heading", encoding="utf-8")
    ref = await sent(uploads, YUKI, "章.txt", "# はじめに\n# まとめ\n".encode())
    made = await request_of(RESEARCH, {"question": "茶", "outline": [ref]}, YUKI, uploads)
    assert made["outline"] == ["# はじめに", "# まとめ"]
    named = {"question": "茶", "outline": [str(tmp_path / "secret.txt")]}
    assert "secret heading" not in str(parse_request(RESEARCH, named, reads_files=False))
    assert "secret heading" in str(parse_request(RESEARCH, named))


@pytest.mark.parametrize("ref", ["upload:../../x", "upload:", "upload:%2e", "upload:" + "0" * 32, "upload:a b"])
async def test_an_upload_that_is_not_there_is_refused(uploads: Uploads, ref: str) -> None:
    for field, value in (("docs", [ref]), ("outline", [ref])):
        with pytest.raises((UnknownName, InputError)):
            await request_of(RESEARCH, {field: value}, YUKI, uploads)


async def test_an_upload_of_another_caller_is_not_there(uploads: Uploads) -> None:
    ref = await sent(uploads, YUKI, "茶.md", b"a")
    for caller in (KEN, OWN):
        with pytest.raises(UnknownName):
            await request_of(RESEARCH, {"docs": [ref]}, caller, uploads)


async def test_a_portfolio_of_several_files_becomes_a_folder(uploads: Uploads) -> None:
    refs = [await sent(uploads, YUKI, name, b"a") for name in ("a.md", "b.md")]
    made = await request_of(RESUME, {"portfolio": refs}, YUKI, uploads)
    assert sorted(path.name for path in Path(made["portfolio"]).glob("*.md")) == ["a.md", "b.md"]
    with pytest.raises(InputError, match="not both"):
        await request_of(RESUME, {"portfolio": [*refs, "/srv"]}, OWN, uploads)


def test_options_follow_from_what_is_given_then_from_the_settings() -> None:
    settings = load_settings(budget_usd=2.0)
    given = OptionsGiven(preset="none", budget_tokens=500, models={"planner": ["ollama:a", "ollama:b"]}, yes=True)
    options = options_for(settings, RESEARCH, "quick", given)
    assert (options.preset, options.usd, options.tokens, options.yes) == ("none", 2.0, 500, True)
    assert options.models["planner"] == ["ollama:a", "ollama:b"]
    assert settings.preset == "", "the settings are those of all callers"
    assert options_for(settings, RESEARCH, "quick", OptionsGiven(interrupt_before=["a", "a"])).interrupt_before == (
        "a",
    )


@pytest.mark.parametrize(
    ("caller", "wanted", "most", "given"),
    [
        (YUKI, 9.0, 2.0, 2.0),
        (YUKI, 1.0, 2.0, 1.0),
        (YUKI, 9.0, None, 9.0),
        (OWN, 9.0, 2.0, 9.0),
        (YUKI, None, 2.0, 2.0),
    ],
)
def test_a_cap_of_the_settings_is_the_most_that_an_outsider_gets(
    caller: Caller, wanted: float | None, most: float | None, given: float
) -> None:
    assert capped(load_settings(budget_usd=most), "usd", wanted, caller) == given


@pytest.mark.parametrize(
    "given",
    [
        OptionsGiven(preset="no-such-preset"),
        OptionsGiven(models={"planner": ["no-such:model"]}),
        OptionsGiven(models={"planner": ["a,b=c"]}),
        OptionsGiven(models={"no such role": ["ollama:a"]}),
        OptionsGiven(models={"planner": ["local:/etc/passwd"]}),
        OptionsGiven(preset="local:../model.gguf"),
    ],
)
def test_models_that_cannot_be_meant_are_refused(given: OptionsGiven) -> None:
    with pytest.raises(KasenError) as refused:
        options_for(load_settings(), RESEARCH, "quick", given, caller=YUKI)
    assert type(refused.value).__name__ in {"UnknownName", "UsageError", "InputError"}
