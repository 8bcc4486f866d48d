from __future__ import annotations

from starlette.requests import HTTPConnection

from kasen.server.app import create_app
from kasen.server.context import ServerDeps, deps_of


async def test_routes_are_handed_what_the_application_was_made_with(deps: ServerDeps) -> None:
    app = create_app(deps)
    assert await deps_of(HTTPConnection({"type": "http", "headers": [], "app": app})) is deps


async def test_there_is_one_door_one_count_of_streams_and_one_folder_of_uploads(deps: ServerDeps) -> None:
    assert deps.door is deps.door
    assert deps.streams is deps.streams
    assert deps.uploads is deps.uploads
