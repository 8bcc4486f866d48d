from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

LOADED = """
import sys
import kasen.teams.code.worker as package
import types
fake = types.ModuleType("kasen.teams.code.worker.main")
def main(folder, agent):
    print(sorted({".".join(name.split(".")[:2]) for name in sys.modules if name.startswith("kasen.")}))
    print(sorted({"langgraph", "sqlalchemy", "httpx", "asyncio", "rich"} & set(sys.modules)))
    print(folder, agent)
    return 7
fake.main = main
sys.modules["kasen.teams.code.worker.main"] = fake
sys.argv = ["kasen", "code", "worker", "--folder", sys.argv[1], "--agent", "impl-1"]
from kasen.__main__ import main as kasen
kasen()
"""


def test_a_shim_begins_without_the_engine_and_ends_with_the_code_of_its_work(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LOADED, str(tmp_path)], capture_output=True, text=True, check=False)
    modules, heavy, called = done.stdout.splitlines()
    assert done.returncode == 7, done.stderr
    assert called == f"{tmp_path} impl-1"
    assert heavy == "[]"
    assert set(ast.literal_eval(modules)) <= {
        "kasen.__main__",
        "kasen.cli",
        "kasen.errors",
        "kasen.finding",
        "kasen.team",
        "kasen.teams",
    }
