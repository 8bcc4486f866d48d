"""`--estimate`, and the line before a run: what it is expected to take, least and most."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from kasen.cli.columns import columns, wrapped

if TYPE_CHECKING:
    from kasen.runtime.answering import Chosen
    from kasen.runtime.estimate import Range, RoleEstimate, RunEstimate

UNKNOWN = "price unknown"
BY_RULE = "Every role is answered by its rule: 0 calls, $0."


def as_json(expected: RunEstimate, picked: Chosen) -> str:
    """The estimate for scripts; what is not known is null."""
    total: dict[str, Any] = {
        what: expected.total(what)._asdict() for what in ("calls", "input_tokens", "output_tokens")
    }
    total["usd"] = None if expected.usd_unknown else expected.total("usd")._asdict()
    total["seconds"] = None if expected.seconds_unknown else expected.total("seconds")._asdict()
    roles = [
        {name: part._asdict() if hasattr(part, "_asdict") else part for name, part in asdict(role).items()}
        for role in expected.roles
    ]
    content = {"preset": picked.preset, "why": picked.why, "roles": roles, "total": total}
    return json.dumps(content, ensure_ascii=False, indent=2)


def lines(expected: RunEstimate, picked: Chosen) -> Iterator[str]:
    """The estimate for people: a line per role, the sums, and what it leaves out."""
    from kasen.models.prices import table

    yield from wrapped(f"preset {picked.preset}: {picked.why}")
    yield ""
    if not expected.total("calls").high:
        yield BY_RULE
        return
    rows: list[tuple[str, ...]] = [("role", "asks first", "calls", "tokens in", "out", "USD")]
    rows += [_line(role) for role in expected.roles]
    sums = [_count(expected.total(what)) for what in ("calls", "input_tokens", "output_tokens")]
    rows.append(("total", "", *sums, _money(expected).removeprefix("price ")))
    yield from columns(rows, right=(2, 3, 4, 5))
    yield ""
    yield f"time: {_time(expected)}"
    yield from wrapped(
        "Nothing was asked. From the least that the team needs to the most it may need; retries, and models further "
        f"down a chain, are not counted. Prices by {table()}."
    )


def one_line(expected: RunEstimate) -> str:
    """`expected: 5–13 calls · 6k–90k tokens · $0.01–0.22 · 10 s – 4 min`; empty when rules do everything."""
    calls = expected.total("calls")
    if not calls.high:
        return ""
    tokens = [expected.total(what) for what in ("input_tokens", "output_tokens")]
    both = _span(_tokens(sum(one.low for one in tokens)), _tokens(sum(one.high for one in tokens)))
    return f"expected: {_count(calls)} calls · {both} tokens · {_money(expected)} · {_time(expected)}"


def _line(role: RoleEstimate) -> tuple[str, ...]:
    usd = "unknown" if role.usd is None else dollars(role.usd)
    return (role.role, role.model, *(_count(r) for r in (role.calls, role.input_tokens, role.output_tokens)), usd)


def _count(counted: Range) -> str:
    return _span(_tokens(counted.low), _tokens(counted.high))


def _tokens(count: float) -> str:
    if count < 1000:
        return f"{count:.0f}"
    return f"{count / 1000:.1f}k" if count < 10_000 else f"{count / 1000:.0f}k"


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low}-{high}"


def _money(expected: RunEstimate) -> str:
    known = expected.total("usd")
    if not expected.usd_unknown:
        return dollars(known)
    return f"{dollars(known)} + unknown" if known.high else UNKNOWN


def dollars(usd: Range) -> str:
    """`$0.004-0.13`, rounded to a tenth of a cent; what is less than half of one is shown as one."""
    return f"${_span(_digits(usd.low), _digits(usd.high))}"


def _digits(usd: float) -> str:
    if usd == 0:
        return "0"
    return f"{max(usd, 0.001):.3f}" if usd < 0.1 else f"{usd:.2f}"


def _time(expected: RunEstimate) -> str:
    if expected.seconds_unknown:
        return "as long as the machine that runs the model needs"
    seconds = expected.total("seconds")
    return f"{_duration(seconds.low)} to {_duration(seconds.high)}"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
