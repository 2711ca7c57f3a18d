"""Work as a generator of steps, which synchronous and asynchronous programs do in their own ways."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import httpx

Result = TypeVar("Result")


@dataclass(frozen=True)
class Send:
    """Sends a request. The body of a stream is left unread."""

    request: httpx.Request
    streams: bool = False


@dataclass(frozen=True)
class Sleep:
    """Waits."""

    seconds: float


@dataclass(frozen=True)
class Invoke:
    """Calls a function of the program."""

    function: Callable[..., Any]
    args: tuple[Any, ...]


Steps = Generator["Send | Sleep | Invoke", Any, Result]


def run(steps: Steps[Result], http: httpx.Client | None = None) -> Result:
    """Does the steps one after the other. The work receives the result or the exception of each."""

    def do(step: Send | Sleep | Invoke) -> Any:
        if isinstance(step, Sleep):
            return time.sleep(step.seconds)
        if isinstance(step, Invoke):
            result = step.function(*step.args)
            return asyncio.run(result) if inspect.iscoroutine(result) else result
        assert http is not None
        response = http.send(step.request, stream=step.streams, follow_redirects=False)
        if step.streams and not response.is_success:
            response.read()
        return response

    resume: Callable[[], Any] = partial(next, steps)
    while True:
        try:
            step = resume()
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        try:
            resume = partial(steps.send, do(step))
        except Exception as error:
            resume = partial(steps.throw, error)


async def run_async(steps: Steps[Result], http: httpx.AsyncClient | None = None) -> Result:
    """The same for asynchronous programs. Functions that are not coroutines run in a thread."""

    async def do(step: Send | Sleep | Invoke) -> Any:
        if isinstance(step, Sleep):
            return await asyncio.sleep(step.seconds)
        if isinstance(step, Invoke):
            is_own = inspect.iscoroutinefunction(step.function)
            result = step.function(*step.args) if is_own else await asyncio.to_thread(step.function, *step.args)
            return await result if inspect.isawaitable(result) else result
        assert http is not None
        response = await http.send(step.request, stream=step.streams, follow_redirects=False)
        if step.streams and not response.is_success:
            await response.aread()
        return response

    resume: Callable[[], Any] = partial(next, steps)
    while True:
        try:
            step = resume()
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        try:
            resume = partial(steps.send, await do(step))
        except Exception as error:
            resume = partial(steps.throw, error)
