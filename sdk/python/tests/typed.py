"""Calls that mypy accepts in its strict mode."""

from __future__ import annotations

from datetime import date, datetime, timezone
from typing import assert_type

import httpx

from agency_service import AsyncClient, Client, OperatorClient, Page, PagedList, WebhookEvent, verify_webhook
from agency_service.handlers import WebhookHandler
from agency_service.problems import MissingScopeProblem, ValidationFailedProblem
from agency_service.types import MediaInput, Order, OrderCreatedEvent, OrderType, PingEvent

client = Client("https://api.example.com", "k", timeout=5, http_client=httpx.Client())
some: list[OrderType] = ["tip"]
assert_type(client.orders.list(order_types=some), PagedList[Order])
client.orders.list(order_types=["tip", "push"], start="2026-07-01T00:00:00Z", end=datetime.now(timezone.utc))
client.analytics.revenue(start=date(2026, 7, 1), end="2026-07-31")
client.fans.list("account-1", has_tags=True, statuses=["active_subscriber"])
client.webhooks.create(url="https://example.com", enabled_event_types=["order.created"])
media: MediaInput = {"id": "m1", "type": "photo"}
client.publications.create(creator_id="c", media=[media], idempotency_key="k")
assert_type(client.webhooks.delete("e1"), None)
assert_type(client.with_options(timeout=5), Client)
OperatorClient().agencies.change_quotas("a", api_keys=None)
OperatorClient().records.ingest(
    agency_id="a", records=[{"type": "tag", "id": "t", "name": "VIP", "color": None, "position": 1}]
)

event = verify_webhook(memoryview(b""), [(b"service-signature", b"v1=00")], ["svc_whsec_"])
verify_webhook(b"", {"service-signature": ["v1=00"], "x-other": None}, "svc_whsec_")
assert_type(event, WebhookEvent)
event_id: str = event.id
if isinstance(event, OrderCreatedEvent):
    assert_type(event.data.amount_cents, int)
    for delivery in client.webhooks.list_deliveries("e1", event_types=["order.created"]):
        delivery_id: str = delivery.id
for endpoint in client.webhooks.list():
    client.webhooks.delete(endpoint.id)


def on_ping(event: PingEvent) -> None: ...


WebhookHandler("s", {"order.created": lambda event: print(event.data.amount_cents), "ping": on_ping})

try:
    client.orders.get("o1")
except MissingScopeProblem as problem:
    assert_type(problem.required_scope, str)
except ValidationFailedProblem as problem:
    print([error.path for error in problem.errors])


async def new_key() -> str:
    return "k"


Client(api_key=lambda: "k")
AsyncClient(api_key=new_key)


async def read() -> None:
    async with AsyncClient() as other:
        async for order in other.orders.list():
            assert_type(order, Order)
        assert_type(await other.orders.list(), Page[Order])
        async for each in other.webhooks.watch():
            print(each.event)


# What mypy must refuse.
client.orders.list(order_types=["gift"])  # type: ignore[list-item]
client.orders.list(order_ids=["1"])  # type: ignore[call-arg]
client.webhooks.create(url="https://example.com")  # type: ignore[call-arg]
Client(retries=1)  # type: ignore[call-arg]
Client(api_key=new_key)  # type: ignore[arg-type]
WebhookHandler("s", {"order.created": on_ping})  # type: ignore[typeddict-item]
