from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.code.place import SOCKET_BYTES, Place


def test_all_of_a_run_lies_in_its_folder(tmp_path: Path) -> None:
    place = Place(tmp_path, "RUN")
    paths = [place.queue, place.board, place.trees, place.config, place.agent("coder-1"), place.mailbox.root]
    assert all(path.is_relative_to(tmp_path) for path in paths)
    assert len(set(paths)) == len(paths)
    assert list(tmp_path.iterdir()) == [], "nothing is made"


def test_a_socket_has_a_path_that_the_system_takes() -> None:
    near = Place(Path("/srv/run"), "RUN").socket
    far = [Place(Path("/srv") / ("深" * 60) / name, "RUN").socket for name in ("a", "b")]
    assert near == Path("/srv/run/tmux")
    assert all(len(bytes(path)) <= SOCKET_BYTES for path in (near, *far))
    assert far[0] != far[1]
    assert far[0] == Place(Path("/srv") / ("深" * 60) / "a", "RUN").socket


@pytest.mark.parametrize("name", ["../x", "a/b", "", "A"])
def test_no_agent_leads_out_of_it(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="id of an agent"):
        Place(tmp_path, "RUN").agent(name)
