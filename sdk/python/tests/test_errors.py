"""Errors and objects as copies, and on their way between processes."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import httpx
import pytest
from scripted import NOT_FOUND, Server

from agency_service import (
    Client,
    InvalidArgumentError,
    ProblemError,
    ResponseError,
    ServiceConnectionError,
    ServiceError,
    ServiceTimeoutError,
    UnexpectedResponseError,
    UnknownEvent,
    WebhookVerificationError,
    verify_webhook,
)
from agency_service.problems import NotFoundProblem, ValidationFailedProblem
from agency_service.types import Order, ValidationError

HEADERS = {"X-Request-Id": "r1", "Retry-After": "7"}
BODY = {"type": "https://e/validation_failed", "title": "Invalid", "status": 400, "errors": [{"path": "limit"}]}
REFUSED = ValidationFailedProblem("Invalid", httpx.Response(400, headers=HEADERS, json=BODY), BODY)
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(
        lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ),
]


def classes(of: type[ServiceError]) -> set[type[ServiceError]]:
    return {of}.union(*map(classes, of.__subclasses__())) - set(ProblemError.__subclasses__())


EXAMPLES: list[ServiceError] = [
    ServiceError("It failed"),
    InvalidArgumentError("limit", "it is wrong"),
    ServiceConnectionError("GET /: refused"),
    ServiceTimeoutError("GET /: no answer"),
    ResponseError("It failed", httpx.Response(500, headers=HEADERS)),
    ProblemError("It failed", httpx.Response(500, headers=HEADERS), BODY),
    UnexpectedResponseError("It failed", httpx.Response(502, text="<html>")),
    WebhookVerificationError("timestamp_too_old", "It is old"),
]


def test_every_class_of_error_is_copied_whole() -> None:
    assert {type(error) for error in EXAMPLES} == classes(ServiceError)
    for error in [*EXAMPLES, REFUSED]:
        error.idempotency_key = "k"
        for copied in (copying(error) for copying in COPIES):
            assert (type(copied), str(copied), copied.args) == (type(error), str(error), error.args)
            assert vars(copied).keys() == vars(error).keys()


def test_a_copied_problem_has_its_members() -> None:
    for copied in (copying(REFUSED) for copying in COPIES):
        facts = (copied.slug, copied.status, copied.request_id, copied.retry_after)
        assert facts == ("validation_failed", 400, "r1", 7.0)
        assert (copied.problem, copied.headers["x-request-id"]) == (BODY, "r1")
        assert (copied.errors, copied.errors[0].path) == ([ValidationError({"path": "limit"})], "limit")


def test_objects_are_copied_whole() -> None:
    for copying in COPIES:
        for value in (UnknownEvent({"id": "e1"}), Order({"id": "o1", "created_at": "2026-07-18T21:04:11Z"})):
            copied = copying(value)
            assert (copied, repr(copied), copied == {}) == (value, repr(value), False)


def read(base_url: str, order_id: str) -> None:
    with Client(base_url, "k", max_retries=0) as client:
        client.orders.get(order_id)


def verify(body: bytes) -> None:
    verify_webhook(body, {}, "")


def tasks(server: Server) -> list[tuple[Any, tuple[str, ...], type[Exception], str]]:
    address = f"http://127.0.0.1:{server.server_port}"
    server.script = [NOT_FOUND, (502, {}, "<html>"), (0, {}, "")]
    return [
        (read, (address, "o1"), NotFoundProblem, "not_found: Not found (404)"),
        (read, (address, "o1"), UnexpectedResponseError, "The answer has the status 502"),
        (read, (address, "o1"), ServiceConnectionError, f"GET /v1/orders/o1 at 127.0.0.1:{server.server_port}: "),
        (read, (address, ".."), InvalidArgumentError, 'order_id: an id is required, not ".."'),
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
