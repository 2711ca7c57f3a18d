"""The client against a server that answers by a script."""

import asyncio
import math
import re
import socket
import threading
import uuid
from typing import Any

import httpx
import pytest
from agency_service.api.orders import get_order, list_orders
from agency_service.api.webhooks import delete_webhook_endpoint, ping_webhook_endpoint
from scripted import EMPTY, LIMITED, NOT_FOUND, UNAVAILABLE, Answer, Handler, Server, client_of

from agency_service import InvalidArgumentError, ProblemError, UnexpectedResponseError, connect
from agency_service.types import UNSET


def test_sends_the_key_and_the_version(server: Server) -> None:
    server.script = [EMPTY]
    with client_of(server) as client:
        assert list_orders.sync(client=client, creator_ids=["a", "b"], limit=2).data == []
    method, path, headers = server.seen[0]
    assert (method, path) == ("GET", "/v1/orders?limit=2&creator_ids=a%2Cb")
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
    busy: Answer = (
        409,
        {"Retry-After": "0"},
        '{"type":"https://e/idempotency_key_in_use","title":"Runs","status":409}',
    )
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


@pytest.mark.parametrize("answer", [(200, {"content-length": "999"}, "{"), (0, {}, "")])
def test_a_response_that_breaks_off_is_repeated(server: Server, answer: Answer) -> None:
    server.script = [answer, EMPTY]
    with client_of(server) as client:
        assert list_orders.sync(client=client).data == []
    server.script = [answer, EMPTY]

    async def read() -> list[Any]:
        async with client_of(server) as client:
            return (await list_orders.asyncio(client=client)).data

    assert asyncio.run(read()) == []


def test_a_stream_is_read_as_it_arrives(server: Server) -> None:
    server.script = [
        (200, {"content-type": "text/event-stream; charset=utf-8", "content-length": "999"}, "data: 1\n\n")
    ]
    with client_of(server) as client, client.get_httpx_client().stream("GET", "/v1/x") as response:
        assert next(response.iter_lines()) == "data: 1"


def dead_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_an_address_that_does_not_answer_is_named_with_its_port(server: Server) -> None:
    port = dead_port()
    with connect(f"http://127.0.0.1:{port}", "k", max_retries=1) as client, pytest.raises(httpx.ConnectError) as caught:
        get_order.sync("o1", client=client)
    assert re.fullmatch(rf"GET /v1/orders/o1 at 127\.0\.0\.1:{port}: .+ \(2 attempts\)", str(caught.value))
    assert caught.value.request.url.port == port

    async def read() -> None:
        async with connect(f"http://[::1]:{port}", "k", max_retries=0) as client:
            await get_order.asyncio("o1", client=client)

    with pytest.raises(httpx.ConnectError, match=rf"GET /v1/orders/o1 at \[::1\]:{port}: \S"):
        asyncio.run(read())
    with (
        connect("https://127.0.0.1", "k", max_retries=0) as client,
        pytest.raises(httpx.ConnectError, match="127.0.0.1:443: "),
    ):
        get_order.sync("o1", client=client)
    server.script = [(0, {}, "")]
    with client_of(server, max_retries=0) as client, pytest.raises(httpx.RemoteProtocolError) as broken:
        get_order.sync("o1", client=client)
    assert f"127.0.0.1:{server.server_port}: " in str(broken.value)


@pytest.mark.parametrize(
    ("argument", "settings"),
    [
        ("base_url", {"base_url": "api.example.com"}),
        ("base_url", {"base_url": None}),
        ("base_url", {"base_url": ""}),
        ("base_url", {"base_url": "ftp://api.example.com"}),
        ("base_url", {"base_url": "https://"}),
        ("base_url", {"base_url": "https://api.example.com:99999"}),
        ("base_url", {"base_url": "https://api.example.com/v1"}),
        ("base_url", {"base_url": "https://api.example.com/proxy/v1//"}),
        ("base_url", {"base_url": "https://api.example.com/?secret=1"}),
        ("base_url", {"base_url": "https://api.example.com/#secret"}),
        ("base_url", {"base_url": "https://me:secret@api.example.com"}),
        ("base_url", {"base_url": "https://\ud800"}),
        ("api_key", {"api_key": "secret key\n"}),
        ("api_key", {"api_key": ""}),
        ("api_key", {"api_key": None}),
        ("version", {"version": "2026\r\nsecret: 1"}),
        ("version", {"version": ""}),
        ("timeout", {"timeout": -1}),
        ("timeout", {"timeout": None}),
        ("timeout", {"timeout": math.nan}),
        ("max_retries", {"max_retries": -1}),
    ],
)
def test_refuses_settings_without_showing_them(argument: str, settings: Any) -> None:
    with pytest.raises(InvalidArgumentError, match=f"^{argument}: ") as caught:
        connect(**{"base_url": "https://api.example.com", "api_key": "k", **settings})
    assert caught.value.argument == argument
    assert "secret" not in str(caught.value)


def test_a_base_url_may_have_a_path_and_a_timeout_no_limit(server: Server) -> None:
    server.script = [EMPTY]
    base_url = f"http://127.0.0.1:{server.server_port}/proxy//"
    with connect(base_url, "k", timeout=math.inf, max_retries=math.inf) as client:
        list_orders.sync(client=client)
    assert server.seen[0][1] == "/proxy/v1/orders?limit=50"


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
