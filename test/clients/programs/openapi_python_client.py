"""The scenario through openapi-python-client's client. Prints what it saw, as JSON."""

import json
import os
from datetime import datetime, timezone

from agency_messaging_and_webhook_service_client import AuthenticatedClient
from agency_messaging_and_webhook_service_client.api.analytics import get_revenue
from agency_messaging_and_webhook_service_client.api.fans import list_fans
from agency_messaging_and_webhook_service_client.api.insights import get_insight, update_insight
from agency_messaging_and_webhook_service_client.api.orders import get_order, list_orders
from agency_messaging_and_webhook_service_client.api.webhooks import (
    create_webhook_endpoint,
    delete_webhook_endpoint,
    get_webhook_endpoint,
)
from agency_messaging_and_webhook_service_client.models import (
    FanSubscriptionStatus,
    InsightUpdate,
    OrderCreatedEvent,
    OrderType,
    Problem400,
    Problem404,
    Problem412,
    WebhookEndpointCreate,
    WebhookEventType,
)
from agency_messaging_and_webhook_service_client.types import UNSET

client = AuthenticatedClient(
    base_url=os.environ["BASE_URL"],
    token=os.environ["API_KEY"],
    headers={"Service-Version": "Amethyste"},
)
fan = ("account-c1", os.environ["FAN_ID"])


def kind(problem):
    assert isinstance(problem, (Problem400, Problem404, Problem412)), problem
    return problem.type_.rsplit("/", 1)[-1]


orders, pages, cursor = [], 0, UNSET
january, february = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2026, 2, 1, tzinfo=timezone.utc)
while pages == 0 or cursor is not None:
    page = list_orders.sync(
        client=client,
        creator_ids=["c1", "c2"],
        order_types=[OrderType.TIP, OrderType.PUSH],
        start=january,
        end=february,
        limit=2,
        cursor=cursor,
    )
    orders += [[order.id, order.order_type, order.amount_cents] for order in page.data]
    pages, cursor = pages + 1, page.next_cursor

revenue = get_revenue.sync(client=client, start="2026-07-01", end="2026-07-01")
fans = list_fans.sync(
    "account-c1",
    client=client,
    statuses=[FanSubscriptionStatus.ACTIVE_SUBSCRIBER, FanSubscriptionStatus.INTERESTED],
    tag_ids=["t1", "t2"],
)

made = create_webhook_endpoint.sync(
    client=client,
    body=WebhookEndpointCreate(url="https://hooks.example.com/", enabled_event_types=[WebhookEventType.ORDER_CREATED]),
)
endpoint = get_webhook_endpoint.sync(made.id, client=client)
delete_webhook_endpoint.sync(made.id, client=client)
gone = delete_webhook_endpoint.sync(made.id, client=client)

before = get_insight.sync(*fan, client=client)
after = update_insight.sync(*fan, client=client, body=InsightUpdate(note="Likes jazz"), if_match=before.etag)
stale = update_insight.sync(*fan, client=client, body=InsightUpdate(note="Likes rock"), if_match=before.etag)

event = json.loads(os.environ["EVENT"])
models = {"order.created": OrderCreatedEvent}
event = models[event["type"]].from_dict(event)

print(
    json.dumps(
        {
            "orders": orders,
            "pages": pages,
            "revenue": [revenue.revenue_cents, revenue.by_order_type[0].order_type, revenue.by_order_type[0].revenue_cents],
            "fans": [item.fan_id for item in fans.data],
            "endpoint": [endpoint.status, endpoint.enabled_event_types, len(made.secret), kind(gone)],
            "insight": [before.note, after.note, kind(stale), stale.current_etag == after.etag],
            "problems": [
                kind(get_order.sync("nothing", client=client)),
                kind(list_orders.sync(client=client, cursor="nothing")),
                kind(list_orders.sync(client=client, start=february, end=january)),
            ],
            "event": [event.type_, event.data.amount_cents],
        }
    )
)
