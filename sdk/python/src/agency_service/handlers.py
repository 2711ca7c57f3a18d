"""Receivers of webhooks for FastAPI, Starlette, Flask, Django and AWS Lambda: they verify, deduplicate, and call your functions."""

from __future__ import annotations

import asyncio
import base64
import logging
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple, Union

from .arguments import OMIT, Omit
from .steps import Invoke, Steps, run, run_async
from .stores import EventStore, MemoryStore
from .types import EventHandlers
from .webhooks import WebhookEvent, WebhookHeaders, WebhookVerificationError, verify_webhook

log = logging.getLogger("agency_service")

Secrets = Union[str, Iterable[str]]


class Answer(NamedTuple):
    """The response to a delivery. With any other status than 204, the service sends it again."""

    status: int
    """204 if the event was handled, now or before."""
    body: str = ""
    """The reason why it was not handled."""


class WebhookHandler:
    """Verifies deliveries and passes each event to the function of its type.

    The service delivers every event at least once. With a store, a function that ends runs once for each event. It runs again if it failed, or if its
    process ended before.

    Args:
        secrets: The endpoint's signing secret; several during a rotation; or a function that returns them for each delivery.
        on: Functions for events, by type; `default` takes the events of all others. They may be coroutine functions.
        deduplicate: Where handled events are remembered: in memory by default, None for nowhere.
        lease: Seconds that a claim lasts whose process ended: more than your functions take.
        answer_within: Seconds after which an asynchronous framework answers 503 while the function continues.
        max_body_bytes: The longest body that is read; a longer one is answered with 413.
        on_error: Receives what a function or the store raised, with the event, and why a delivery was refused. By default it is logged.
        tolerance_seconds: How far the signature's time may be from now.
        former_brand: The service's former name, whose headers are read if `Service-Signature` is absent.
    """

    def __init__(
        self,
        secrets: Secrets | Callable[[], Secrets | Awaitable[Secrets]],
        on: EventHandlers,
        *,
        deduplicate: EventStore | None | Omit = OMIT,
        lease: float = 60.0,
        answer_within: float = 8.0,
        max_body_bytes: int = 1_048_576,
        on_error: Callable[[Exception, WebhookEvent | None], object] | None = None,
        tolerance_seconds: float = 300,
        former_brand: str | None = None,
    ) -> None:
        self.max_body_bytes = max_body_bytes
        self._secrets, self._on = secrets, on
        self._store = MemoryStore() if isinstance(deduplicate, Omit) else deduplicate
        self._lease, self._answer_within, self._on_error = lease, answer_within, on_error
        self._tolerance, self._former_brand = tolerance_seconds, former_brand
        self._running: dict[str, asyncio.Future[Answer]] = {}

    def respond(self, body: Any, headers: WebhookHeaders) -> Answer:
        """What to answer to a delivery, after its function ended. It raises nothing."""
        checked = run(self._checked(body, headers))
        return checked if isinstance(checked, Answer) else run(self._handle(checked))

    async def respond_async(self, body: Any, headers: WebhookHeaders) -> Answer:
        """The same for asynchronous frameworks. The same event, if it arrives while its function runs, gets the same answer."""
        event = await run_async(self._checked(body, headers))
        if isinstance(event, Answer):
            return event
        task = self._running.get(event.id) if self._store else None
        if task is None:
            task = asyncio.ensure_future(run_async(self._handle(event)))
            self._running[event.id] = task
            task.add_done_callback(lambda _: self._running.pop(event.id, None))
        done, _ = await asyncio.wait({task}, timeout=self._answer_within)
        return task.result() if done else Answer(503, "running")

    def _checked(self, body: Any, headers: WebhookHeaders) -> Steps[WebhookEvent | Answer]:
        try:
            raw = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
            if isinstance(raw, (bytes, bytearray, memoryview)) and len(raw) > self.max_body_bytes:
                return Answer(413, "too_large")
            secrets = (yield Invoke(self._secrets, ())) if callable(self._secrets) else self._secrets
            return verify_webhook(
                raw, headers, secrets, tolerance_seconds=self._tolerance, former_brand=self._former_brand
            )
        except Exception as error:
            self._report(error, None)
            if not isinstance(error, WebhookVerificationError):
                return Answer(500, "failed")
            # A setting of this receiver is wrong, so the service must send the delivery again.
            is_own = error.reason in ("raw_body_required", "invalid_secret")
            return Answer(500, str(error)) if is_own else Answer(400, error.reason)

    def _handle(self, event: WebhookEvent) -> Steps[Answer]:
        functions: Mapping[str, Any] = self._on
        act = functions.get(event.type) or functions.get("default")
        if act is None:
            return Answer(204)
        store, token, failed = self._store, str(uuid.uuid4()), "store_failed"
        try:
            claim = (yield Invoke(store.claim, (event.id, token, self._lease))) if store else "claimed"
            if claim != "claimed":
                return Answer(204) if claim == "done" else Answer(503, "running")
            failed = "handler_failed"
            yield Invoke(act, (event,))
        except Exception as error:
            self._report(error, event)
            if store:
                yield from self._ended(store.release, event, token)
            return Answer(500, failed)
        if store:
            # A claim that cannot be completed expires.
            yield from self._ended(store.complete, event, token)
        return Answer(204)

    def _ended(self, end: Callable[[str, str], object], event: WebhookEvent, token: str) -> Steps[None]:
        try:
            yield Invoke(end, (event.id, token))
        except Exception as error:
            self._report(error, event)

    def _report(self, error: Exception, event: WebhookEvent | None) -> None:
        try:
            if self._on_error:
                self._on_error(error, event)
            else:
                log.error("webhook %s: %s", event.id if event else "refused", error, exc_info=error if event else None)
        except Exception:
            log.exception("on_error failed")


def for_starlette(handler: WebhookHandler) -> Callable[[Any], Awaitable[Any]]:
    """A route of FastAPI or Starlette: `app.add_route("/webhooks", for_starlette(handler), methods=["POST"])`."""

    async def receive_webhook(request: Any) -> Any:
        from starlette.responses import Response

        limit = handler.max_body_bytes
        answer, body = Answer(413, "too_large"), b""
        if int(request.headers.get("content-length") or 0) <= limit:
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    break
            answer = await handler.respond_async(body, request.headers)
        # The rest of a body that is too long is not read.
        return Response(answer.body, answer.status, {"connection": "close"} if answer.status == 413 else None)

    return receive_webhook


def for_flask(handler: WebhookHandler) -> Callable[[], tuple[str, int]]:
    """A view of Flask: `app.post("/webhooks")(for_flask(handler))`."""

    def receive_webhook() -> tuple[str, int]:
        from flask import request

        limit = handler.max_body_bytes
        if (request.content_length or 0) > limit:
            return "too_large", 413
        answer = handler.respond(request.stream.read(limit + 1) or request.get_data(), request.headers)
        return answer.body, answer.status

    return receive_webhook


def for_django(handler: WebhookHandler) -> Callable[[Any], Any]:
    """A view of Django: `path("webhooks", for_django(handler))`. The signature replaces the CSRF token."""

    def receive_webhook(request: Any) -> Any:
        from django.http import HttpResponse

        limit = handler.max_body_bytes
        if request.method != "POST":
            return HttpResponse(status=405)
        if int(request.headers.get("Content-Length") or 0) > limit:
            return HttpResponse("too_large", status=413)
        answer = handler.respond(request.read(limit + 1), request.headers)
        return HttpResponse(answer.body, status=answer.status)

    receive_webhook.csrf_exempt = True  # type: ignore[attr-defined]
    return receive_webhook


def for_lambda(handler: WebhookHandler) -> Callable[[Mapping[str, Any], object], dict[str, Any]]:
    """A function of AWS Lambda behind API Gateway, a function URL or a load balancer."""

    def receive_webhook(event: Mapping[str, Any], context: object) -> dict[str, Any]:
        body = event.get("body") or ""
        # Base64 has 4 characters for 3 bytes.
        if event.get("isBase64Encoded") and len(body) * 3 // 4 - 2 > handler.max_body_bytes:
            return {"statusCode": 413, "body": "too_large"}
        raw = base64.b64decode(body) if event.get("isBase64Encoded") else body
        answer = handler.respond(raw, event.get("multiValueHeaders") or event.get("headers") or {})
        return {"statusCode": answer.status, "body": answer.body}

    return receive_webhook
