"""Receivers in each framework, and what they remember."""

import asyncio
import base64
import itertools
import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from agency_service.handlers import WebhookHandler, for_django, for_flask, for_lambda, for_starlette
from agency_service.stores import MemoryStore
from agency_service.testing import example_event, new_secret, sign_webhook
from agency_service.types import EVENTS, OrderCreatedEvent, PingEvent

SECRET = new_secret()
Deliver = Callable[[Any, dict[str, str]], tuple[int, str]]


def starlette(handler: WebhookHandler) -> Deliver:
    pytest.importorskip("starlette")
    from starlette.applications import Starlette
    from starlette.routing import Route
    from starlette.testclient import TestClient

    client = TestClient(Starlette(routes=[Route("/webhooks", for_starlette(handler), methods=["POST"])]))
    return lambda body, headers: answer_of(client.post("/webhooks", content=body, headers=headers))


def fastapi(handler: WebhookHandler) -> Deliver:
    pytest.importorskip("fastapi")
    from fastapi import FastAPI
    from fastapi.testclient import TestClient

    app = FastAPI()
    app.add_route("/webhooks", for_starlette(handler), methods=["POST"])
    client = TestClient(app)
    return lambda body, headers: answer_of(client.post("/webhooks", content=body, headers=headers))


def answer_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.text


def flask(handler: WebhookHandler) -> Deliver:
    pytest.importorskip("flask")
    from flask import Flask

    app = Flask(__name__)
    app.post("/webhooks")(for_flask(handler))

    def deliver(body: Any, headers: dict[str, str]) -> tuple[int, str]:
        stream = {"wsgi.input_terminated": True} if hasattr(body, "__next__") else {}
        data = b"".join(body) if stream else body
        response = app.test_client().post("/webhooks", data=data, headers=headers, environ_overrides=stream)
        return response.status_code, response.text

    return deliver


def django(handler: WebhookHandler) -> Deliver:
    pytest.importorskip("django")
    from django.conf import settings
    from django.test import RequestFactory

    if not settings.configured:
        settings.configure(ALLOWED_HOSTS=["*"], SECRET_KEY="k")
    view = for_django(handler)

    def deliver(body: Any, headers: dict[str, str]) -> tuple[int, str]:
        data = b"".join(body) if hasattr(body, "__next__") else body
        named = {
            f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items() if name != "Content-Type"
        }
        response = view(RequestFactory().post("/webhooks", data=data, content_type="application/json", **named))
        return response.status_code, response.content.decode()

    return deliver


def lambda_(handler: WebhookHandler) -> Deliver:
    function = for_lambda(handler)
    forms = itertools.cycle([True, False])

    def deliver(body: Any, headers: dict[str, str]) -> tuple[int, str]:
        data = b"".join(body) if hasattr(body, "__next__") else body
        if next(forms):
            event = {"body": data.decode(), "headers": headers}
        else:
            several = {name: [value] for name, value in headers.items()}
            event = {"body": base64.b64encode(data).decode(), "isBase64Encoded": True, "multiValueHeaders": several}
        answer = function(event, None)
        return answer["statusCode"], answer["body"]

    return deliver


FRAMEWORKS = pytest.mark.parametrize("framework", [starlette, fastapi, flask, django, lambda_])


@FRAMEWORKS
def test_a_receiver_calls_the_function_of_the_type_once(framework: Callable[[WebhookHandler], Deliver]) -> None:
    orders, others = [], []

    async def on_order(event: OrderCreatedEvent) -> None:
        orders.append(event.data.amount_cents)

    handler = WebhookHandler(lambda: [SECRET, new_secret()], {"order.created": on_order, "default": others.append})
    deliver = framework(handler)
    delivery = sign_webhook(example_event("order.created", data={"amount_cents": 500}), SECRET)
    assert [deliver(*delivery), deliver(*delivery)] == [(204, ""), (204, "")]
    assert orders == [500]
    assert deliver(*sign_webhook({"id": "e1", "type": "gift.sent"}, SECRET)) == (204, "")
    assert [event.type for event in others] == ["gift.sent"]


@FRAMEWORKS
def test_a_receiver_refuses_what_is_not_signed_or_too_long(framework: Callable[[WebhookHandler], Deliver]) -> None:
    handler = WebhookHandler(SECRET, {}, max_body_bytes=1_000)
    deliver = framework(handler)
    event = example_event("ping")
    assert deliver(*sign_webhook(event, new_secret())) == (400, "signature_mismatch")
    assert deliver(*sign_webhook(event, SECRET, now=time.time() - 600)) == (400, "timestamp_too_old")
    body, headers = sign_webhook(event, SECRET)
    assert deliver(body + b" " * 1_000, headers) == (413, "too_large")
    # A body without an announced length.
    assert deliver(iter([body, b" " * 1_000]), headers) == (413, "too_large")
    assert deliver(*sign_webhook(event, [new_secret(), SECRET])) == (204, "")


@FRAMEWORKS
def test_a_wrong_setting_is_answered_so_that_the_service_repeats(
    framework: Callable[[WebhookHandler], Deliver],
) -> None:
    status, text = framework(WebhookHandler("secret", {}))(*sign_webhook(example_event("ping"), SECRET))
    assert (status, text.startswith("A secret is svc_whsec_")) == (500, True)

    def missing() -> str:
        raise KeyError("SECRET")

    assert framework(WebhookHandler(missing, {}))(*sign_webhook(example_event("ping"), SECRET)) == (500, "failed")


@FRAMEWORKS
def test_a_function_that_fails_runs_again(framework: Callable[[WebhookHandler], Deliver]) -> None:
    calls: list[str] = []
    errors: list[tuple[str, Any]] = []

    def on_ping(event: PingEvent) -> None:
        calls.append(event.id)
        if len(calls) == 1:
            raise ValueError("first")

    handler = WebhookHandler(
        SECRET, {"ping": on_ping}, on_error=lambda error, event: errors.append((str(error), event and event.id))
    )
    deliver = framework(handler)
    delivery = sign_webhook(example_event("ping", id="e1"), SECRET)
    assert [deliver(*delivery) for _ in range(3)] == [(500, "handler_failed"), (204, ""), (204, "")]
    assert (calls, errors) == (["e1", "e1"], [("first", "e1")])


def test_other_methods_than_post_are_refused() -> None:
    pytest.importorskip("django")
    from django.test import RequestFactory

    handler = WebhookHandler(SECRET, {})
    django(handler)
    assert for_django(handler)(RequestFactory().get("/")).status_code == 405


def test_the_same_event_at_once_runs_one_function_and_a_slow_one_is_answered_in_time() -> None:
    calls: list[str] = []

    async def slow(event: PingEvent) -> None:
        calls.append(event.id)
        await asyncio.sleep(0.2)

    handler = WebhookHandler(SECRET, {"ping": slow}, answer_within=0.05)
    delivery = sign_webhook(example_event("ping", id="e1"), SECRET)

    async def receive() -> list[Any]:
        first = await asyncio.gather(*[handler.respond_async(*delivery) for _ in range(3)])
        await asyncio.sleep(0.3)
        return [*first, await handler.respond_async(*delivery)]

    assert asyncio.run(receive()) == [(503, "running")] * 3 + [(204, "")]
    assert calls == ["e1"]


def test_functions_that_are_no_coroutines_do_not_block_an_asynchronous_framework() -> None:
    threads: list[bool] = []

    def on_ping(event: PingEvent) -> None:
        threads.append(threading.current_thread() is threading.main_thread())

    asyncio.run(
        WebhookHandler(SECRET, {"ping": on_ping}, deduplicate=None).respond_async(
            *sign_webhook(example_event("ping"), SECRET)
        )
    )
    assert threads == [False]


def test_each_handler_has_a_store_of_its_own_unless_it_has_none() -> None:
    calls: list[str] = []
    delivery = sign_webhook(example_event("ping", id="e1"), SECRET)
    for deduplicate in ({}, {}, {"deduplicate": None}):
        handler = WebhookHandler(SECRET, {"ping": lambda event: calls.append(event.id)}, **deduplicate)
        assert [handler.respond(*delivery).status for _ in range(2)] == [204, 204]
    assert len(calls) == 4


def test_a_store_that_fails_has_the_service_repeat_the_event() -> None:
    class Failing(MemoryStore):
        def claim(self, id: str, token: str, lease: float) -> str:
            raise OSError("away")

        def release(self, id: str, token: str) -> None:
            raise OSError("away, too")

    errors: list[str] = []
    handler = WebhookHandler(
        SECRET, {"ping": print}, deduplicate=Failing(), on_error=lambda error, event: errors.append(str(error))
    )
    assert handler.respond(*sign_webhook(example_event("ping"), SECRET)) == (500, "store_failed")
    assert errors == ["away", "away, too"]


def test_the_examples_of_all_types_are_events() -> None:
    for type in EVENTS:
        event = example_event(type)  # type: ignore[arg-type]
        seen: list[Any] = []
        handler = WebhookHandler(SECRET, {"default": seen.append})
        assert handler.respond(*sign_webhook(EVENTS[type](event), SECRET)).status == 204
        assert (seen[0].to_dict(), seen[0].created_at.tzinfo is not None) == (event, True)


def test_a_signed_text_need_not_be_an_event() -> None:
    body, headers = sign_webhook("[1]", SECRET)
    assert (body, json.loads(body)) == (b"[1]", [1])
    assert WebhookHandler(SECRET, {}).respond(body, headers) == (400, "invalid_body")
