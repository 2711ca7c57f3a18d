"""Objects of responses, and lists with pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from datetime import date, datetime
from itertools import islice
from typing import Any, ClassVar, Generic, TypeVar

import httpx

from .errors import InvalidArgumentError, ServiceError

Item = TypeVar("Item")


def instant(text: str) -> datetime:
    """An instant as the service writes it, which Python 3.10 does not read."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


day = date.fromisoformat


class Model:
    """An object of a response: `order.amount_cents`. Members that were added to the service later are attributes, too."""

    _kinds: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    http_response: httpx.Response | None = None
    """Of an object that a call returned, the response: its status, its headers, its text."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values
        for name, value in values.items():
            kind = self._kinds.get(name)
            if kind is not None and value is not None:
                value = [kind(each) for each in value] if isinstance(value, list) else kind(value)
            self.__dict__[name] = value

    @property
    def request_id(self) -> str | None:
        """The `x-request-id` of the response; quote it to the operator of the service."""
        return None if self.http_response is None else self.http_response.headers.get("x-request-id")

    def to_dict(self) -> dict[str, Any]:
        """The object as the service sent it, for JSON."""
        return dict(self._values)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values == other._values

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._values)})"


class StreamEvent(Model):
    """An event of a stream: `event` is its name, and `data` a `LiveEndpoints` or another object of that name."""

    kinds: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    event: str
    data: Any

    def __init__(self, event: str, data: Any) -> None:
        super().__init__({"event": event, "data": data})
        self.data = self.kinds.get(event, dict)(data)


class Page(Model, Generic[Item]):
    """A page of a list."""

    data: list[Item]
    """The items of the page."""
    next_cursor: str | None = None
    """The `cursor` of the next page; None on the last one."""

    def __init__(self, values: Mapping[str, Any], make: Callable[[Any], Item]) -> None:
        super().__init__(values)
        self.data = [make(each) for each in values["data"]]


class PagedList(Page[Item]):
    """The first page of a list. `for order in client.orders.list()` reads the next pages as it goes."""

    def __init__(self, first: Page[Item], read: Callable[[str], Page[Item]]) -> None:
        self.__dict__.update(first.__dict__)
        self._first, self._read = first, read

    def pages(self) -> Iterator[Page[Item]]:
        """Every page, this one first."""
        page = self._first
        yield page
        while page.next_cursor is not None:
            cursor = page.next_cursor
            try:
                page = self._read(cursor)
            except ServiceError as error:
                error.cursor = cursor
                raise
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.data

    def to_list(self, *, max: int) -> list[Item]:
        """The first `max` items, or all if there are fewer."""
        return list(islice(self, _most(max)))


class AsyncPagedList(Generic[Item]):
    """A list: `async for order in client.orders.list()` reads page by page, `page = await client.orders.list()` the first page."""

    def __init__(self, read: Callable[[str | None], Awaitable[Page[Item]]]) -> None:
        self._read = read

    def __await__(self) -> Generator[Any, None, Page[Item]]:
        return self._read(None).__await__()

    async def pages(self) -> AsyncIterator[Page[Item]]:
        """Every page."""
        cursor: str | None = None
        while True:
            try:
                page = await self._read(cursor)
            except ServiceError as error:
                error.cursor = cursor
                raise
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def to_list(self, *, max: int) -> list[Item]:
        """The first `max` items, or all if there are fewer."""
        found: list[Item] = []
        async for item in self:
            found.append(item)
            if len(found) == _most(max):
                break
        return found


def _most(most: int) -> int:
    if isinstance(most, int) and most >= 1:
        return most
    raise InvalidArgumentError("max", "a whole number from 1 on is required")
