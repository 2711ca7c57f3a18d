"""The package against a running service. BASE_URL, API_KEY and DELIVERIES come from the test that starts it."""

import asyncio
import json
import os
from datetime import datetime, timedelta, timezone
from uuid import UUID

import pytest

from agency_service import AsyncClient, Client, InvalidArgumentError, WebhookVerificationError, verify_webhook
from agency_service.contract import OPERATIONS
from agency_service.problems import (
    InvalidApiKeyProblem,
    PreconditionFailedProblem,
    UnknownOrderProblem,
    ValidationFailedProblem,
)
from agency_service.types import OrderCreatedEvent, PingEvent

if "BASE_URL" not in os.environ:
    pytest.skip("left out: no service runs", allow_module_level=True)

client = Client(os.environ["BASE_URL"], os.environ["API_KEY"])
orders = [f"order-{index}" for index in range(7)]


def test_lists_are_iterators_over_pages() -> None:
    assert sorted(order.id for order in client.orders.list(limit=3)) == orders
    assert [len(page.data) for page in client.orders.list(limit=3).pages()] == [3, 3, 1]
    assert client.orders.list(order_types=["push", "subscription"]).data == []
    filtered = client.orders.list(creator_ids=["creator-1", "other"], order_types=["tip", "push"])
    assert sorted(order.id for order in filtered) == orders


def test_every_operation_of_the_contract_has_a_method() -> None:
    paths = client.meta.openapi()["paths"]
    methods = ("get", "put", "post", "patch", "delete")
    ids = {operation["operationId"] for path in paths.values() for name, operation in path.items() if name in methods}
    assert ids - OPERATIONS.keys() == set()
    assert len(ids) > 50


def test_lists_are_read_asynchronously() -> None:
    async def read() -> list[str]:
        async with AsyncClient(os.environ["BASE_URL"], os.environ["API_KEY"], pacing=True) as other:
            return sorted([order.id async for order in other.orders.list(limit=2)])

    assert asyncio.run(read()) == orders


def test_values_have_types() -> None:
    order = client.orders.get("order-0")
    assert (order.amount_cents, order.fan_id, order.refunded_at) == (100, "fan-1", None)
    assert order.created_at == datetime(2026, 7, 18, 21, 4, 11, tzinfo=timezone.utc)
    assert order.request_id
    later = datetime.now(timezone.utc) + timedelta(days=1)
    assert list(client.orders.list(start=later)) == []
    assert [fan.fan_id for fan in client.fans.list("account-1", is_online=True)] == ["fan-1"]
    assert list(client.fans.list("account-1", is_online=False)) == []
    with pytest.raises(InvalidArgumentError):
        client.orders.list(creator_ids=[])


def test_problems_are_exceptions_of_their_kind() -> None:
    with pytest.raises(UnknownOrderProblem) as caught:
        client.orders.get("missing")
    assert (caught.value.slug, caught.value.status) == ("unknown_order", 404)
    assert caught.value.request_id
    with pytest.raises(ValidationFailedProblem) as invalid:
        client.orders.list(limit=0)
    assert [error.path for error in invalid.value.errors] == ["limit"]
    with pytest.raises(InvalidApiKeyProblem):
        Client(os.environ["BASE_URL"], "svc_live_wrong").orders.get("order-0")


def test_a_note_is_changed_with_its_token() -> None:
    note = client.insights.get("account-1", "fan-1")
    changed = client.insights.update("account-1", "fan-1", note="Likes jazz", etag=note.etag)
    assert changed.note == "Likes jazz"
    with pytest.raises(PreconditionFailedProblem) as caught:
        client.insights.update("account-1", "fan-1", note="x", etag=note.etag)
    assert caught.value.current_etag == changed.etag
    assert client.insights.edit("account-1", "fan-1", lambda text: f"{text} and soul").note == "Likes jazz and soul"


def test_writes_return_what_they_made_or_nothing() -> None:
    publication = client.publications.create(creator_id="creator-1", text="New set.", idempotency_key="post-1")
    again = client.publications.create(creator_id="creator-1", text="New set.", idempotency_key="post-1")
    assert again == publication
    client.publications.delete(publication.id)
    endpoint = client.webhooks.create(url="http://127.0.0.1:18080/", enabled_event_types=["order.created"])
    assert (endpoint.secret.startswith("svc_whsec_"), type(endpoint.id)) == (True, str)
    assert client.webhooks.rotate_secret(endpoint.id).secret != endpoint.secret
    assert client.webhooks.update(endpoint.id, status="disabled").status == "disabled"
    client.webhooks.delete(UUID(endpoint.id))  # type: ignore[arg-type]
    assert endpoint.id not in [each.id for each in client.webhooks.list()]


def test_a_stream_has_events_and_ends_when_the_program_stops() -> None:
    for event in client.webhooks.watch():
        assert event.event == "endpoints"
        assert len(event.data.endpoints) == 1
        break


def test_pages_of_the_documentation_are_texts() -> None:
    assert client.meta.docs().startswith("#")
    assert client.request("GET", "/v1/orders?limit=1").json()["data"]


def test_deliveries_of_the_service_are_verified() -> None:
    with open(os.environ["DELIVERIES"], encoding="utf-8") as file:
        given = json.load(file)
    assert {delivery["type"] for delivery in given["deliveries"]} == {"order.created", "ping"}
    for delivery in given["deliveries"]:
        event = verify_webhook(delivery["body"], delivery["headers"], given["secret"])
        assert isinstance(event, OrderCreatedEvent if delivery["type"] == "order.created" else PingEvent)
        assert event.id == delivery["headers"]["service-event-id"]
        standard = {name: value for name, value in delivery["headers"].items() if name.startswith("webhook-")}
        assert verify_webhook(delivery["body"].encode(), standard, given["secret"]) == event
        with pytest.raises(WebhookVerificationError):
            verify_webhook(delivery["body"] + " ", delivery["headers"], given["secret"])
