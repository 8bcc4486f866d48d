from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.slides.data.analysing import LIMITS, MOST_REPAIRS, Analysis, Analyst
from kasen.teams.slides.data.kasen_data import MARK
from kasen.teams.slides.schemas.outputs import DataAnalystOutput, FigureSaid
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.tools.python.model import PythonResult
from kasen.tools.python.sandbox import Sandbox, available
from teams.slides.data.tabled import table

needs_sandbox = pytest.mark.skipif(bool(available()), reason="no sandbox on this machine")
GOOD = """
from kasen_data import *
rows = table("T1")
figure("F1", chart="column", title="Sales by region", of=group(rows, "region", "sales (million yen)"), name="sales")
"""


async def analysed(
    *codes: str, deps: FakeDeps | None = None, python: Any = None, said: Sequence[FigureSaid] = ()
) -> tuple[Analysis, list[list[str]]]:
    """What came of these programs, one after the other, and the problems that were shown before each."""
    shown: list[list[str]] = []
    left = list(codes)

    async def propose(code: str, problems: Sequence[str]) -> tuple[DataAnalystOutput, str]:
        shown.append(list(problems))
        return DataAnalystOutput(code=left.pop(0), figures=list(said)), "scripted:model"

    analyst = Analyst(
        deps=deps or fake_deps(),
        python=python or Sandbox(),
        tables=[table()],
        lang="en",
        first=1,
        artifact="analysis.py",
    )
    return await analyst.analysed(propose), shown


@needs_sandbox
async def test_code_runs_and_its_figures_stand() -> None:
    deps = fake_deps()
    found, shown = await analysed(f"```python\n{GOOD}\n```", deps=deps)
    (figure,) = found.figures
    assert figure.chart is not None
    assert figure.chart.series[0].values == (270, 150)
    assert (figure.code, figure.by, figure.ref.rows) == ("analysis.py", "scripted:model", ((2, 5),))
    assert (found.problems, found.tries, shown) == ([], 1, [[]])
    assert deps.artifacts.text("analysis.py") == GOOD.strip()


@needs_sandbox
async def test_code_that_raises_is_shown_its_own_lines() -> None:
    found, shown = await analysed('rows = table("T1")\nprint(rows[0]["sale"])', GOOD)
    assert len(found.figures) == 1
    assert found.tries == 2
    assert "KeyError: 'sale'" in shown[1][0]
    assert 'File "analysis.py", line 2' in shown[1][0]
    assert "runpy" not in shown[1][0]


@needs_sandbox
async def test_code_that_never_stands_is_asked_for_thrice_at_most() -> None:
    found, shown = await analysed(*["1/0"] * 9)
    assert (found.figures, found.tries, len(shown)) == ([], 1 + MOST_REPAIRS, 1 + MOST_REPAIRS)
    assert "ZeroDivisionError" in found.problems[0]


@needs_sandbox
async def test_no_code_is_no_try() -> None:
    found, _ = await analysed("")
    assert (found.figures, found.artifact, found.problems) == ([], "", ["there is no code"])


@needs_sandbox
async def test_code_without_its_import_runs_too_and_pandas_is_there() -> None:
    code = """
import pandas
frame = pandas.DataFrame(table("T1"))
sums = frame.groupby("region")["sales (million yen)"].sum()
names, values = list(sums.index), list(sums)
figure("F1", chart="bar", categories=names, series={"sales": values}, rows=frame["_row"], table="T1")
"""
    found, _ = await analysed(code)
    assert found.problems == []
    assert found.figures[0].chart is not None
    assert found.figures[0].chart.series[0].values == (270, 150)


@needs_sandbox
async def test_a_figure_that_lies_is_refused_and_the_others_stand() -> None:
    lie = 'figure("F2", title="Lie", categories=["East"], series={"x": [999]}, rows=[2], table="T1")'
    found, shown = await analysed(f"{GOOD}\n{lie}", f"{GOOD}\n{lie}", "never asked")
    assert [figure.title for figure in found.figures] == ["Sales by region"]
    assert found.problems[0].startswith("F2: ")
    assert len(shown) == 2


@needs_sandbox
async def test_the_best_of_the_tries_is_kept() -> None:
    lie = 'figure("F2", title="Lie", categories=["East"], series={"x": [999]}, rows=[2], table="T1")'
    found, _ = await analysed(f"{GOOD}\n{lie}", "1/0")
    assert len(found.figures) == 1
    assert (found.version, found.tries) == (1, 2)


@needs_sandbox
async def test_a_figure_of_several_tables_of_numbers_by_hand_is_run_on_other_data_too() -> None:
    honest = 'r = table("T1")\nfigure("F1", categories=["East"], series={"x": [2 * r[0]["staff"] + 1]}, rows=r[:1])'
    found, _ = await analysed(honest)
    assert found.problems == []
    assert found.figures[0].ref.quote.endswith("computed by code")
    constant = 'figure("F1", title="Twice", categories=["East"], series={"x": [21]}, rows=[2], table="T1")'
    found, _ = await analysed(constant, constant, constant)
    assert found.figures == []
    assert "do not change when the data does" in found.problems[0]


HOSTILE = {
    "it reads the machine's files": "print(open('/etc/shadow').read())",
    "it reads the environment of others": "print(open('/proc/1/environ').read())",
    "it asks the network": "import socket; socket.create_connection(('127.0.0.1', 80), 2)",
    "it runs programs": "import subprocess; subprocess.run(['/bin/sh', '-c', 'id'], check=True)",
    "it ends itself": "import os; os.kill(os.getpid(), 9)",
    "it prints without end": "while True: print('x' * 100000)",
    "it takes all memory": "x = [bytearray(1 << 24) for _ in range(1000)]",
    "it writes figures that are none": f"print('{MARK}' + '[1, 2')\nprint('{MARK}' + '{{}}')",
    "it forges a figure": f"""print('{MARK}' + '{{"id": "F1", "kind": "number", "value": 5, "rows": [2]}}')""",
    "it changes the rows": "open('t1.json', 'w').write('[]')",
    "it changes the module": "open('kasen_data.py', 'a').write('x = 1')",
}


@needs_sandbox
@pytest.mark.parametrize("what", HOSTILE)
async def test_hostile_code_gives_no_figure_and_does_no_harm(what: str) -> None:
    found, _ = await analysed(HOSTILE[what], "")
    assert found.figures == [], what
    assert found.problems
    assert all(len(problem) < 4_000 for problem in found.problems)


async def test_the_words_beside_the_code_are_used_where_the_code_has_none() -> None:
    line = (
        '{"id": "F1", "kind": "chart", "chart": "bar", "categories": ["East"], "series": {"x": [21]}, "rows": [2, 3], '
    )
    line += '"traces": {"x": [{"rows": [2, 3], "column": "staff", "how": "sum"}]}}'
    asked: list[dict[str, Any]] = []

    async def python(code: str, /, *, data: Any = None, limits: Any = None) -> PythonResult:
        asked.append({"data": data, "limits": limits})
        return PythonResult(stdout=f"{MARK}{line}\n")

    beside = FigureSaid(id="F1", title="Staff in the East", kind="chart", shows="People work there.")
    found, _ = await analysed("anything", python=python, said=[beside])
    (figure,) = found.figures
    assert figure.title == "Staff in the East"
    assert figure.shows.startswith("People work there. ")
    assert (len(asked), asked[0]["limits"]) == (1, LIMITS)


async def test_without_a_sandbox_nothing_is_run() -> None:
    async def python(code: str, /, *, data: Any = None, limits: Any = None) -> PythonResult:
        raise ConfigurationError("the sandbox needs bubblewrap")

    with pytest.raises(ConfigurationError):
        await analysed(GOOD, python=python)
