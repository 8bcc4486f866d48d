from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.code.stored import place, stored
from cli.conftest import Invoke
from kasen.cli.code.attach import shown_by
from kasen.errors import UnknownName, UsageError
from kasen.settings.environment import plain_environment
from kasen.teams.code.place import Place
from kasen.teams.code.tmux import Tmux


@pytest.fixture
def there(clean_environment: Path) -> Place:
    home = clean_environment / "home"
    return place(home, stored(home, status="running"), "impl-1", "impl-2")


async def test_an_agent_is_shown_alone_and_keys_go_to_tmux_only(there: Place, tmp_path: Path) -> None:
    tmux = Tmux(there.socket, plain_environment())
    try:
        for agent in ("impl-1", "impl-2"):
            await tmux.open(agent, ["sleep", "600"], tmp_path)
        command = await shown_by(there, "impl-2")
        assert command[-4:] == ["attach-session", "-t", "=agents-1", "-r"]
        for words, zoomed in (("impl-2", "1"), ("impl-1", "1"), ("", "0"), ("impl-1", "1"), ("impl-1", "1")):
            await shown_by(there, words)
            state = await asyncio.create_subprocess_exec(
                *("tmux", "-S", str(there.socket), "display", "-p", "#{window_zoomed_flag} #{@agent}"),
                stdout=asyncio.subprocess.PIPE,
            )
            out, _ = await state.communicate()
            assert out.decode().split()[: 2 if words else 1] == ([zoomed, words] if words else [zoomed])
    finally:
        await tmux.close()


async def test_an_agent_that_does_not_run_and_one_that_is_not_there_are_told(there: Place) -> None:
    with pytest.raises(UsageError, match="agent `impl-1` does not run"):
        await shown_by(there, "impl-1")
    with pytest.raises(UsageError, match="no agent of run"):
        await shown_by(there, "")
    with pytest.raises(UnknownName, match="did you mean"):
        await shown_by(there, "impl-3")


@pytest.mark.usefixtures("there")
def test_without_a_terminal_the_logs_are_named(kasen: Invoke) -> None:
    shown = kasen("code", "attach")
    assert shown.exit_code == 2
    assert "kasen code logs" in shown.stderr
