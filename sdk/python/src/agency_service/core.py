"""Calls: requests, their repetitions, and what their responses mean."""

from __future__ import annotations

import json
import logging
import random
import re
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx

from .arguments import Operation, Request, bearer, count, header_value, json_of, request_of
from .contract import OPERATIONS
from .errors import (
    InvalidArgumentError,
    ProblemError,
    ResponseError,
    ServiceConnectionError,
    ServiceError,
    ServiceTimeoutError,
    UnexpectedResponseError,
    retry_after,
    slug_of,
)
from .models import Model
from .pacing import Pacer
from .problems import PROBLEMS
from .steps import Invoke, Send, Sleep, Steps

Result = TypeVar("Result")

log = logging.getLogger("agency_service")
"""Receives each attempt (debug), wait for the rate limit (info) and retry (warning), without headers, queries and bodies."""

LONGEST_WAIT_SECONDS = 120.0
"""A longer `Retry-After` fails instead of waiting."""

SILENCE_SECONDS = 45.0
"""The service sends something on a stream every 15 seconds. One that is silent for longer lost its connection."""

KEY_HEADER = "Service-Idempotency-Key"
ACCEPTED = {"text": "text/markdown, text/plain, text/html;q=0.5", "stream": "text/event-stream, application/json"}
ADVICE = "Check the base URL, and any proxy on the way"

OWN_HEADERS = {
    "accept": "the client sets it",
    "authorization": "the client sends its own key or token",
    "content-length": "the client sets it",
    "content-type": "the client sets it",
    "host": "the client sets it",
    "idempotency-key": "it has no effect: pass idempotency_key to the method",
    "service-idempotency-key": "pass idempotency_key to the method",
    "service-version": "set the version of the client",
    "x-request-id": "set request_id",
    "x-retry-count": "the client sets it",
}
"""Headers that the client sends itself, and what to do instead."""


@dataclass(frozen=True)
class Call:
    """What is known of a call while its attempts are sent."""

    name: str
    is_safe: bool
    """Whether it may be repeated after an unknown outcome."""
    changes: bool
    key: str | None
    streams: bool = False


@dataclass(frozen=True)
class Core:
    """Builds the requests of a client, and reads their responses."""

    base_url: str
    secret: tuple[str, Any]
    """The name of the setting, and the key or token, or a function that returns it."""
    headers: Mapping[str, str]
    http: httpx.Client | httpx.AsyncClient
    timeout: float = 30.0
    max_retries: float = 2
    pacer: Pacer | None = None
    further: Mapping[str, str] = field(default_factory=dict)
    in_flight: Counter[str] = field(default_factory=Counter)

    def call(self, operation_id: str, make: Callable[[Any], Result], given: Mapping[str, Any]) -> Steps[Result]:
        """Calls an operation, and returns its result: after a repetition, the true one."""
        operation = OPERATIONS[operation_id]
        request = request_of(operation, given)
        key = self._key(operation.method, given.get("idempotency_key"))
        call = Call(
            operation_id,
            operation.retry == "safe" or key is not None,
            changes(request.method, request.body, operation.scope),
            key,
            operation.answers == "stream",
        )
        response, is_repetition = yield from self._exchange(call, self._request(request, operation.answers, key))
        try:
            result = made(make, self._read(response, operation, call, is_repetition), response)
        except ProblemError as problem:
            if not (is_repetition and problem.slug == operation.repeat_problem):
                raise
            problem.outcome_unknown = False
            result = yield from self._settle(operation, request, call, make, problem)
        return result

    def request(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Steps[httpx.Response]:
        """Sends a request of the program, and returns the response whatever its status."""
        if not re.fullmatch("(?i)get|head|post|put|patch|delete|options", method):
            raise InvalidArgumentError("method", "the name of an HTTP method is required, such as GET")
        if not path.startswith("/"):
            raise InvalidArgumentError("path", "it starts with a slash, such as /v1/orders")
        method = method.upper()
        key = self._key(method, None)
        call = Call(
            f"{method} {path.split('?')[0]}",
            key is not None or method in ("GET", "HEAD", "PUT"),
            changes(method, body),
            key,
        )
        request = Request(
            method, path, {}, {name: header_value(f"headers.{name}", value) for name, value in headers.items()}, body
        )
        response, _ = yield from self._exchange(call, self._request(request, "json", key))
        return response

    def _key(self, method: str, given: Any) -> str | None:
        if method != "POST":
            return None
        if given is None:
            return str(uuid.uuid4())
        if isinstance(given, str) and re.fullmatch("[!-~]{1,255}", given):
            return given
        raise InvalidArgumentError("idempotency_key", "1 to 255 visible ASCII characters are required")

    def _request(self, request: Request, answers: str, key: str | None) -> httpx.Request:
        headers = {**self.further, "Accept": ACCEPTED.get(answers, "application/json"), **self.headers}
        headers |= {} if key is None else {KEY_HEADER: key}
        headers |= {} if request.body is None else {"Content-Type": "application/json"}
        limit = None if self.timeout == float("inf") else self.timeout
        return self.http.build_request(
            request.method,
            self.base_url + request.path,
            params=request.query or None,
            headers={**headers, **request.headers},
            content=None if request.body is None else json_of(request.body),
            timeout=httpx.Timeout(limit, read=SILENCE_SECONDS if answers == "stream" else limit, pool=None),
        )

    def _exchange(self, call: Call, request: httpx.Request) -> Steps[tuple[httpx.Response, bool]]:
        """Sends a request until it succeeds, or may not be repeated. Returns also whether an earlier attempt may have taken effect."""
        what = f"{request.method} {request.url.path}"
        retries = 0
        is_repetition = False
        while True:
            wait = self.pacer.reserve(call.name) if self.pacer else 0.0
            if wait > 0:
                log.info("%s: waits %.1f s for the rate limit", what, wait)
                yield Sleep(wait)
            yield from self._authorize(call, request, is_repetition)
            outcome: httpx.Response | httpx.RequestError
            log.debug("%s: attempt %d", what, retries + 1)
            self.in_flight[call.name] += 1
            try:
                outcome = yield Send(request, call.streams)
            except httpx.RequestError as error:
                outcome = error
            finally:
                self.in_flight[call.name] -= 1
            if isinstance(outcome, httpx.Response):
                log.debug("%s: %d, request %s", what, outcome.status_code, outcome.headers.get("x-request-id"))
                if self.pacer:
                    self.pacer.read(call.name, outcome, self.in_flight[call.name])
            pause = delay(outcome, call.is_safe, retries) if retries < self.max_retries else None
            if pause is None:
                if isinstance(outcome, httpx.Response):
                    return outcome, is_repetition
                log.error("%s: no response", what)
                raise self._lost(call, request, outcome, retries + 1, is_repetition) from outcome
            is_repetition = is_repetition or may_have_taken_effect(outcome)
            retries += 1
            log.warning(
                "%s: retry %d in %.1f s after %s", what, retries, pause, getattr(outcome, "status_code", "no response")
            )
            yield Sleep(pause)
            request.headers["X-Retry-Count"] = str(retries)

    def _authorize(self, call: Call, request: httpx.Request, is_repetition: bool) -> Steps[None]:
        name, secret = self.secret
        try:
            request.headers["Authorization"] = bearer(name, (yield Invoke(secret, ())) if callable(secret) else secret)
        except Exception as error:
            if not isinstance(error, InvalidArgumentError):
                error = InvalidArgumentError(name, f"the function raised {type(error).__name__}")
            raise with_outcome(error, call, call.changes and is_repetition)

    def _lost(
        self, call: Call, request: httpx.Request, error: httpx.RequestError, attempts: int, is_repetition: bool
    ) -> ServiceError:
        host = f"[{request.url.host}]" if ":" in request.url.host else request.url.host
        port = request.url.port or {"http": 80, "https": 443}[request.url.scheme]
        timed_out = isinstance(error, httpx.TimeoutException)
        reason = f"no answer within {self.timeout} s" if timed_out else str(error) or type(error).__name__
        counted = f" ({attempts} attempts)" if attempts > 1 else ""
        message = f"{request.method} {request.url.path} at {host}:{port}: {reason}{counted}"
        is_unknown = call.changes and (is_repetition or may_have_taken_effect(error))
        return with_outcome((ServiceTimeoutError if timed_out else ServiceConnectionError)(message), call, is_unknown)

    def _read(self, response: httpx.Response, operation: Operation, call: Call, is_repetition: bool) -> Any:
        """The value of a successful response."""
        status = response.status_code
        is_unknown = call.changes and (is_repetition or status >= 500)
        kind = response.headers.get("content-type", "no content type")
        parsed: Any = None
        if re.match(r"(?i)application/([\w.-]+\+)?json\b", kind) and not (call.streams and response.is_success):
            try:
                parsed = json.loads(response.content)
            except ValueError:
                pass
        if response.is_success:
            if operation.answers == "stream":
                return response
            if operation.answers == "none" and status == 204:
                return None
            if operation.answers == "text" and response.text:
                return response.text
            if operation.answers == "json" and isinstance(parsed, dict):
                return parsed
            raise with_outcome(UnexpectedResponseError(f"{described(response)}. {ADVICE}", response), call, is_unknown)
        if isinstance(parsed, dict) and isinstance(parsed.get("type"), str) and isinstance(parsed.get("title"), str):
            message = f"{slug_of(parsed)}: {parsed.get('detail') or parsed['title']} ({status})"
            error = PROBLEMS.get(slug_of(parsed), ProblemError)
            raise with_outcome(error(message, response, parsed), call, is_unknown)
        message = f"{described(response)}, which does not come from the service. {ADVICE}"
        raise with_outcome(UnexpectedResponseError(message, response), call, is_unknown)

    def _settle(
        self, operation: Operation, request: Request, call: Call, make: Callable[[Any], Result], problem: ProblemError
    ) -> Steps[Result]:
        """The result of a change whose first response was lost and whose repetition failed: a deletion took effect, and an edit if the current state has its values."""
        if operation.method == "DELETE":
            return make(None)
        written = {name: value for name, value in (request.body or {}).items() if name != "etag"}
        if not written:
            raise problem
        read = Request("GET", request.path, {}, {})
        response, _ = yield from self._exchange(call, self._request(read, "json", None))
        if response.status_code == 403:
            # For a key that may only write, an edit without changes returns the note.
            edit = Request(operation.method, request.path, {}, {}, {"etag": problem.problem.get("current_etag")})
            response, _ = yield from self._exchange(call, self._request(edit, "json", None))
        current = self._read(response, operation, call, False)
        if any(current.get(name) != value for name, value in written.items()):
            raise problem
        return made(make, current, response)


def made(make: Callable[[Any], Result], value: Any, response: httpx.Response) -> Result:
    """The result of a call, with its response."""
    try:
        result = make(value)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UnexpectedResponseError(f"{described(response)}, which has another form. {ADVICE}", response) from error
    if isinstance(result, Model):
        result.http_response = response
    return result


def with_outcome(error: ServiceError, call: Call, is_unknown: bool) -> ServiceError:
    """The error with what is known of the outcome."""
    error.idempotency_key, error.outcome_unknown = call.key, is_unknown
    if is_unknown:
        error.args = (f"{error.args[0]}. The outcome is unknown: it may have been done.", *error.args[1:])
    return error


def described(response: httpx.Response) -> str:
    """A response that was not expected, with its beginning."""
    if response.has_redirect_location:
        return f"The answer is a redirect to {response.headers['location']}"
    start = "" if not response.is_stream_consumed else " ".join(response.text.split())[:120]
    kind = response.headers.get("content-type", "no content type")
    return f"The answer has the status {response.status_code} and is {kind} ({json.dumps(start)})"


def changes(method: str, body: Any = None, scope: str | None = None) -> bool:
    """Whether a request changes anything. Reads, dry runs and a POST with a scope to read do not."""
    is_read = method in ("GET", "HEAD", "OPTIONS") or (scope or "").startswith("read:")
    return not is_read and not (isinstance(body, Mapping) and body.get("dry_run") is True)


def may_have_taken_effect(outcome: httpx.Response | httpx.RequestError) -> bool:
    """Whether the request may have taken effect: its response is lost, or has a status from 500 on."""
    if isinstance(outcome, httpx.Response):
        return outcome.status_code >= 500
    return not isinstance(outcome, (httpx.ConnectError, httpx.ConnectTimeout))


def delay(outcome: httpx.Response | httpx.RequestError, is_safe: bool, retries: int) -> float | None:
    """Seconds to wait before the next attempt; None if there is none. It is at least `Retry-After`, otherwise it doubles with each retry."""
    backoff = min(8.0, 0.5 * 2.0 ** min(retries, 8)) * (0.5 + random.random() / 2)
    if not isinstance(outcome, httpx.Response):
        return backoff if is_safe or not may_have_taken_effect(outcome) else None
    asked = retry_after(outcome.headers)
    # 408: the service did not receive the whole request. 409 with Retry-After: a request with the same key is running.
    had_no_effect = outcome.status_code in (408, 429) or (outcome.status_code == 409 and asked is not None)
    if not had_no_effect and not (outcome.status_code >= 500 and is_safe):
        return None
    if asked is None:
        return backoff
    return None if asked > LONGEST_WAIT_SECONDS else asked + random.random() / 4


def checked_options(timeout: Any, max_retries: Any, request_id: Any, headers: Mapping[str, Any]) -> dict[str, str]:
    """The further headers of calls; refuses settings that are wrong."""
    count("timeout", timeout)
    count("max_retries", max_retries)
    for name in headers:
        if not re.fullmatch(r"[\w!#$%&'*+.^`|~-]+", name, re.ASCII):
            raise InvalidArgumentError("headers", f"{json.dumps(name)} is not the name of a header")
        if name.lower() in OWN_HEADERS:
            raise InvalidArgumentError(f"headers.{name}", OWN_HEADERS[name.lower()])
    further = {name: header_value(f"headers.{name}", value) for name, value in headers.items()}
    return further if request_id is None else {**further, "x-request-id": header_value("request_id", request_id)}
