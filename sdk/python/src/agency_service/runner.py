"""How the methods of a client call their operations."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import httpx

from .arguments import OMIT, Omit
from .contract import OPERATIONS
from .core import Core
from .errors import ServiceConnectionError
from .models import AsyncPagedList, Page, PagedList, StreamEvent
from .steps import Steps, run, run_async

__all__ = ["OMIT", "AsyncGroup", "AsyncRunner", "Group", "Omit", "Runner", "nothing"]

Result = TypeVar("Result")
Given = Mapping[str, Any]


def nothing(_: Any) -> None:
    """The result of an operation whose response has no body."""


@dataclass(frozen=True)
class Runner:
    """Calls operations, and waits for them."""

    core: Core

    def run(self, steps: Steps[Result]) -> Result:
        """Does the steps of a call."""
        return run(steps, cast(httpx.Client, self.core.http))

    def call(self, operation: str, make: Callable[[Any], Result], given: Given) -> Result:
        """Calls an operation."""
        return self.run(self.core.call(operation, make, given))

    def page(self, operation: str, make: Callable[[Any], Result], given: Given) -> PagedList[Result]:
        """Reads the first page of a list, which reads the others."""

        def read(cursor: str | None) -> Page[Result]:
            return self.call(operation, lambda values: Page(values, make), page_arguments(operation, given, cursor))

        return PagedList(read(None), read)

    def stream(self, operation: str, given: Given) -> Iterator[StreamEvent]:
        """Reads a stream, event by event, until it ends."""
        response = self.call(operation, as_response, given)
        block: list[str] = []
        try:
            for line in response.iter_lines():
                yield from event_of(block, line)
        except httpx.TransportError as error:
            raise ServiceConnectionError(f"The stream broke off: {error or type(error).__name__}") from error
        finally:
            response.close()


@dataclass(frozen=True)
class AsyncRunner:
    """The same for asynchronous programs."""

    core: Core

    async def run(self, steps: Steps[Result]) -> Result:
        """Does the steps of a call."""
        return await run_async(steps, cast(httpx.AsyncClient, self.core.http))

    async def call(self, operation: str, make: Callable[[Any], Result], given: Given) -> Result:
        """Calls an operation."""
        return await self.run(self.core.call(operation, make, given))

    def page(self, operation: str, make: Callable[[Any], Result], given: Given) -> AsyncPagedList[Result]:
        """A list that is read page by page."""

        async def read(cursor: str | None) -> Page[Result]:
            return await self.call(
                operation, lambda values: Page(values, make), page_arguments(operation, given, cursor)
            )

        return AsyncPagedList(read)

    async def stream(self, operation: str, given: Given) -> AsyncIterator[StreamEvent]:
        """Reads a stream, event by event, until it ends."""
        response = await self.call(operation, as_response, given)
        block: list[str] = []
        try:
            async for line in response.aiter_lines():
                for event in event_of(block, line):
                    yield event
        except httpx.TransportError as error:
            raise ServiceConnectionError(f"The stream broke off: {error or type(error).__name__}") from error
        finally:
            await response.aclose()


class Group:
    """Methods of a client that belong together."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner


class AsyncGroup:
    """Asynchronous methods of a client that belong together."""

    def __init__(self, runner: AsyncRunner) -> None:
        self._runner = runner


def as_response(response: Any) -> httpx.Response:
    """The response of a stream."""
    return cast(httpx.Response, response)


def page_arguments(operation: str, given: Given, cursor: str | None) -> Given:
    """The arguments of a page: the longest, unless the program sets `limit`."""
    longest = {"limit": OPERATIONS[operation].limit} if given.get("limit", 0) is None else {}
    return {**given, **longest, **({} if cursor is None else {"cursor": cursor})}


def event_of(block: list[str], line: str) -> Iterator[StreamEvent]:
    """Takes a line of a stream, and yields the event that it ends."""
    if line:
        block.append(line)
        return
    fields = [part.partition(":") for part in block]
    texts = {
        name: "\n".join(value.removeprefix(" ") for each, _, value in fields if each == name) for name, _, _ in fields
    }
    block.clear()
    if "event" in texts:
        yield StreamEvent(texts["event"], json.loads(texts["data"]))
