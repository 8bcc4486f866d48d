from __future__ import annotations

from dataclasses import fields

from kasen.server.limits import ServerLimits


def test_every_limit_is_one() -> None:
    limits = ServerLimits()
    assert all(getattr(limits, one.name) > 0 for one in fields(limits))
    assert limits.body_bytes < limits.chat_bytes < limits.upload_bytes < limits.uploads_bytes
    assert limits.runs_at_work <= limits.runs_in_all
    assert limits.streams_each <= limits.streams
