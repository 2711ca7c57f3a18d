"""Errors: what the service refused, and responses that are not from it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class ServiceError(Exception):
    """Every error of this package, except those of httpx when no complete response arrived."""

    def __reduce__(self) -> tuple[Any, ...]:
        # For copies and other processes: the message is not what the class is called with.
        return _restored, (type(self), *self.args), self.__dict__


def _restored(error: type[ServiceError], *args: Any) -> ServiceError:
    return error.__new__(error, *args)


class InvalidArgumentError(ServiceError, ValueError):
    """An argument that is refused before anything is sent. Its message contains no key and no secret."""

    def __init__(self, argument: str, message: str) -> None:
        super().__init__(f"{argument}: {message}")
        self.argument = argument
        """Its name, such as `creator_ids`."""


class ResponseError(ServiceError):
    """The response is not a success."""

    def __init__(self, message: str, response: httpx.Response) -> None:
        super().__init__(message)
        self.status: int = response.status_code
        self.headers: httpx.Headers = response.headers
        self.request_id: str | None = response.headers.get("x-request-id")
        """Quote it to the operator of the service."""
        self.retry_after: float | None = retry_after(response.headers)
        """Seconds that the response asks to wait."""


class ProblemError(ResponseError):
    """The service refused the request, or failed. `slug` says why, such as `unknown_order`."""

    def __init__(self, slug: str, problem: Mapping[str, Any], response: httpx.Response) -> None:
        super().__init__(f"{slug}: {problem.get('detail') or problem.get('title')} ({response.status_code})", response)
        self.slug = slug
        self.problem = problem
        """The whole body."""

    @property
    def errors(self) -> list[Mapping[str, Any]]:
        """The mismatches of a `validation_failed`; otherwise empty."""
        errors = self.problem.get("errors")
        return list(errors) if isinstance(errors, list) else []


class UnexpectedResponseError(ResponseError):
    """The response is not from the service: a proxy's page, a redirect. Check the base URL."""


def error_of(response: httpx.Response) -> ResponseError:
    """The error of a response that is not a success of its operation."""
    try:
        body = response.json()
    except (ValueError, RecursionError):
        body = None
    if isinstance(body, dict) and isinstance(body.get("type"), str) and body.get("status") == response.status_code:
        return ProblemError(body["type"].rsplit("/", 1)[-1], body, response)
    return UnexpectedResponseError(
        f"The response with status {response.status_code} is not one of the service", response
    )


def retry_after(headers: httpx.Headers) -> float | None:
    """The wait in seconds that `Retry-After` asks for: a number, or a date."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None
