"""The client against a server that answers by a script."""

import asyncio
import inspect
import json
import logging
import math
import re
import socket
import threading
import time
import uuid
from typing import Any

import httpx
import pytest
from scripted import (
    EMPTY,
    JSON,
    LIMITED,
    NOT_FOUND,
    PROBLEM,
    UNAVAILABLE,
    Answer,
    Handler,
    Server,
    async_client_of,
    client_of,
)

from agency_service import (
    AsyncClient,
    AsyncOperatorClient,
    Client,
    InvalidArgumentError,
    OperatorClient,
    ProblemError,
    ServiceConnectionError,
    ServiceTimeoutError,
    UnexpectedResponseError,
)
from agency_service.pacing import Pacer
from agency_service.problems import (
    NotFoundProblem,
    PreconditionFailedProblem,
    RateLimitedProblem,
    UnknownWebhookEndpointProblem,
)
from agency_service.runner import AsyncGroup, Group
from agency_service.types import LiveEndpoints, Order

BROKEN: Answer = (0, {}, "")
INCOMPLETE: Answer = (408, PROBLEM, '{"type":"https://e/request_timeout","title":"Slow","status":408}')
NOTE = {"account_id": "a", "fan_id": "f", "note": "Likes jazz", "etag": "2", "updated_at": None}
GONE: Answer = (404, PROBLEM, '{"type":"https://e/unknown_webhook_endpoint","title":"Gone","status":404}')
CHANGED: Answer = (
    412,
    PROBLEM,
    '{"type":"https://e/precondition_failed","title":"Changed","status":412,"current_etag":"2"}',
)


def page(ids: list[str], cursor: str | None) -> Answer:
    return (
        200,
        JSON,
        json.dumps(
            {"data": [{"id": each, "created_at": "2026-07-18T21:04:11.000Z"} for each in ids], "next_cursor": cursor}
        ),
    )


def test_sends_the_key_and_the_version(server: Server) -> None:
    server.script = [EMPTY]
    with client_of(server) as client:
        assert client.orders.list(creator_ids=["a", "b"], limit=2).data == []
    method, path, headers = server.seen[0]
    assert (method, path) == ("GET", "/v1/orders?creator_ids=a%2Cb&limit=2")
    assert (headers["authorization"], headers["service-version"]) == ("Bearer svc_live_x", "2026-07-06")
    assert headers["user-agent"].startswith("agency-service-python/")


def test_a_function_returns_the_key_before_each_attempt(server: Server) -> None:
    keys = iter(["k1", "k2", "k3", "k4"])

    async def next_key() -> str:
        return next(keys)

    async def read() -> None:
        for key in (next_key, lambda: next(keys)):
            async with AsyncClient(f"http://127.0.0.1:{server.server_port}", key) as other:
                await other.orders.list()

    server.script = [LIMITED, EMPTY, EMPTY, EMPTY]
    with Client(f"http://127.0.0.1:{server.server_port}", lambda: next(keys)) as client:
        client.orders.list()
    asyncio.run(read())
    assert [headers["authorization"] for _, _, headers in server.seen] == [
        f"Bearer k{number}" for number in (1, 2, 3, 4)
    ]


def test_a_function_without_a_key_sends_nothing_and_says_whether_an_earlier_attempt_was_made(server: Server) -> None:
    keys = iter(["k1", "a secret", "k2"])
    server.script = [UNAVAILABLE, EMPTY]
    with Client(f"http://127.0.0.1:{server.server_port}", lambda: next(keys)) as client:
        with pytest.raises(InvalidArgumentError, match="^api_key: the text is required") as caught:
            client.webhooks.ping("e1")
        assert (caught.value.outcome_unknown, caught.value.idempotency_key is not None) == (True, True)
        assert "secret" not in str(caught.value)
        client.orders.list()
        with pytest.raises(InvalidArgumentError, match="^api_key: the function raised StopIteration$") as caught:
            client.orders.list()
        assert (caught.value.outcome_unknown, len(server.seen)) == (False, 2)


def test_a_list_reads_the_next_pages_with_the_same_filters(server: Server) -> None:
    server.script = [page(["1", "2"], "c"), page(["3"], None)]
    with client_of(server) as client:
        orders = client.orders.list(creator_ids={"a"})
        assert (orders.data[0].id, orders.next_cursor, orders.http_response.status_code) == ("1", "c", 200)
        assert [order.id for order in orders] == ["1", "2", "3"]
        server.script = [page(["1", "2"], "c"), page(["3"], None), page(["1", "2"], "c"), page(["1"], "c")]
        assert [len(each.data) for each in client.orders.list(limit=2).pages()] == [2, 1]
        assert [each.id for each in client.orders.list().to_list(max=2)] == ["1", "2"]
        with pytest.raises(InvalidArgumentError, match="^max: "):
            client.orders.list().to_list(max=0)
    assert [path for _, path, _ in server.seen[:2]] == [
        "/v1/orders?creator_ids=a&limit=200",
        "/v1/orders?creator_ids=a&cursor=c&limit=200",
    ]


def test_an_error_between_two_pages_has_the_cursor_to_continue(server: Server) -> None:
    server.script = [page(["1"], "c"), NOT_FOUND, page(["2"], None)]
    with client_of(server) as client:
        with pytest.raises(NotFoundProblem) as caught:
            list(client.orders.list())
        assert [order.id for order in client.orders.list(cursor=caught.value.cursor)] == ["2"]
    server.script = [page(["1"], "c"), NOT_FOUND]

    async def read() -> None:
        async with async_client_of(server) as client:
            async for _ in client.orders.list():
                pass

    with pytest.raises(NotFoundProblem) as other:
        asyncio.run(read())
    assert other.value.cursor == "c"


def test_asynchronous_lists(server: Server) -> None:
    server.script = [page(["1", "2"], "c"), page(["3"], None)] * 2 + [page(["1", "2"], "c")] * 2

    async def read() -> list[Any]:
        async with async_client_of(server) as client:
            return [
                [order.id async for order in client.orders.list()],
                [len(each.data) async for each in client.orders.list().pages()],
                (await client.orders.list()).next_cursor,
                [order.id for order in await client.orders.list().to_list(max=1)],
            ]

    assert asyncio.run(read()) == [["1", "2", "3"], [2, 1], "c", ["1"]]


@pytest.mark.parametrize("failure", [INCOMPLETE, LIMITED, UNAVAILABLE, BROKEN, (200, {"content-length": "999"}, "{")])
def test_repeats_a_read_after_408_429_5xx_and_a_broken_connection(server: Server, failure: Answer) -> None:
    server.script = [failure, EMPTY]
    with client_of(server) as client:
        assert client.orders.list().data == []
    assert len(server.seen) == 2
    server.script = [failure, EMPTY]

    async def read() -> list[Any]:
        async with async_client_of(server) as client:
            return (await client.orders.list()).data

    assert asyncio.run(read()) == []


def test_ends_after_its_retries_with_the_problem(server: Server) -> None:
    server.script = [LIMITED] * 3
    with client_of(server) as client, pytest.raises(RateLimitedProblem) as caught:
        client.orders.list()
    error = caught.value
    assert (error.slug, error.status, error.retry_after, error.outcome_unknown, len(server.seen)) == (
        "rate_limited",
        429,
        0.0,
        False,
        3,
    )


def test_repeats_a_post_with_one_idempotency_key(server: Server) -> None:
    busy: Answer = (
        409,
        {"Retry-After": "0", **PROBLEM},
        '{"type":"https://e/idempotency_key_in_use","title":"Runs","status":409}',
    )
    for failure in (LIMITED, UNAVAILABLE, busy, BROKEN):
        server.script, server.seen = [failure, NOT_FOUND], []
        with client_of(server) as client, pytest.raises(ProblemError) as caught:
            client.webhooks.ping("e1")
        first, second = (headers["service-idempotency-key"] for _, _, headers in server.seen)
        assert (caught.value.status, first, caught.value.idempotency_key) == (404, second, first)
        assert [headers.get("x-retry-count") for _, _, headers in server.seen] == [None, "1"]
        assert uuid.UUID(first)


def test_each_call_has_its_own_key_unless_it_is_given(server: Server) -> None:
    server.script = [NOT_FOUND] * 4
    with client_of(server) as client:
        for key in (None, None, "mine", "mine"):
            with pytest.raises(ProblemError):
                client.webhooks.ping("e1", idempotency_key=key)
        with pytest.raises(InvalidArgumentError, match="^idempotency_key: "):
            client.webhooks.ping("e1", idempotency_key="é")
    first, second, *given = (headers["service-idempotency-key"] for _, _, headers in server.seen)
    assert first != second
    assert given == ["mine", "mine"]


def test_an_error_says_that_the_outcome_of_a_change_is_unknown(server: Server) -> None:
    server.script = [UNAVAILABLE]
    with client_of(server, max_retries=0) as client, pytest.raises(ProblemError) as caught:
        client.publications.create(creator_id="c", text="t")
    assert (caught.value.outcome_unknown, caught.value.idempotency_key) == (
        True,
        server.seen[0][2]["service-idempotency-key"],
    )
    assert str(caught.value).endswith("The outcome is unknown: it may have been done.")
    server.script = [BROKEN]
    with client_of(server, max_retries=0) as client, pytest.raises(ServiceConnectionError) as lost:
        client.publications.create(creator_id="c", text="t")
    assert (lost.value.outcome_unknown, bool(lost.value.idempotency_key)) == (True, True)
    server.script = [UNAVAILABLE]
    with client_of(server, max_retries=0) as client, pytest.raises(ProblemError) as dry:
        client.webhooks.replay_failures("e1", dry_run=True)
    assert dry.value.outcome_unknown is False


def test_a_repeated_deletion_succeeds_although_the_resource_is_gone(server: Server) -> None:
    server.script = [UNAVAILABLE, GONE, GONE]
    with client_of(server) as client:
        assert client.webhooks.delete("e1") is None  # type: ignore[func-returns-value]
        with pytest.raises(UnknownWebhookEndpointProblem):
            client.webhooks.delete("e1")


def test_a_repeated_edit_is_settled_by_reading_the_note(server: Server) -> None:
    server.script = [BROKEN, CHANGED, (200, JSON, json.dumps(NOTE))]
    with client_of(server) as client:
        assert client.insights.update("a", "f", note="Likes jazz", etag="1").etag == "2"
        server.script = [BROKEN, CHANGED, (200, JSON, json.dumps({**NOTE, "note": "other"}))]
        with pytest.raises(PreconditionFailedProblem) as caught:
            client.insights.update("a", "f", note="Likes jazz", etag="1")
        assert (caught.value.current_etag, caught.value.outcome_unknown) == ("2", False)
        # A key that may only write.
        server.script = [
            BROKEN,
            CHANGED,
            (403, PROBLEM, '{"type":"https://e/missing_scope","title":"No"}'),
            (200, JSON, json.dumps(NOTE)),
        ]
        assert client.insights.update("a", "f", note="Likes jazz", etag="1").note == "Likes jazz"
    assert json.loads(server.bodies[-1]) == {"etag": "2"}


def test_an_edit_starts_again_if_another_came_first(server: Server) -> None:
    read: Answer = (200, JSON, json.dumps({**NOTE, "note": "", "etag": "1"}))
    server.script = [read, CHANGED, (200, JSON, json.dumps(NOTE)), (200, JSON, json.dumps(NOTE)), read]
    with client_of(server) as client:
        assert client.insights.edit("a", "f", lambda note: f"{note} and soul").etag == "2"
        assert json.loads(server.bodies[3]) == {"note": "Likes jazz and soul", "etag": "2"}
        assert client.insights.edit("a", "f", lambda note: None).etag == "1"
        server.script = [read, CHANGED]
        with pytest.raises(PreconditionFailedProblem, match="Gave up after 1 tries"):
            client.insights.edit("a", "f", lambda note: "x", within=-1)
    server.script = [read, (200, JSON, json.dumps(NOTE))]

    async def edit() -> str:
        async def change(note: str) -> str:
            return "Likes jazz"

        async with async_client_of(server) as client:
            return (await client.insights.edit("a", "f", change)).etag

    assert asyncio.run(edit()) == "2"


def test_a_conflict_without_retry_after_is_not_repeated(server: Server) -> None:
    server.script = [(409, PROBLEM, '{"type":"https://e/idempotency_key_reused","title":"Other","status":409}')]
    with client_of(server) as client, pytest.raises(ProblemError) as caught:
        client.webhooks.ping("e1")
    assert (caught.value.slug, len(server.seen)) == ("idempotency_key_reused", 1)


def test_a_long_retry_after_fails_instead_of_waiting(server: Server) -> None:
    server.script = [(429, {"Retry-After": "3600", **PROBLEM}, LIMITED[2])]
    with client_of(server) as client, pytest.raises(ProblemError) as caught:
        client.orders.list()
    assert caught.value.retry_after == 3600


def test_a_problem_that_is_not_known_is_a_problem(server: Server) -> None:
    server.script = [(418, PROBLEM, '{"type":"https://e/teapot","title":"Tea","status":418,"cups":2}')]
    with client_of(server) as client, pytest.raises(ProblemError) as caught:
        client.orders.list()
    assert (type(caught.value), caught.value.slug, caught.value.cups) == (ProblemError, "teapot", 2)
    with pytest.raises(AttributeError):
        caught.value.spoons  # noqa: B018


@pytest.mark.parametrize(
    "answer",
    [
        (200, {}, "<html>"),
        (200, JSON, "{"),
        (200, JSON, "[]"),
        (302, {"location": "/login"}, ""),
        (404, JSON, "[]"),
        (502, {}, ""),
    ],
)
def test_a_response_that_is_not_from_the_service_is_an_error_of_its_own(server: Server, answer: Answer) -> None:
    server.script = [answer]
    with (
        client_of(server, max_retries=0) as client,
        pytest.raises(UnexpectedResponseError, match="Check the base URL") as caught,
    ):
        client.orders.get("o1")
    assert caught.value.status == answer[0]


def test_a_list_in_another_form_is_an_error_of_its_own(server: Server) -> None:
    server.script = [(200, JSON, "{}")]
    with client_of(server) as client, pytest.raises(UnexpectedResponseError, match="another form"):
        client.orders.list()


def test_with_options_changes_a_copy_with_the_same_connections(server: Server) -> None:
    server.script = [UNAVAILABLE, EMPTY]
    with client_of(server) as client:
        other = client.with_options(timeout=5, max_retries=0, request_id="r1", headers={"traceparent": "t"})
        with pytest.raises(ProblemError):
            other.orders.list()
        client.orders.list()
        assert other._runner.core.http is client._runner.core.http
        for wrong in (
            {"timeout": -1},
            {"max_retries": "2"},
            {"request_id": "\n"},
            {"headers": {"Authorization": "x"}},
            {"headers": {"a b": "x"}},
        ):
            with pytest.raises(InvalidArgumentError):
                client.with_options(**wrong)
    first, second = (headers for _, _, headers in server.seen)
    assert (first["x-request-id"], first["traceparent"]) == ("r1", "t")
    assert "x-request-id" not in second


def test_a_response_and_an_error_have_the_request_id(server: Server) -> None:
    server.script = [
        (200, {**JSON, "x-request-id": "r1"}, '{"id":"o1"}'),
        (404, {**PROBLEM, "x-request-id": "r2"}, NOT_FOUND[2]),
    ]
    with client_of(server) as client:
        order = client.orders.get("o1")
        assert order.http_response is not None
        assert (order.request_id, order.http_response.status_code) == ("r1", 200)
        with pytest.raises(ProblemError) as caught:
            client.orders.get("o1")
    assert (caught.value.request_id, caught.value.http_response.text) == ("r2", NOT_FOUND[2])


def test_a_request_of_the_program_has_the_key_and_the_retries(server: Server) -> None:
    server.script = [UNAVAILABLE, NOT_FOUND, UNAVAILABLE]
    with client_of(server) as client:
        assert client.request("post", "/v1/x?a=1", body={"a": "é"}, headers={"X-A": "1"}).status_code == 404
        assert client.request("PATCH", "/v1/x", body={}).status_code == 503
        for method, path in (("GET X", "/v1"), ("GET", "v1"), ("TRACE", "/")):
            with pytest.raises(InvalidArgumentError):
                client.request(method, path)
    assert server.bodies[0] == '{"a":"é"}'.encode()
    assert server.seen[0][2]["service-idempotency-key"] == server.seen[1][2]["service-idempotency-key"]


def test_a_stream_yields_events_as_they_arrive(server: Server) -> None:
    text = ': hello\n\nevent: endpoints\ndata: {"endpoints":[]}\n\nevent: later\ndata: {"a":\ndata: 1}\n\nevent: cut\n'
    answer: Answer = (200, {"content-type": "text/event-stream; charset=utf-8", "content-length": "999"}, text)
    server.script = [answer, answer]
    with client_of(server) as client:
        events = client.webhooks.watch()
        first = next(events)
        assert (first.event, isinstance(first.data, LiveEndpoints)) == ("endpoints", True)
        assert next(events).data == {"a": 1}
        with pytest.raises(ServiceConnectionError, match="The stream broke off"):
            next(events)

    async def read() -> list[str]:
        async with async_client_of(server) as client:
            seen = []
            try:
                async for event in client.webhooks.watch():
                    seen.append(event.event)
            except ServiceConnectionError:
                return seen
            return []

    assert asyncio.run(read()) == ["endpoints", "later"]
    server.script = [NOT_FOUND]
    with client_of(server) as client, pytest.raises(NotFoundProblem):
        list(client.webhooks.watch())


def dead_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_an_address_that_does_not_answer_is_named_with_its_port(server: Server) -> None:
    port = dead_port()
    with Client(f"http://127.0.0.1:{port}", "k", max_retries=1) as client, pytest.raises(ConnectionError) as caught:
        client.orders.get("o1")
    assert isinstance(caught.value, ServiceConnectionError)
    assert re.fullmatch(rf"GET /v1/orders/o1 at 127\.0\.0\.1:{port}: .+ \(2 attempts\)", str(caught.value))
    assert isinstance(caught.value.__cause__, httpx.ConnectError)

    async def read() -> None:
        async with AsyncClient(f"http://[::1]:{port}", "k", max_retries=0) as client:
            await client.orders.get("o1")

    with pytest.raises(ServiceConnectionError, match=rf"GET /v1/orders/o1 at \[::1\]:{port}: \S"):
        asyncio.run(read())
    with (
        Client("https://127.0.0.1", "k", max_retries=0) as client,
        pytest.raises(ServiceConnectionError, match="127.0.0.1:443: "),
    ):
        client.orders.get("o1")


def test_a_slow_answer_is_a_timeout(server: Server) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        with Client(f"http://127.0.0.1:{port}", "k", timeout=0.05, max_retries=0) as client:
            with pytest.raises(TimeoutError, match=rf"127\.0\.0\.1:{port}: no answer within 0.05 s") as caught:
                client.webhooks.delete("e1")
    assert isinstance(caught.value, ServiceTimeoutError)
    assert caught.value.outcome_unknown is True


@pytest.mark.parametrize(
    ("argument", "settings"),
    [
        *[("base_url", {"base_url": url}) for url in ("api.example.com", "", 5, "ftp://api.example.com", "https://")],
        *[
            ("base_url", {"base_url": f"https://api.example.com{rest}"})
            for rest in (":99999", "/v1", "/proxy/v1//", "/?secret=1", "/#secret")
        ],
        ("base_url", {"base_url": "https://me:secret@api.example.com"}),
        ("base_url", {"base_url": "https://\ud800"}),
        ("api_key", {"api_key": "secret key\n"}),
        ("api_key", {"api_key": 5}),
        ("version", {"version": "2026\r\nsecret: 1"}),
        ("timeout", {"timeout": -1}),
        ("timeout", {"timeout": None}),
        ("timeout", {"timeout": math.nan}),
        ("max_retries", {"max_retries": -1}),
        ("pacing", {"pacing": -1}),
        ("user_agent", {"user_agent": "\n"}),
        ("http_client", {"http_client": httpx.AsyncClient()}),
        ("retries", {"retries": 1}),
    ],
)
def test_refuses_settings_without_showing_them(argument: str, settings: Any) -> None:
    with pytest.raises(InvalidArgumentError, match=f"^{argument}: ") as caught:
        Client(**{"base_url": "https://api.example.com", "api_key": "k", **settings})
    assert caught.value.argument == argument
    assert "secret" not in str(caught.value)


def test_settings_come_from_the_environment_or_their_lack_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SVC_BASE_URL", "SVC_API_KEY", "SVC_OPERATOR_URL", "SVC_OPERATOR_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(InvalidArgumentError, match="^base_url: .*set SVC_BASE_URL in the environment"):
        Client()
    with pytest.raises(
        InvalidArgumentError, match="^api_key: .*SVC_API_KEY.* The operator .* see https://e/docs/authentication$"
    ):
        Client("https://e")
    with pytest.raises(InvalidArgumentError, match="^operator_token: .*SVC_OPERATOR_TOKEN.*svc operator tokens create"):
        OperatorClient("https://e")
    monkeypatch.setenv("SVC_BASE_URL", "https://e")
    monkeypatch.setenv("SVC_API_KEY", "k")
    assert Client()._runner.core.secret == ("api_key", "k")


def test_a_client_of_httpx_may_be_given_and_stays_open(server: Server) -> None:
    seen: list[str] = []
    server.script = [EMPTY]
    with httpx.Client(event_hooks={"request": [lambda request: seen.append(request.url.path)]}) as http:
        with client_of(server, http_client=http) as client:
            client.orders.list()
        assert not http.is_closed
    assert seen == ["/v1/orders"]


def test_a_proxy_receives_the_requests(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.script = [EMPTY, EMPTY]
    proxy = f"http://127.0.0.1:{server.server_port}"
    with Client("http://service.invalid", "k", proxy=proxy) as client:
        client.orders.list()
    monkeypatch.setenv("HTTP_PROXY", proxy)
    with Client("http://service.invalid", "k") as client:
        client.orders.list()
    assert [path for _, path, _ in server.seen] == ["http://service.invalid/v1/orders?limit=200"] * 2


def test_a_base_url_may_have_a_path_and_a_timeout_no_limit(server: Server) -> None:
    server.script = [EMPTY]
    with Client(
        f"http://127.0.0.1:{server.server_port}/proxy//", "k", timeout=math.inf, max_retries=math.inf
    ) as client:
        client.orders.list(limit=1)
    assert server.seen[0][1] == "/proxy/v1/orders?limit=1"


def test_an_operator_has_a_client_of_its_own(server: Server) -> None:
    server.script = [EMPTY, EMPTY]
    with OperatorClient(f"http://127.0.0.1:{server.server_port}", "token") as operator:
        assert list(operator.agencies.list()) == []

    async def read() -> None:
        async with AsyncOperatorClient(f"http://127.0.0.1:{server.server_port}", "token") as client:
            await client.agencies.list()

    asyncio.run(read())
    assert [path.split("?")[0] for _, path, _ in server.seen] == ["/operator/v1/agencies"] * 2
    assert ("service-version" in server.seen[0][2], server.seen[0][2]["authorization"]) == (False, "Bearer token")


def test_the_log_has_attempts_and_retries_without_queries_and_keys(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    server.script = [UNAVAILABLE, EMPTY]
    with caplog.at_level(logging.DEBUG, logger="agency_service"), client_of(server) as client:
        client.orders.list(creator_ids=["hidden"])
    texts = [record.getMessage() for record in caplog.records if record.name == "agency_service"]
    assert texts == [
        "GET /v1/orders: attempt 1",
        "GET /v1/orders: 503, request None",
        "GET /v1/orders: retry 1 in 0.2 s after 503",
        "GET /v1/orders: attempt 2",
        "GET /v1/orders: 200, request None",
    ]


def limited(left: int, seconds: int, status: int = 200, **headers: str) -> httpx.Response:
    policy = {"RateLimit": f'"default";r={left};t={seconds}', "RateLimit-Policy": '"default";q=600;w=60'}
    return httpx.Response(status, headers={**policy, **headers})


def test_pacing_follows_the_rate_limit_of_each_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    pacer = Pacer(60.0)
    assert pacer.reserve("a") == 0
    pacer.read("a", limited(2, 5), 1)
    assert [round(pacer.reserve("a"), 3) for _ in range(4)] == [0, 5, 5.1, 5.2]
    assert pacer.reserve("b") == 0
    # An older response does not return the places that were taken since.
    pacer.read("a", limited(0, 4), 0)
    assert round(pacer.reserve("a"), 3) == 5.3
    # A full queue concerns all operations.
    pacer.read("b", httpx.Response(429, headers={"Retry-After": "2"}), 0)
    assert pacer.reserve("c") == 2
    pacer.read("c", limited(0, 500), 0)
    assert pacer.reserve("c") == 0


def test_a_client_with_pacing_waits_for_its_place(server: Server) -> None:
    headers = {**JSON, "RateLimit": '"default";r=0;t=1', "RateLimit-Policy": '"default";q=600;w=60'}
    server.script = [(200, headers, EMPTY[2]), EMPTY, (200, headers, EMPTY[2]), EMPTY]
    for settings, least in (({"pacing": True}, 0.9), ({"pacing": 0.5}, 0.0)):
        with client_of(server, **settings) as client:
            client.orders.list()
            started = time.monotonic()
            client.orders.list()
            assert (time.monotonic() - started >= least, len(server.script) % 2) == (True, 0)


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

    async def read() -> int:
        async with async_client_of(server) as client:
            calls = asyncio.gather(*[client.orders.list().to_list(max=1) for _ in range(100)])
            await asyncio.to_thread(full.wait, 30)
            await asyncio.to_thread(more.wait, 0.5)
            release.set()
            return len(await calls)

    assert asyncio.run(read()) == 100
    assert most == 32


def test_every_method_and_its_arguments_have_a_docstring() -> None:
    methods = 0
    for client in (
        Client("https://e", "k"),
        AsyncClient("https://e", "k"),
        OperatorClient("https://e", "k"),
        AsyncOperatorClient("https://e", "k"),
    ):
        for group in vars(client).values():
            if not isinstance(group, (Group, AsyncGroup)):
                continue
            for name, method in inspect.getmembers(group, inspect.ismethod):
                if name.startswith("__"):
                    continue
                methods += 1
                text = inspect.getdoc(method) or ""
                assert text.split("\n")[0].endswith("."), name
                for argument in inspect.signature(method).parameters:
                    assert re.search(rf"^    {argument}: \S", text, re.M), f"{name}: {argument}"
    assert methods > 200


def test_a_response_has_the_members_that_were_added_later() -> None:
    order = Order({"id": "o1", "created_at": "2026-07-18T21:04:11.000Z", "gift": {"a": 1}})
    assert (order.gift, order.created_at.year, order.to_dict()["created_at"]) == (
        {"a": 1},
        2026,
        "2026-07-18T21:04:11.000Z",
    )  # type: ignore[attr-defined]
    assert repr(order).startswith("Order(id='o1', created_at=datetime.datetime(")
