"""Build the packages, install the wheel into empty environments outside the repository, and try it there.

    python scripts/wheel.py [--extras search,server | --extras none] [--keep DIR] [--json]

1. sdist and wheel are built; a wheel is built from the sdist as well, and holds the same files.
2. The wheel is installed into an empty environment, with versions from constraints.txt. From another folder, with a
   home of its own: every command and subcommand shows its help, and some of them do their work: documents are added,
   searched and reported on, the demo runs its runs.
3. For each extra a copy of that environment gets the extra. There: `pip check`, `--version`, `doctor`, and one probe
   of what the extra is for. What fails for one extra does not keep the next from being tried.

Says on stderr what it does, and on stdout what failed; exit 1 when anything did. Takes some ten minutes and 2 GB.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kasen.settings.environment import plain_environment

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = [name for name in PROJECT["optional-dependencies"] if name != "all"]
PRESETS = {"google": "gemini", "openai": "openai", "anthropic": "anthropic"}
"""Extra → preset of its vendor."""
HELP = """
import json, sys
from kasen.cli.app import COMMANDS, TEAM_COMMAND, Later, app
from kasen import team
import typer

def walk(command, path):
    yield path
    names = command.list_commands(None) if hasattr(command, "commands") else []
    for name in names:
        inner = command.commands[name]
        inner = inner.real() if hasattr(inner, "real") else inner
        yield from walk(inner, [*path, name])

found = []
for name in [*COMMANDS, *(n for n in team.names() if n not in COMMANDS and not team.load(n).internal)]:
    reference, words = COMMANDS.get(name, (TEAM_COMMAND, ""))
    found += walk(Later(name, reference, words, team="" if name in COMMANDS else name).real(), [name])
print(json.dumps(found))
"""
SERVES = """
import socket, subprocess, sys, time, urllib.request
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
server = subprocess.Popen([sys.argv[1], "serve", "--port", str(port)])

def got(path):
    end = time.monotonic() + 120
    while True:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30).read().decode()
        except OSError:
            assert server.poll() is None and time.monotonic() < end, "it does not answer"
            time.sleep(0.2)

try:
    assert got("/healthz")
    assert 'id="root"' in got("/"), got("/")[:500]
finally:
    server.terminate()
    print("ended with", server.wait(30))
"""


class Failed(Exception):
    """A command ended otherwise than it should, or did not end."""


class Trial:
    """Environments below one folder, and what failed in them."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.failed: list[str] = []
        self.ran = 0

    def env(self, **more: str) -> dict[str, str]:
        """Nothing of this machine's settings but where programs and packages come from."""
        kept = {name: value for name, value in plain_environment().items() if name.startswith(("PIP_", "SSL_", "LANG"))}
        home = self.place / "home"
        home.mkdir(exist_ok=True)
        return {**kept, "PATH": "/usr/bin:/bin", "HOME": str(home), "KASEN_HOME": str(home / "kasen"), **more}

    def run(self, *command: object, ok: tuple[int, ...] = (0,), **more: str) -> str:
        """What a command prints; it is run outside of the repository. Raises Failed."""
        self.ran += 1
        away = self.place / "away"
        away.mkdir(exist_ok=True)
        return ended(command, cwd=away, env=self.env(**more), ok=ok)

    def attempt(self, name: str, *command: object, has: str = "", ok: tuple[int, ...] = (0,), **more: str) -> None:
        """Run it, and note what fails."""
        try:
            printed = self.run(*command, ok=ok, **more)
        except Failed as failed:
            self.note(f"{name}: {failed}")
        else:
            if has not in printed:
                self.note(f"{name}: `{has}` is not in what it printed:\n{printed[:2000]}")

    def note(self, what: str) -> None:
        """Something failed."""
        self.failed.append(what)
        say(f"FAILED {what.splitlines()[0]}")


def say(words: str) -> None:
    """Tell on stderr."""
    print(words, file=sys.stderr, flush=True)


def ended(
    command: Sequence[object], *, cwd: Path, env: dict[str, str] | None = None, ok: tuple[int, ...] = (0,)
) -> str:
    """What a command prints. Raises Failed when it ends otherwise, shows a traceback, or takes over 15 minutes."""
    words = [str(word) for word in command]
    called = " ".join(words)[:300]
    try:
        done = subprocess.run(
            words, cwd=cwd, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=900
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(f"{called}: {error}") from error
    if done.returncode not in ok or "Traceback (most recent call last)" in done.stderr:
        raise Failed(f"{called}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def build(trial: Trial) -> Path:
    """The wheel; notes what it lacks of one that is built from the sdist."""
    away, unpacked = trial.place / "dist", trial.place / "unpacked"
    for target in ("sdist", "wheel"):
        made(target, ROOT, away)
    (archive,), (wheel,) = away.glob("*.tar.gz"), away.glob("*.whl")
    shutil.unpack_archive(archive, unpacked, filter="data")
    (source,) = unpacked.iterdir()
    again = trial.place / "again"
    made("wheel", source, again)
    (other,) = again.glob("*.whl")
    if differing := names(wheel) ^ names(other):
        trial.failed.append(f"in one wheel alone: {sorted(differing)[:20]}")
    if "kasen/server/pages/index.html" not in names(wheel):
        trial.failed.append("the wheel holds no compiled pages; run `make web`")
    return wheel


def made(target: str, source: Path, away: Path) -> None:
    """Build one package of a folder with the backend that it names. Raises Failed."""
    ended([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", away], cwd=source)


def names(wheel: Path) -> set[str]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def environment(trial: Trial, name: str, like: Path | None = None) -> Path:
    """An empty environment; `like`: with the packages of that one."""
    place = trial.place / name
    trial.run(sys.executable, "-m", "venv", place)
    if like is not None:
        packages = next((place / "lib").iterdir()) / "site-packages"
        shutil.rmtree(packages)
        theirs = next((like / "lib").iterdir()) / "site-packages"
        shutil.copytree(theirs, packages, copy_function=os.link, symlinks=True)
        shutil.copy(like / "bin" / "kasen", place / "bin" / "kasen")
        script = place / "bin" / "kasen"
        script.write_text(script.read_text(encoding="utf-8").replace(str(like), str(place)), encoding="utf-8")
    return place


def install(trial: Trial, place: Path, what: str) -> None:
    """Install into an environment."""
    pip = [place / "bin" / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    trial.run(*pip, "--constraint", ROOT / "constraints.txt", what)


def commands(trial: Trial, place: Path) -> None:
    """Every command shows its help, and the plain ones do their work."""
    kasen = place / "bin" / "kasen"
    paths = json.loads(trial.run(place / "bin" / "python", "-c", HELP))
    say(f"{len(paths)} commands")
    if len(paths) < 40:
        trial.failed.append(f"only {len(paths)} commands were found")
    for path in paths:
        trial.attempt(" ".join(path), kasen, *path, "--help", has="Usage:")
    corpus = next((place / "lib").iterdir()) / "site-packages" / "kasen" / "examples" / "corpus"
    question = "Why did Uji become the centre of Japanese tea?"
    trial.attempt("version", kasen, "--version", has=PROJECT["version"])
    trial.attempt("doctor", kasen, "doctor", has="python")
    trial.attempt("models", kasen, "models")
    trial.attempt("teams", kasen, "teams", has="slides")
    trial.attempt("graph", kasen, "teams", "graph", "research", has="flowchart")
    trial.attempt("init", kasen, "init")
    trial.attempt("init again", kasen, "init", ok=(2, 3, 4))
    trial.attempt("kb add", kasen, "kb", "add", corpus, "--kb", "tea")
    trial.attempt("kb search", kasen, "kb", "search", "Uji", "--kb", "tea", has="Uji")
    trial.attempt("research", kasen, "research", question, "--kb", "tea", "--print", has="## Key Findings")
    trial.attempt("調査", kasen, "research", "宇治が茶の中心になったのはなぜか", "--kb", "tea", "--print", has="[^1]")
    trial.attempt("runs list", kasen, "runs", "list", has="research")
    trial.attempt("demo", kasen, "demo")


def extra(trial: Trial, name: str, wheel: Path, base: Path) -> None:
    """What the extra is for is there."""
    began = time.monotonic()
    place = environment(trial, f"with-{name}", base)
    install(trial, place, f"{wheel}[{name}]")
    python, kasen = place / "bin" / "python", place / "bin" / "kasen"
    trial.attempt(f"{name}: pip check", python, "-m", "pip", "check")
    trial.attempt(f"{name}: version", kasen, "--version", has=PROJECT["version"])
    if name in PRESETS:
        key: dict[str, Any] = {f"{name.upper()}_API_KEY": "k" * 40}
        trial.attempt(f"{name}: models", kasen, "models", "--preset", PRESETS[name], has=name, **key)
    elif name == "server":
        trial.attempt("server: serves", python, "-c", SERVES, kasen, has="ended with 0")
    elif name in USES:
        trial.attempt(f"{name}: in use", python, "-c", USES[name])
    trial.attempt(f"{name}: doctor", kasen, "doctor")
    shutil.rmtree(place)
    say(f"{name}: {time.monotonic() - began:.0f} s")


USES = {
    "ollama": "import ollama, kasen.models.ollama",
    "search": "import ddgs",
    "resume": (
        "import pathlib, subprocess, sys, axe_playwright_python, pypandoc; pypandoc.get_pandoc_version();"
        "subprocess.run([pathlib.Path(sys.executable).parent / 'panache', '--version'], check=True)"
    ),
    "code": "import psutil, watchfiles",
    "export": "import playwright, pypandoc; pypandoc.get_pandoc_version()",
    "mcp": "import kasen.server.mcp",
    "postgres": "from kasen.runtime.postgres import open_postgres; open_postgres('postgresql://u@127.0.0.1:1/x')",
    "redis": "import kasen.runtime.checkpoints.redis, langgraph_checkpoint_aws",
    "temporal": "import kasen.runtime.engines.temporal, temporalio.worker",
    "local": "import xllamacpp",
    "gcs": "import gcsfs",
    "s3": "import s3fs",
    "otel": "import kasen.runtime.otel, opentelemetry.sdk.trace",
}
"""Python that fails where the packages of an extra are not enough."""


def chosen(given: str) -> list[str]:
    """The extras that `--extras` names. Raises ArgumentTypeError for one that there is not."""
    extras = [] if given == "none" else given.split(",")
    if unknown := [name for name in extras if name not in EXTRAS]:
        raise argparse.ArgumentTypeError(
            f"there is no extra {', '.join(map(repr, unknown))}; there are {', '.join(EXTRAS)}"
        )
    return extras


def tried(trial: Trial, extras: Sequence[str]) -> None:
    """Build, install, try the base and each extra; notes what fails. Raises Failed where there is no base to go on."""
    began = time.monotonic()
    wheel = build(trial)
    base = environment(trial, "base")
    install(trial, base, str(wheel))
    say(f"installed ({time.monotonic() - began:.0f} s)")
    commands(trial, base)
    each(trial, extras, wheel, base)


def each(trial: Trial, extras: Sequence[str], wheel: Path, base: Path) -> None:
    """Try every extra; one that cannot be installed is noted, and the next one tried."""
    for name in extras:
        try:
            extra(trial, name, wheel, base)
        except Failed as failed:
            trial.note(f"{name}: {failed}")


def main() -> int:
    """Try it all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", type=chosen, default=EXTRAS, help="which, with commas; `none`")
    parser.add_argument("--keep", type=Path, help="work here, and leave what was made")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    place = given.keep.resolve() if given.keep else Path(tempfile.mkdtemp(prefix="kasen-wheel-"))
    place.mkdir(parents=True, exist_ok=True)
    trial, began = Trial(place), time.monotonic()
    try:
        tried(trial, given.extras)
    except Failed as failed:
        trial.note(str(failed))
    finally:
        if given.keep is None:
            shutil.rmtree(place, ignore_errors=True)
    found = {"commands_run": trial.ran, "seconds": round(time.monotonic() - began), "failed": trial.failed}
    if given.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print("\n".join(trial.failed) or f"{trial.ran} commands ran")
    return 1 if trial.failed else 0


if __name__ == "__main__":
    sys.exit(main())
