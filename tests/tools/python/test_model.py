from __future__ import annotations

from kasen.tools.python.model import PythonResult


def test_a_result_goes_through_json_with_its_files() -> None:
    result = PythonResult(why="time", said="It was stopped.", stdout="日本", files={"図.png": b"\x00\xff"}, seconds=1.5)
    assert PythonResult.model_validate_json(result.model_dump_json()) == result
    assert not result.ok
    assert PythonResult().ok
