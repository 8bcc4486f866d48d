"""What the desk is told, by hand."""

from __future__ import annotations

from typing import Any

from kasen.teams.desk.schemas import Known, Line, Request

TEAMS = [
    Known(name="research", summary="A cited report.", modes=["quick", "deep"]),
    Known(name="resume", summary="A review of your résumé.", needs=[".md", ".pdf"]),
    Known(name="slides", summary="A deck.", modes=["deck", "edit"]),
]


def told(message: str, **more: Any) -> dict[str, Any]:
    """The variables of the coordinator."""
    plain: dict[str, Any] = {"files": [], "earlier": [], "under": "", "under_title": "", "lang": "en"}
    return {"message": message, "teams": TEAMS, **plain, **more}


def request(message: str, **more: Any) -> Request:
    """The same as a request."""
    return Request(message=message, teams=TEAMS, **more)


def said(*texts: str) -> list[Line]:
    """What was said before: the person first, then in turns."""
    return [Line(who="kasen" if number % 2 else "person", text=text) for number, text in enumerate(texts)]
