from __future__ import annotations

import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from kasen import errors as kinds
from kasen.errors import KasenError
from kasen.server import errors
from kasen.server.at_terminal import TerminalOnly
from kasen.server.errors import Rejected, status_of


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (kinds.UnknownName("x"), 404),
        (kinds.RunBusy("x"), 409),
        (kinds.UsageError("x"), 409),
        (TerminalOnly("x"), 403),
        (kinds.InputError("x"), 422),
        (kinds.WrongValue("x"), 422),
        (kinds.BudgetSpent("x"), 402),
        (kinds.StepsSpent("x"), 402),
        (kinds.Paused("x"), 409),
        (kinds.Offline("x"), 502),
        (kinds.HomeUnusable("x"), 503),
        (kinds.StoreFailed("x"), 500),
        (Rejected(418, "x"), 418),
    ],
)
def test_every_error_has_a_status(error: KasenError, status: int) -> None:
    assert status_of(error) == status


class Strict(BaseModel, extra="forbid"):
    """A body that takes one name and no other."""

    usd: float = 0.0


async def test_every_error_leaves_as_a_problem() -> None:
    app = FastAPI()
    errors.install(app)

    @app.get("/unknown")
    async def unknown() -> None:
        raise kinds.UnknownName("there is no run `x`", hint="Look.")

    @app.get("/number")
    async def number(n: int) -> int:
        return n

    @app.post("/strict")
    async def strict(given: Strict) -> float:
        return given.usd

    @app.get("/teapot")
    async def teapot() -> None:
        raise HTTPException(418, "short and stout", headers={"x-y": "z"})

    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        answers = [await client.get(path) for path in ("/unknown", "/number?n=x", "/teapot", "/nothing")]
        answers.append(await client.post("/number"))
        unknown_name = await client.post("/strict", json={"budget_usd": 1})
    assert [answer.status_code for answer in answers] == [404, 422, 418, 404, 405]
    assert answers[0].json() == {"error": "UnknownName", "message": "there is no run `x`", "hint": "Look."}
    assert answers[1].json()["message"].startswith("`query.n`: Input should be a valid integer")
    assert unknown_name.json()["message"] == "`budget_usd`: Extra inputs are not permitted"
    assert "GET /openapi.json" in unknown_name.json()["hint"]
    assert answers[2].json()["message"] == "short and stout"
    assert answers[2].headers["x-y"] == "z"
    assert answers[4].headers["allow"] == "GET"
    assert all(answer.json().keys() == {"error", "message", "hint"} for answer in answers)
