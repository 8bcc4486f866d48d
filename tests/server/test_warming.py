from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kasen.settings.environment import plain_environment

CODE = """
import sys
from kasen.server.warming import warm
before = set(sys.modules)
warm()
came = set(sys.modules) - before
for name in ("kasen.runtime.drive", "langgraph.graph", "kasen.teams.research.graphs.quick", "kasen.teams.slides.rules"):
    assert name not in before, name
    assert name in came, name
assert not [name for name in came if name.startswith("kasen.teams.echo.graphs")]
"""
TOGETHER = """
import sys, threading
from pathlib import Path
from kasen.knowledge.document import ReadyChunk
from kasen.knowledge.index import Index
from kasen.server.warming import warm
failed = []
threading.excepthook = lambda told: failed.append(told.exc_value)
chunk = ReadyChunk(text="tea", match="tea", page=None, headings=(), start=0, end=3, exact=1, keys=(), signature=b"")
def read(number):
    index = Index(Path(sys.argv[1]) / str(number))
    index.add([(1, [chunk], [])])
    assert index.by_words("tea", 1)[0].text == "tea"
threads = [threading.Thread(target=read, args=(number,)) for number in range(4)] + [threading.Thread(target=warm)]
for one in threads: one.start()
for one in threads: one.join()
assert not failed, failed
"""

OUTSIDE = """
import sys
from kasen.server.warming import warm
warm()
print(*sorted(name for name in sys.modules if name.startswith(("acme", "flat", "zen"))))
"""
TEAM = """
from kasen.team import Team
TEAM = Team(
    name="{name}", summary="", summary_ja="", default_mode="m", request="{name}_schemas:Request",
    result="{name}.nowhere:Result", modes={{"m": "{name}_graph:build"}}, roles=("{name}_roles:ONE", ""),
)
"""


def test_what_runs_import_is_there_before_the_first_run() -> None:
    """Of teams that are advertised; in a process of its own, as this one has imported all of it."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_documents_are_read_and_found_while_the_server_warms_up(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", TOGETHER, tmp_path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_of_other_packages_only_what_a_team_names_is_imported_and_nothing_broken_ends_it(tmp_path: Path) -> None:
    files = {
        "acme/__init__.py": "",
        "acme/__main__.py": "raise SystemExit(9)",
        "acme/team.py": TEAM.format(name="acme"),
        "acme_schemas.py": "raise ValueError",
        "acme_graph.py": "build = nothing",
        "acme_roles.py": "",
        "flat.py": TEAM.format(name="flat"),
        "flat_schemas.py": "",
        "broken.py": "TEAM = nothing",
        "zen.py": TEAM.format(name="zen"),
        "zen_graph.py": "",
        "z-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: z\nVersion: 1\n",
        "z-1.dist-info/entry_points.txt": (
            "[kasen.teams]\nacme = acme.team:TEAM\nflat = flat:TEAM\nbroken = broken:TEAM\nzen = zen:TEAM\n"
        ),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    environment = {**plain_environment(), "PYTHONPATH": str(tmp_path)}
    line = [sys.executable, "-c", OUTSIDE]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["acme", "acme.team", "acme_roles", "flat", "flat_schemas", "zen", "zen_graph"]
