"""Whether the attempt before this one was lost: what the Temporal server says of it."""

from __future__ import annotations

from temporalio import activity
from temporalio.service import RPCError

from kasen.runtime.logs import LOGGER


async def is_lost() -> bool:
    """True when nothing was heard any more of whoever made the attempt before, and this one is the one that counts.

    A worker that wakes may be given attempts that the server has given to others long since.
    """
    info = activity.info()
    if info.attempt == 1 or info.workflow_id is None:
        return False
    try:
        found = await activity.client().get_workflow_handle(info.workflow_id, run_id=info.workflow_run_id).describe()
    except RPCError as error:
        LOGGER.warning("Temporal cannot be asked who has run %s: %s", info.workflow_id, error)
        return False
    mine = [one for one in found.raw_description.pending_activities if one.activity_id == info.activity_id]
    return any(one.attempt == info.attempt and one.last_failure.HasField("timeout_failure_info") for one in mine)
