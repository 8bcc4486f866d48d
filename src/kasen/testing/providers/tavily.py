"""Tavily's search and extract."""

from __future__ import annotations

import json
from dataclasses import replace

from kasen.models.role import Usage
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.reply import Reply
from kasen.testing.providers.wire import Asked, Format, Json, Problem

_WORDS = {
    400: "Query is missing.",
    401: "Unauthorized: missing or invalid API key.",
    403: "URL is not supported.",
    404: "Not Found",
    413: "Request body is too large.",
    429: "Your request has been blocked due to excessive requests. Please reduce rate of requests.",
    432: "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support@tavily.com",
    500: "Internal Server Error",
}


def read(asked: Asked) -> Asked:
    """The query, or the addresses to extract, as the prompt."""
    urls = asked.body.get("urls") or []
    listed = [urls] if isinstance(urls, str) else [str(url) for url in urls]
    return replace(asked, prompt="\n".join([str(asked.body.get("query", "")), *listed]).strip())


def search(asked: Asked, reply: Reply, _: Usage) -> Json:
    """Results: those of the script (a list of results, or fields of the answer), at most `max_results`."""
    answer: Json = {
        "query": asked.prompt,
        "follow_up_questions": None,
        "answer": None,
        "images": [],
        "results": [],
        **_end(asked),
        **_scripted(reply),
    }
    if isinstance(answer["results"], list):
        answer["results"] = answer["results"][: int(asked.body.get("max_results", 5))]
    return answer


def extract(asked: Asked, reply: Reply, _: Usage) -> Json:
    """Pages: those of the script."""
    return {"results": [], "failed_results": [], **_end(asked), **_scripted(reply)}


def unscripted(asked: Asked) -> Reply:
    """Two results about the query at addresses that never exist, or a page for each address."""
    if asked.operation == "extract":
        pages = [
            {"url": url, "raw_content": f"# {url}\n\n試験用のページ。", "images": []} for url in asked.prompt.split()
        ]
        return Reply(text=json.dumps(pages, ensure_ascii=False))
    found = [
        {
            "title": f"{asked.prompt}（{number}）",
            "url": f"https://example.com/{number}",
            "content": f"{asked.prompt}について、試験用の結果その{number}。",
            "score": round(1 - number / 10, 2),
            "raw_content": None,
        }
        for number in (1, 2)
    ]
    return Reply(text=json.dumps(found, ensure_ascii=False))


def error(asked: Asked, fault: Fault) -> Problem:
    """The answer to a request that fails; a spent plan is Tavily's own status 432."""
    status = {"quota": 432, "too_long": 400}.get(fault.kind, fault.status)
    message = fault.message or _WORDS.get(status, f"The request failed with status {status}.")
    if fault.kind == "too_long":
        message = "Query is too long. Max query length is 400 characters."
    if asked.key:
        message += f" (request with key {asked.key})"
    headers = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
    return Problem(status=status, body={"detail": {"error": message}}, headers=headers)


SEARCH = Format(read=read, whole=search, error=error)
EXTRACT = Format(read=read, whole=extract, error=error)


def _scripted(reply: Reply) -> Json:
    if not reply.text:
        return {}
    try:
        said = json.loads(reply.text)
    except ValueError:
        return {"results": reply.text}
    return said if isinstance(said, dict) else {"results": said}


def _end(asked: Asked) -> Json:
    return {"response_time": 0.01, "request_id": f"test-{asked.number:08d}", "usage": {"credits": 1}}
