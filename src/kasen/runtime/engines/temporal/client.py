"""The way to the Temporal server, and runs on it."""

from __future__ import annotations

import importlib.util
from datetime import timedelta
from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError
from kasen.runtime.engines.temporal.connecting import PATIENCE, Connecting, connecting_of
from kasen.runtime.engines.temporal.order import GO_ON, WORKFLOW, Order
from kasen.runtime.logs import LOGGER

if TYPE_CHECKING:
    from temporalio.client import Client

    from kasen.settings import Settings

LONGEST_TASK_S = 10.0
"""Seconds after which a worker that was given a workflow, and has not said what comes next, is taken for dead: with a
shorter heartbeat, as many as that may be missing. Temporal's own default."""


def require(settings: Settings) -> None:
    """Raises ConfigurationError where the engine lacks its package, a shared database, or half of a certificate."""
    if importlib.util.find_spec("temporalio") is None:
        raise ConfigurationError(
            "the engine `temporal` needs the package `temporalio`", hint="Run: pip install 'kasen[temporal]'"
        )
    if settings.database is None:
        raise ConfigurationError(
            "the engine `temporal` needs a database that servers and workers share",
            hint="Set KASEN_DATABASE=postgresql://user:password@host:5432/name, or KASEN_ENGINE=embedded.",
        )
    if settings.checkpoints is not None:
        raise ConfigurationError(
            "the engine `temporal` keeps the state of runs in the database: nowhere else two owners are held apart",
            hint="Unset KASEN_CHECKPOINTS, or set KASEN_ENGINE=embedded.",
        )
    connecting_of(settings)


class Away(RuntimeError):
    """The server cannot be reached, or does not know the namespace."""


class TemporalDispatch:
    """Implements `Dispatch`: the workflow of a run has its id, so that it is there once."""

    def __init__(self, connecting: Connecting, *, queue: str, heartbeat_s: float) -> None:
        self._connecting = connecting
        self._queue = queue
        self._heartbeat_s = heartbeat_s
        self._client: Client | None = None

    async def submit(self, run_id: str, owner: str, *, word: bool = True) -> bool:
        """See `Dispatch`: the signal reaches the workflow that is there, else one that begins with it.

        Each stays in the history of the workflow, and has the run looked at once more when its attempt is over.
        """
        from temporalio.common import WorkflowIDConflictPolicy
        from temporalio.service import RPCError

        order = Order(run_id, owner, self._heartbeat_s)
        try:
            client = await self.connected()
            await client.start_workflow(
                WORKFLOW,
                order,
                id=run_id,
                task_queue=self._queue,
                start_signal=GO_ON if word else None,
                id_conflict_policy=WorkflowIDConflictPolicy.USE_EXISTING,
                task_timeout=timedelta(seconds=min(self._heartbeat_s, LONGEST_TASK_S)),
                rpc_timeout=PATIENCE,
            )
        except (RPCError, RuntimeError, ConfigurationError) as error:
            self._client = None  # a new one reads its certificate anew
            LOGGER.warning(
                "Temporal at %s cannot be reached; run %s waits for it: %s", self._connecting.address, run_id, error
            )
            return False
        return True

    async def connected(self) -> Client:
        """The client; raises what `Connecting` does."""
        if self._client is None:
            self._client = await self._connecting()
        return self._client


async def workers_of(settings: Settings) -> int:
    """How many workers have asked for runs of the queue in the last minutes. Raises Away."""
    from temporalio.api.enums.v1 import TaskQueueType
    from temporalio.api.taskqueue.v1 import TaskQueue
    from temporalio.api.workflowservice.v1 import DescribeNamespaceRequest, DescribeTaskQueueRequest
    from temporalio.service import RPCError

    namespace = settings.temporal_namespace
    asked = DescribeTaskQueueRequest(
        namespace=namespace,
        task_queue=TaskQueue(name=settings.temporal_queue),
        task_queue_type=TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
    )
    try:
        client = await connecting_of(settings)()
        await client.workflow_service.describe_namespace(DescribeNamespaceRequest(namespace=namespace))
        return len({one.identity for one in (await client.workflow_service.describe_task_queue(asked)).pollers})
    except (RPCError, RuntimeError) as error:
        raise Away(str(error)) from error


def dispatch_of(settings: Settings) -> TemporalDispatch:
    """The way to the server that the settings name. Raises ConfigurationError."""
    require(settings)
    return TemporalDispatch(
        connecting_of(settings), queue=settings.temporal_queue, heartbeat_s=settings.temporal_heartbeat_s
    )
