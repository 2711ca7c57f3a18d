"""What a method refuses before anything is sent, and what it sends."""

import asyncio
import inspect
import json
import re
from collections.abc import Callable
from datetime import date, datetime, timezone
from enum import Enum
from typing import Any
from uuid import UUID

import pytest
from scripted import NOT_FOUND, Server, client_of

from agency_service import (
    OMIT,
    AsyncClient,
    AsyncOperatorClient,
    Client,
    InvalidArgumentError,
    OperatorClient,
    ProblemError,
)
from agency_service.contract import OPERATIONS
from agency_service.runner import Group

NAIVE = datetime(2026, 7, 1)
NOWHERE = "http://127.0.0.1:9"
SYNC = [Client(NOWHERE, "k", max_retries=0), OperatorClient(NOWHERE, "k", max_retries=0)]
ASYNC = [AsyncClient(NOWHERE, "k", max_retries=0), AsyncOperatorClient(NOWHERE, "k", max_retries=0)]


def arguments_that(kind: Callable[[str, bool, str], bool]) -> list[Any]:
    """The arguments of all methods by their places, whether they are lists, and their types."""
    return [
        pytest.param(index, group_name, name, argument, id=f"{index}.{group_name}.{name}.{argument}")
        for index, client in enumerate(SYNC)
        for group_name, group in vars(client).items()
        if isinstance(group, Group)
        for name, method in inspect.getmembers(group, inspect.ismethod)
        for operation in re.findall(r'self\._runner\.\w+\("(\w+)"', inspect.getsource(method))
        for argument, (place, _, most) in OPERATIONS[operation].places.items()
        if kind(place, most is not None, str(inspect.signature(method).parameters[argument].annotation))
    ]


def refusal(index: int, group: str, name: str, **given: Any) -> InvalidArgumentError:
    """The error of a call, synchronous and asynchronous, before anything is sent: nothing answers at the address."""
    method = getattr(getattr(SYNC[index], group), name)
    needed: dict[str, Any] = {
        argument: ["x"] if str(parameter.annotation).startswith("Collection") else "2026-07-01"
        for argument, parameter in inspect.signature(method).parameters.items()
        if parameter.default is parameter.empty
    }
    with pytest.raises(InvalidArgumentError) as caught:
        next(method(**{**needed, **given}))

    async def call() -> None:
        result = getattr(getattr(ASYNC[index], group), name)(**{**needed, **given})
        await (result if hasattr(result, "__await__") else result.__anext__())

    with pytest.raises(InvalidArgumentError) as other:
        asyncio.run(call())
    assert str(other.value) == str(caught.value)
    return caught.value


FILTERS = arguments_that(lambda place, is_list, kind: is_list)
INSTANTS = arguments_that(lambda place, is_list, kind: "datetime" in kind)
IDS = arguments_that(lambda place, is_list, kind: place == "path")


@pytest.mark.parametrize(("index", "group", "name", "argument"), FILTERS)
def test_every_list_filter_refuses_what_would_reach_the_service_as_something_else(
    index: int, group: str, name: str, argument: str
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
        error = refusal(index, group, name, **{argument: values})
        assert (str(error), error.argument) == (f"{argument}: {expected}", argument)


@pytest.mark.parametrize(("index", "group", "name", "argument"), INSTANTS)
def test_every_instant_refuses_a_naive_datetime(index: int, group: str, name: str, argument: str) -> None:
    assert "the datetime has no time zone" in str(refusal(index, group, name, **{argument: NAIVE}))


@pytest.mark.parametrize(("index", "group", "name", "argument"), IDS)
def test_every_id_refuses_what_is_another_path(index: int, group: str, name: str, argument: str) -> None:
    for value, expected in [
        ("", 'an id is required, not ""'),
        (".", 'an id is required, not "."'),
        ("..", 'an id is required, not ".."'),
        (None, "a text is required, not NoneType"),
        (5, "a text is required, not int"),
        ("\ud800", "it holds half of a character"),
    ]:
        assert str(refusal(index, group, name, **{argument: value})) == f"{argument}: {expected}"


def test_the_walks_find_lists_instants_and_ids() -> None:
    filters = sum(bool(most) for each in OPERATIONS.values() for _, _, most in each.places.values())
    ids = sum(place == "path" for each in OPERATIONS.values() for place, _, _ in each.places.values())
    assert (len(FILTERS), len(IDS), len(INSTANTS) > 10) == (filters, ids, True)


@pytest.mark.parametrize("value", [object(), float("nan"), "\ud800", b"1", [NAIVE], [float("inf")]])
def test_a_body_that_json_cannot_hold_is_refused_with_the_name_of_its_member(value: Any) -> None:
    assert refusal(0, "publications", "create", text=value).argument == "text"


@pytest.mark.parametrize("value", ["", " a", "a\r\nx: 1", "é", 5])
def test_a_header_refuses_what_it_cannot_hold_without_showing_it(value: Any) -> None:
    error = refusal(0, "insights", "update", if_match=value)
    assert str(error) == "if_match: a text of printable ASCII characters is required, without a space at either end"


@pytest.mark.parametrize("value", [float("inf"), b"1", [1], object])
def test_a_value_of_no_known_kind_is_refused(value: Any) -> None:
    expected = f"limit: a text, a finite number, a boolean or a date is required, not {type(value).__name__}"
    assert str(refusal(0, "orders", "list", limit=value)) == expected


class Own(str, Enum):
    TIP = "tip"


def sent(server: Server, call: Callable[[Client], Any]) -> tuple[str, Any]:
    """The path with the query and the body that a call sends."""
    server.script, server.seen = [NOT_FOUND], []
    with client_of(server) as client, pytest.raises(ProblemError):
        call(client)
    body = server.bodies[-1]
    return server.seen[0][1], json.loads(body) if body else None


def test_values_of_sets_are_texts(server: Server) -> None:
    for types in (["tip", "push"], ("tip", "push"), [Own.TIP, "push"]):
        assert (
            sent(server, lambda client: client.orders.list(order_types=types))[0]
            == "/v1/orders?order_types=tip%2Cpush&limit=200"
        )
    for types in (["order.created"], ("order.created",), {"order.created"}, {"order.created": 1}.keys()):
        _, body = sent(server, lambda client: client.webhooks.create(url="https://e", enabled_event_types=types))
        assert body == {"url": "https://e", "enabled_event_types": ["order.created"]}


def test_filters_of_yes_and_no_are_booleans(server: Server) -> None:
    assert (
        sent(server, lambda client: client.fans.list("a1", has_tags=True))[0]
        == "/v1/accounts/a1/fans?has_tags=true&limit=200"
    )
    assert "is_online=false" in sent(server, lambda client: client.fans.list("a1", is_online=False))[0]


def test_instants_may_be_plain_texts(server: Server) -> None:
    for start in (datetime(2026, 7, 1, tzinfo=timezone.utc), "2026-07-01T00:00:00+00:00"):
        path, _ = sent(server, lambda client: client.orders.list(start=start, limit=1))
        assert path == "/v1/orders?start=2026-07-01T00%3A00%3A00%2B00%3A00&limit=1"
        _, body = sent(server, lambda client: client.webhooks.replay_failures("e1", start=start, event_types=["ping"]))
        assert body == {"start": "2026-07-01T00:00:00+00:00", "event_types": ["ping"]}
    path, _ = sent(server, lambda client: client.analytics.revenue(start="2026-07-01", end=date(2026, 7, 2)))
    assert path == "/v1/analytics/revenue?start=2026-07-01&end=2026-07-02"


def test_ids_are_texts_and_may_be_uuids(server: Server) -> None:
    text = "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07"
    for value in (text, UUID(text)):
        assert sent(server, lambda client: client.webhooks.ping(value))[0] == f"/v1/webhooks/{text}/ping"
        assert (
            sent(server, lambda client: client.orders.list(limit=1, fan_ids=[value]))[0]
            == f"/v1/orders?fan_ids={text}&limit=1"
        )
        assert sent(server, lambda client: client.fans.assign("a1", "f1", user_id=value))[1] == {"user_id": text}
    assert sent(server, lambda client: client.orders.get("a/b ?#%2e"))[0] == "/v1/orders/a%2Fb%20%3F%23%252e"
    assert (
        sent(server, lambda client: client.fans.get(account_id="...", fan_id="é"))[0] == "/v1/accounts/.../fans/%C3%A9"
    )


def test_none_means_left_out_unless_it_is_a_value(server: Server) -> None:
    assert (
        sent(server, lambda client: client.orders.list(creator_ids=None, start=None, limit=1))[0]
        == "/v1/orders?limit=1"
    )
    server.script, server.seen = [NOT_FOUND], []
    with OperatorClient(f"http://127.0.0.1:{server.server_port}", "k") as operator, pytest.raises(ProblemError):
        operator.agencies.change_quotas("a1", api_keys=None, portal_links=OMIT)
    assert json.loads(server.bodies[-1]) == {"api_keys": None}


def test_a_body_is_sent_as_json_and_a_call_without_one_has_no_content_type(server: Server) -> None:
    media = {"id": "m1", "type": "photo"}
    _, body = sent(server, lambda client: client.publications.create(creator_id="c", text="é€😀", media=[media]))
    assert (body["text"], body["media"]) == ("é€😀", [media])
    assert server.seen[0][2]["content-type"] == "application/json"
    assert sent(server, lambda client: client.webhooks.rotate_secret("e1"))[1] is None
    assert "content-type" not in server.seen[0][2]
    assert sent(server, lambda client: client.webhooks.update("e1"))[1] == {}
