from __future__ import annotations

import os
from pathlib import Path

from kasen.teams.code.worker.beating import Heart, Silence
from kasen.teams.code.worker.spec import Beat
from teams.code.worker.played import until


def read(path: Path) -> Beat:
    return Beat.model_validate_json(path.read_bytes())


async def test_a_change_is_seen_at_once_and_many_small_ones_together(tmp_path: Path) -> None:
    path = tmp_path / "a"
    heart = Heart(path, Beat(agent="a", pid=1, started=2))
    heart.write()
    assert read(path) == Beat(agent="a", pid=1, started=2)
    heart.change(state="working", task_id="t")
    assert (read(path).state, read(path).task_id) == ("working", "t")
    written = path.stat().st_ino
    for number in range(1000):
        heart.change_soon(last_event=float(number))
    assert path.stat().st_ino == written
    assert heart.beat.last_event == 999
    await until(lambda: read(path).last_event == 999)
    assert [one.name for one in tmp_path.iterdir()] == ["a"]
    heart.change_soon(tool="x")
    heart.end()
    assert read(path).tool == ""


def test_a_disk_that_takes_nothing_ends_nothing(tmp_path: Path) -> None:
    Heart(tmp_path / "nowhere" / "a", Beat(agent="a", pid=1, started=2)).write()


def test_silence_is_counted_from_the_last_change_that_was_seen(tmp_path: Path) -> None:
    path = tmp_path / "orchestrator"
    silence = Silence(path, 100.0)
    assert silence.seconds(130.0) == 30
    path.touch()
    assert silence.seconds(140.0) == 0
    assert silence.seconds(190.0) == 50
    os.utime(path, ns=(0, 1))
    assert silence.seconds(200.0) == 0
    path.unlink()
    assert silence.seconds(260.0) == 60
