"""The tables of runs, their events and what they paid for: one schema for SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    and_,
    literal_column,
    select,
)

from kasen.runtime.rows import ACTIVE

METADATA = MetaData()


def _run_id() -> Column[str]:
    return Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True)


RUNS = Table(
    "runs",
    METADATA,
    Column("id", String(26), primary_key=True),
    Column("team", String(64), nullable=False),
    Column("mode", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("lang", String(8), nullable=False),
    Column("request", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("status", String(32), nullable=False),
    Column("fence", Integer, nullable=False, default=0),
    Column("last_seq", Integer, nullable=False, default=0),
    Column("cancel_asked", Integer, nullable=False, default=0),
    Column("result", Text),
    Column("error", Text),
    Column("created_at", String(32), nullable=False),
    Column("updated_at", String(32), nullable=False),
    Column("owner", String(64), nullable=False, server_default=""),
    Column("state_version", Integer, nullable=False, server_default="1"),
)
"""`owner`: name of the token under which a server was asked; empty for this machine's own user. `state_version`:
that of the team as which the run has stored its state."""

EVENTS = Table(
    "events",
    METADATA,
    _run_id(),
    Column("seq", Integer, primary_key=True),
    Column("attempt", Integer, nullable=False),
    Column("type", String(32), nullable=False),
    Column("task", String(64), nullable=False, default=""),
    Column("at", String(32), nullable=False),
    Column("body", Text, nullable=False),
)

RECEIPTS = Table(
    "receipts",
    METADATA,
    _run_id(),
    Column("node_path", String(200), primary_key=True),
    Column("role", String(64), primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("by", String(200), nullable=False),
    Column("why", Text, nullable=False),
    Column("calls", Integer, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("usd", Float),
    Column("body", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("reusable", Integer, nullable=False, server_default="0"),
)

PENDING = Table(
    "pending",
    METADATA,
    _run_id(),
    Column("attempt", Integer, primary_key=True),
    Column("call_id", String(16), primary_key=True),
    Column("role", String(64), nullable=False),
    Column("calls", Integer, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("usd", Float),
    Column("body", Text, nullable=False),
)
"""What asks without a receipt have cost, a call under way with its estimate; what a dead attempt left counts."""

APPROVALS = Table(
    "approvals",
    METADATA,
    _run_id(),
    Column("interrupt_id", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("asked", Text, nullable=False),
    Column("deadline", String(32), nullable=False, default=""),
    Column("answer", Text),
    Column("answered_by", String(64)),
    Column("answered_at", String(32)),
    Column("told", Integer, nullable=False, default=0),
    Column("nth", Integer, nullable=False, server_default="0"),
)
"""`nth`: the order in which a run has asked; the ids of pauses are hashes."""

ARTIFACTS = Table(
    "artifacts",
    METADATA,
    _run_id(),
    Column("name", String(200), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("media_type", String(100), nullable=False),
    Column("size", Integer, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("place", Text, nullable=False, server_default=""),
)
"""`place`: address at which the bytes are kept; empty for the run's folder."""

SOURCES = Table(
    "sources",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("body", Text, nullable=False),
)

PASSAGES = Table(
    "passages",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("source_id", String(64), ForeignKey("sources.id"), nullable=False, index=True),
    Column("body", Text, nullable=False),
)

RUN_PASSAGES = Table(
    "run_passages",
    METADATA,
    _run_id(),
    Column("passage_id", String(64), ForeignKey("passages.id"), primary_key=True, index=True),
)

CLAIMS = Table(
    "claims",
    METADATA,
    _run_id(),
    Column("id", String(64), primary_key=True),
    Column("nth", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

EARLIER = Table(
    "earlier",
    METADATA,
    _run_id(),
    Column("earlier_id", String(26), nullable=False),
    Column("body", Text, nullable=False),
)
"""Request and result of the run that a follow-up goes on from: its own copy, so that the other may be deleted."""

NESTED = Table(
    "nested",
    METADATA,
    _run_id(),
    Column("key", String(64), primary_key=True),
    Column("child_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("team", String(64), nullable=False),
    Column("role", String(64), nullable=False),
    Column("settled", Integer, nullable=False, default=0),
)
"""Runs that a run has asked of other teams. `settled`: a receipt of the run that asked holds answer and cost."""

WEB_TEXTS = Table(
    "web_texts",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("text", Text, nullable=False),
)
"""Texts of pages, each once."""

WEB_FOUND = Table(
    "web_found",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("shared", Integer, nullable=False),
    Column("text_hash", String(64), ForeignKey("web_texts.hash"), index=True),
    Column("body", Text, nullable=False),
)
"""What one search or one fetch of the web came to. `shared`: how long other runs may use it, see `web_records`."""

RUN_WEB = Table(
    "run_web",
    METADATA,
    _run_id(),
    Column("key", String(64), primary_key=True),
    Column("found_id", String(32), ForeignKey("web_found.id"), index=True),
)
"""What a run searched and read, to be had again when it is continued or repeated; `web_records.SEARCHED` has none."""

CHATS = Table(
    "chats",
    METADATA,
    Column("owner", String(64), primary_key=True),
    Column("id", String(128), primary_key=True),
    Column("title", Text, nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("updated_at", String(32), nullable=False),
)
"""Conversations of the web; `id` is the client's, so each owner has their own."""

CHAT_TURNS = Table(
    "chat_turns",
    METADATA,
    Column("owner", String(64), primary_key=True),
    Column("chat_id", String(128), primary_key=True),
    Column("nth", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    ForeignKeyConstraint(["owner", "chat_id"], ["chats.owner", "chats.id"], ondelete="CASCADE"),
)
"""What was said, and the runs that answer it: they outlive the chat, and it outlives them."""

CHECKPOINTS = Table(
    "checkpoints",
    METADATA,
    Column("thread_id", Text, primary_key=True),
    Column("checkpoint_ns", Text, primary_key=True, server_default=""),
    Column("checkpoint_id", Text, primary_key=True),
    Column("parent_checkpoint_id", Text),
    Column("type", Text),
    Column("checkpoint", LargeBinary),
    Column("metadata", LargeBinary),
    Column("kept", Integer, nullable=False, server_default="0"),
)
"""Checkpoints of LangGraph without the values of channels, which old rows still hold. `kept`: stays though a later one
is there, because the run may go back to it."""

WRITES = Table(
    "writes",
    METADATA,
    Column("thread_id", Text, primary_key=True),
    Column("checkpoint_ns", Text, primary_key=True, server_default=""),
    Column("checkpoint_id", Text, primary_key=True),
    Column("task_id", Text, primary_key=True),
    Column("task_path", Text, nullable=False, server_default=""),
    Column("idx", Integer, primary_key=True),
    Column("channel", Text, nullable=False),
    Column("type", Text),
    Column("value", LargeBinary),
)
"""What nodes wrote after a checkpoint and before the next."""

BLOBS = Table(
    "blobs",
    METADATA,
    Column("thread_id", Text, primary_key=True),
    Column("checkpoint_ns", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("version", Text, primary_key=True),
    Column("extends", Text),
    Column("type", Text, nullable=False),
    Column("value", LargeBinary, nullable=False),
    Column("kept", Integer, nullable=False, server_default="0"),
)
"""Values of channels, once for each version. `extends`: version of a list to whose end this one's elements go."""

STATE = (CHECKPOINTS, WRITES, BLOBS)
"""What the state of a run lies in, by its `thread_id`."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("started", Integer, nullable=False, server_default="0"),
    Column("paused_until", Float, nullable=False, server_default="0"),
)
"""Accounts of providers that several processes use (PostgreSQL only). `started`: calls since there are limits by the
minute. Times of these three tables are seconds since 1970, by the server's clock."""

ACCOUNT_HOLDERS = Table(
    "account_holders",
    METADATA,
    Column("account", String(200), primary_key=True),
    Column("holder", String(32), primary_key=True),
    Column("places", Integer, nullable=False),
    Column("waiting", Integer, nullable=False),
    Column("given_at", Float, nullable=False),
    Column("until", Float, nullable=False),
)
"""Who has how many places in an account, and how many calls that wait for one; nobody counts on them after `until`."""

ACCOUNT_STARTS = Table(
    "account_starts",
    METADATA,
    Column("account", String(200), primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)
"""When the latest calls began, in a ring as long as the calls that a minute may see."""

Index("events_by_task", EVENTS.c.run_id, EVENTS.c.task)
Index("receipts_by_question", RECEIPTS.c.hash, RECEIPTS.c.role, RECEIPTS.c.nth, RECEIPTS.c.reusable, RECEIPTS.c.at)
Index("web_found_by_key", WEB_FOUND.c.key, WEB_FOUND.c.shared, WEB_FOUND.c.at)
Index("chats_by_time", CHATS.c.owner, CHATS.c.updated_at)
Index("runs_by_time", RUNS.c.created_at)
Index("runs_by_owner", RUNS.c.owner, RUNS.c.created_at)

IS_OWN = ~select(NESTED.c.child_id).where(NESTED.c.child_id == RUNS.c.id).exists()
"""No other run asked for it."""
IS_OPEN = RUNS.c.status.in_([literal_column(f"'{status}'") for status in (*ACTIVE, "paused")])
"""A run that may go on by itself: at work, or paused. Few of all runs are; each look of a server is for these alone."""
IS_ACTIVE = and_(IS_OPEN, RUNS.c.status.in_(ACTIVE))
"""A run that is at work, or waits for it."""
IS_DUE = and_(APPROVALS.c.answer.is_(None), APPROVALS.c.deadline != literal_column("''"))
"""A pause that comes due. Conditions of indexes hold literals: where they are parameters no database sees that they
hold; nor does SQLite see that two statuses are among three."""

Index("runs_open", RUNS.c.status, RUNS.c.updated_at, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)
Index("approvals_due", APPROVALS.c.deadline, sqlite_where=IS_DUE, postgresql_where=IS_DUE)
