"""Driver of the suite of all SDKs: translates commands, one JSON object a line, into calls of the client for Python.

With the parameter ``asyncio`` it uses the clients for asyncio, otherwise those that block, each command in a thread.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Coroutine
from inspect import signature
from typing import Any

from opentelemetry import context, propagate
from platonic_client import BadReceipt, BadWebhook, PlatonicError

from commands import Driver
from manner import Asynchronous, Blocking

_output = threading.Lock()


def main() -> None:
    if "asyncio" in sys.argv:
        asyncio.run(serve_asynchronous(Driver(Asynchronous())))
    else:
        serve_blocking(Driver(Blocking()))


def serve_blocking(driver: Driver) -> None:
    threads = []
    for line in sys.stdin:
        command = json.loads(line)
        if command["do"] in ("open", "wallet"):
            # Commands that follow need what these make.
            never_suspending(answer(driver, command))
            continue
        thread = threading.Thread(target=never_suspending, args=(answer(driver, command),), daemon=True)
        thread.start()
        threads.append(thread)
    never_suspending(driver.close())
    for thread in threads:
        thread.join(1)


def never_suspending(work: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine that blocks and never suspends."""
    try:
        work.send(None)
    except StopIteration:
        return


async def serve_asynchronous(driver: Driver) -> None:
    loop, running = asyncio.get_running_loop(), set()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        command = json.loads(line)
        task = loop.create_task(answer(driver, command))
        running.add(task)
        task.add_done_callback(running.discard)
        if command["do"] in ("open", "wallet"):
            await task
    await driver.close()


async def answer(driver: Driver, command: dict[str, Any]) -> None:
    number, name = command.pop("id"), command.pop("do")
    told: dict[str, Any]
    try:
        act = getattr(driver, f"do_{name}", None)
        if act is None:
            raise ValueError(f"there is no command {name!r}")
        # A scenario may give the same members to several commands.
        if "trace" in command:
            # Its thread or task ends with it.
            context.attach(propagate.extract(command["trace"]))
        known = {member: value for member, value in command.items() if member in signature(act).parameters}
        told = {"id": number, "result": await act(**known) or {}}
    except Exception as error:
        told = {"id": number, "error": failure_of(error)}
    text = json.dumps(told)
    with _output:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()


def failure_of(error: Exception) -> dict[str, Any]:
    if isinstance(error, PlatonicError):
        facts = {"reason": str(error.reason), "message": error.message, "retryAfter": error.retry_after}
        return facts | ({"parameter": error.parameter} if error.parameter else {})
    reasons = {BadReceipt: "BAD_RECEIPT", BadWebhook: "BAD_WEBHOOK"}
    return {"reason": reasons.get(type(error), "UNKNOWN"), "message": repr(error)}


main()
