"""Waits for a place in the rate limit, instead of a 429."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass

import httpx

from .errors import retry_after

QUEUE_SECONDS = 10
"""A full queue of the service has room within this time. A longer `Retry-After` does not concern all operations."""


@dataclass
class _Limit:
    left: int
    """The requests that may be sent at once."""
    free_at: float
    """When the next one may be sent after these."""
    interval: float
    """Seconds between two requests at the rate of the limit."""


class Pacer:
    """Spreads the requests of a client by the `RateLimit` headers of earlier responses, by operation."""

    def __init__(self, longest: float) -> None:
        self._longest = longest
        self._limits: dict[str, _Limit] = {}
        self._queue_free_at = 0.0
        self._lock = threading.Lock()

    def reserve(self, operation: str) -> float:
        """Seconds until the next request of an operation, which takes this place. One that would wait too long is sent at once."""
        with self._lock:
            now = time.monotonic()
            at = max(now, self._queue_free_at)
            limit = self._limits.get(operation)
            if limit and limit.left > 0:
                limit.left -= 1
            elif limit:
                at = max(at, limit.free_at)
                if at - now <= self._longest:
                    limit.free_at = at + limit.interval
            return at - now if at - now <= self._longest else 0.0

    def read(self, operation: str, response: httpx.Response, in_flight: int) -> None:
        """Takes the limit from a response, less the requests that are on their way."""
        left, seconds = (_parameter(response, "ratelimit", name) for name in "rt")
        quota, window = (_parameter(response, "ratelimit-policy", name) for name in "qw")
        asked = retry_after(response.headers) or 0.0
        with self._lock:
            now = time.monotonic()
            if response.status_code == 429 and left != 0 and asked <= QUEUE_SECONDS:
                self._queue_free_at = max(self._queue_free_at, now + asked)
            if left is None or seconds is None:
                return
            known = self._limits.get(operation)
            free_at = now + seconds
            # Requests that were sent since have taken the next places, which an older response does not return.
            if known and known.left <= 0 and left - in_flight <= 0:
                free_at = max(free_at, known.free_at)
            self._limits[operation] = _Limit(left - in_flight, free_at, window / quota if quota and window else 1.0)


def _parameter(response: httpx.Response, header: str, name: str) -> int | None:
    """A parameter of a structured header, such as `t` of `"default";r=0;t=12`."""
    found = re.search(rf";\s*{name}=(\d+)", response.headers.get(header, ""))
    return int(found[1]) if found else None
