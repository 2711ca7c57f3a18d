"""What a receiver of webhooks has handled: in memory, in PostgreSQL or in Redis."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

REMEMBERED_SECONDS = 31 * 86_400.0
"""How long a handled event is remembered by default: longer than the service can deliver it again."""


class EventStore(Protocol):
    """Remembers which events were handled. Your own may have coroutine functions. Of several claims of one id at once, one must get `claimed`."""

    def claim(self, id: str, token: str, lease: float) -> Any:
        """Claims an event for some seconds: `claimed`, `done` if it was handled, `running` if another claim has not ended."""

    def complete(self, id: str, token: str) -> Any:
        """Records that the event was handled."""

    def release(self, id: str, token: str) -> Any:
        """Ends the claim with this token because the function failed. Other claims stay."""


class MemoryStore:
    """Remembers events in the memory of this process.

    Args:
        max_events: The most events; the oldest handled ones are forgotten first.
        ttl: How long a handled event is remembered, in seconds.
    """

    def __init__(self, *, max_events: int = 10_000, ttl: float = REMEMBERED_SECONDS) -> None:
        self._events: dict[str, tuple[str, float]] = {}
        self._max_events, self._ttl, self._lock = max_events, ttl, threading.Lock()

    def claim(self, id: str, token: str, lease: float) -> str:
        """Claims an event for some seconds."""
        with self._lock:
            claim, ends = self._events.get(id, ("", 0.0))
            if ends > time.monotonic():
                return "running" if claim else "done"
            self._put(id, token, lease)
            return "claimed"

    def complete(self, id: str, token: str) -> None:
        """Records that the event was handled."""
        with self._lock:
            self._put(id, "", self._ttl)

    def release(self, id: str, token: str) -> None:
        """Ends the claim with this token."""
        with self._lock:
            if self._events.get(id, ("",))[0] == token:
                del self._events[id]

    def _put(self, id: str, claim: str, seconds: float) -> None:
        now = time.monotonic()
        self._events.pop(id, None)
        self._events[id] = (claim, now + seconds)
        for oldest, (held, ends) in list(self._events.items()) if len(self._events) > self._max_events else ():
            if len(self._events) <= self._max_events:
                break
            if held == "" or ends <= now:
                del self._events[oldest]


class RedisClient(Protocol):
    """The part of a client of `redis` or `valkey` that is used."""

    def execute_command(self, *args: Any) -> Any:
        """Sends a command."""


class RedisStore:
    """Remembers events in Redis: one key for each, which expires by itself.

    Args:
        client: A synchronous client, such as `redis.Redis()`.
        prefix: What the keys begin with.
        ttl: How long a handled event is remembered, in seconds.
    """

    def __init__(self, client: RedisClient, *, prefix: str = "webhook-event:", ttl: float = REMEMBERED_SECONDS) -> None:
        self._client, self._prefix, self._ttl = client, prefix, ttl

    def claim(self, id: str, token: str, lease: float) -> str:
        """Claims an event for some seconds."""
        if self._client.execute_command("SET", self._prefix + id, token, "NX", "PX", int(lease * 1000)):
            return "claimed"
        return "done" if self._client.execute_command("GET", self._prefix + id) in (b"done", "done") else "running"

    def complete(self, id: str, token: str) -> None:
        """Records that the event was handled."""
        self._client.execute_command("SET", self._prefix + id, "done", "PX", int(self._ttl * 1000))

    def release(self, id: str, token: str) -> None:
        """Ends the claim with this token."""
        script = "if redis.call('GET',KEYS[1])==ARGV[1] then redis.call('DEL',KEYS[1]) end"
        self._client.execute_command("EVAL", script, 1, self._prefix + id, token)


class SqlStore:
    """Remembers events in a table of PostgreSQL.

    Args:
        query: Runs a statement with the values of its `%s`, commits it, and returns its rows, if it has any.
        table: Name of the table, which is part of the statements as it is.
        ttl: How long a handled event is remembered, in seconds.
    """

    def __init__(
        self,
        query: Callable[[str, Sequence[Any]], Iterable[Any] | None],
        *,
        table: str = "received_events",
        ttl: float = REMEMBERED_SECONDS,
    ) -> None:
        self._query, self._table, self._ttl = query, table, ttl
        self._cleaned_at = float("-inf")

    def create_table(self) -> None:
        """Creates the table and its index if they are missing. Your own migration may do so instead."""
        columns = "id text PRIMARY KEY, claim text, expires_at timestamptz NOT NULL"
        self._query(f"CREATE TABLE IF NOT EXISTS {self._table} ({columns})", ())
        index = f"{self._table.replace('.', '_')}_expires_at"
        self._query(f"CREATE INDEX IF NOT EXISTS {index} ON {self._table} (expires_at)", ())

    def clean_up(self) -> None:
        """Deletes expired entries. Each claim also does this, at most once an hour."""
        self._cleaned_at = time.monotonic()
        self._query(f"DELETE FROM {self._table} WHERE expires_at < now()", ())

    def claim(self, id: str, token: str, lease: float) -> str:
        """Claims an event for some seconds."""
        if time.monotonic() - self._cleaned_at > 3_600:
            self.clean_up()
        claimed = self._query(
            f"INSERT INTO {self._table} AS t (id, claim, expires_at) VALUES (%s, %s, now() + %s * interval '1 second') "
            "ON CONFLICT (id) DO UPDATE SET claim = excluded.claim, expires_at = excluded.expires_at "
            "WHERE t.expires_at <= now() RETURNING id",
            (id, token, lease),
        )
        if list(claimed or ()):
            return "claimed"
        done = self._query(f"SELECT id FROM {self._table} WHERE id = %s AND claim IS NULL", (id,))
        return "done" if list(done or ()) else "running"

    def complete(self, id: str, token: str) -> None:
        """Records that the event was handled."""
        ends = "now() + %s * interval '1 second'"
        self._query(f"UPDATE {self._table} SET claim = NULL, expires_at = {ends} WHERE id = %s", (self._ttl, id))

    def release(self, id: str, token: str) -> None:
        """Ends the claim with this token."""
        self._query(f"DELETE FROM {self._table} WHERE id = %s AND claim = %s", (id, token))
