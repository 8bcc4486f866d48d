"""The process that asks `ddgs` once: a JSON object on stdin, one on stdout. It knows nothing of Kasen.

In: `open`, what DDGS is made with, and `ask`, what its `text` is called with. Out: `results`, or `error` (`timeout`,
`limited`, `failed`) and `message`.
"""

from __future__ import annotations

import json
import sys
from typing import Any

_NOTHING = "No results found."


def main() -> None:
    """Answer the one question."""
    given = json.load(sys.stdin.buffer)
    json.dump(answer(given["open"], given["ask"]), sys.stdout)


def answer(opened: dict[str, Any], ask: dict[str, Any]) -> dict[str, Any]:
    """What the engines found, or why they did not."""
    from ddgs import DDGS
    from ddgs.exceptions import DDGSException, RatelimitException, TimeoutException

    try:
        return {"results": DDGS(**opened).text(**ask)}
    except TimeoutException as error:
        return {"error": "timeout", "message": str(error)}
    except RatelimitException as error:
        return {"error": "limited", "message": str(error)}
    except DDGSException as error:
        if str(error) == _NOTHING:
            return {"results": []}
        return {"error": "failed", "message": str(error)}


if __name__ == "__main__":
    main()
