"""Guards of the whole tree. Each first proves that it looked at something; each exception is named with its reason."""

from __future__ import annotations

import ast
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from kasen import team as contract
from kasen.models.role import Role
from kasen.prompts.loader import prompt_variables
from kasen.testing.network import NetworkBlocked, NetworkGuard

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "kasen"
TESTS = ROOT / "tests"

BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "core", "base", "manager"}
MODULE_LINES = 400
TEST_LINES = 800
FUNCTION_LINES = 60
LITERAL = 300
"""Characters; a longer text with sentences in it is a prompt, and prompts are files."""

TOO_LONG: dict[str, str] = {}
"""Module or `module:function` → why it may be longer than the hard stop."""

WITHOUT_OWN_TEST: dict[str, str] = {
    "evidence/store.py": "a Protocol; the store behind it is tested",
    "knowledge/library.py": "a Protocol; the library behind it is tested",
    "runtime/engines/temporal/order.py": "two records; what passes through the server is tested with its workflow",
}
"""Module, or pattern of modules → why there is no test at the same path."""

TESTS_OF_THE_WHOLE = {
    "test_deploy.py": "the files of deploy/, held against the program",
    "test_docs_blocks.py": "blocks of code in the pages, run or loaded",
    "test_own_team.py": "the example of a team of one's own, installed and used",
    "test_benchmarks_speed.py": "starts, reports, queries and memory, held against one another",
    "test_comparison.py": "figures beside others, held against what was measured",
    "test_measurements.py": "the page of measurements and its command",
    "server/test_statements.py": "what pages ask of the database, counted",
    "test_wheel.py": "the wheel in an empty environment",
    "test_evals_upload.py": "cases of evals at LangSmith",
    "test_benchmarks_scale.py": "the simulation of benchmarks/scale.py",
    "test_benchmarks_side_by_side.py": "the comparison with other programs, on the side of Kasen",
    "live/test_live.py": "real providers, where their keys are found",
    "security/test_hostile_urls.py": "addresses that nobody may be led to, by every way in",
    "security/test_injections.py": "pages that give orders to models, through all six graphs",
    "security/test_fuzz.py": "whatever others write, into everything that reads it",
    "security/test_fuzz_providers.py": "whatever servers of providers send, through each client",
    "security/test_secrets.py": "keys, looked for in the whole tree",
    "security/test_audit.py": "the script behind `make audit`",
    "server/node/test_clients.py": "the AI SDK's own clients against the server",
    "server/test_hostile.py": "requests that mean harm, to the server as a user starts it",
    "runtime/engines/embedded/test_waiting.py": "what a runner does with runs that have no place yet",
    "runtime/engines/temporal/test_stream.py": "a client that goes on at another server when its own is killed",
    "runtime/engines/temporal/test_storm.py": "two hundred runs while workers are killed, with how long others take",
    "server/test_recovered.py": "servers as processes, killed and ended in order, and what the next one carries on",
    "server/test_one_run.py": "one run by the CLI, the server and the AI SDK's protocol",
    "server/test_openapi.py": "requests made from the description of the server, to the server as a user starts it",
    "server/test_owners.py": "two callers kept apart, over every route",
    "models/test_fault_matrix.py": "each fault of each provider, through all of `models`",
    "teams/code/defaults/test_policies.py": "what the policies of the default workflows have to say",
    "cli/code/test_hangup.py": "a terminal that is closed while a run goes on in it",
    "teams/code/orchestrator/test_flows.py": "whole runs with agents that are played in the process",
    "teams/code/orchestrator/test_kills.py": "acceptance killed before each of its writes",
    "teams/code/orchestrator/test_shims.py": "whole runs with real shims in tmux, and kills between",
    "teams/code/test_model.py": "the scripted model behind the real Claude Code and Codex, with both of them",
    "teams/code/test_scripted_agent.py": "the agents by script that other tests use",
    "teams/code/test_by_hand.py": "answers given by hand, well and carelessly, through the whole team",
    "teams/code/test_faults.py": "what goes wrong in a run of agents, through the whole team",
    "teams/code/test_planted.py": "what an agent plants in .git, and names of files, through a whole run",
    "teams/code/programs/test_planted.py": "what a repository brings for the real Claude Code and Codex",
    "teams/code/worker/test_spending.py": "what a turn may cost, through turns, hearing and programs",
    "teams/code/test_real.py": "whole runs of the real Claude Code and Codex",
    "teams/test_states.py": "what runs of every team have stored, held against its state as it is now",
    "runtime/checkpoints/test_conformance.py": "the library's suite for checkpointers, over every place of state",
    "runtime/checkpoints/test_fencing.py": "two owners of one run, in one process and in two, on both databases",
    "runtime/migrations/test_every_revision.py": "homes of every version of before: what lies in them, and their runs",
    "teams/research/test_pauses.py": "the pauses of every mode, over restarts",
    "teams/research/test_by_hand.py": "answers written by hand, played through the whole team",
    "teams/resume/test_by_hand.py": "answers written by hand, played through the whole team",
    "teams/slides/test_by_hand.py": "answers written by hand, played through the whole team",
    "teams/*/test_prompts_read.py": "what roles are asked, as it was read",
    "teams/slides/test_runs.py": "runs of the slides team through the real runtime",
    "teams/slides/test_edited_runs.py": "edits of decks killed, carried on and cancelled, through the real runtime",
    "teams/slides/graphs/test_faults.py": "what goes wrong in a deck, through the whole graph",
    "test_evals_decks.py": "the eval of decks on two briefs",
    "cli/test_resume.py": "the command of the résumé team from end to end",
    "teams/research/test_by_hand_long.py": "the same for modes deep and supervised",
    "teams/research/test_by_hand_modes.py": "the same for modes fact-check, compare and causal",
    "teams/research/test_readme.py": "the pictures in the README, held against the graphs",
    "test_architecture.py": "guards of the tree",
    "teams/research/test_bad_search.py": "searches that find nothing, garbage or fail, through all six graphs",
    "teams/research/test_planted.py": "defects that a model plants, through all six graphs",
    "test_benchmarks.py": "what the benchmarks of research and résumé count",
    "test_benchmarks_readme.py": "the tables of kills, held against the kept results",
    "test_docs.py": "documentation against the code",
    "test_evals.py": "evals of the verification on small files",
    "test_evals_teams.py": "the eval of all teams, its graders and its judges",
    "test_evals_readme.py": "the figures of the evals' page, held against the kept results",
    "teams/test_prompts_read.py": "that the text of every role's prompt is kept as it was read",
    "test_evals_search.py": "the own questions, and what search, answers and the verifier reach on them",
    "test_evals_truth.py": "the eval of what stands on slides, on few sentences",
    "test_evals_resume.py": "the eval of the fact ledger on small files",
    "test_examples.py": "the documents in examples/",
    "tools/python/test_bombs.py": "programs that take more than they may, through the whole sandbox",
    "tools/python/test_escapes.py": "attempts to get out, through the whole sandbox",
    "test_packaging.py": "the wheel, the Makefile and the scripts",
    "test_site.py": "the site of the documentation",
    "test_repository.py": "licences, workflows and hooks at the root",
    "test_public_api.py": "what `import kasen` shows",
    "web/test_*.py": "the pages in a browser, against the server as a user starts it",
}
"""Test module, or pattern of them → what it tests, which is no single module."""


def modules(folder: Path = SRC) -> list[Path]:
    found = [path for path in sorted(folder.rglob("*.py")) if "versions" not in path.parts]
    assert len(found) > 20, f"looked at {len(found)} files of {folder}"
    return found


def inside(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def imported(nodes: Iterator[ast.AST] | list[ast.stmt]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def has_code(path: Path) -> bool:
    return any(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in parsed(path).body)


# --- layers ---------------------------------------------------------------------------------------------------------


def test_layers_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "importlinter.cli", "lint", "--no-logo", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if "No module named importlinter.cli" in done.stderr or not done.stdout:
        script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
        done = subprocess.run(
            [sys.executable, "-c", script, "--no-logo", "--no-cache"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    analysed = re.search(r"Analyzed (\d+) files", done.stdout)
    assert analysed, done.stdout + done.stderr
    assert int(analysed[1]) >= len(modules())
    assert "Contracts: 7 kept, 0 broken." in done.stdout, done.stdout


def test_no_import_is_relative() -> None:
    relative = [
        inside(path)
        for path in modules()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


# --- names and sizes ------------------------------------------------------------------------------------------------


def test_no_module_has_a_name_that_says_nothing() -> None:
    named = [inside(path) for path in modules() if BANNED_NAMES & {path.stem.strip("_"), path.parent.name}]
    assert named == []


def test_no_module_and_no_function_is_too_long() -> None:
    long = {}
    for path in modules():
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > MODULE_LINES:
            long[inside(path)] = lines
        for node in functions(parsed(path)):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                long[f"{inside(path)}:{node.name}"] = length
    assert {name: lines for name, lines in long.items() if name not in TOO_LONG} == {}
    assert sorted(TOO_LONG.keys() - long.keys()) == [], "these are short again: take them off the list"


def test_no_test_module_is_too_long() -> None:
    found = sorted(TESTS.rglob("test_*.py"))
    assert len(found) > 20
    lines = {path.relative_to(TESTS).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in found}
    assert {name: count for name, count in lines.items() if count > TEST_LINES} == {}


# --- tests mirror the source ----------------------------------------------------------------------------------------


def test_every_module_with_code_has_a_test_at_the_same_path() -> None:
    with_code = [path for path in modules() if path.name != "__init__.py" and has_code(path)]
    assert len(with_code) > 20
    missing = [
        inside(path)
        for path in with_code
        if not (TESTS / path.relative_to(SRC)).with_name(f"test_{path.stem.strip('_')}.py").is_file()
    ]
    excused = {name: [pattern for pattern in WITHOUT_OWN_TEST if fnmatch(name, pattern)] for name in missing}
    untested = [name for name, patterns in excused.items() if not patterns]
    assert not untested, f"no test at the same path: {' '.join(untested)}"
    needed = {pattern for patterns in excused.values() for pattern in patterns}
    assert sorted(WITHOUT_OWN_TEST.keys() - needed) == [], "these have a test now: take them off the list"


def test_every_test_belongs_to_a_module() -> None:
    homeless = []
    for path in sorted(TESTS.rglob("test_*.py")):
        stem = path.stem.removeprefix("test_")
        place = (SRC / path.relative_to(TESTS)).parent
        candidates = (place / f"{stem}.py", place / f"__{stem}__.py", place / stem / "__init__.py")
        if not any(candidate.is_file() for candidate in candidates):
            homeless.append(path.relative_to(TESTS).as_posix())
    assert [name for name in homeless if not any(fnmatch(name, whole) for whole in TESTS_OF_THE_WHOLE)] == []


# --- what is absent -------------------------------------------------------------------------------------------------


def test_only_settings_reads_the_environment() -> None:
    reads = re.compile(r"\bos\.(environ|getenv|putenv)\b|from os import .*(environ|getenv)")
    found = [inside(path) for path in modules() if reads.search(path.read_text(encoding="utf-8"))]
    assert found, "the search finds what it looks for"
    assert found == ["settings/environment.py"]


def test_whoever_catches_everything_gives_the_reason() -> None:
    """Ruff (BLE001) finds the broad excepts that do not raise again; here each must say why it is there."""
    marks = {}
    for path in modules():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if mark := re.search(r"noqa: BLE001(.*)", line):
                marks[f"{inside(path)}:{number}"] = mark[1]
    assert any(place.startswith("cli/errors.py") for place in marks), "the search finds what it looks for"
    assert {place: reason for place, reason in marks.items() if len(reason.split()) < 4} == {}
    assert len(marks) <= 7, "a broad except is for edges of threads and processes, and for what serves as long as they"


def _compiles_a_pattern(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"


def _is_sql(words: str) -> bool:
    return re.match(r"\s*(CREATE TABLE|INSERT INTO|SELECT|UPDATE) ", words) is not None


def test_no_prompt_hides_in_the_code_of_a_team() -> None:
    looked = 0
    long = []
    for path in modules(SRC / "teams"):
        tree = parsed(path)
        no_prose = {
            id(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        } | {id(node) for call in ast.walk(tree) if _compiles_a_pattern(call) for node in ast.walk(call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in no_prose:
                looked += 1
                if len(node.value) > LITERAL and re.search(r"[.!?:]\s|。|\n", node.value) and not _is_sql(node.value):
                    long.append(f"{inside(path)}:{node.lineno}")
    assert looked > 50
    assert long == []


def test_nothing_in_the_repository_names_a_machine_or_a_registry() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(listed) > 50
    named = re.compile(
        rb"(?<![\w.~-])/(?:wor[k]|roo[t])/[\w.]|/hom[e]/\w+/|pyp[i]\.org|pythonhoste[d]\.org|/op[t]/pypi|inde[x]-url"
        rb"|/simpl[e]/|npmj[s]\.org"
    )
    assert named.search(b"see /" + b"work/main"), "the search finds what it looks for"
    found = []
    for name in listed:
        path = ROOT / name
        if path.is_file() and named.search(path.read_bytes()):
            found.append(name)
    assert found == []


# --- prompts --------------------------------------------------------------------------------------------------------


def roles() -> list[tuple[str, Role[object]]]:  # type: ignore[type-var]
    found = [
        (name, contract.load_object(reference)) for name in contract.names() for reference in contract.load(name).roles
    ]
    assert len(found) >= 3
    return found


def test_every_prompt_file_is_used_by_a_role() -> None:
    used = {(role.package, role.prompt_name) for _, role in roles()}
    files = {(f"kasen.teams.{path.parts[-3]}", path.stem) for path in (SRC / "teams").glob("*/prompts/*.md")}
    assert len(files) >= 3
    assert sorted(files ^ used) == []


def test_every_rule_takes_exactly_the_variables_of_its_prompt() -> None:
    import inspect

    differing = {}
    for team, role in roles():
        wanted = prompt_variables(role.package, role.prompt_name)
        parameters = inspect.signature(role.rule).parameters.values()
        given = {parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD}
        takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
        if given - wanted or (wanted - given and not takes_any):
            differing[f"{team}.{role.name}"] = sorted(given ^ wanted)
    assert differing == {}


# --- what a start costs ---------------------------------------------------------------------------------------------

HEAVY = {
    "alembic",
    "jinja2",
    "lancedb",
    "langchain_core",
    "langgraph",
    "markitdown",
    "numpy",
    "orjson",
    "pyarrow",
    "pydantic",
    "pydantic_settings",
    "pypdfium2",
    "sqlalchemy",
}
LOADED = """
import json, sys
sys.argv[0] = "kasen"
from kasen.__main__ import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def loaded_by(*line: str) -> set[str]:
    done = subprocess.run([sys.executable, "-c", LOADED, *line], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.fixture(scope="module")
def by_typer_alone() -> set[str]:
    """What an empty typer app loads: since 0.29 typer itself uses pydantic where it is installed."""
    empty = "import typer; app = typer.Typer(); app.command()(lambda: None); main = lambda: app([])"
    script = LOADED.replace("from kasen.__main__ import main", empty)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1])) - {"langgraph", "pydantic_settings"}


@pytest.mark.parametrize("line", [["--help"], ["teams"], ["teams", "--json", "--all"], ["--version"]], ids=" ".join)
def test_listing_commands_and_teams_loads_nothing_heavy(line: list[str], by_typer_alone: set[str]) -> None:
    loaded = loaded_by(*line)
    assert {"typer", "kasen.cli.app"} <= loaded
    assert sorted(HEAVY & loaded - by_typer_alone) == []
    assert "kasen.settings" not in loaded
    assert [name for name in loaded if name.endswith(".schemas")] == []


def test_the_heavy_packages_are_seen_when_they_are_loaded() -> None:
    assert {"pydantic", "pydantic_settings", "kasen.settings"} <= loaded_by("models")


def test_no_command_imports_a_heavy_package_before_it_is_called() -> None:
    looked = 0
    heavy = []
    for path in sorted((SRC / "cli").glob("*.py")):
        names = {name.partition(".")[0] for name in imported(parsed(path).body)}
        looked += len(names)
        heavy += [f"{path.name}: {name}" for name in sorted(names & (HEAVY - {"pydantic"}))]
    assert looked > 20
    assert heavy == []


# --- no network, no telemetry ---------------------------------------------------------------------------------------


def test_a_test_that_leaves_this_machine_fails(network: NetworkGuard) -> None:
    with pytest.raises(NetworkBlocked), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connection:
        connection.connect(("192.0.2.1", 80))
    assert network.expect_blocked()


GUARDED = """
import sys
talked = []
may_look = set(sys.argv) & {"models", "doctor"}  # they say whether Ollama is there; nothing is sent to it
def look(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.gethostbyname"):
        at_home = ("127.0.0.1", 9) in (args[:2], args[-1])  # where the tests say that an Ollama server would be
        talked.extend([] if at_home and may_look else [f"{event} {args}"])
sys.addaudithook(look)
sys.argv[0] = "kasen"
from kasen.__main__ import main
try:
    main()
finally:
    print("TALKED", talked, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "line", [["--help"], ["teams"], ["models"], ["doctor"], ["kb", "list"], ["runs", "list"]], ids=" ".join
)
def test_no_command_tells_anybody_anything(line: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", GUARDED, *line], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1:] == ["TALKED []"], done.stderr


def test_the_guard_against_talking_sees_a_connection() -> None:
    script = GUARDED.replace(
        "from kasen.__main__ import main", "import socket\nmain = lambda: socket.getaddrinfo('localhost', 1)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "socket.getaddrinfo ('localhost'" in done.stderr


@pytest.mark.slow
def test_a_start_costs_at_most_half_more_than_an_empty_typer_app() -> None:
    script = ROOT / "benchmarks" / "startup.py"
    done = subprocess.run([sys.executable, str(script), "--json"], capture_output=True, text=True, check=True, cwd=ROOT)
    figures = json.loads(done.stdout)
    assert {name: figures[name]["ratio"] <= 1.5 for name in ("kasen teams", "kasen --help")} == {
        "kasen teams": True,
        "kasen --help": True,
    }
