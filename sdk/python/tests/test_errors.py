"""Errors and models as copies, and on their way between processes."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import httpx
import pytest
from agency_service.api.orders import get_order, list_orders
from agency_service.models import WebhookEndpointCreate
from scripted import NOT_FOUND, Server

from agency_service import (
    InvalidArgumentError,
    ProblemError,
    ResponseError,
    ServiceError,
    UnexpectedResponseError,
    UnknownEvent,
    WebhookVerificationError,
    connect,
    verify_webhook,
)
from agency_service.problems import error_of
from agency_service.types import UNSET

HEADERS = {"X-Request-Id": "r1", "Retry-After": "7"}
PROBLEM = {"type": "https://e/validation_failed", "title": "Invalid", "status": 400, "errors": [{"path": "limit"}]}
REFUSED = error_of(httpx.Response(400, headers=HEADERS, json=PROBLEM))
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(
        lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ),
]


def classes(of: type[ServiceError]) -> set[type[ServiceError]]:
    return {of}.union(*map(classes, of.__subclasses__()))


EXAMPLES: dict[type[ServiceError], ServiceError] = {
    ServiceError: ServiceError("It failed"),
    InvalidArgumentError: InvalidArgumentError("limit", "it is wrong"),
    ResponseError: ResponseError("It failed", httpx.Response(500, headers=HEADERS)),
    ProblemError: REFUSED,
    UnexpectedResponseError: error_of(httpx.Response(502, text="<html>")),
    WebhookVerificationError: WebhookVerificationError("timestamp_too_old", "It is old"),
}


def test_every_class_of_error_is_copied_whole() -> None:
    assert EXAMPLES.keys() == classes(ServiceError)
    for kind, error in EXAMPLES.items():
        error.add_note("during the night")
        for copied in (copying(error) for copying in COPIES):
            assert (type(copied), str(copied), copied.args) == (kind, str(error), error.args)
            assert vars(copied) == vars(error)


def test_a_copied_problem_has_its_members() -> None:
    for copied in (copying(REFUSED) for copying in COPIES):
        assert (copied.slug, copied.status, copied.request_id, copied.retry_after) == (
            "validation_failed",
            400,
            "r1",
            7.0,
        )
        assert (copied.problem, copied.errors, copied.headers["x-request-id"]) == (PROBLEM, [{"path": "limit"}], "r1")


def test_models_and_events_are_copied_whole() -> None:
    body = WebhookEndpointCreate(url="https://example.com", enabled_event_types=["order.created"])
    for copying in COPIES:
        assert copying(UNSET) is UNSET
        copied = copying(body)
        assert (copied, copied.to_dict()) == (body, body.to_dict())
        assert copied.label is UNSET
        assert copying(UnknownEvent("e1", "gift.sent", {"id": "e1"})) == UnknownEvent("e1", "gift.sent", {"id": "e1"})


def read(base_url: str, order_id: str) -> None:
    with connect(base_url, "k", max_retries=0) as client:
        get_order.sync(order_id, client=client)


def read_all(base_url: str) -> None:
    with connect(base_url, "k", max_retries=0) as client:
        list_orders.sync(client=client, creator_ids=[])


def verify(body: bytes) -> None:
    verify_webhook(body, {}, "")


def tasks(server: Server) -> list[tuple[Any, tuple[str, ...], type[Exception], str]]:
    address = f"http://127.0.0.1:{server.server_port}"
    server.script = [NOT_FOUND, (502, {}, "<html>"), (0, {}, "")]
    return [
        (read, (address, "o1"), ProblemError, "not_found: Not found (404)"),
        (read, (address, "o1"), UnexpectedResponseError, "The response with status 502 is not one of the service"),
        (read, (address, "o1"), httpx.RemoteProtocolError, f"GET /v1/orders/o1 at 127.0.0.1:{server.server_port}: "),
        (read, (address, ".."), InvalidArgumentError, 'order_id: an id is required, not ".."'),
        (read_all, (address,), InvalidArgumentError, "creator_ids: the list is empty"),
        (read, ("x", "o1"), InvalidArgumentError, "base_url: "),
        (verify, ("{}",), WebhookVerificationError, "The header Service-Signature is missing."),
    ]


def test_errors_leave_the_processes_of_a_pool(server: Server) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor:
        for task, given, kind, message in tasks(server):
            error = executor.submit(task, *given).exception(timeout=60)
            assert (type(error), str(error).startswith(message)) == (kind, True), error
    with context.Pool(1) as pool:
        for task, given, kind, message in tasks(server):
            with pytest.raises(kind) as caught:
                pool.apply_async(task, given).get(timeout=60)
            assert str(caught.value).startswith(message)
