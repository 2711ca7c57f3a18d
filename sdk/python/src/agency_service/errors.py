"""Errors: what the service refused, what did not reach it, and responses that are not from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, ClassVar

import httpx


class ServiceError(Exception):
    """Every error of this package."""

    outcome_unknown: bool = False
    """True for a change that may have been made although its response failed or was lost."""
    idempotency_key: str | None = None
    """The key of a POST: within 24 hours, the same call with it takes effect once."""
    request_id: str | None = None
    """The `x-request-id` of the response, if there was one; quote it to the operator of the service."""
    cursor: str | None = None
    """Of an error between two pages: the cursor of the page that failed. Pass it to the same method to continue."""

    def __reduce__(self) -> tuple[Any, ...]:
        # For copies and other processes: the message is not what the class is called with.
        return _restored, (type(self), *self.args), self.__dict__


def _restored(error: type[ServiceError], *args: Any) -> ServiceError:
    return error.__new__(error, *args)


class InvalidArgumentError(ServiceError, ValueError):
    """An argument or a setting that is refused before anything is sent. Its message contains no key and no secret."""

    def __init__(self, argument: str, message: str) -> None:
        super().__init__(f"{argument}: {message}")
        self.argument = argument
        """Its name, such as `creator_ids`."""


class ServiceConnectionError(ServiceError, ConnectionError):
    """No complete response: the name cannot be resolved, or the connection was refused or broke. The message names host and port."""


class ServiceTimeoutError(ServiceError, TimeoutError):
    """No complete response in time, in any of the attempts. The message names host and port."""


class ResponseError(ServiceError):
    """The response is not a success."""

    def __init__(self, message: str, response: httpx.Response) -> None:
        super().__init__(message)
        self.http_response = response
        self.status: int = response.status_code
        self.headers: httpx.Headers = response.headers
        self.request_id = response.headers.get("x-request-id")
        self.retry_after: float | None = retry_after(response.headers)
        """Seconds that the response asks to wait."""


class UnexpectedResponseError(ResponseError):
    """The response is not from the service: a proxy's page, a redirect, or a success that is not JSON. Check the base URL."""


class ProblemError(ResponseError):
    """The service refused the request, or failed. Each kind is a class of `agency_service.problems`, such as `UnknownOrderProblem`."""

    _kinds: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    def __init__(self, message: str, response: httpx.Response, problem: Mapping[str, Any]) -> None:
        super().__init__(message, response)
        self.problem = problem
        """The whole body."""

    @property
    def slug(self) -> str:
        """The kind, such as `unknown_order`: the last segment of its type."""
        return slug_of(self.problem)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name != "problem" and name in self.problem:
                value, kind = self.problem[name], self._kinds.get(name)
                if kind is None or value is None:
                    return value
                return [kind(each) for each in value] if isinstance(value, list) else kind(value)
            raise AttributeError(f"{type(self).__name__} has no {name}")


def slug_of(problem: Mapping[str, Any]) -> str:
    """The last segment of a problem's type."""
    return str(problem["type"]).rsplit("/", 1)[-1]


def retry_after(headers: httpx.Headers) -> float | None:
    """The wait in seconds that `Retry-After` asks for: a number, or a date."""
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
