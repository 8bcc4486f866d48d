"""The page of measurements is what the kept results give, and says nothing that was not measured."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
from scripts import measurements, measurements_age, measurements_page

ROOT = Path(__file__).parent.parent
TARGET = {
    "subject": "Start",
    "name": "a start",
    "measured": "one",
    "figure": "ours : theirs",
    "at_most": 1.5,
    "unit": "×",
}
TABLE: dict[str, list[dict[str, Any]]] = {
    "measurement": [{"name": "one", "about": "Starts.", "command": "benchmarks/one.py"}],
    "target": [TARGET],
}


def result(**figures: Any) -> dict[str, Any]:
    return measurements.kept(TABLE["measurement"][0], figures, measurements.machine())


def told(target: dict[str, Any], **figures: Any) -> str:
    page = measurements_page.page({**TABLE, "target": [target]}, {"one": result(**figures)} if figures else {})
    return next(line for line in page.splitlines() if line.startswith(f"| {target['name']} "))


def test_the_page_is_what_the_kept_results_give() -> None:
    assert measurements.main(["--check"]) == 0


def test_results_that_are_older_than_their_code_are_warned_of_and_no_others() -> None:
    named: list[dict[str, Any]] = [
        {"name": "old", "command": "benchmarks/old.py --runs 3", "of": ["src/kasen/evidence"]},
        {"name": "same", "command": "benchmarks/same.py", "of": ["src/kasen/models"]},
        {"name": "unknown", "command": "benchmarks/unknown.py", "of": ["src/kasen/nowhere"]},
        {"name": "silent", "command": "benchmarks/silent.py"},
        {"name": "missing", "command": "benchmarks/missing.py", "of": ["src"]},
    ]
    kept: dict[str, dict[str, Any]] = {one["name"]: {"date": "2026-11-23"} for one in named[:4]}
    days = {"benchmarks/old.py": "2026-11-24", "benchmarks/same.py": "2026-11-23", "benchmarks/unknown.py": ""}
    (warned,) = measurements_age.older(named, kept, lambda paths: days[paths[0]])
    assert warned.startswith("`old` is of 2026-11-23; what it measures changed on 2026-11-24: benchmarks/old.py, src/")


def test_what_measurements_are_said_to_measure_is_there_and_git_knows_when_it_changed() -> None:
    paths = {path for one in measurements.table()["measurement"] for path in measurements_age.measured(one)}
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert re.fullmatch(r"\d{4}-\d\d-\d\d|", measurements_age.changed(("scripts",)))


def test_a_warning_fails_nothing_and_stays_out_of_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    measurements.warn(["`one` is old"])
    assert capsys.readouterr() == ("", "older than its code: `one` is old\n")
    assert measurements.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_a_page_that_is_not_is_said_to_be_stale(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert not measurements.write(page)
    assert measurements.write(page)
    page.write_text(page.read_text(encoding="utf-8").replace("≤", "<"), encoding="utf-8")
    assert not measurements.write(page, check=True)


def test_every_measurement_is_a_script_and_every_target_belongs_to_one() -> None:
    table = measurements.table()
    names = [one["name"] for one in table["measurement"]]
    assert len(names) == len(set(names)) > 15
    assert {one["measured"] for one in table["target"] if "measured" in one} <= set(names)
    for one in table["target"]:
        assert len({"at_most", "at_least", "equals", "stated"} & one.keys()) == 1, one["name"]
        assert "figure" in one or "needs" in one, one["name"]
    places = {one["command"].split()[0] for one in table["measurement"]}
    assert [place for place in places if not (ROOT / place).is_file()] == []


def test_every_kept_result_is_named_and_gives_the_figures_of_its_targets() -> None:
    table, results = measurements.table(), measurements.results()
    assert results.keys() <= {one["name"] for one in table["measurement"]}
    measured = [measurements_page.judge(one, results) for one in table["target"] if one.get("measured") in results]
    assert [one.target["name"] for one in measured if one.value is None] == []


def test_every_kept_result_names_the_version_of_kasen() -> None:
    kept = measurements.results()
    assert len(kept) > 30
    assert [name for name, one in kept.items() if not one["versions"].get("kasen")] == []
    assert kept["side_by_side"]["versions"].get("python"), "which each of the programs compared ran on"


def test_a_share_of_two_figures_is_one_of_counts() -> None:
    """A share divided by a count once stood on the page as 0.9 %."""
    table, results = measurements.table(), measurements.results()
    shares = [one for one in table["target"] if one.get("unit") == "%" and " : " in str(one.get("figure", ""))]
    parts = [
        (one["name"], measurements_page.value_at(results[one["measured"]]["figures"], part))
        for one in shares
        if one["measured"] in results
        for part in one["figure"].split(" : ")
    ]
    assert len(parts) >= 4
    assert [name for name, value in parts if value is None or value != int(value)] == []


def test_no_kept_result_names_a_place_of_the_machine_that_it_was_measured_on() -> None:
    words = "".join(json.dumps(one) for one in measurements.results().values())
    assert [place for place in ("/work", "/tmp", "/home", "/root") if place in words] == []


def test_what_falls_short_is_said_with_what_limits_it() -> None:
    short = {**TARGET, "limits": "the library alone takes as long."}
    page = measurements_page.page({**TABLE, "target": [short]}, {"one": result(ours=300, theirs=100)})
    assert "| a start | ≤ 1.5 × | 3 × | **no** | `one` |" in page
    assert "- **a start**: the library alone takes as long." in page
    assert "takes as long" not in measurements_page.page(
        {**TABLE, "target": [short]}, {"one": result(ours=1, theirs=1)}
    )


def test_each_target_that_is_not_reached_says_what_limits_it() -> None:
    results = measurements.results()
    judged = [measurements_page.judge(target, results) for target in measurements.table()["target"]]
    short = [one.target for one in judged if one.reached is False]
    assert short
    assert [target["name"] for target in short if not target.get("limits")] == []


def test_what_was_not_measured_is_never_a_figure() -> None:
    assert told(TARGET) == "| a start | ≤ 1.5 × | not measured yet | – | `one` |"
    assert "| not measured yet | – |" in told(TARGET, ours=3)
    unknown = {"subject": "s", "name": "a start", "needs": "a key", "at_least": 8}
    assert "| not measurable without a key | – |" in told(unknown)


def test_what_is_only_stated_is_held_against_nothing() -> None:
    stated = {**TARGET, "figure": "ours", "stated": True}
    del stated["at_most"]
    assert "| stated | 3 × | – |" in told(stated, ours=3)


@pytest.mark.parametrize(
    ("wanted", "figures", "line"),
    [
        ({"figure": "a/b", "at_most": 2, "unit": "ms"}, {"a": {"b": 2}}, "| ≤ 2 ms | 2 ms | yes |"),
        ({"figure": "a/1/b", "at_least": 0.9, "unit": "%"}, {"a": [{}, {"b": 0.8991}]}, "| ≥ 90 % | 89.9 % | **no** |"),
        ({"figure": ["a", "b"], "at_most": 5}, {"a": 1, "b": 12_345.6}, "| ≤ 5 | 12,346 | **no** |"),
        ({"figure": ["a", "b"], "at_least": 5}, {"a": 4, "b": 9}, "| ≥ 5 | 4 | **no** |"),
        ({"figure": ["a", "b"], "equals": 0}, {"a": 0, "b": []}, "| 0 | 0 | yes |"),
        ({"figure": ["a", "b"], "equals": 0}, {"a": 0, "b": ["x"]}, "| 0 | 1 | **no** |"),
    ],
)
def test_targets_are_held_against_the_worst_of_their_figures(
    wanted: dict[str, Any], figures: dict[str, Any], line: str
) -> None:
    assert line in told({"subject": "s", "name": "a start", "measured": "one", **wanted}, **figures)


def test_what_stands_beside_a_figure_is_told_with_it() -> None:
    found = {"ours": 0, "theirs": 2, "others": {"share": 0.5}}
    wanted = {"subject": "s", "name": "a start", "measured": "one", "figure": "ours", "equals": 0}
    beside = {"theirs": "theirs", "others": "others/share", "nobody": "x"}
    assert "| 0 (theirs 2, others 0.5, nobody –) | yes |" in told({**wanted, "beside": beside}, **found)
    assert "| 0 (others 50 %) | yes |" in told(
        {**wanted, "beside": {"others": "others/share"}, "beside_unit": "%"}, **found
    )


def test_what_is_told_beside_a_target_is_in_its_kept_result() -> None:
    table, results = measurements.table(), measurements.results()
    judged = [measurements_page.judge(one, results) for one in table["target"] if "beside" in one]
    assert len(judged) >= 4
    assert [one.target["name"] for one in judged if None in one.beside.values() or not one.beside] == []


def test_a_result_is_shown_with_its_machine_versions_and_every_figure() -> None:
    found = {
        "runs": 3,
        "ja": {"p50_ms": 1.5, "deep": {"x": 1}},
        "en": {"p50_ms": 2},
        "missed": ["a", "b"],
        "rows": [{}] * 9,
    }
    page = measurements_page.page(TABLE, {"one": result(**found)})
    assert f"Python {'.'.join(map(str, sys.version_info[:3]))}".lower() in page
    assert f"{measurements.machine()['cores']} cores" in page
    assert "`python benchmarks/one.py --json`" in page
    assert "| | p50_ms | deep / x |".replace("| |", "|  |") in page
    assert "| ja | 1.5 | 1 |" in page
    assert "| en | 2 |  |" in page
    assert "| missed | a, b |" in page
    assert "| rows | 9 entries |" in page


def test_a_script_is_run_and_what_it_prints_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.py").write_text("import sys; print('{\"given\": %d}' % len(sys.argv))", encoding="utf-8")
    (tmp_path / "bad.py").write_text("print('3'); raise SystemExit(4)", encoding="utf-8")
    given = {"name": "one", "about": "", "command": "{data}/one.py --fast", "data": ["one.py"], "runs": 2}
    made = measurements.measure(given, tmp_path)
    assert made["figures"] == {"given": 3}, "its own option and --json"
    assert (made["command"], made["runs"]) == ("python one.py --fast --json", 2)
    file = measurements.store(made, tmp_path)
    assert json.loads(file.read_text(encoding="utf-8")) == made
    with pytest.raises(SystemExit, match="ended with 4 and printed no JSON object"):
        measurements.measure({**given, "command": "{data}/bad.py"}, tmp_path)
    (tmp_path / "late.py").write_text("print('{\"given\": 1}'); raise SystemExit(1)", encoding="utf-8")
    with pytest.raises(SystemExit, match="`one` ended with 1; what it printed is not kept"):
        measurements.measure({**given, "command": "{data}/late.py"}, tmp_path)
    with pytest.raises(SystemExit, match=r"needs `--data DIR` with one\.py"):
        measurements.measure(given, None)


TOLD = {
    "date": "2026-11-20",
    "machine": "x86-64, two cores",
    "load": "15–17",
    "versions": "python 3.13.1, kasen 0.0.9",
    "note": "Two commands gave it.",
}


def test_a_result_from_elsewhere_keeps_the_stamp_that_it_has() -> None:
    stamped = {**result(ours=1), "date": "2026-01-02", "machine": {"cores": 64}, "versions": {"python": "3.14.0"}}
    assert measurements.elsewhere(TABLE["measurement"][0], stamped, {}) == stamped
    with pytest.raises(SystemExit, match="is stamped, as a result of `one`"):
        measurements.elsewhere({**TABLE["measurement"][0], "name": "two"}, stamped, {})
    with pytest.raises(SystemExit, match="is stamped"):
        measurements.elsewhere(TABLE["measurement"][0], stamped, TOLD)


def test_nothing_of_this_machine_is_put_on_a_result_without_a_stamp() -> None:
    one = {**TABLE["measurement"][0], "versions": {"theirs": "0.1"}}
    with pytest.raises(SystemExit, match="tell --date, --machine, --load, --versions"):
        measurements.elsewhere(one, {"ours": 1}, dict.fromkeys(TOLD, ""))
    with pytest.raises(SystemExit, match="no JSON object"):
        measurements.elsewhere(one, [1], TOLD)
    kept = measurements.elsewhere(one, {"ours": 1}, TOLD)
    versions = {"python": "3.13.1", "kasen": "0.0.9", "theirs": "0.1"}
    assert (kept["date"], kept["versions"]) == ("2026-11-20", versions)
    assert kept["machine"] == {"told": "x86-64, two cores", "load": "15–17"}
    page = measurements_page.page(TABLE, {"one": kept})
    stamp = "2026-11-20 · 1 run · “x86-64, two cores, load 15–17” · python 3.13.1, kasen 0.0.9, theirs 0.1"
    assert f"{stamp}\n\nTwo commands gave it.\n" in page


@pytest.mark.parametrize("versions", ["python 3.13.1", "kasen 0.0.9", "kasen, python", "python 3.13.1 kasen 0.0.9"])
def test_a_result_is_not_kept_without_the_versions_of_kasen_and_python(versions: str) -> None:
    with pytest.raises(SystemExit, match=r"`--versions` takes names and numbers, .* those of python and kasen"):
        measurements.elsewhere(TABLE["measurement"][0], {"ours": 1}, {**TOLD, "versions": versions})


def test_what_is_measured_here_has_the_versions_of_kasen_and_python() -> None:
    assert {"python", "kasen", "langgraph"} <= result(ours=1)["versions"].keys()


def test_versions_of_peers_are_those_that_are_installed() -> None:
    found = next(one for one in measurements.table()["measurement"] if one["name"] == "side_by_side")
    installed = (ROOT / "scripts" / "peers.sh").read_text(encoding="utf-8")
    assert [name for name, number in found["versions"].items() if f"{name}=={number}" not in installed] == []
    assert len(found["versions"]) == 2


@pytest.mark.parametrize(("line", "said"), [(["run"], "startup"), (["keep", "startup"], "FILE")])
def test_what_is_to_be_named_is_said(line: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        measurements.main(line)
    assert raised.value.code == 2
    assert said in capsys.readouterr().err


def test_a_name_that_is_not_there_is_said_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"there is no measurement `speed`; there is: .*startup"):
        measurements.main(["run", "speed"])
    assert measurements.main(["list"]) == 0
    assert "benchmarks/startup.py" in capsys.readouterr().out
