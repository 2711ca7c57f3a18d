"""The package against a running service. BASE_URL, API_KEY and DELIVERIES come from the test that starts it."""

import asyncio
import json
import os
import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from agency_service.api.fans import list_fans
from agency_service.api.insights import get_insight, update_insight
from agency_service.api.meta import get_openapi_document
from agency_service.api.orders import get_order, list_orders
from agency_service.api.publications import create_publication, delete_publication
from agency_service.api.webhooks import (
    create_webhook_endpoint,
    delete_webhook_endpoint,
    list_webhook_endpoints,
    rotate_webhook_secret,
    update_webhook_endpoint,
)
from agency_service.models import (
    InsightUpdate,
    OrderCreatedEvent,
    OrderType,
    PingEvent,
    PublicationCreate,
    WebhookEndpointCreate,
    WebhookEndpointUpdate,
    WebhookEventType,
)
from test_arguments import LISTS

from agency_service import (
    InvalidArgumentError,
    ProblemError,
    WebhookVerificationError,
    async_items,
    connect,
    items,
    pages,
    verify_webhook,
)

if "BASE_URL" not in os.environ:
    pytest.skip("left out: no service runs", allow_module_level=True)

client = connect(os.environ["BASE_URL"], os.environ["API_KEY"])
orders = [f"order-{index}" for index in range(7)]


def test_lists_are_iterators_over_pages() -> None:
    assert sorted(order.id for order in items(list_orders.sync, client=client, limit=3)) == orders
    assert [len(page.data) for page in pages(list_orders.sync, client=client, limit=3)] == [3, 3, 1]
    for kinds in ([OrderType.PUSH], ["push"], ["push", OrderType.SUBSCRIPTION]):
        assert list(items(list_orders.sync, client=client, order_types=kinds)) == []
    both = {"creator_ids": ["creator-1", "other"], "order_types": ["tip", "push"]}
    assert sorted(order.id for order in items(list_orders.sync, client=client, **both)) == orders


def test_every_list_filter_of_the_contract_is_checked() -> None:
    document = get_openapi_document.sync(client=client).to_dict()
    parameters = document["components"]["parameters"]
    filters = {
        (re.sub("([A-Z])", r"_\1", operation["operationId"]).lower(), parameter["name"])
        for path in document["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
        for reference in (*path.get("parameters", []), *operation.get("parameters", []))
        for parameter in [parameters[reference["$ref"].rsplit("/", 1)[-1]] if "$ref" in reference else reference]
        if parameter["schema"].get("type") == "array"
    }
    assert filters
    assert {(each.values[0].__name__.rsplit(".", 1)[-1], each.values[1]) for each in LISTS} == filters


def test_lists_are_read_asynchronously() -> None:
    async def read() -> list[str]:
        async with connect(os.environ["BASE_URL"], os.environ["API_KEY"]) as other:
            return sorted([order.id async for order in async_items(list_orders.asyncio, client=other, limit=2)])

    assert asyncio.run(read()) == orders


def test_values_have_types() -> None:
    order = get_order.sync("order-0", client=client)
    assert (order.amount_cents, order.fan_id, order.refunded_at) == (100, "fan-1", None)
    assert order.created_at.tzinfo is not None
    later = datetime.now(UTC) + timedelta(days=1)
    assert list(items(list_orders.sync, client=client, start=later)) == []
    assert [fan.fan_id for fan in items(list_fans.sync, "account-1", client=client, is_online=True)] == ["fan-1"]
    assert list(items(list_fans.sync, "account-1", client=client, is_online=False)) == []
    with pytest.raises(InvalidArgumentError):
        list_orders.sync(client=client, creator_ids=[])


def test_problems_are_exceptions_with_a_slug() -> None:
    with pytest.raises(ProblemError) as caught:
        get_order.sync("missing", client=client)
    assert (caught.value.slug, caught.value.status) == ("unknown_order", 404)
    assert caught.value.request_id
    with pytest.raises(ProblemError) as invalid:
        list_orders.sync(client=client, limit=0)
    assert (invalid.value.slug, len(invalid.value.errors)) == ("validation_failed", 1)
    with pytest.raises(ProblemError) as refused:
        get_order.sync("order-0", client=connect(os.environ["BASE_URL"], "svc_live_wrong"))
    assert refused.value.status == 401


def test_a_note_is_changed_with_its_token() -> None:
    note = get_insight.sync("account-1", "fan-1", client=client)
    changed = update_insight.sync(
        "account-1", "fan-1", client=client, body=InsightUpdate(note="Likes jazz", etag=note.etag)
    )
    assert changed.note == "Likes jazz"
    with pytest.raises(ProblemError) as caught:
        update_insight.sync("account-1", "fan-1", client=client, body=InsightUpdate(note="x", etag=note.etag))
    assert (caught.value.slug, caught.value.problem["current_etag"]) == ("precondition_failed", changed.etag)


def test_writes_return_what_they_made_or_nothing() -> None:
    publication = create_publication.sync(
        client=client, body=PublicationCreate(creator_id="creator-1", text="New set.")
    )
    assert delete_publication.sync(publication.id, client=client) is None
    for event_type in (WebhookEventType.ORDER_CREATED, "order.created"):
        body = WebhookEndpointCreate(url="http://127.0.0.1:18080/", enabled_event_types=[event_type])
        endpoint = create_webhook_endpoint.sync(client=client, body=body)
        assert (endpoint.secret.startswith("svc_whsec_"), type(endpoint.id)) == (True, str)
        # A call without its optional body.
        assert rotate_webhook_secret.sync(endpoint.id, client=client).secret != endpoint.secret
        changed = update_webhook_endpoint.sync(
            endpoint.id, client=client, body=WebhookEndpointUpdate(status="disabled")
        )
        assert changed.status == "disabled"
        delete_webhook_endpoint.sync(UUID(endpoint.id), client=client)
        assert endpoint.id not in [each.id for each in list_webhook_endpoints.sync(client=client).data]


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
