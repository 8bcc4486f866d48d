"""Stands for the shim of an agent: gives signs of life, and runs a program that carries the mark of the agent.

`shim.py FOLDER RUN AGENT`; the file `how` in the agent's folder says how it behaves: `works` (also where there is
none), `mute` (no sign of life), `hangs` (one sign of life), `ends` (at once), `hides` (its program has a child in a
session of its own that has lost its parent and its environment). It imports nothing of Kasen: it starts at once.
"""

import ctypes
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

SLEEPS = "import time; time.sleep(300)"
HIDES = f"""
import subprocess, sys
quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
print(subprocess.Popen([sys.executable, "-S", "-c", {SLEEPS!r}], env={{}}, start_new_session=True, **quiet).pid)
"""


def beat(folder: pathlib.Path, agent: str, program: int) -> None:
    stat = pathlib.Path("/proc/self/stat").read_text(encoding="utf-8")
    said = {"agent": agent, "pid": os.getpid(), "started": int(stat.rpartition(")")[2].split()[19]), "program": program}
    part = folder / ".mailbox" / "heartbeat" / f".{agent}"
    part.write_text(json.dumps(said), encoding="utf-8")
    part.replace(part.with_name(agent))


def main(folder: pathlib.Path, run: str, agent: str) -> None:
    own = folder / "agents" / agent
    assert (own / "spec.json").exists()
    how = (own / "how").read_text(encoding="utf-8") if (own / "how").exists() else "works"
    with (own / "starts").open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    if how == "ends":
        sys.exit("nothing works here")
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    marked = {"KASEN_AGENT": f"{run}/{agent}"}
    program = subprocess.Popen([sys.executable, "-S", "-c", SLEEPS], env=marked, start_new_session=True)

    def leave(*_: object) -> None:
        program.kill()
        program.wait()
        sys.exit(0)

    signal.signal(signal.SIGTERM, leave)
    if how == "hides":
        done = subprocess.run(
            [sys.executable, "-S", "-c", HIDES], capture_output=True, text=True, env=marked, check=True
        )
        (own / "hidden").write_text(done.stdout, encoding="utf-8")
    while True:
        if how != "mute":
            beat(folder, agent, program.pid)
        if how == "hangs":
            signal.pause()
        time.sleep(0.05)  # noqa: TID251 - nothing else runs here


main(pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3])
