"""Typed clients of ProcessService. Code generated from the contract. DO NOT EDIT."""

from __future__ import annotations

from typing import Any

from platonic.admin.v1 import process_pb2 as admin_v1_process

from ._calls import AsyncCalls, Calls


class ProcessService:
    """Tells which processes serve, and how they are. Each writes its heartbeat to the database that they
    share.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_process.DESCRIPTOR.services_by_name["ProcessService"].methods_by_name

    def list_processes(
        self, request: admin_v1_process.ListProcessesRequest, *, timeout: float | None = None
    ) -> admin_v1_process.ListProcessesResponse:
        """Lists the processes that use the service's database, oldest first. A process that shut down is no
        longer listed; one that was killed, or has lost the database, is listed as silent for a day.
        """
        return self._calls.unary(
            self._methods["ListProcesses"], request, admin_v1_process.ListProcessesResponse, timeout
        )


class AsyncProcessService:
    """Tells which processes serve, and how they are. Each writes its heartbeat to the database that they
    share.
    """

    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls
        self._methods: Any = admin_v1_process.DESCRIPTOR.services_by_name["ProcessService"].methods_by_name

    async def list_processes(
        self, request: admin_v1_process.ListProcessesRequest, *, timeout: float | None = None
    ) -> admin_v1_process.ListProcessesResponse:
        """Lists the processes that use the service's database, oldest first. A process that shut down is no
        longer listed; one that was killed, or has lost the database, is listed as silent for a day.
        """
        return await self._calls.unary(
            self._methods["ListProcesses"], request, admin_v1_process.ListProcessesResponse, timeout
        )
