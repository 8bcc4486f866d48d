"""A program that plays an agent: `python scripted_agent.py FOLDER AGENT` does what the rules in the folder say.

Standard library only, so that it starts at once. `agents.Script` writes the rules and reads what was asked; see there.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

KINDS = {"verdict": "review", "review": "review", "owner": "ruling", "ruling": "ruling"} | dict.fromkeys(
    ("tasks", "plan"), "plan"
)
EMPTY: dict[str, Any] = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": [], "null": None}


def main() -> int:
    folder, agent = Path(sys.argv[1]), sys.argv[2]
    given = json.loads(sys.stdin.buffer.read())
    asks = asked(given["schema"])
    number, does = taken(folder, agent, asks, given["prompt"])
    call = {**given, "agent": agent, "asks": asks, "rule": number, "pid": os.getpid(), "folder": str(Path.cwd())}
    written(folder / "calls.jsonl", {**call, "env": dict(os.environ)})  # noqa: TID251 - what it was given is what tests look at
    for name, action in ACTIONS.items():
        if name in does:
            action(does[name], folder)
    if "says" in does:
        say(does["says"])
    elif "exit" not in does or "answer" in does:
        answer = about_findings(given, answer_of(asks, does))
        say(json.dumps(fitted(given["schema"], given["schema"], answer), ensure_ascii=False))
    written(folder / "ends.jsonl", {"agent": agent, "rule": number, "pid": os.getpid()})
    return int(does.get("exit", 0))


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def asked(schema: dict[str, Any]) -> str:
    """What kind of answer is wanted: review, plan, ruling or result."""
    names = set(schema.get("properties", {}))
    return next((kind for name, kind in KINDS.items() if name in names), "result")


def taken(folder: Path, agent: str, asks: str, prompt: str) -> tuple[int, dict[str, Any]]:
    """The first rule that fits and is not used up; none is `-1` and an agent that does well."""
    rules = json.loads((folder / "rules.json").read_text(encoding="utf-8"))
    for number, rule in enumerate(rules):
        if rule["agent"] not in ("", agent) or rule["asks"] not in ("", asks):
            continue
        if rule["match"] in prompt and is_left(folder, number, rule["times"]):
            return number, rule["does"]
    return -1, {}


def is_left(folder: Path, number: int, times: int) -> bool:
    """Use the rule once more; False when it was used that often. Each use is a file that only one can make."""
    if not times:
        return True
    for use in range(times):
        try:
            (folder / f"used-{number}-{use}").open("x").close()
        except FileExistsError:
            continue
        return True
    return False


def answer_of(asks: str, does: dict[str, Any]) -> dict[str, Any]:
    """What is not said is an agent that is content."""
    content: dict[str, dict[str, Any]] = {"review": {"verdict": "PASS"}, "plan": {"tasks": [], "plan": []}}
    good = content.get(asks, {})
    said = does.get("answer", {})
    both = {"tasks": said["plan"], **said} if "plan" in said else said
    return {"summary": "done", "status": "done", **good, **both}


def about_findings(given: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Where each finding that was shown is asked about: all are mended, or closed, or still open when it says FAIL."""
    if "findings" not in given["schema"].get("properties", {}):
        return answer
    state = "open" if answer.get("verdict") == "FAIL" else "closed"
    shown = dict.fromkeys(re.findall(r'<outside kind="finding" id="([^"]+)"', given["prompt"]))
    said = [{"id": id, "state": state, "why": state, "mended": True, "how": "mended"} for id in shown]
    return {"findings": said, **answer}


def fitted(schema: dict[str, Any], root: dict[str, Any], given: Any) -> Any:
    """An answer of that schema: fields that were given wherever they stand, else something empty of their kind."""
    if "$ref" in schema:
        return fitted(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, given)
    for choice in schema.get("anyOf", []):
        kind = choice.get("type")
        if given is None and kind == "null":
            return None
        if given is not None and kind != "null":
            return fitted(choice, root, given)
    if schema.get("type") == "object" or "properties" in schema:
        held = given if isinstance(given, dict) else {}
        inner = {
            name: held.get(name, held if is_object(part, root) else None) for name, part in schema["properties"].items()
        }
        return {name: fitted(part, root, inner[name]) for name, part in schema["properties"].items()}
    if schema.get("type") == "array":
        return [fitted(schema.get("items", {}), root, one) for one in given or []]
    if given is not None:
        return given
    return schema["enum"][0] if "enum" in schema else EMPTY.get(schema.get("type", "string"), "")


def is_object(schema: dict[str, Any], root: dict[str, Any]) -> bool:
    if "$ref" in schema:
        return is_object(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    return schema.get("type") == "object"


def written(path: Path, line: dict[str, Any]) -> None:
    with path.open("ab", buffering=0) as file:
        file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


# What a rule can do, in the order in which it is done.


def wait_for(name: str, folder: Path) -> None:
    until = time.monotonic() + 600
    while not (folder / name).exists() and time.monotonic() < until:
        time.sleep(0.02)  # noqa: TID251 - a program of its own


def edit(files: dict[str, str | None], _folder: Path) -> None:
    for name, text in files.items():
        path = Path(name)
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def delete_all(_really: bool, _folder: Path) -> None:
    subprocess.run("rm -rf -- ./* ./.[!.g]*", shell=True, check=False)


def commit(message: str, _folder: Path) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@localhost")
    subprocess.run(["git", "add", "--all"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["git", *who, "commit", "-q", "-m", message], check=True, stdout=subprocess.DEVNULL)


def print_bytes(count: int, _folder: Path) -> None:
    line = b"x" * 1023 + b"\n"
    for _ in range(count // 1024):
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def print_line(count: int, _folder: Path) -> None:
    """One line of so many bytes."""
    for _ in range(count // 65_536):
        sys.stdout.buffer.write(b"y" * 65_536)
    sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()


def start_child(seconds: float, folder: Path) -> None:
    """A process in a session of its own, which no signal to a group reaches."""
    null = subprocess.DEVNULL
    child = subprocess.Popen(["sleep", str(seconds)], start_new_session=True, stdin=null, stdout=null, stderr=null)
    written(folder / "children.jsonl", {"pid": child.pid})


def say_so(words: list[str], _folder: Path) -> None:
    for word in words:
        say(word)


def stall(seconds: float, _folder: Path) -> None:
    time.sleep(seconds)  # noqa: TID251 - a program of its own


def kill_itself(number: int, _folder: Path) -> None:
    sys.stdout.flush()
    os.kill(os.getpid(), number or signal.SIGKILL)


ACTIONS: dict[str, Callable[[Any, Path], None]] = {
    "words": say_so,
    "child": start_child,
    "waits_for": wait_for,
    "edits": edit,
    "deletes_all": delete_all,
    "commits": commit,
    "prints": print_bytes,
    "line": print_line,
    "holds": wait_for,
    "stalls": stall,
    "signal": kill_itself,
}

if __name__ == "__main__":
    sys.exit(main())
