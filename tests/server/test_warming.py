from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_what_runs_import_is_there_before_the_first_run() -> None:
    """Of teams that are advertised; in a process of its own, as this one has imported all of it."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_documents_are_read_and_found_while_the_server_warms_up(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", TOGETHER, tmp_path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
