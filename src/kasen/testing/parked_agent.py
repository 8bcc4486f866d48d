r"""An agent of the team `code` that is played by hand: `python -m kasen.testing.parked_agent FOLDER AGENT`.

Each turn is parked as `FOLDER/turns/NUMBER-AGENT.md`: what the agent was shown, its policy, the schema of its answer
and the folder that it works in. Then it waits for an answer: a file `FOLDER/answers/NAME.json`, of which the first in
the order of names counts that is for this agent and was not used yet:

    {"agent": "coder-1", "match": "words of the prompt", "files": {"a.py": "x = 1\n"}, "answer": {…}}

`match` may be missing. `files` are written into the work tree first (null deletes one). `answer` is printed as JSON,
`says` in its place as it stands, for answers that are none. So what was played once is played again at once when the
answers lie there already.

Standard library only, so that it starts at once. In `agents.yaml`: `type: command`, and this as its `command`.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

LOOK_S = 0.05


def main(folder: Path, agent: str, turn: dict[str, Any]) -> str:
    """Park the turn, wait for its answer, do what that says; the words to print."""
    _parked(folder / "turns", agent, turn)
    said = _answer(folder, agent, str(turn["prompt"]))
    for name, text in said.get("files", {}).items():
        path = Path(name)
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return str(said["says"]) if "says" in said else json.dumps(said["answer"], ensure_ascii=False)


def _parked(folder: Path, agent: str, turn: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    schema = json.dumps(turn["schema"], ensure_ascii=False, indent=1)
    told = f"agent: {agent}; folder: {Path.cwd()}; session: {turn['session'] or 'new'}"
    text = (
        f"<!-- {told} -->\n\n{turn['prompt']}\n\n"
        f"---\n\n<!-- policy -->\n\n{turn['policy']}\n\n"
        f"---\n\n<!-- schema of the answer -->\n\n```json\n{schema}\n```\n"
    )
    number = 0
    while True:
        number += 1
        try:
            with (folder / f"{number:03}-{agent}.md").open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            continue
        return


def _answer(folder: Path, agent: str, prompt: str) -> dict[str, Any]:
    used = folder / "used"
    used.mkdir(parents=True, exist_ok=True)
    while True:
        for path in sorted((folder / "answers").glob("*.json")):
            said: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if said["agent"] != agent or said.get("match", "") not in prompt:
                continue
            try:
                (used / path.name).open("x").close()
            except FileExistsError:
                continue
            return said
        time.sleep(LOOK_S)  # noqa: TID251 - a program of its own, without a loop


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1]), sys.argv[2], json.load(sys.stdin)) + "\n")
