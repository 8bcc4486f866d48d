"""What deploy/ says agrees with itself and with the program, and the image's own command line serves and drains."""

from __future__ import annotations

import configparser
import fnmatch
import hashlib
import http.client
import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from kasen.cli.app import COMMANDS, Later
from kasen.server.routes.health import router as health
from kasen.settings import Settings, variables
from kasen.settings.environment import plain_environment
from kasen.settings.fields import readable
from servers.postgresql import free_port

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
KNOWN = {name for field in readable() for name in variables(field)}
FOREIGN = {"POSTGRES_PASSWORD", "TEMPORAL_POSTGRES_PASSWORD", "TEMPORAL_VERSION", "KASEN_LISTEN"}
"""Variables of compose.yaml itself."""
STORES = {
    *("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_DEFAULT_REGION"),
    "GOOGLE_APPLICATION_CREDENTIALS",
}
"""Variables that the libraries of object storage read themselves."""
PORT = Settings.model_fields["port"].default
TOKEN = "kasen_for_a_test_of_the_image"


# --- Dockerfile -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dockerfile() -> list[tuple[str, str]]:
    """Instruction and what follows, in order."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    parts = [tuple(line.split(maxsplit=1)) for line in lines]
    assert len(parts) > 20
    return [(name, " ".join(rest.split())) for name, rest in parts]


def said(dockerfile: list[tuple[str, str]], name: str) -> str:
    return [rest for found, rest in dockerfile if found == name][-1]


def env_of(dockerfile: list[tuple[str, str]]) -> dict[str, str]:
    return dict(part.split("=", 1) for part in shlex.split(said(dockerfile, "ENV")))


def is_sent(path: str) -> bool:
    """Whether the build gets this path, by the rules of Docker: the last pattern that fits decides."""
    sent = True
    for line in (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split():
        pattern = line.removeprefix("!")
        fits = pattern == "**" or path == pattern or path.startswith(f"{pattern}/")
        sent = line.startswith("!") if fits or fnmatch.fnmatch(path, pattern) else sent
    return sent


def test_every_source_that_the_image_copies_is_there_and_sent(dockerfile: list[tuple[str, str]]) -> None:
    stages: set[str] = set()
    copied = []
    for name, rest in dockerfile:
        if name == "FROM" and " AS " in rest:
            stages.add(rest.split()[-1])
        if name == "COPY" and rest.startswith("--from="):
            assert rest.split()[0].removeprefix("--from=") in stages
        elif name == "COPY":
            copied += rest.split()[:-1]
    assert len(copied) >= 8
    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert [path for path in copied if not is_sent(path)] == []
    assert not is_sent(".git")
    assert not is_sent("deploy/.env")
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = ["pyproject.toml", built["project"]["readme"], *built["project"]["license-files"]]
    assert set(needed) <= set(copied)
    assert built["tool"]["hatch"]["build"]["hooks"]["custom"]["path"] in copied


def staged(dockerfile: list[tuple[str, str]], stage: str, into: Path) -> Path:
    """The tree that a stage builds in: what it copies of this one and is sent; what is compiled or fetched is not."""
    begins = next(at for at, (name, rest) in enumerate(dockerfile) if name == "FROM" and rest.endswith(f" AS {stage}"))
    for name, rest in dockerfile[begins + 1 :]:
        if name == "FROM":
            break
        if name != "COPY":
            continue
        *sources, target = rest.split()
        for source in sources:
            to = into / target / Path(source).name if target.endswith("/") else into / target
            to.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, to, ignore=unsent)
            else:
                shutil.copy(ROOT / source, to)
    return into


def unsent(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if not is_sent((Path(folder) / name).relative_to(ROOT).as_posix())]


def fingerprint_of(tree: Path) -> str:
    """What `scripts/web.sh` knows the pages of a tree by."""
    script = (tree / "scripts" / "web.sh").read_text(encoding="utf-8")
    function = re.search(r"^fingerprint\(\) \{\n.*?^\}$", script, re.MULTILINE | re.DOTALL)
    assert function is not None
    lines = f"set -euo pipefail\n{function[0]}\nfingerprint"
    done = subprocess.run(["bash", "-c", lines], cwd=tree / "web", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def outside_of_web() -> set[str]:
    """What files of the pages name outside of web/, up to the first pattern, with `/` between."""
    found: set[str] = set()
    for file in (ROOT / "web" / "src").rglob("*.ts*"):
        if ".test." not in file.name:
            named = re.findall(r"""["'`]((?:\.\./)+[^"'`]+)["'`]""", file.read_text(encoding="utf-8"))
            paths = [(file.parent / re.split(r"[*{$]", one)[0]).resolve().relative_to(ROOT) for one in named]
            found |= {path.as_posix() for path in paths if path.parts[0] != "web"}
    return found


def test_the_stage_of_the_pages_has_all_that_they_are_made_of(
    dockerfile: list[tuple[str, str]], tmp_path: Path
) -> None:
    tree = staged(dockerfile, "pages", tmp_path)
    named = outside_of_web()
    assert {"examples/corpus", "src/kasen/server/japanese.json"} <= named
    assert [path for path in sorted(named) if not (tree / path).exists()] == []
    assert fingerprint_of(tree) == fingerprint_of(ROOT)
    assert not (tree / "web" / "node_modules").exists()


def test_the_image_has_the_extras_that_servers_need_and_no_others_are_named(dockerfile: list[tuple[str, str]]) -> None:
    (extras,) = [rest.removeprefix("EXTRAS=").split(",") for name, rest in dockerfile if rest.startswith("EXTRAS=")]
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {"server", "postgres", "temporal", "redis", "gcs", "s3"} <= set(extras) <= set(known)


def test_the_image_runs_as_nobody_in_particular_and_hears_signals_itself(dockerfile: list[tuple[str, str]]) -> None:
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", said(dockerfile, "USER"))
    assert json.loads(said(dockerfile, "ENTRYPOINT")) == ["tini", "--", "kasen"], (
        "no shell between, and dead are reaped"
    )
    assert said(dockerfile, "STOPSIGNAL") == "SIGTERM"
    (installed,) = [rest for name, rest in dockerfile if name == "RUN" and "apt-get install" in rest]
    assert " tini " in installed
    assert "compileall" in " ".join(rest for name, rest in dockerfile if name == "RUN")
    can_be_typed(json.loads(said(dockerfile, "CMD")))


def test_the_image_says_nothing_that_the_program_does_not_read(dockerfile: list[tuple[str, str]]) -> None:
    env = env_of(dockerfile)
    ours = {name for name in env if name.startswith("KASEN_")}
    assert {"KASEN_HOST", "KASEN_HOME"} <= ours <= KNOWN
    assert not {"KASEN_PORT", "PORT"} & ours, "Cloud Run sets PORT, and KASEN_PORT would come before it"
    assert int(said(dockerfile, "EXPOSE")) == PORT
    assert env["KASEN_HOST"] == "0.0.0.0"
    assert env["KASEN_HOME"].startswith("/tmp/")


@pytest.mark.parametrize("file", ["Dockerfile", "compose.yaml"])
def test_no_image_names_a_registry_and_each_says_its_version(file: str) -> None:
    text = (DEPLOY / file).read_text(encoding="utf-8")
    stages = set(re.findall(r" AS (\w+)$", text, re.MULTILINE))
    images = set(re.findall(r"(?:^FROM|image:|--from=)\s*([^\s,}]+)", text, re.MULTILINE)) - stages - {"kasen"}
    assert images
    for image in images:
        assert "." not in image.split("/")[0].split(":")[0], image
        assert re.search(r":(?!latest)\S+$", image), image


# --- compose.yaml ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert len(content["services"]) >= 7
    return content


def ours(compose: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = {name: one for name, one in compose["services"].items() if one.get("image") == "kasen" and "command" in one}
    assert len(found) == 3
    return found


def can_be_typed(line: list[str]) -> None:
    """Parsed by the real parser, up to but without running it."""
    name, *args = line
    command: Any = Later(name, *COMMANDS[name]).real()
    while hasattr(command, "commands") and args and args[0] in command.commands:
        command = command.commands[args.pop(0)]
    command.make_context(name, args)


def test_services_start_commands_that_exist_with_settings_that_exist(compose: dict[str, Any]) -> None:
    for one in ours(compose).values():
        can_be_typed([str(part) for part in one["command"]])
        assert set(one["environment"]) <= KNOWN | STORES
        Settings(engine=one["environment"]["KASEN_ENGINE"])
    servers = [name for name, one in ours(compose).items() if one["command"] == ["serve"]]
    assert servers == ["server-1", "server-2"]
    with pytest.raises(KeyError):
        can_be_typed(["unheard-of"])


def test_no_secret_stands_in_the_files(compose: dict[str, Any]) -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for name, one in compose["services"].items():
        for key, value in one.get("environment", {}).items():
            if re.search(r"PASSWORD$|PWD$|KEY$|KEY_ID$|TOKENS?$|DATABASE$", key):
                assert "${" in str(value), f"{name}: {key}"
            if key.endswith("_FILE"):
                assert Path(value).name in one["secrets"]
                assert Path(value).name in compose["secrets"]
    example = (DEPLOY / "env.example").read_text(encoding="utf-8")
    given = dict(line.split("=", 1) for line in example.splitlines() if line and not line.startswith("#"))
    used = set(re.findall(r"(?<!\$)\$\{(\w+)", text)) | {one["environment"] for one in compose["secrets"].values()}
    assert used == set(given)
    assert used <= KNOWN | FOREIGN | STORES
    assert [name for name, value in given.items() if value and re.search("PASSWORD|KEY|TOKENS", name)] == []
    needed = set(re.findall(r"\$\{(\w+):\?\}", text))
    assert {"POSTGRES_PASSWORD", "KASEN_TOKENS"} <= needed, "a start without them is refused"


def filled(text: str, given: dict[str, str]) -> str:
    """As Compose fills in `${NAME:-else}` and `${NAME:+instead}`."""

    def one(found: re.Match[str]) -> str:
        name, sign, other = found.groups()
        return other if (sign == ":+") == bool(given.get(name)) else given.get(name, "") if sign == ":-" else ""

    return re.sub(r"\$\{(\w+)(:-|:\+)([^}]*)\}", one, text)


def test_every_service_reaches_object_storage_as_the_example_says(compose: dict[str, Any]) -> None:
    key = "/etc/kasen/key.json"
    given = dict.fromkeys({*STORES, "KASEN_ARTIFACTS", "KASEN_KNOWLEDGE", "KASEN_ARTIFACTS_ENDPOINT"}, "given")
    given["GOOGLE_APPLICATION_CREDENTIALS"] = key
    for one in ours(compose).values():
        inside = {name: filled(str(one["environment"][name]), given) for name in given}
        mounts = [filled(volume, given) for volume in one["volumes"]]
        assert f"{key}:{inside['GOOGLE_APPLICATION_CREDENTIALS']}:ro" in mounts
        assert {value for name, value in inside.items() if not name.startswith("GOOGLE")} == {"given"}
        empty = {name: filled(str(one["environment"][name]), {}) for name in given}
        assert {name for name, value in empty.items() if value} == {"AWS_DEFAULT_REGION"}, "refused if empty"
        assert "AWS_PROFILE" not in one["environment"], "nor an empty one of these"


def test_after_each_server_of_an_upgrade_nginx_looks_up_its_address(compose: dict[str, Any]) -> None:
    assert compose["services"]["nginx"]["healthcheck"]["test"][1].endswith("|| { nginx -s reload; exit 1; }")
    for guide in ("README.md", "README.ja.md"):
        lines = (DEPLOY / guide).read_text(encoding="utf-8").splitlines()
        steps = [number for number, line in enumerate(lines) if re.search(r"up -d --no-deps .*server-\d", line)]
        assert len(steps) == 2
        for number in steps:
            assert "--wait" in lines[number], "its name leads nowhere before it stands"
            assert "exec nginx nginx -s reload" in lines[number + 1]


def test_services_are_watched_limited_restarted_and_given_time(compose: dict[str, Any]) -> None:
    for name, one in compose["services"].items():
        if one.get("restart") == "no":
            continue
        assert one["restart"] == "unless-stopped", name
        assert one["healthcheck"]["test"], name
        assert {"cpus", "memory"} <= one["deploy"]["resources"]["limits"].keys(), name
        assert int(one["stop_grace_period"].removesuffix("s")) > 10, name
        assert set(one.get("depends_on", {})) <= compose["services"].keys(), name
        for volume in one.get("volumes", []):
            source = filled(volume, {}).partition(":")[0]
            if source == "/dev/null":
                continue  # a key file that is not given
            assert (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"], volume
    paths = {getattr(route, "path", "") for route in health.routes}
    for one in (compose["services"][name] for name in ("server-1", "nginx")):
        (port, path) = re.findall(r"127\.0\.0\.1:(\d+)(/\w+)", " ".join(map(str, one["healthcheck"]["test"])))[0]
        assert path in paths
        assert port in {*one.get("expose", ()), *(p.rpartition(":")[2] for p in one.get("ports", ()))}
    worker = compose["services"]["worker"]
    assert worker["command"][-1] == worker["expose"][0]
    assert f":{worker['expose'][0]}/" in " ".join(worker["healthcheck"]["test"])


def test_only_nginx_is_reached_from_outside_and_it_knows_both_servers(compose: dict[str, Any]) -> None:
    assert [name for name, one in compose["services"].items() if "ports" in one] == ["nginx"]
    conf = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    servers = [name for name, one in ours(compose).items() if one["command"] == ["serve"]]
    assert re.findall(r"^\s+server ([\w-]+):(\d+)", conf, re.MULTILINE) == [(name, str(PORT)) for name in servers]
    assert f"client_max_body_size {Settings.model_fields['upload_mb'].default}m;" in conf


# --- nginx ----------------------------------------------------------------------------------------------------------


class Answering(BaseHTTPRequestHandler):
    """Sends one event, and another one only when it is told to."""

    protocol_version = "HTTP/1.1"
    go_on: threading.Event
    asked: list[str]

    def log_message(self, *_: Any) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        self.asked.append(f"{self.headers['Host']} {self.headers['X-Forwarded-Proto']}")
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")  # else nginx keeps one that outlives the server of a test
        self.end_headers()
        self._chunk(f"data: {self.server.server_port}\n\n".encode())
        if self.path == "/stream":
            self.go_on.wait(20)
            self._chunk(b"data: second\n\n")
        self._chunk(b"")

    def do_POST(self) -> None:
        size = len(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", str(len(str(size))))
        self.end_headers()
        self.wfile.write(str(size).encode())

    server: ThreadingHTTPServer

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()


@contextmanager
def answering() -> Iterator[tuple[ThreadingHTTPServer, threading.Event, list[str]]]:
    handler = type("Handler", (Answering,), {"go_on": threading.Event(), "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield server, handler.go_on, handler.asked  # type: ignore[attr-defined]
    finally:
        handler.go_on.set()  # type: ignore[attr-defined]
        server.shutdown()
        server.server_close()


@contextmanager
def nginx(place: Path, *ports: int) -> Iterator[int]:
    """nginx with our file before servers at these ports; where it listens."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed: sudo apt-get install nginx-light")
    at, text = free_port(), (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for number, port in enumerate(ports, 1):
        text = text.replace(f"server-{number}:{PORT}", f"127.0.0.1:{port}")
    text = text.replace("listen 8080", f"listen 127.0.0.1:{at}").replace("/tmp/nginx", f"{place}/nginx")
    file = place / "nginx.conf"
    file.write_text(text, encoding="utf-8")
    subprocess.run([program, "-t", "-c", str(file)], check=True, capture_output=True)
    process = subprocess.Popen([program, "-c", str(file), "-g", "daemon off;"], stderr=subprocess.DEVNULL)
    try:
        until(lambda: socket.create_connection(("127.0.0.1", at), 1)).close()
        yield at
    finally:
        process.send_signal(signal.SIGQUIT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        process.kill()
        process.wait()


def until(look: Any, seconds: float = 60) -> Any:
    """What `look` gives, once it raises no OSError."""
    end = time.monotonic() + seconds
    while True:
        try:
            return look()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)  # noqa: TID251 - a test waits


def get(port: int, path: str = "/", **headers: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers=headers)
    body = connection.getresponse().read().decode()
    connection.close()
    return body


def test_events_pass_nginx_before_the_answer_ends_and_large_files_pass_whole(tmp_path: Path) -> None:
    with (
        answering() as (one, go_on, asked),
        answering() as (two, also, _),
        nginx(tmp_path, one.server_port, two.server_port) as at,
    ):
        stream = http.client.HTTPConnection("127.0.0.1", at, timeout=10)
        stream.request("GET", "/stream", headers={"Host": "kasen.example.com"})
        answer = stream.getresponse()
        assert answer.readline().startswith(b"data: "), "while the server is still writing"
        go_on.set()
        also.set()
        assert b"second" in answer.read()
        stream.close()
        get(at)
        assert "kasen.example.com http" in asked
        sending = http.client.HTTPConnection("127.0.0.1", at, timeout=10)
        sending.request("POST", "/api/uploads", body=bytes(5 << 20))
        assert sending.getresponse().read() == str(5 << 20).encode()
        sending.close()


def test_nginx_asks_both_servers_and_leaves_out_the_one_that_is_gone(tmp_path: Path) -> None:
    with answering() as (two, *_), answering() as (one, *_):
        ports = [one.server_port, two.server_port]
        with nginx(tmp_path, *ports) as at:
            assert {get(at).split()[1] for _ in range(20)} == {str(port) for port in ports}
            one.shutdown()
            one.server_close()
            assert {get(at).split()[1] for _ in range(20)} == {str(ports[1])}, "and nobody sees an error"


# --- the image's command line ---------------------------------------------------------------------------------------


@contextmanager
def serving(
    place: Path, dockerfile: list[tuple[str, str]], **given: str
) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """The entry point as the image has it, with nothing but what Cloud Run gives it."""
    entry, port = json.loads(said(dockerfile, "ENTRYPOINT")), free_port()
    assert entry[:2] == ["tini", "--"]
    line = [str(Path(sys.executable).parent / entry[2]), *json.loads(said(dockerfile, "CMD"))]
    env = {name: value.replace("/tmp", str(place)) for name, value in env_of(dockerfile).items() if name != "PATH"}
    tokens = f"mio:{hashlib.sha256(TOKEN.encode()).hexdigest()}"
    env |= {"PATH": plain_environment()["PATH"], "PORT": str(port), "KASEN_TOKENS": tokens, "KASEN_SEARCH": "none"}
    place.mkdir()
    process = subprocess.Popen(
        line, cwd=place, env={**env, **given}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        until(lambda: get(port, "/healthz"))
        yield port, process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def ask(port: int, path: str, body: object = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert answer.status < 300, text
    return json.loads(text) if text.startswith(("{", "[")) else text


def test_the_command_line_of_the_image_serves_keeps_nothing_and_drains(
    tmp_path: Path, database: str, dockerfile: list[tuple[str, str]]
) -> None:
    """On PORT, as Cloud Run wants it; what one container did another one, with an empty home, shows."""
    kept = {"KASEN_DATABASE": database, "KASEN_ARTIFACTS": f"file://{tmp_path}/bucket"}
    with serving(tmp_path / "one", dockerfile, **kept) as (port, process):
        assert json.loads(get(port, "/healthz"))["status"] == "ok"
        run = ask(port, "/api/runs", {"team": "echo", "request": {"text": "hello world"}})["id"]
        end = time.monotonic() + 60
        while (shown := ask(port, f"/api/runs/{run}"))["status"] not in {"done", "failed"}:
            assert time.monotonic() < end, shown
            time.sleep(0.1)  # noqa: TID251 - a test waits
        assert shown["status"] == "done"
        names = [one["name"] for one in ask(port, f"/api/runs/{run}/artifacts")]
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        assert process.wait(timeout=10) == 0
        assert time.monotonic() - began < 10
    shutil.rmtree(tmp_path / "one")
    with serving(tmp_path / "two", dockerfile, **kept) as (port, _):
        assert ask(port, f"/api/runs/{run}")["status"] == "done"
        assert names
        assert ask(port, f"/api/runs/{run}/artifacts/{names[0]}")


# --- systemd --------------------------------------------------------------------------------------------------------

UNITS = sorted((DEPLOY / "systemd").iterdir())


def unit(path: Path) -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(path, encoding="utf-8")
    return found


def test_units_start_commands_that_exist_as_somebody_harmless_and_get_time_to_drain() -> None:
    services = [path for path in UNITS if path.suffix == ".service"]
    assert len(services) == 3
    for path in services:
        service = unit(path)["Service"]
        program, *line = shlex.split(service["ExecStart"])
        assert program.endswith("/kasen")
        can_be_typed(line)
        assert service["User"] != "root"
        names = {part.partition("=")[0] for part in service["Environment"].split()}
        assert names <= KNOWN
        if service.get("Type") != "oneshot":
            assert int(service["TimeoutStopSec"]) > 10
            assert service["Restart"] == "always"
    timers = [path for path in UNITS if path.suffix == ".timer"]
    assert [path.with_suffix(".service").exists() for path in timers] == [True]
