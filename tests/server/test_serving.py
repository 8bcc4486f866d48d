from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.server.context import ServerDeps
from kasen.server.listening import listen
from kasen.server.serving import limits_of, require_tokens, serve
from kasen.server.tokens import hash_of
from kasen.settings import load_settings
from server.process import request, served


def test_limits_come_from_settings() -> None:
    limits = limits_of(load_settings(upload_mb=3, runs_each=2, runs_in_all=5))
    assert (limits.upload_bytes, limits.runs_at_work, limits.runs_in_all) == (3 << 20, 2, 5)


async def test_a_server_that_others_reach_demands_a_token(deps: ServerDeps) -> None:
    (everywhere,) = listen("0.0.0.0", 0)
    (here,) = listen("127.0.0.1", 0)
    with everywhere, here:
        require_tokens(deps.settings, deps, [here])
        with pytest.raises(ConfigurationError, match="is open to other machines, and there is no token yet") as caught:
            require_tokens(deps.settings, deps, [everywhere])
        assert "kasen serve tokens add NAME" in caught.value.hint
        deps.door.tokens.add("yuki")
        require_tokens(deps.settings, deps, [everywhere])


async def test_a_taken_port_is_told_before_anything_is_opened() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        settings = load_settings(port=other.getsockname()[1])
        with pytest.raises(ConfigurationError, match="is taken"):
            await serve(settings, say=print, tell=print)
    assert not (settings.home / "kasen.db").exists()


def test_it_serves_others_who_have_a_token_under_the_names_that_were_allowed(tmp_path: Path) -> None:
    """How it stops is shown in `test_app.py`."""
    env = {"KASEN_TOKENS": f"yuki:{hash_of('test-key')}"}
    with served(tmp_path, "--host", "0.0.0.0", "--allow-host", "kasen.example.com", env=env) as server:
        assert "and at all addresses of `0.0.0.0` (with a token)" in server.greeting
        assert request(server.port, host="kasen.example.com").status == 200
        assert request(server.port, host="evil.example").status == 421
        assert server.stop(signal.SIGINT) == 0
