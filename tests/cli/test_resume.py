"""The command of the résumé team from end to end: in processes and terminals of its own, with scripted critics."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import kasen as api
from cli.patience import PATIENCE
from kasen.teams.resume.rubric.reading import rubric_of
from kasen.tools.chromium import BROWSERS
from kasen.tools.preview.render import docx_of
from teams.resume.bench import CRITICS, ENGLISH, WEAK

EXAMPLES = Path(__file__).parents[2] / "examples" / "resume"
OTHER = "Was responsible for the operation of the reporting service in Go."
TEXT = ENGLISH.replace("- Reduced", f"- {OTHER}\n- Reduced")
SAID = {WEAK: "Developed the billing service in Python.", OTHER: "Operated the reporting service in Go."}
REVISED = TEXT.replace(WEAK, SAID[WEAK]).replace(OTHER, SAID[OTHER])
ROLE = ("--role", "Backend engineer")
SCRIPTED = (*ROLE, "--model", "scripted:s.json")
RULES = (*ROLE, "--preset", "none")


def critique(critic: str, value: int, *quotes: str) -> dict[str, Any]:
    """What a critic says that gives every criterion the same value."""
    asked = [one.id for one in rubric_of("en").criteria if one.critic == critic and not one.measured]
    found = [{"quote": quote, "severity": "major", "problem": "The verb is weak."} for quote in quotes]
    return {"criteria": [{"criterion": id, "why": "as it stands", "score": value} for id in asked], "findings": found}


@pytest.fixture
def resume() -> Path:
    """`cv.qmd`, and `s.json`: critics that like it better after two edits, the revisor of these, and a judge."""
    script: dict[str, Any] = {one: [critique(one, 3), *[critique(one, 5)] * 9] for one in CRITICS}
    script["copywriter"][0] = critique("copywriter", 2, WEAK, OTHER)
    edits = [{"finding": "", "line": 16 + n, "old": old, "new": new} for n, (old, new) in enumerate(SAID.items())]
    script["revisor"] = [{"edits": edits}, {"edits": []}]
    by_first = {WEAK: "B", SAID[WEAK]: "A"}
    judge = {words: {"why": "clearer", "better": better} for words, better in by_first.items()}
    script["posting_matcher"] = [{"requirements": []}] * 3
    Path("s.json").write_text(json.dumps({**script, "judge": judge}), encoding="utf-8")
    path = Path("cv.qmd")
    path.write_text(TEXT, encoding="utf-8")
    return path


def runs(kasen: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in kasen("runs", "list", "--json").stdout.splitlines()]


def files(shown: Any) -> dict[str, Path]:
    return {Path(line).name: Path(line) for line in shown.stdout.splitlines()}


# --- a review -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".qmd", ".md"])
def test_a_review_by_rules_measures_and_leaves_the_file_alone(kasen: Any, resume: Path, suffix: str) -> None:
    path = resume.rename(f"mine{suffix}")
    shown = kasen("resume", str(path), *RULES)
    assert shown.exit_code == 0, shown.stderr
    assert set(files(shown)) >= {"review.md", "review.html", "facts.json", "iter1_feedback.md"}
    assert not [name for name in files(shown) if name.startswith("_")]
    review = files(shown)["review.md"].read_text(encoding="utf-8")
    assert "No model judged" in review
    assert "criteria measured" in shown.stderr
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_pipe_decides_nothing_and_edits_are_taken_over_later(kasen: Any, resume: Path) -> None:
    shown = kasen("resume", "cv.qmd", *SCRIPTED, "--out", "first")
    assert shown.exit_code == 0, shown.stderr
    assert resume.read_text(encoding="utf-8") == TEXT
    assert Path("first/revised.qmd").read_text(encoding="utf-8") == REVISED
    [row] = runs(kasen)
    taken = kasen("resume", "--continue", row["id"], "--accept", "E1", "--write")
    assert taken.exit_code == 0, taken.stderr
    assert resume.read_text(encoding="utf-8") == TEXT.replace(WEAK, SAID[WEAK])
    assert Path("cv.qmd.bak").read_text(encoding="utf-8") == TEXT
    assert " by scripted" not in taken.stderr
    late = kasen("resume", "--continue", row["id"], "--accept", "E2", "--write")
    assert (late.exit_code, "has changed since run" in late.stderr) == (4, True)


def test_a_file_of_decisions_is_taken_with_the_owners_words(kasen: Any, resume: Path) -> None:
    assert kasen("resume", "cv.qmd", *SCRIPTED).exit_code == 0
    [row] = runs(kasen)
    Path("mine.yaml").write_text("accept: [E1]\nedited: {E2: Ran the reports in Go.}\n", encoding="utf-8")
    taken = kasen("resume", "--continue", row["id"], "--accept", "mine.yaml", "--write")
    assert taken.exit_code == 0, taken.stderr
    written = resume.read_text(encoding="utf-8")
    assert written == TEXT.replace(WEAK, SAID[WEAK]).replace(OTHER, "Ran the reports in Go.")
    resume.write_text(TEXT, encoding="utf-8")
    wrong = kasen("resume", "--continue", row["id"], "--accept", "E1,E9")
    assert (wrong.exit_code, "there is no edit E9; there is: E1, E2" in wrong.stderr) == (4, True)


def test_all_is_written_over_the_file_and_the_run_can_be_shown_exported_and_repeated(kasen: Any, resume: Path) -> None:
    shown = kasen("resume", "cv.qmd", *SCRIPTED, "--accept", "all", "--write", "--out", "first")
    assert shown.exit_code == 0, shown.stderr
    assert resume.read_text(encoding="utf-8") == REVISED
    [row] = runs(kasen)
    resume.write_text("# Another\n", encoding="utf-8")
    again = kasen("runs", "replay", row["id"], "--out", "again")
    assert again.exit_code == 0, again.stderr
    assert resume.read_text(encoding="utf-8") == "# Another\n"
    for name in ("revised.qmd", "changes.diff", "iter1_feedback.md", "iter1_revised.qmd"):
        assert Path("again", name).read_bytes() == Path("first", name).read_bytes(), name
    assert " tokens" not in again.stderr
    exported = kasen("runs", "export", row["id"], "--out", "exported")
    assert Path("exported/review.html").read_bytes() == Path("first/review.html").read_bytes(), exported.stderr
    assert "written to cv.qmd" in kasen("runs", "show", row["id"]).stdout


def test_programs_get_events_or_the_review_itself(kasen: Any, resume: Path) -> None:
    events = [json.loads(line) for line in kasen("resume", "cv.qmd", *SCRIPTED, "--json").stdout.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert {"score", "finding", "verdict", "model_call", "artifact"} <= {event["type"] for event in events}
    shown = kasen("resume", "cv.qmd", *RULES, "--review-only", "--print")
    assert shown.stdout.startswith("# ")
    assert "review.html" not in shown.stdout
    assert "review.html" in shown.stderr


def test_a_batch_reviews_each_and_names_the_one_that_is_not_there(kasen: Any, resume: Path) -> None:
    Path("all.txt").write_text("cv.qmd\nnowhere.qmd\n", encoding="utf-8")
    shown = kasen("resume", "--batch", "all.txt", "--preset", "none")
    assert shown.exit_code == 4
    assert "there is no résumé at" in shown.stderr
    assert [(row["title"], row["status"]) for row in runs(kasen)] == [("cv.qmd", "done")]


def test_from_python_the_result_is_the_teams_own(resume: Path) -> None:
    result = api.run("resume", {"resume": "cv.qmd", "review_only": True}, preset="none")
    assert (result.outcome, result.original, len(result.feedback)) == ("reviewed", TEXT, 5)
    with pytest.raises(api.InputError, match="there is no résumé at"):
        api.run("resume", {"resume": "nowhere.qmd"}, preset="none")


def test_the_estimate_names_every_role(kasen: Any, resume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "test-key")
    shown = kasen("resume", "cv.qmd", "--estimate", "--preset", "gemini")
    assert shown.exit_code == 0, shown.stderr
    assert all(critic in shown.stdout for critic in (*CRITICS, "revisor", "judge"))
    assert runs(kasen) == []


def test_of_a_line_nothing_is_scored_and_no_model_is_asked(kasen: Any, resume: Path) -> None:
    for name, line in (
        ("line.md", "Jo Specimen, engineer since 2019."),
        ("line.ja.md", "山田です。営業を担当しました。"),
    ):
        Path(name).write_text(f"{line}\n", encoding="utf-8")
        shown = kasen("resume", name, "--model", "scripted:s.json", "--json")
        assert shown.exit_code == 4
        assert "is too short to review" in shown.stderr
        events = [json.loads(one) for one in shown.stdout.splitlines()]
        kinds = {event["type"] for event in events}
        assert "run_failed" in kinds
        assert not kinds & {"model_call", "score", "artifact", "verdict"}
    assert not Path("reports").exists()


# --- wrong input ----------------------------------------------------------------------------------------------------


@pytest.fixture
def wrong(resume: Path) -> None:
    """Files that are no résumés."""
    Path("folder.qmd").mkdir()
    Path("empty.md").write_bytes(b"")
    Path("binary.md").write_bytes(bytes(range(256)) * 20)
    Path("huge.md").write_text("- Built a thing in 2020.\n" * 220_000, encoding="utf-8")
    Path("cv.json").write_text('{"basics": {"name": "Sample Person", "summary": "Builds."}}', encoding="utf-8")
    Path("list.txt").write_text("words\n", encoding="utf-8")
    Path("name.md").write_text("# Sample Person\n", encoding="utf-8")


def test_who_accepts_edits_of_no_run_is_told_to_go_on_from_one(kasen: Any) -> None:
    shown = kasen("resume", "--accept", "E1")
    assert (shown.exit_code, "go on from a run with --continue RUN" in shown.stderr) == (2, True)
    assert "--continue" not in kasen("echo").stderr


@pytest.mark.parametrize(
    ("args", "code", "said", "is_recorded"),
    [
        ([], 2, "missing argument 'RESUME'", False),
        ([" "], 4, "no file is named", False),
        (["nowhere.qmd"], 4, "there is no résumé at", False),
        (["folder.qmd"], 4, "is a folder", False),
        (["empty.md"], 4, "is empty", True),
        (["binary.md"], 4, "binary.md", True),
        (["huge.md"], 4, "too large for a résumé", True),
        (["name.md"], 4, "`name.md` is too short to review: it has 2 of the 20 words that are needed", True),
        (["cv.json", "--accept", "all", "--write"], 4, "cannot be edited in place", True),
        (["cv.qmd", "--job", "nowhere.txt"], 4, "there is no job posting at", False),
        (["cv.qmd", "--job", "http://127.0.0.1:9/job", "--local-only"], 4, "asks nothing of the web", True),
        (["cv.qmd", "--portfolio", "nowhere"], 4, "there is no portfolio at", False),
        (["cv.qmd", "--portfolio", "list.txt"], 4, "neither YAML, JSON nor Markdown", True),
        (["cv.qmd", "--facts", "nowhere.yaml"], 4, "there is no list of facts at", False),
        (["cv.qmd", "--screenshot-url", "cv.html"], 4, "is no address", False),
        (["cv.qmd", "--accept", "E1"], 4, "edits can be named when there are some", True),
        (["cv.qmd", "--accept", "maybe"], 4, "all, ask, none", False),
        (["cv.qmd", "--write"], 4, "needs to know what to write", False),
        (["cv.qmd", "--threshold", "11"], 4, "must be 10 or less", False),
        (["cv.qmd", "--mode", "deep"], 2, "has no mode `deep`", False),
    ],
)
def test_what_cannot_be_reviewed_is_one_sentence_and_a_code(
    kasen: Any, wrong: None, args: Sequence[str], code: int, said: str, is_recorded: bool
) -> None:
    shown = kasen("resume", *args, "--preset", "none")
    assert (shown.exit_code, shown.stdout) == (code, ""), shown.stderr
    [last] = [line for line in shown.stderr.splitlines() if line.startswith("kasen: ")]
    assert said in last
    assert "Traceback" not in shown.stderr
    assert bool(runs(kasen)) == is_recorded
    assert Path("cv.qmd").read_text(encoding="utf-8") == TEXT


# --- the web --------------------------------------------------------------------------------------------------------


class Web(ThreadingHTTPServer):
    """Pages on this machine; `/slow` is answered when `go_on` is set, and `asked` set when it was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked, self.go_on = threading.Event(), threading.Event()

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"


class Handler(BaseHTTPRequestHandler):
    server: Web

    def do_GET(self) -> None:
        if self.path == "/slow":
            self.server.asked.set()
            self.server.go_on.wait(PATIENCE)
        self.send_response({"/away": 302, "/gone": 404}.get(self.path, 200))
        self.send_header("Location", "http://10.0.0.1/job")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        text = "<p>We look for an engineer who knows Python and PostgreSQL well, and who writes clearly.</p>" * 6
        self.wfile.write(f"<!doctype html><html lang=en><title>Engineer</title><h1>Engineer</h1>{text}".encode())

    def log_message(self, *_: Any) -> None:
        """Silent."""


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield served
        served.go_on.set()
        served.shutdown()


def test_a_posting_at_an_address_is_read_and_one_that_leads_elsewhere_or_nowhere_is_told(
    kasen: Any, resume: Path, web: Web
) -> None:
    shown = kasen("resume", "cv.qmd", "--job", web.at("/job"), "--preset", "none")
    assert shown.exit_code == 0, shown.stderr
    assert "reviewed for: Engineer" in shown.stderr
    for address, why in ((web.at("/away"), "10.0.0.1"), (web.at("/gone"), "404")):
        told = kasen("resume", "cv.qmd", "--job", address, "--preset", "none")
        assert (told.exit_code, told.stdout) == (4, "")
        assert f"kasen: the job posting at {address} cannot be read" in told.stderr
        assert why in told.stderr
        assert "save it as a file" in told.stderr


def test_a_page_that_cannot_be_pictured_ends_nothing(kasen: Any, resume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = ("--screenshot-url", "http://127.0.0.1:9/cv")
    for more in ((), ("--local-only",)):
        shown = kasen("resume", "cv.qmd", *RULES, *dead, *more, "--review-only")
        assert shown.exit_code == 0, shown.stderr
        assert "No picture of the page: " in shown.stderr
        assert "No picture of the page: " in files(shown)["review.md"].read_text(encoding="utf-8")
    monkeypatch.setenv("PATH", "/nowhere")
    shown = kasen("resume", "cv.qmd", *RULES, *dead, "--render", "--review-only")
    assert shown.exit_code == 0, shown.stderr
    assert "No picture of the page: " in shown.stderr


needs_chromium = pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="Chromium is not installed")


@needs_chromium
def test_pictures_of_a_page_go_to_the_designers_after_it_was_said_to_whom(kasen: Any, resume: Path, web: Web) -> None:
    flags = ("--screenshot-url", web.at("/cv"), "--review-only", "--out", "first")
    shown = kasen("resume", "cv.qmd", *SCRIPTED, *flags)
    assert shown.exit_code == 0, shown.stderr
    said = f"The page {web.at('/cv')} is opened in Chromium on this machine; pictures of it, unmasked, go to: scripted"
    assert 0 < shown.stderr.index(said) < shown.stderr.index("_overview.png")
    assert "visual_designer by scripted:s.json" in shown.stderr
    [row] = runs(kasen)
    web.shutdown()
    again = kasen("runs", "replay", row["id"], "--out", "again")
    assert again.exit_code == 0, again.stderr
    pictures = [path.name for path in Path("first").glob("*.png")]
    assert len(pictures) >= 3
    for name in (*pictures, "iter1_feedback.md"):
        assert Path("again", name).read_bytes() == Path("first", name).read_bytes()


@needs_chromium
def test_a_page_of_the_preview_is_judged_and_does_not_count(kasen: Any, resume: Path) -> None:
    shown = kasen("resume", "cv.qmd", *SCRIPTED, "--render", "--review-only", "--out", "first")
    assert shown.exit_code == 0, shown.stderr
    review = Path("first/review.md").read_text(encoding="utf-8")
    assert "The score of the Visual designer does not count" in review
    assert "Without a score" not in review
    resume.unlink()
    [row] = runs(kasen)
    again = kasen("runs", "replay", row["id"], "--out", "again")
    assert again.exit_code == 0, again.stderr
    assert Path("again/iter1_feedback.md").read_bytes() == Path("first/iter1_feedback.md").read_bytes()


# --- at the terminal ------------------------------------------------------------------------------------------------


def test_a_person_walks_through_the_edits_and_the_file_is_written(
    terminal: Any, resume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nprintf "Ran the reports in Go." > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    screen = terminal("resume", "cv.qmd", *SCRIPTED, "--write")
    screen.until("1/2  E1")
    screen.until("[y]es")
    screen.type("y\n")
    screen.until("2/2  E2")
    screen.until("[y]es", after="2/2  E2")
    screen.type("e\n")
    screen.until("1 accepted, 1 in your words, 0 rejected")
    screen.type("\n")
    assert screen.exit_code() == 0, screen.text
    assert "written to cv.qmd" in screen.text
    text = resume.read_text(encoding="utf-8")
    assert text == TEXT.replace(WEAK, SAID[WEAK]).replace(OTHER, "Ran the reports in Go.")
    assert Path("cv.qmd.bak").read_text(encoding="utf-8") == TEXT


def test_what_is_left_for_later_is_decided_in_another_terminal(terminal: Any, kasen: Any, resume: Path) -> None:
    screen = terminal("resume", "cv.qmd", *SCRIPTED)
    screen.until("[y]es")
    screen.type("s\n")
    assert screen.exit_code() == 75, screen.text
    [row] = runs(kasen)
    later = terminal("runs", "continue", row["id"])
    later.until("[y]es")
    later.type("n\n")
    later.until("[y]es", after="2/2  E2")
    later.type("y\n")
    later.until("1 accepted, 0 in your words, 1 rejected")
    later.type("\n")
    assert later.exit_code() == 0, later.text
    assert resume.read_text(encoding="utf-8") == TEXT, "nobody said --write"
    assert kasen("runs", "export", row["id"], "--out", "o").exit_code == 0
    assert Path("o/revised.qmd").read_text(encoding="utf-8") == TEXT.replace(OTHER, SAID[OTHER])


def test_ctrl_c_stops_after_the_step_and_the_run_is_carried_on(
    terminal: Any, kasen: Any, resume: Path, web: Web
) -> None:
    screen = terminal("resume", "cv.qmd", *SCRIPTED, "--job", web.at("/slow"), "--accept", "none")
    assert web.asked.wait(PATIENCE), screen.text
    screen.process.send_signal(signal.SIGINT)
    screen.until("stopping after this step")
    web.go_on.set()
    assert screen.exit_code() == 130, screen.text
    [row] = runs(kasen)
    assert f"kasen runs continue {row['id']}" in screen.text
    assert row["status"] not in ("done", "failed")
    done = kasen("runs", "continue", row["id"])
    assert done.exit_code == 0, done.stderr
    assert files(done)["revised.qmd"].read_text(encoding="utf-8") == REVISED


# --- other forms ----------------------------------------------------------------------------------------------------


def test_a_word_file_comes_back_as_markdown_and_as_word(kasen: Any, resume: Path) -> None:
    data = asyncio.run(docx_of(TEXT, lang="en"))
    Path("cv.docx").write_bytes(data)
    shown = kasen("resume", "cv.docx", *SCRIPTED, "--accept", "all", "--out", "first")
    assert shown.exit_code == 0, shown.stderr
    revised = Path("first/revised.md").read_text(encoding="utf-8")
    assert SAID[WEAK] in revised
    assert WEAK not in revised
    assert Path("first/revised.docx").read_bytes().startswith(b"PK")
    assert Path("cv.docx").read_bytes() == data


def test_json_resume_comes_back_as_markdown(kasen: Any) -> None:
    shown = kasen("resume", str(EXAMPLES / "resume.en.json"), *RULES)
    assert shown.exit_code == 0, shown.stderr
    assert "criteria measured" in shown.stderr
    assert not [name for name in files(shown) if name.endswith((".json", ".docx", ".pdf")) and name != "facts.json"]
