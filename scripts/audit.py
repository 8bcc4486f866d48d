"""Ask what is known against packages, and bandit about src/; run by scripts/audit.sh, in an environment of its own.

Exit code 0: nothing is known. 1: findings. 3: somebody did not answer, so that nothing is known about that part.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SERVICES = ("pypi", "osv")
"""Whom pip-audit asks, one after the other until one answers."""
LOCKS = ("web", "tests/server/node", "tests/teams/code/clis")
SKIPPED = {
    "B101": "an assert tells the type checker what holds; no check is one",
    "B105": "names such as `token` beside words: keys in the tree are looked for by tests/security/test_secrets.py",
    "B106": "as B105",
    "B107": "as B105",
    "B110": "ruff asks for the reason (SIM105, BLE001)",
    "B112": "ruff asks for the reason",
    "B311": "chance spreads waiting; secrets come from `secrets`",
    "B404": "starting programs is what agents, LibreOffice and sandboxes are",
    "B603": "programs are started by lists of arguments, never by a shell",
    "B606": "as B603",
    "B607": "programs are found in the PATH, as documented",
    "B608": "statements are put together from constants; every value is bound",
}
"""What bandit is not asked, and why."""
ACCEPTED = {
    (
        "src/kasen/models/local/model.py",
        "B501",
    ): "plain HTTP to our own process on loopback; no certificates are loaded",
    ("src/kasen/prompts/loader.py", "B701"): "prompts are text for models, not HTML; what is outside is fenced",
    ("src/kasen/runtime/engines/temporal/worker.py", "B104"): "answers probes of health, with one word",
    ("src/kasen/server/serving.py", "B104"): "compares an address that was set",
    ("src/kasen/settings/addresses.py", "B104"): "turns an address to listen on into one to ask",
    ("src/kasen/testing/object_store.py", "B406"): "writes XML, and reads none",
    ("src/kasen/testing/traces.py", "B403"): "reads what a test has written itself",
    ("src/kasen/testing/traces.py", "B301"): "as above",
    ("src/kasen/tools/plain_yaml.py", "B506"): "a loader made from SafeLoader, with less in it",
    ("src/kasen/tools/python/mounts.py", "B108"): "/tmp of the sandbox, made for it",
    ("src/kasen/tools/search/arxiv.py", "B405"): "the type of an element; defusedxml reads",
}
"""File and kind of a finding of bandit → why it stands. One that is found no more is a finding itself."""
FOUND, SILENT = 1, 3


class Heard(NamedTuple):
    """Findings, one line each; None and the reason where there was no answer."""

    findings: list[str] | None
    why: str = ""


def main(words: list[str]) -> int:
    """Ask for the parts that are named, or all."""
    if unknown := [word for word in words if word not in PARTS]:
        print(f"audit: there is no part `{unknown[0]}`; there is: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    codes = [said(what, heard) for part in words or PARTS for what, heard in PARTS[part]()]
    return FOUND if FOUND in codes else max(codes)


def said(what: str, heard: Heard) -> int:
    """Print what came of one question; its exit code."""
    if heard.findings is None:
        print(f"{what}: not known, nobody answers: {heard.why}")
        return SILENT
    print(f"{what}: {f'{len(heard.findings)} findings' if heard.findings else 'nothing is known against them'}")
    for line in heard.findings:
        print(f"  {line}")
    return FOUND if heard.findings else 0


def python() -> Iterator[tuple[str, Heard]]:
    """The pinned Python packages."""
    options = ["--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", "20"]
    reasons = []
    for service in SERVICES:
        out, err = ran([str(BIN / "pip-audit"), "-r", "constraints.txt", "-s", service, *options], seconds=900)
        heard = of_python(out, err)
        if heard.findings is not None:
            break
        reasons.append(f"{service}: {heard.why}")
    yield "Python packages (constraints.txt)", heard._replace(why="; ".join(reasons))


def npm() -> Iterator[tuple[str, Heard]]:
    """The packages of each lock file."""
    for folder in LOCKS:
        out, err = ran(["npm", "audit", "--json", "--package-lock-only"], seconds=300, folder=ROOT / folder)
        yield f"npm packages ({folder})", of_npm(out, err)


def code() -> Iterator[tuple[str, Heard]]:
    """The code itself."""
    out, err = ran([str(BIN / "bandit"), "-q", "-r", "src", "-f", "json", "-s", ",".join(SKIPPED)], seconds=600)
    yield "src/ (bandit)", of_bandit(out, err)


def of_python(out: str, err: str) -> Heard:
    """What pip-audit says: it ends with 1 for findings and for failures, and only its JSON tells them apart."""
    packages = _json(out).get("dependencies")
    if not isinstance(packages, list):
        return Heard(None, _last(err))
    if skipped := [f"{one['name']}: {one['skip_reason']}" for one in packages if "skip_reason" in one]:
        return Heard(None, skipped[0])
    return Heard(
        [
            f"{one['name']} {one['version']}: {bug['id']}, mended in {', '.join(bug['fix_versions']) or 'no version'}"
            for one in packages
            for bug in one["vulns"]
        ]
    )


def of_npm(out: str, err: str) -> Heard:
    """What `npm audit --json` says."""
    told = _json(out)
    if "vulnerabilities" not in told:
        error = told.get("error")
        why = (error.get("summary") if isinstance(error, dict) else "") or told.get("message") or _last(err)
        return Heard(None, " ".join(str(why).split())[:200])
    return Heard(
        [
            f"{name} {one['range']}: {one['severity']}, {', '.join(_titles(one['via']))}"
            for name, one in told["vulnerabilities"].items()
        ]
    )


def of_bandit(out: str, err: str) -> Heard:
    """What bandit says."""
    told = _json(out)
    if "results" not in told or told.get("errors"):
        return Heard(None, str(told["errors"][0]) if told.get("errors") else _last(err))
    found = {(one["filename"], one["test_id"]) for one in told["results"]}
    lines = [
        f"{one['filename']}:{one['line_number']}: {one['test_id']} {one['issue_text']}"
        for one in told["results"]
        if (one["filename"], one["test_id"]) not in ACCEPTED
    ]
    return Heard([*lines, *(f"{file}: {kind} is accepted, and not found" for file, kind in ACCEPTED.keys() - found)])


def ran(command: list[str], *, seconds: float, folder: Path = ROOT) -> tuple[str, str]:
    """What a program prints; nothing and the reason when it cannot be run."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    return done.stdout, done.stderr


def _titles(via: list[Any]) -> list[str]:
    return [str(one["title"]) if isinstance(one, dict) else f"by way of {one}" for one in via]


def _json(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _last(err: str) -> str:
    lines = [line.strip() for line in err.splitlines() if line.strip() and "complete log" not in line]
    return lines[-1][:200] if lines else "it printed nothing"


PARTS: dict[str, Callable[[], Iterator[tuple[str, Heard]]]] = {"python": python, "npm": npm, "code": code}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
