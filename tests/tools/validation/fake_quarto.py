"""A program named `quarto` that behaves as the real one was seen to, written to a folder that is put on PATH."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

PAGE = "<!DOCTYPE html><html lang='en'><head><title>x</title></head><body><p>page</p></body></html>"
SCHEMA_ERROR = """ERROR: Validation of YAML front matter failed.
ERROR: In file resume.qmd
(line 3, columns 6--8) Field "toc" has value yes, which must instead be `true` or `false`
2: title: x
3: toc: yes
        ~~~
4: ---

x The value yes is a string.

ERROR: Render failed due to invalid YAML.

Stack trace:
    at renderFileInternal (file:///opt/quarto/bin/quarto.js:81487:13)
"""
YAML_ERROR = """ERROR: YAMLError: {cwd}/resume.qmd:
bad indentation of a mapping entry at line 4, column 8:
     format: pdf
           ^

Stack trace:
    at generateError (file:///opt/quarto/bin/quarto.js:11111:12)
"""
WARNINGS = """pandoc
  to: html
  output-file: resume.html

[WARNING] Div at line 10 column 1 unclosed at line 20 column 1, closing implicitly.
\x1b[33mWARN: Unable to resolve crossref @fig-none\x1b[39m
WARNING (/opt/quarto/share/filters/main.lua:14019) Shortcode 'nosuch' not found
Output created: resume.html
"""
_SCRIPT = """#!{python}
import json, os, subprocess, sys, time
from pathlib import Path
here = Path({place!r})
if sys.argv[1:] == ["--version"]:
    print("1.9.37")
    sys.exit(0)
page = Path("resume.html")
document = next(Path(".").glob("resume.[qm]*d"))
seen = {{
    "arguments": sys.argv[1:], "environment": dict(os.environ), "text": document.read_text(encoding="utf-8"),
    "files": sorted(str(one) for one in Path(".").rglob("*") if one.is_file()), "folder": os.getcwd(),
    "texts": {{str(one): one.read_text(encoding="utf-8") for one in Path(".").rglob("*.*md")}},
}}
(here / "seen.json").write_text(json.dumps(seen), encoding="utf-8")
{behaviour}
"""
BEHAVIOURS = {
    "ok": "page.write_text({page!r}); print('Output created: resume.html', file=sys.stderr)",
    "warnings": "page.write_text({page!r}); print({warnings!r}, file=sys.stderr)",
    "schema_error": "print({schema!r}, file=sys.stderr); sys.exit(1)",
    "yaml_error": "print({yaml!r}.replace('{{cwd}}', os.getcwd()), file=sys.stderr); sys.exit(1)",
    "exit_1_on_success": "page.write_text({page!r}); sys.exit(1)",
    "exit_1_silently": "sys.exit(1)",
    "no_page": "print('Output created: resume.html')",
    "crash": "os.kill(os.getpid(), 11)",
    "hang": (
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "(here / 'child').write_text(str(child.pid))\n"
        "time.sleep(600)"
    ),
    "flood": "\nwhile True:\n    sys.stdout.write('WARNING: again and again\\n' * 1000)",
    "read_only_lua": "print('Error running filter main.lua:\\nmain.lua:12: attempt to index nil'); sys.exit(83)",
}


def write_quarto(place: Path, behaviour: str) -> Path:
    """Write the program to `place/bin`, which is returned."""
    folder = place / "bin"
    folder.mkdir(exist_ok=True)
    values = {"page": PAGE, "warnings": WARNINGS, "schema": SCHEMA_ERROR, "yaml": YAML_ERROR}
    body = BEHAVIOURS[behaviour].format(**values)
    file = folder / "quarto"
    file.write_text(_SCRIPT.format(python=sys.executable, place=str(place), behaviour=body), encoding="utf-8")
    file.chmod(0o755)
    return folder


def seen(place: Path) -> dict[str, Any]:
    """What the program saw when it was last asked to render."""
    found: dict[str, Any] = json.loads((place / "seen.json").read_text(encoding="utf-8"))
    return found


def has_ended(number: str) -> bool:
    """Whether a process is gone, or ends within a few seconds: a signal is not obeyed at once."""
    state = Path(f"/proc/{number}/stat")
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            if state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
    return False
