"""Transports of httpx that send few requests at once."""

import asyncio
import threading

import httpx

AT_ONCE = 32
"""Requests that await their response. The service runs eight of a key at once; a few more keep it busy, and its queue never refuses one."""


class FewAtOnce(httpx.BaseTransport):
    """Sends requests by another transport; others wait here until a response begins."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner, self._places = inner, threading.Semaphore(AT_ONCE)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        with self._places:
            return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


class AsyncFewAtOnce(httpx.AsyncBaseTransport):
    """The same for asynchronous requests."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner, self._places = inner, asyncio.Semaphore(AT_ONCE)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        async with self._places:
            return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        await self._inner.aclose()
