"""One report of Kasen with its own client of models, search, fetcher and store; a second start carries the run on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.peers.loopback import given, stay_here, told


async def main() -> None:
    """See the module."""
    asked, outside = given(), stay_here()
    from kasen.runtime.local import open_runner, options_of
    from kasen.settings import load_settings
    from kasen.team import load
    from kasen.tools.addresses import Addresses

    settings = load_settings(
        home=Path(asked["home"]),
        compatible_base_url=f"{asked['url']}/v1",
        compatible_api_key="test-key",
        searxng_url=asked["url"],
        search="searxng",
    )
    # What a search found may lead to public addresses on ports 80 and 443 only; the pages here are on neither.
    pages = Addresses(allow=[("127.0.0.1", urlsplit(asked["url"]).port or 80)])

    async def work() -> dict[str, Any]:
        async with open_runner(settings, addresses=pages) as runner:
            options = options_of(settings, load("research"), yes=True, mode=asked["mode"], models=["compatible:m"])
            run = Path(asked["home"]) / "run"
            if run.exists():
                run_id = await runner.continue_(run.read_text(encoding="utf-8"))
            else:
                request = {"question": asked["question"]}
                run_id = await runner.start("research", request, mode=asked["mode"], options=options)
                run.write_text(run_id, encoding="utf-8")
            row = await runner.wait(run_id)
        result = row.result or {}
        return {"report": result.get("report", ""), "error": row.error or "", "result": result}

    await told(asked, outside, work)


if __name__ == "__main__":
    asyncio.run(main())
