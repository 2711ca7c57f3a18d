"""Calls that mypy accepts in its strict mode."""

from datetime import UTC, datetime

from agency_service.api.fans import list_fans
from agency_service.api.orders import list_orders
from agency_service.api.webhooks import delete_webhook_endpoint, list_webhook_deliveries, list_webhook_endpoints
from agency_service.models import OrderCreatedEvent, OrderType, WebhookEndpointCreate, WebhookEndpointUpdate

from agency_service import connect, items, verify_webhook

client = connect("https://api.example.com", "k")
some: list[OrderType] = [OrderType.TIP]
list_orders.sync(client=client, order_types=some)
list_orders.sync(client=client, order_types=["tip"], start="2026-07-01T00:00:00Z", end=datetime.now(UTC))
list_orders.sync(client=client, order_types=[OrderType.TIP, "push"])
list_fans.sync("account-1", client=client, has_tags=True, is_online="false", statuses=["active_subscriber"])
WebhookEndpointCreate(url="https://example.com", enabled_event_types=["order.created"])
WebhookEndpointUpdate(status="disabled")

event = verify_webhook(memoryview(b""), [(b"service-signature", b"v1=00")], ["svc_whsec_"])
verify_webhook(b"", {"service-signature": ["v1=00"], "x-other": None}, "svc_whsec_")
verify_webhook("", {"service-signature": "v1=00"}, "svc_whsec_")
event_id: str = event.id
if isinstance(event, OrderCreatedEvent):
    for delivery in items(list_webhook_deliveries.sync, "e1", client=client, event_types=["order.created"]):
        delivery_id: str = delivery.id
for endpoint in list_webhook_endpoints.sync(client=client).data:
    delete_webhook_endpoint.sync(endpoint.id, client=client)
