"""The client against a server that answers by a script."""

import asyncio
import threading
import uuid
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from agency_service.api.orders import get_order, list_orders
from agency_service.api.webhooks import delete_webhook_endpoint, ping_webhook_endpoint

import agency_service.retries
from agency_service import InvalidArgumentError, ProblemError, UnexpectedResponseError, connect
from agency_service.types import UNSET

Answer = tuple[int, dict[str, str], str]
UNAVAILABLE: Answer = (503, {}, '{"type":"https://e/service_unavailable","title":"Away","status":503}')
LIMITED: Answer = (429, {"Retry-After": "0"}, '{"type":"https://e/rate_limited","title":"Slow","status":429}')
NOT_FOUND: Answer = (404, {}, '{"type":"https://e/not_found","title":"Not found","status":404}')
EMPTY: Answer = (200, {"content-type": "application/json"}, '{"data":[],"next_cursor":null}')


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    script: list[Answer]
    seen: list[tuple[str, str, dict[str, str]]]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.server.seen.append(
            (self.command, self.path, {name.lower(): value for name, value in self.headers.items()})
        )
        status, headers, body = self.server.script.pop(0)
        if status == 0:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in {"content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    do_GET = do_POST = do_DELETE = answer

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(agency_service.retries.random, "random", lambda: 0.0)
    with Server(("127.0.0.1", 0), Handler) as started:
        started.script, started.seen = [], []
        threading.Thread(target=started.serve_forever, daemon=True).start()
        yield started
        started.shutdown()


def client_of(server: Server, **settings: Any) -> Any:
    return connect(f"http://127.0.0.1:{server.server_port}/", "svc_live_x", **settings)


def test_sends_the_key_and_the_version(server: Server) -> None:
    server.script = [EMPTY]
    with client_of(server) as client:
        assert list_orders.sync(client=client, creator_ids=["a", "b"], limit=2).data == []
    method, path, headers = server.seen[0]
    assert (method, path) == ("GET", "/v1/orders?creator_ids=a&creator_ids=b&limit=2")
    assert (headers["authorization"], headers["service-version"]) == ("Bearer svc_live_x", "2026-07-06")
    assert headers["user-agent"].startswith("agency-service-python/")


def test_repeats_a_read_after_429_5xx_and_a_broken_connection(server: Server) -> None:
    for failure in (LIMITED, UNAVAILABLE, (0, {}, "")):
        server.script, server.seen = [failure, EMPTY], []
        with client_of(server) as client:
            assert list_orders.sync(client=client).data == []
        assert len(server.seen) == 2


def test_ends_after_its_retries_with_the_problem(server: Server) -> None:
    server.script = [LIMITED] * 3
    with client_of(server) as client, pytest.raises(ProblemError) as caught:
        list_orders.sync(client=client)
    assert (caught.value.slug, caught.value.status, caught.value.retry_after, len(server.seen)) == (
        "rate_limited",
        429,
        0.0,
        3,
    )


def test_repeats_a_post_with_one_idempotency_key(server: Server) -> None:
    busy: Answer = (409, {"Retry-After": "0"}, '{"type":"https://e/idempotency_key_in_use","title":"Runs","status":409}')
    for failure in (LIMITED, UNAVAILABLE, busy, (0, {}, "")):
        server.script, server.seen = [failure, NOT_FOUND], []
        with client_of(server) as client, pytest.raises(ProblemError) as caught:
            ping_webhook_endpoint.sync("e1", client=client)
        first, second = (headers["service-idempotency-key"] for _, _, headers in server.seen)
        assert (caught.value.status, first) == (404, second)
        assert [headers.get("x-retry-count") for _, _, headers in server.seen] == [None, "1"]
        assert uuid.UUID(first)


def test_each_call_has_its_own_key_unless_it_is_given(server: Server) -> None:
    server.script = [NOT_FOUND] * 4
    with client_of(server) as client:
        for key in (UNSET, UNSET, "mine", "mine"):
            with pytest.raises(ProblemError):
                ping_webhook_endpoint.sync("e1", client=client, idempotency_key=key)
    first, second, *given = (headers["service-idempotency-key"] for _, _, headers in server.seen)
    assert first != second
    assert given == ["mine", "mine"]


def test_does_not_repeat_a_delete_whose_outcome_is_unknown(server: Server) -> None:
    server.script = [UNAVAILABLE]
    with client_of(server) as client, pytest.raises(ProblemError) as caught:
        delete_webhook_endpoint.sync("e1", client=client)
    assert (caught.value.slug, len(server.seen)) == ("service_unavailable", 1)


def test_a_conflict_without_retry_after_is_not_repeated(server: Server) -> None:
    server.script = [(409, {}, '{"type":"https://e/idempotency_key_reused","title":"Other","status":409}')]
    with client_of(server) as client, pytest.raises(ProblemError) as caught:
        ping_webhook_endpoint.sync("e1", client=client)
    assert (caught.value.slug, len(server.seen)) == ("idempotency_key_reused", 1)


def test_a_long_retry_after_fails_instead_of_waiting(server: Server) -> None:
    server.script = [(429, {"Retry-After": "3600"}, LIMITED[2])]
    with client_of(server) as client, pytest.raises(ProblemError) as caught:
        list_orders.sync(client=client)
    assert caught.value.retry_after == 3600


@pytest.mark.parametrize(
    "answer", [(200, {}, "<html>"), (200, {}, "{}"), (302, {"location": "/login"}, ""), (404, {}, "[]")]
)
def test_a_response_that_is_not_from_the_service_is_an_error_of_its_own(server: Server, answer: Answer) -> None:
    server.script = [answer]
    with client_of(server) as client, pytest.raises(UnexpectedResponseError) as caught:
        get_order.sync("o1", client=client)
    assert caught.value.status == answer[0]


def test_asynchronous_operations_are_repeated_in_the_same_way(server: Server) -> None:
    server.script = [UNAVAILABLE, LIMITED, EMPTY]

    async def read() -> list[Any]:
        async with client_of(server) as client:
            return (await list_orders.asyncio(client=client)).data

    assert asyncio.run(read()) == []
    assert len(server.seen) == 3


def test_sends_32_requests_at_once_and_has_the_others_wait(server: Server) -> None:
    lock, release = threading.Lock(), threading.Event()
    full, more = threading.Event(), threading.Event()
    at_once = most = 0

    class Counting(Handler):
        def answer(self) -> None:
            nonlocal at_once, most
            with lock:
                at_once += 1
                most = max(most, at_once)
                if at_once >= 32:
                    full.set()
                if at_once > 32:
                    more.set()
            release.wait(30)
            with lock:
                at_once -= 1
            super().answer()

        do_GET = answer

    server.RequestHandlerClass = Counting
    server.script = [EMPTY] * 100

    async def read(client: Any) -> int:
        lists = [list_orders.asyncio(client=client) for _ in range(100)]
        calls = asyncio.gather(*lists)
        await asyncio.to_thread(full.wait, 30)
        await asyncio.to_thread(more.wait, 0.5)
        release.set()
        return len(await calls)

    async def run() -> int:
        async with client_of(server, timeout=30.0) as client:
            return await read(client)

    assert asyncio.run(run()) == 100
    assert most == 32


def test_refuses_settings_without_showing_them() -> None:
    for base_url, api_key in [
        ("api.example.com", "k"),
        ("https://api.example.com", "secret key\n"),
        ("https://api.example.com", ""),
    ]:
        with pytest.raises(InvalidArgumentError) as caught:
            connect(base_url, api_key)
        assert "secret" not in str(caught.value)
