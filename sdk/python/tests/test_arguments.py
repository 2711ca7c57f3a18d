"""What an operation refuses before anything is sent, and what it sends."""

import asyncio
import importlib
import inspect
import json
import pkgutil
import types
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from enum import Enum
from typing import Any, get_args, get_origin
from uuid import UUID

import pytest
from agency_service.api.analytics import get_revenue, get_revenue_timeseries
from agency_service.api.fans import assign_fan, get_fan, list_fans
from agency_service.api.insights import update_insight
from agency_service.api.orders import get_order, list_orders
from agency_service.api.publications import create_publication
from agency_service.api.webhooks import (
    create_webhook_endpoint,
    ping_webhook_endpoint,
    replay_webhook_failures,
    rotate_webhook_secret,
    update_webhook_endpoint,
)
from agency_service.models import (
    Assignment,
    BulkReplay,
    BulkResend,
    Granularity,
    InsightUpdate,
    OrderType,
    PublicationCreate,
    SecretRotation,
    WebhookEndpointCreate,
    WebhookEndpointUpdate,
    WebhookEventType,
)
from scripted import EMPTY, NOT_FOUND, Server, client_of

import agency_service.api
from agency_service import InvalidArgumentError, ProblemError, connect, items

NAIVE = datetime(2026, 7, 1)


def operations() -> Iterator[types.ModuleType]:
    for found in pkgutil.walk_packages(agency_service.api.__path__, "agency_service.api."):
        module = importlib.import_module(found.name)
        if hasattr(module, "sync"):
            yield module


def arguments_of(operation: types.ModuleType) -> dict[str, inspect.Parameter]:
    return dict(inspect.signature(operation.sync).parameters)


def holds(annotation: object, kind: Callable[[object], bool]) -> bool:
    return any(map(kind, (annotation, *get_args(annotation))))


def arguments_that(kind: Callable[[object], bool]) -> list[Any]:
    return [
        pytest.param(operation, name, id=f"{operation.__name__.rsplit('.', 1)[-1]}.{name}")
        for operation in operations()
        for name, parameter in arguments_of(operation).items()
        if name not in ("body", "client") and holds(parameter.annotation, kind)
    ]


nowhere = connect("http://127.0.0.1:9", "k", max_retries=0)


def refusal(operation: types.ModuleType, **given: Any) -> InvalidArgumentError:
    """The error of a call, synchronous and asynchronous, before anything is sent: nothing answers at the address."""
    needed: dict[str, Any] = {
        name: "2026-07-01"
        for name, parameter in arguments_of(operation).items()
        if parameter.default is parameter.empty and name not in ("body", "client")
    }
    if "body" in arguments_of(operation):
        needed["body"] = InsightUpdate(note="x")
    with pytest.raises(InvalidArgumentError) as caught:
        operation.sync(client=nowhere, **{**needed, **given})
    with pytest.raises(InvalidArgumentError) as other:
        asyncio.run(operation.asyncio(client=nowhere, **{**needed, **given}))
    assert str(other.value) == str(caught.value)
    return caught.value


LISTS = arguments_that(lambda kind: get_origin(kind) is list)
INSTANTS = arguments_that(lambda kind: kind is datetime)
IDS = [
    pytest.param(operation, name, id=f"{operation.__name__.rsplit('.', 1)[-1]}.{name}")
    for operation in operations()
    for name, parameter in arguments_of(operation).items()
    if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
]


@pytest.mark.parametrize(("operation", "name"), LISTS)
def test_every_list_filter_refuses_what_would_reach_the_service_as_something_else(
    operation: types.ModuleType, name: str
) -> None:
    for values, expected in [
        ([], "the list is empty. Leave the argument out to apply no filter"),
        ((), "the list is empty. Leave the argument out to apply no filter"),
        (["x"] * 51, "a list holds at most 50 values, not 51"),
        (["a,b"], '"a,b" holds a comma, which separates values'),
        ([""], "every value is a text that is not empty"),
        (["a", None], "a text is required, not NoneType"),
        ([5], "a text is required, not int"),
        (["\ud800"], "it holds half of a character"),
        ("tip", "a list is required, not str"),
        (iter(["a"]), "a list is required, not list_iterator"),
        ({"a": 1}, "a list is required, not dict"),
        (5, "a list is required, not int"),
    ]:
        error = refusal(operation, **{name: values})
        assert (str(error), error.argument) == (f"{name}: {expected}", name)


@pytest.mark.parametrize(("operation", "name"), INSTANTS)
def test_every_instant_refuses_a_naive_datetime(operation: types.ModuleType, name: str) -> None:
    assert "the datetime has no time zone" in str(refusal(operation, **{name: NAIVE}))


@pytest.mark.parametrize(("operation", "name"), IDS)
def test_every_id_refuses_what_is_another_path(operation: types.ModuleType, name: str) -> None:
    for value, expected in [
        ("", 'an id is required, not ""'),
        (".", 'an id is required, not "."'),
        ("..", 'an id is required, not ".."'),
        (None, "a text is required, not NoneType"),
        (5, "a text is required, not int"),
        ("\ud800", "it holds half of a character"),
    ]:
        assert str(refusal(operation, **{name: value})) == f"{name}: {expected}"


def test_the_walks_find_lists_instants_and_ids() -> None:
    assert (len(LISTS) > 15, len(INSTANTS) > 10, len(IDS) > 30) == (True, True, True)


def test_a_list_filter_is_sent_with_each_page(server: Server) -> None:
    server.script = [(200, {}, '{"data":[],"next_cursor":"c"}'), EMPTY]
    with client_of(server) as client:
        assert list(items(list_orders.sync, client=client, creator_ids={"a"})) == []
    assert [path for _, path, _ in server.seen] == [
        "/v1/orders?limit=50&creator_ids=a",
        "/v1/orders?cursor=c&limit=50&creator_ids=a",
    ]


@pytest.mark.parametrize(
    "body",
    [
        BulkReplay(start=NAIVE),
        BulkReplay(end=NAIVE),
        BulkResend(start=NAIVE),
        PublicationCreate("c", "t", scheduled_at=NAIVE),
    ],
)
def test_a_body_refuses_a_naive_datetime(body: Any) -> None:
    error = refusal(replay_webhook_failures, body=body)
    assert str(error).endswith("the datetime has no time zone; use datetime.now(UTC), or astimezone()")
    assert error.argument.startswith("body.")


@pytest.mark.parametrize(
    "body",
    [{"note": "x"}, "text", 5, InsightUpdate(note="\ud800"), InsightUpdate(note={1}), InsightUpdate(note=float("nan"))],
)
def test_a_body_that_is_not_a_model_that_json_can_hold_is_refused(body: Any) -> None:
    assert refusal(update_insight, body=body).argument == "body"


@pytest.mark.parametrize("value", ["", " a", "a\r\nx: 1", "é", 5])
def test_a_header_refuses_what_it_cannot_hold_without_showing_it(value: Any) -> None:
    error = refusal(update_insight, if_match=value)
    assert str(error) == "if_match: a text of printable ASCII characters is required, without a space at either end"


@pytest.mark.parametrize("value", [float("inf"), b"1", [1], object])
def test_a_value_of_no_known_kind_is_refused(value: Any) -> None:
    expected = f"limit: a text, a finite number, a boolean or a date is required, not {type(value).__name__}"
    assert str(refusal(list_orders, limit=value)) == expected


class Own(str, Enum):
    TIP = "tip"


def path_of(server: Server, operation: types.ModuleType, *ids: Any, **given: Any) -> str:
    """The path and the query that a call sends."""
    server.script, server.seen = [NOT_FOUND], []
    with client_of(server) as client, pytest.raises(ProblemError):
        operation.sync(*ids, client=client, **given)
    return server.seen[0][1]


def body_of(server: Server, operation: types.ModuleType, *ids: Any, body: Any) -> Any:
    path_of(server, operation, *ids, body=body)
    return json.loads(server.bodies[-1])


def test_values_of_enumerations_may_be_plain_texts(server: Server) -> None:
    for types_ in (["tip", "push"], ("tip", "push"), [OrderType.TIP, "push"], [Own.TIP, OrderType.PUSH]):
        assert path_of(server, list_orders, order_types=types_) == "/v1/orders?limit=50&order_types=tip%2Cpush"
    days = {"start": "2026-07-01", "end": date(2026, 7, 2)}
    for granularity in (Granularity.DAY, "day"):
        path = path_of(server, get_revenue_timeseries, **days, granularity=granularity)
        assert "granularity=day" in path and "end=2026-07-02" in path
    for event_type in (WebhookEventType.ORDER_CREATED, "order.created"):
        endpoint = WebhookEndpointCreate(url="https://example.com", enabled_event_types=[event_type])
        sent = {"url": "https://example.com", "enabled_event_types": ["order.created"]}
        assert body_of(server, create_webhook_endpoint, body=endpoint) == sent
    for status in ("active", "a_later_one"):
        assert body_of(server, update_webhook_endpoint, "e1", body=WebhookEndpointUpdate(status=status)) == {
            "status": status
        }


def test_filters_of_yes_and_no_may_be_booleans(server: Server) -> None:
    for value in (True, "true"):
        assert path_of(server, list_fans, "a1", has_tags=value) == "/v1/accounts/a1/fans?has_tags=true&limit=50"
    assert "is_online=false" in path_of(server, list_fans, "a1", is_online=False)


def test_instants_may_be_plain_texts(server: Server) -> None:
    for start in (datetime(2026, 7, 1, tzinfo=UTC), "2026-07-01T00:00:00+00:00"):
        path = path_of(server, list_orders, start=start)
        assert path == "/v1/orders?start=2026-07-01T00%3A00%3A00%2B00%3A00&limit=50"
        body = body_of(server, replay_webhook_failures, "e1", body=BulkReplay(start=start, event_types=["ping"]))
        assert body == {"start": "2026-07-01T00:00:00+00:00", "event_types": ["ping"]}
    assert "the datetime has no time zone" in str(refusal(get_revenue, start=NAIVE))


def test_ids_are_texts_and_may_be_uuids(server: Server) -> None:
    text = "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07"
    for value in (text, UUID(text)):
        assert path_of(server, ping_webhook_endpoint, value) == f"/v1/webhooks/{text}/ping"
        assert path_of(server, list_orders, limit=1, fan_ids=[value]) == f"/v1/orders?limit=1&fan_ids={text}"
        assert body_of(server, assign_fan, "a1", "f1", body=Assignment(user_id=value)) == {"user_id": text}
    assert path_of(server, get_order, "a/b ?#%2e") == "/v1/orders/a%2Fb%20%3F%23%252e"
    assert path_of(server, get_fan, "...", "é") == "/v1/accounts/.../fans/%C3%A9"


def test_what_is_none_was_left_out(server: Server) -> None:
    assert path_of(server, list_orders, creator_ids=None, start=None, limit=None) == "/v1/orders"


def test_a_body_is_sent_as_json_and_a_call_without_one_has_no_content_type(server: Server) -> None:
    assert body_of(server, rotate_webhook_secret, "e1", body=SecretRotation(previous_expires_in_seconds=0)) == {
        "previous_expires_in_seconds": 0
    }
    assert server.seen[0][2]["content-type"] == "application/json"
    assert body_of(server, create_publication, body=PublicationCreate("c", "é€😀"))["text"] == "é€😀"
    path_of(server, rotate_webhook_secret, "e1")
    assert ("content-type" in server.seen[0][2], server.bodies[-1]) == (False, b"")
