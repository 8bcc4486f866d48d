"""The pages as a person meets them: built, and served by `kasen serve` over a home of their own."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from kasen.settings import Settings, variables
from server.process import Served, served

ROOT = Path(__file__).parents[2]
RULES = {"preset": "none"}
WITHIN = 60.0
"""Seconds that a run by rules may take on a machine under load."""


@dataclass
class Site:
    """A server with its pages. Tests share it: a test that looks for a run gives it a title of its own."""

    served: Served
    http: httpx.Client
    """Asks the server, as the pages do."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.served.port}"

    @property
    def home(self) -> Path:
        return self.served.home

    def start(self, team: str, request: dict[str, Any], **given: Any) -> str:
        """Begin a run by rules, and do not wait; its id. `options` are added to the rules."""
        options = {**RULES, **given.pop("options", {})}
        answer = self.http.post("/api/runs", json={"team": team, "request": request, "options": options, **given})
        assert answer.status_code == 201, answer.text
        run_id: str = answer.json()["id"]
        return run_id

    def ended(self, run_id: str) -> dict[str, Any]:
        """The run, once it has ended or waits for an answer."""
        with self.http.stream("GET", f"/api/runs/{run_id}/events", timeout=WITHIN) as events:
            for line in events.iter_lines():
                if line == "event: end":
                    break
        found: dict[str, Any] = self.http.get(f"/api/runs/{run_id}").json()
        return found

    def started(self, team: str, request: dict[str, Any], **given: Any) -> dict[str, Any]:
        """Begin a run by rules and wait until it has ended or asks something; the run."""
        return self.ended(self.start(team, request, **given))

    def uploaded(self, name: str, content: bytes) -> str:
        """Send a file; how runs name it: `upload:ID`."""
        answer = self.http.post("/api/uploads", params={"name": name}, content=content)
        assert answer.status_code == 201, answer.text
        return f"upload:{answer.json()['id']}"


@contextmanager
def opened(folder: Path, *args: str, env: dict[str, str] | None = None) -> Iterator[Site]:
    """A server of one's own with the pages: for tests that end it, fill it, or need tokens."""
    own = {"PYTHONPATH": str(ROOT / "src"), "XDG_CONFIG_HOME": str(folder / "config"), "LANG": "C.UTF-8", **(env or {})}
    with ExitStack() as held:
        server = held.enter_context(served(folder, *args, env=own))
        address = f"http://127.0.0.1:{server.port}"
        yield Site(server, held.enter_context(httpx.Client(base_url=address, timeout=WITHIN, trust_env=False)))


def kept_port() -> int:
    """A free port for a server that comes back: the machine gives it to nobody meanwhile, and other workers ask others.

    Those of `--port 0` go to whoever asks next.
    """
    given = Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii")
    first = max(int(given.split()[0]), 20_000) - 8 * (os.getpid() % 1000 + 1)
    for port in range(first, first + 8):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    pytest.fail(f"no port of {first}-{first + 7} is free", pytrace=False)


def build() -> None:
    """Compile the pages unless they are of today; one process at a time. Skips the test where there is no Node.

    `WEB_BUILT=1` takes them as they lie.
    """
    if wanted("WEB_BUILT"):
        return
    folder = os.open(ROOT / "web", os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        done = subprocess.run(
            [str(ROOT / "scripts" / "web.sh"), "build"], capture_output=True, text=True, check=False, timeout=300
        )
    finally:
        os.close(folder)
    if done.returncode == 3 or "npm error" in done.stderr:
        pytest.skip(f"the pages could not be built: {done.stderr.strip()[-300:]}")
    if done.returncode:
        pytest.fail(f"scripts/web.sh build: {(done.stdout + done.stderr).strip()[-2000:]}", pytrace=False)


def wanted(name: str) -> bool:
    """Whether whoever runs the tests has set that variable."""
    return bool(os.environ.get(name))  # noqa: TID251


def without_settings(patch: pytest.MonkeyPatch) -> None:
    """No key and no setting of whoever runs the tests: fixtures of a session start before `clean_environment`."""
    for name in (name for one in Settings.model_fields for name in variables(one)):
        patch.delenv(name, raising=False)


def events_of(site: Site, run_id: str) -> list[dict[str, Any]]:
    """All stored events of a run."""
    answer = site.http.get(f"/api/runs/{run_id}/events", headers={"accept": "application/json"})
    found: list[dict[str, Any]] = json.loads(answer.text)["events"]
    return found
