"""Retries: transports of httpx that send a request again if it may be repeated."""

import asyncio
import random
import time
import uuid
from collections.abc import Awaitable, Callable

import httpx

from .problems import retry_after

LONGEST_WAIT_SECONDS = 120.0
"""A longer `Retry-After` fails instead of waiting."""

KEY_HEADER = "Service-Idempotency-Key"

COUNT_HEADER = "X-Retry-Count"
"""Sent with each repetition, from 1. The service writes it into its log line."""


def add_key(request: httpx.Request) -> None:
    """Sets a `Service-Idempotency-Key` on a POST that has none: each of its attempts has the same one, so it takes effect once."""
    if request.method == "POST":
        request.headers.setdefault(KEY_HEADER, str(uuid.uuid4()))


def delay(request: httpx.Request, attempt: int, outcome: httpx.Response | httpx.TransportError) -> float | None:
    """Seconds to wait before the next attempt; None if there is none.

    Any request is repeated after 429, and if no connection was established. Reads, PUT, and POST with its `Service-Idempotency-Key`, which have the
    same effect when repeated, are also repeated after 5xx, timeouts and broken connections. The outcome of any other request is unknown then:
    check it before you repeat it.
    """
    backoff = 0.5 * 2.0 ** min(attempt, 4) * (0.5 + random.random() / 2)
    may_repeat = request.method in ("GET", "HEAD", "PUT") or KEY_HEADER in request.headers
    if isinstance(outcome, httpx.TransportError):
        return backoff if may_repeat or isinstance(outcome, (httpx.ConnectError, httpx.ConnectTimeout)) else None
    asked = retry_after(outcome.headers)
    # 409 with Retry-After: a request with the same key is running.
    is_busy = outcome.status_code == 429 or (outcome.status_code == 409 and asked is not None)
    if not is_busy and not (outcome.status_code >= 500 and may_repeat):
        return None
    if asked is None:
        return backoff
    return None if asked > LONGEST_WAIT_SECONDS else asked + random.random() / 4


def is_stream(response: httpx.Response) -> bool:
    """Whether the body may never end. Any other is read within its attempt, so that one that breaks off is repeated."""
    return str(response.headers.get("content-type", "")).startswith("text/event-stream")


def addressed(error: httpx.TransportError, request: httpx.Request, attempts: int) -> httpx.TransportError:
    """The error with the address that it is about, which httpx does not name."""
    host = f"[{request.url.host}]" if ":" in request.url.host else request.url.host
    port = request.url.port or {"http": 80, "https": 443}[request.url.scheme]
    counted = f" ({attempts} attempts)" if attempts > 1 else ""
    reason = str(error) or type(error).__name__
    return type(error)(f"{request.method} {request.url.path} at {host}:{port}: {reason}{counted}", request=request)


class RetryingTransport(httpx.BaseTransport):
    """Repeats requests that another transport sends."""

    def __init__(
        self, inner: httpx.BaseTransport, max_retries: float, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._inner, self._max_retries, self._sleep = inner, max_retries, sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        add_key(request)
        attempt = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = self._inner.handle_request(request)
                if not is_stream(outcome):
                    outcome.read()
            except httpx.TransportError as error:
                outcome = error
            wait = delay(request, attempt, outcome) if attempt < self._max_retries else None
            if wait is None:
                if isinstance(outcome, httpx.TransportError):
                    raise addressed(outcome, request, attempt + 1) from outcome
                return outcome
            if isinstance(outcome, httpx.Response):
                outcome.close()
            self._sleep(wait)
            attempt += 1
            request.headers[COUNT_HEADER] = str(attempt)

    def close(self) -> None:
        self._inner.close()


class AsyncRetryingTransport(httpx.AsyncBaseTransport):
    """The same for asynchronous requests."""

    def __init__(
        self,
        inner: httpx.AsyncBaseTransport,
        max_retries: float,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._inner, self._max_retries, self._sleep = inner, max_retries, sleep

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        add_key(request)
        attempt = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = await self._inner.handle_async_request(request)
                if not is_stream(outcome):
                    await outcome.aread()
            except httpx.TransportError as error:
                outcome = error
            wait = delay(request, attempt, outcome) if attempt < self._max_retries else None
            if wait is None:
                if isinstance(outcome, httpx.TransportError):
                    raise addressed(outcome, request, attempt + 1) from outcome
                return outcome
            if isinstance(outcome, httpx.Response):
                await outcome.aclose()
            await self._sleep(wait)
            attempt += 1
            request.headers[COUNT_HEADER] = str(attempt)

    async def aclose(self) -> None:
        await self._inner.aclose()
