"""The scenario through openapi-generator's Python client. Prints what it saw, as JSON."""

import json
import os
from datetime import datetime, timezone

import openapi_client
from openapi_client.exceptions import ApiException
from openapi_client.models import FanSubscriptionStatus, InsightUpdate, OrderType, WebhookEndpointCreate, WebhookEvent, WebhookEventType

configuration = openapi_client.Configuration(
    host=os.environ["BASE_URL"],
    access_token=os.environ["API_KEY"],
    api_key={"serviceVersion": "Amethyste"},
)
client = openapi_client.ApiClient(configuration)
fan = ("account-c1", os.environ["FAN_ID"])


def problem_of(call):
    try:
        call()
    except ApiException as error:
        return error.data
    raise AssertionError("no problem came")


def kind(problem):
    return problem.type.rsplit("/", 1)[-1]


orders_api = openapi_client.OrdersApi(client)
orders, pages, cursor = [], 0, None
january, february = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2026, 2, 1, tzinfo=timezone.utc)
while pages == 0 or cursor is not None:
    page = orders_api.list_orders(
        creator_ids=["c1", "c2"], order_types=[OrderType.TIP, OrderType.PUSH], start=january, end=february, limit=2, cursor=cursor
    )
    orders += [[order.id, order.order_type, order.amount_cents] for order in page.data]
    pages, cursor = pages + 1, page.next_cursor

revenue = openapi_client.AnalyticsApi(client).get_revenue("2026-07-01", "2026-07-01")
fans = openapi_client.FansApi(client).list_fans(
    "account-c1", statuses=[FanSubscriptionStatus.ACTIVE_SUBSCRIBER, FanSubscriptionStatus.INTERESTED], tag_ids=["t1", "t2"]
)

webhooks_api = openapi_client.WebhooksApi(client)
made = webhooks_api.create_webhook_endpoint(
    WebhookEndpointCreate(url="https://hooks.example.com/", enabled_event_types=[WebhookEventType.ORDER_DOT_CREATED])
)
endpoint = webhooks_api.get_webhook_endpoint(made.id)
webhooks_api.delete_webhook_endpoint(made.id)
gone = problem_of(lambda: webhooks_api.delete_webhook_endpoint(made.id))

insights_api = openapi_client.InsightsApi(client)
before = insights_api.get_insight(*fan)
after = insights_api.update_insight(*fan, InsightUpdate(note="Likes jazz"), if_match=before.etag)
stale = problem_of(lambda: insights_api.update_insight(*fan, InsightUpdate(note="Likes rock"), if_match=before.etag))

event = WebhookEvent.from_json(os.environ["EVENT"]).actual_instance

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
                kind(problem_of(lambda: orders_api.get_order("nothing"))),
                kind(problem_of(lambda: orders_api.list_orders(cursor="nothing"))),
                kind(problem_of(lambda: orders_api.list_orders(start=february, end=january))),
            ],
            "event": [event.type, event.data.amount_cents],
        }
    )
)
