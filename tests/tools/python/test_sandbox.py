from __future__ import annotations

import asyncio
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from kasen.errors import ConfigurationError, InputError
from kasen.tools.python.model import PythonLimits
from kasen.tools.python.sandbox import MOST_CODE, Sandbox, available
from tools.python.people import Person

CSV = "店舗,売上,日付\n東京,1200,2026-01-05\n大阪,800,2026-01-06\n東京,300,2026-02-01\n"
pytestmark = pytest.mark.usefixtures("sandboxed")


def processes(word: str) -> list[int]:
    """Processes of this machine that hold that word in their command line."""
    found = []
    for pid in (int(place.name) for place in Path("/proc").iterdir() if place.name.isdigit()):
        with suppress(OSError):  # it may end while it is looked at
            if word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def children() -> set[int]:
    """Living sandboxes of this process."""
    found: set[int] = set()
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # it may end while it is looked at
            found |= {int(pid) for pid in (thread / "children").read_text(encoding="ascii").split()}
    return {pid for pid in found if pid in processes("bwrap")}


async def until(seen: Callable[[], object]) -> int:
    """How often the loop went round until that was so."""
    for rounds in range(2000):
        if seen():
            return rounds
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to that")


# --- ordinary use ---------------------------------------------------------------------------------------------------


async def test_pandas_reads_the_table_that_was_given_and_gives_back_a_figure() -> None:
    code = """
import json, pandas as pd
table = pd.read_csv("売上.csv", parse_dates=["日付"])
totals = table.groupby("店舗")["売上"].sum().sort_values(ascending=False)
print(json.dumps({"店舗": list(totals.index), "売上": [int(v) for v in totals]}, ensure_ascii=False))
totals.to_csv("out/合計.csv")
"""
    result = await Sandbox()(code, data={"売上.csv": CSV.encode()})
    assert result.ok, result.stderr
    assert result.stdout == '{"店舗": ["東京", "大阪"], "売上": [1500, 800]}\n'
    assert result.files == {"合計.csv": "店舗,売上\n東京,1500\n大阪,800\n".encode()}
    assert (result.said, result.stderr) == ("", "")


async def test_a_workbook_given_by_its_path_is_read(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("月", "台数"), ("一月", 3), ("二月", 4.5)):
        book.active.append(row)
    book.save(tmp_path / "book.xlsx")
    code = "import pandas as pd; print(pd.read_excel('台数.xlsx')['台数'].sum())"
    result = await Sandbox()(code, data={"台数.xlsx": tmp_path / "book.xlsx"})
    assert result.stdout == "7.5\n", result.stderr
    table = io.BytesIO((tmp_path / "book.xlsx").read_bytes())
    assert openpyxl.load_workbook(table).active.max_row == 3


async def test_an_exception_is_told_with_the_end_of_its_traceback() -> None:
    result = await Sandbox()("def f(x):\n    return 1 / x\n\nprint('まず')\nf(0)\n")
    assert (result.why, result.said) == ("error", "It raised ZeroDivisionError: division by zero")
    assert result.stdout == "まず\n"
    assert 'File "/box/main.py", line 2, in f' in result.stderr
    assert "return 1 / x" in result.stderr
    assert not result.ok


@pytest.mark.parametrize("code", ["", "\n", "# 何もしない", "pass"])
async def test_code_that_does_nothing_ends_well(code: str) -> None:
    result = await Sandbox()(code)
    assert (result.ok, result.stdout, result.stderr, result.files) == (True, "", "", {})


@pytest.mark.parametrize("code", ["def", "print('", "\x00", "x = = 1", "インデント\n  違い"])
async def test_code_that_is_no_python_is_an_error_of_the_code(code: str) -> None:
    result = await Sandbox()(code)
    assert result.why == "error"
    assert "Error" in result.said


async def test_ten_at_once_do_not_see_one_another() -> None:
    code = """
import os, time
open("out/mine", "w").write("{0}")
time.sleep(0.2)
print({0}, os.listdir("out"), os.listdir("/dev/shm"))
"""
    results = await asyncio.gather(*(Sandbox()(code.format(n), data={"n": str(n).encode()}) for n in range(10)))
    assert [result.stdout for result in results] == [f"{n} ['mine'] []\n" for n in range(10)]
    assert [result.files["mine"] for result in results] == [str(n).encode() for n in range(10)]


async def test_libraries_that_want_processes_temporary_files_and_a_null_device_get_them() -> None:
    code = """
import asyncio, subprocess, sys, tempfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
with ProcessPoolExecutor(2) as pool:
    print(list(pool.map(abs, [-1, 2])))
with ThreadPoolExecutor(4) as pool:
    print(sum(pool.map(len, ["a", "bb"])))
with tempfile.TemporaryDirectory() as folder:
    print(folder.startswith("/box/tmp"))
null = subprocess.DEVNULL
print(subprocess.run([sys.executable, "-c", "print(1)"], stdout=null, stdin=null).returncode)
asyncio.run(asyncio.sleep(0))
import sqlite3; print(sqlite3.connect(":memory:").execute("select 1").fetchone())
from zoneinfo import ZoneInfo; print(ZoneInfo("Asia/Tokyo"))
"""
    result = await Sandbox()(code)
    assert result.stdout.splitlines() == ["[1, 2]", "3", "True", "0", "(1,)", "Asia/Tokyo"], result.stderr


async def test_modules_among_the_data_do_not_stand_in_for_real_ones() -> None:
    bad = b"raise SystemExit('the data was imported')"
    names = ("json.py", "csv.py", "os.py", "pandas.py", "sitecustomize.py", "usercustomize.py", "numpy.py", "main.py")
    code = "import json, csv, os, numpy, sys; print(json.loads('1'), '' in sys.path, os.getcwd() in sys.path)"
    result = await Sandbox()(code, data=dict.fromkeys(names, bad))
    assert result.stdout == "1 False False\n", result.stderr


async def test_data_is_what_it_was_when_it_was_given(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("before", encoding="utf-8")
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    result = await Sandbox()("print(open('x.csv').read(), open('y').read())", data={"x.csv": link, "y": b""})
    assert result.stdout == "before \n"


async def test_a_private_file_of_somebody_else_can_be_given_by_root(root: Person, tmp_path: Path) -> None:
    """Inside, root of the machine has no right of root: the file is handed over, not looked up."""
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    (folder / "a.csv").write_text("theirs", encoding="utf-8")
    for path in (folder / "a.csv", folder):
        os.chown(path, 1234, 1234)
    result = root.run("print(open('a.csv').read())", paths={"a.csv": folder / "a.csv"})
    assert result.stdout == "theirs\n", result.said


# --- what cannot be run ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["", "..", "a/b.csv", "/etc/passwd", ".hidden", "out", "-rf", "a\nb", "x" * 300, "あ" * 70]
)
async def test_a_name_that_is_not_plain_is_refused_before_anything_runs(name: str) -> None:
    with pytest.raises(InputError, match="name of a data file"):
        await Sandbox()("print(1)", data={name: b""})


async def test_data_that_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(InputError):
            await Sandbox()("print(1)", data={"x": path})


async def test_code_that_no_file_holds_is_refused() -> None:
    with pytest.raises(InputError, match="surrogate"):
        await Sandbox()("'\ud800'")
    with pytest.raises(InputError, match="at most"):
        await Sandbox()("#" * (MOST_CODE + 1))


async def test_without_bubblewrap_nothing_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt-get install bubblewrap" in available()
    with pytest.raises(ConfigurationError, match="apt-get install bubblewrap"):
        await Sandbox()("print(1)")


async def test_a_bubblewrap_that_may_not_make_namespaces_is_no_sandbox(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n", encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "setting up uid map: Permission denied" in available()
    with pytest.raises(ConfigurationError, match="uid map"):
        await Sandbox()("print(1)")


async def test_a_bubblewrap_that_fails_in_passing_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real, program, times = shutil.which("bwrap"), tmp_path / "bwrap", tmp_path / "times"
    first = f"if [ ! -e {times} ]; then : > {times}; echo 'bwrap: Resource temporarily unavailable' >&2; exit 1; fi"
    program.write_text(f'#!/bin/sh\n{first}\nexec {real} "$@"\n', encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert "Resource temporarily unavailable" in available()
    assert available() == ""
    assert (await Sandbox()("print(1)")).stdout == "1\n"


@pytest.mark.alone
async def test_whether_there_is_a_sandbox_is_tried_once() -> None:
    available()
    began = monotonic()
    for _ in range(1000):
        assert available() == ""
    assert monotonic() - began < 1.0


# --- the end --------------------------------------------------------------------------------------------------------


async def test_cancelling_kills_everything_and_waits_for_it() -> None:
    word = f"kasen-{os.getpid()}-cancelled"
    deaf = "import signal, time; signal.pthread_sigmask(0, range(1, 32)); time.sleep(60)"
    code = f"""
import os, subprocess, sys, time
os.setpgid(0, 0) if os.fork() == 0 else None
subprocess.Popen([sys.executable, "-c", {deaf!r}, "{word}"])
print("x", flush=True)
time.sleep(60)
"""
    task = asyncio.create_task(Sandbox()(code))
    await until(lambda: len(processes(word)) >= 2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert processes(word) == []
    assert children() == set()


async def test_cancelling_twice_still_waits() -> None:
    task = asyncio.create_task(Sandbox()("while True: pass"))
    await until(children)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert children() == set()


async def test_a_run_that_is_cancelled_at_once_leaves_nothing() -> None:
    tasks = [asyncio.create_task(Sandbox()("while True: pass")) for _ in range(5)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    assert all(isinstance(e, asyncio.CancelledError) for e in await asyncio.gather(*tasks, return_exceptions=True))
    assert children() == set()


async def test_a_deadline_of_the_caller_ends_it_too() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await Sandbox()("while True: pass")
    assert children() == set()


async def test_the_loop_goes_on_while_code_runs_and_limits_hold_while_the_loop_does_not() -> None:
    task = asyncio.create_task(Sandbox()("import time; time.sleep(60)", limits=PythonLimits(seconds=0.5)))
    assert await until(children) > 0
    end = monotonic() + 3
    while children() and monotonic() < end:
        pass  # the loop is busy; nobody looks at the task
    assert children() == set()
    assert (await task).why == "time"


def test_who_is_killed_takes_the_sandbox_along(tmp_path: Path) -> None:
    word = f"kasen-{os.getpid()}-orphan"
    inner = f'import subprocess, sys; subprocess.run([sys.executable, "-c", "import time; time.sleep(60)", "{word}"])'
    script = tmp_path / "run.py"
    script.write_text(
        f"import asyncio\nfrom kasen.tools.python.sandbox import Sandbox\nasyncio.run(Sandbox()({inner!r}))",
        encoding="utf-8",
    )
    with subprocess.Popen([sys.executable, str(script)]) as process:
        end = monotonic() + 20
        while not processes(word) and monotonic() < end:
            pass
        assert processes(word)
        process.send_signal(signal.SIGKILL)
    end = monotonic() + 5
    while processes(word) and monotonic() < end:
        pass
    assert processes(word) == []
