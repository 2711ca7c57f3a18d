"""Lists with pages, as iterators."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, cast

Item_co = TypeVar("Item_co", covariant=True)
Item = TypeVar("Item")
Arguments = ParamSpec("Arguments")


class Page(Protocol[Item_co]):
    """A page of a list. `next_cursor` is None on the last one."""

    @property
    def data(self) -> Sequence[Item_co]: ...

    @property
    def next_cursor(self) -> str | None: ...


def pages(
    operation: Callable[Arguments, Page[Item]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Iterator[Page[Item]]:
    """Every page of a list: `for page in pages(list_orders.sync, client=client)`. Set `limit` for longer pages."""
    read = cast(Callable[..., Page[Item]], operation)
    given: dict[str, Any] = dict(kwargs)
    while True:
        page = read(*args, **given)
        yield page
        if page.next_cursor is None:
            return
        given["cursor"] = page.next_cursor


def items(
    operation: Callable[Arguments, Page[Item]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Iterator[Item]:
    """Every item of a list: `for order in items(list_orders.sync, client=client)`."""
    for page in pages(operation, *args, **kwargs):
        yield from page.data


async def async_pages(
    operation: Callable[Arguments, Awaitable[Page[Item]]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> AsyncIterator[Page[Item]]:
    """Every page of a list: `async for page in async_pages(list_orders.asyncio, client=client)`."""
    read = cast(Callable[..., Awaitable[Page[Item]]], operation)
    given: dict[str, Any] = dict(kwargs)
    while True:
        page = await read(*args, **given)
        yield page
        if page.next_cursor is None:
            return
        given["cursor"] = page.next_cursor


async def async_items(
    operation: Callable[Arguments, Awaitable[Page[Item]]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> AsyncIterator[Item]:
    """Every item of a list: `async for order in async_items(list_orders.asyncio, client=client)`."""
    async for page in async_pages(operation, *args, **kwargs):
        for item in page.data:
            yield item
