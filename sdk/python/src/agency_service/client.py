"""The clients of the service and of its operator API."""

from __future__ import annotations

import copy
import os
import platform
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Union, cast

import httpx

from . import operator_resources, resources
from .arguments import address, bearer, count, header_value
from .contract import VERSION
from .core import Core, checked_options
from .errors import InvalidArgumentError
from .pacing import Pacer
from .runner import AsyncRunner, Runner

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

USER_AGENT = f"agency-service-python/1.0.0 (Python {platform.python_version()})"
AT_ONCE = 32
"""Connections of a client. The service runs eight requests of a key at once; a few more keep it busy, and its queue never refuses one."""

AnyHttp = TypeVar("AnyHttp", httpx.Client, httpx.AsyncClient)
Secret = Union[str, Callable[[], str], None]
AsyncSecret = Union[str, Callable[[], Union[str, Awaitable[str]]], None]


class Settings(TypedDict, total=False):
    """Settings of all clients."""

    timeout: float
    """Seconds for each attempt to connect, and to receive the next part of the response: 30 by default, `math.inf` for no limit."""
    max_retries: float
    """How often a failed attempt is repeated if that is safe: 2 by default, 0 for never."""
    pacing: bool | float
    """True, or the longest wait in seconds: waits for the rate limit instead of being refused, for at most 60 seconds. Off by default."""
    proxy: str | None
    """The address of a proxy. By default those of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`."""
    user_agent: str
    """Sent as `User-Agent`, for the service's logs."""


class SyncSettings(Settings, total=False):
    """Settings of `Client` and `OperatorClient`."""

    http_client: httpx.Client
    """Your own client of httpx, with certificates, event hooks or transports of yours. The client does not close it."""


class AsyncSettings(Settings, total=False):
    """Settings of `AsyncClient` and `AsyncOperatorClient`."""

    http_client: httpx.AsyncClient
    """Your own client of httpx, with certificates, event hooks or transports of yours. The client does not close it."""


def _setting(name: str, value: object, variable: str, hint: str = "") -> object:
    found = os.environ.get(variable) if value is None else value
    if found:
        return found
    raise InvalidArgumentError(name, f"it is required: pass it, or set {variable} in the environment{hint}")


def _secret(name: str, value: object, variable: str, hint: str) -> tuple[str, Any]:
    secret = _setting(name, value, variable, hint)
    if not callable(secret):
        bearer(name, secret)
    return name, secret


def _core(
    make: type[AnyHttp], base_url: str, secret: tuple[str, Any], headers: Mapping[str, str], settings: Any
) -> Core:
    known = {"timeout", "max_retries", "pacing", "proxy", "user_agent", "http_client"}
    for name in settings.keys() - known:
        raise InvalidArgumentError(name, f"it is not a setting; accepted are {', '.join(sorted(known))}")
    timeout, max_retries = settings.get("timeout", 30.0), settings.get("max_retries", 2)
    checked_options(timeout, max_retries, None, {})
    pacing = settings.get("pacing", False)
    longest = 60.0 if pacing is True else count("pacing", pacing)
    http = settings.get("http_client")
    if http is None:
        limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
        http = make(limits=limits, proxy=settings.get("proxy"))
    elif not isinstance(http, make):
        raise InvalidArgumentError("http_client", f"an httpx.{make.__name__} is required")
    agent = header_value("user_agent", settings.get("user_agent", USER_AGENT))
    pacer = Pacer(longest) if pacing else None
    return Core(base_url, secret, {"User-Agent": agent, **headers}, http, timeout, max_retries, pacer)


def _public(make: type[AnyHttp], base_url: object, api_key: object, version: str, settings: Any) -> Core:
    url = address("base_url", _setting("base_url", base_url, "SVC_BASE_URL"))
    hint = f". The operator of the service creates keys and shows each once: see {url}/docs/authentication"
    headers = {"Service-Version": header_value("version", version)}
    return _core(make, url, _secret("api_key", api_key, "SVC_API_KEY", hint), headers, settings)


def _operator(make: type[AnyHttp], operator_url: object, token: object, settings: Any) -> Core:
    url = address("operator_url", _setting("operator_url", operator_url, "SVC_OPERATOR_URL"))
    hint = ". It is OPERATOR_TOKEN of the service, or one that `svc operator tokens create` made"
    return _core(make, url, _secret("operator_token", token, "SVC_OPERATOR_TOKEN", hint), {}, settings)


class _Base:
    _runner: Runner | AsyncRunner
    _owns_http: bool

    def _bind(self, core: Core) -> None:
        raise NotImplementedError

    def with_options(
        self,
        *,
        timeout: float | None = None,
        max_retries: float | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] = {},
    ) -> Self:
        """The same client with other settings, and with the same connections: `client.with_options(timeout=5).orders.list()`.

        Args:
            timeout: Seconds for each attempt.
            max_retries: How often a failed attempt is repeated.
            request_id: Sent as `x-request-id`, and returned by the service.
            headers: Further headers, such as `traceparent`.
        """
        core = self._runner.core
        timeout = core.timeout if timeout is None else timeout
        max_retries = core.max_retries if max_retries is None else max_retries
        further = {**core.further, **checked_options(timeout, max_retries, request_id, headers)}
        clone = copy.copy(self)
        clone._bind(replace(core, timeout=timeout, max_retries=max_retries, further=further))
        return clone


class _Sync(_Base):
    _runner: Runner

    def _bind(self, core: Core) -> None:
        self._runner = Runner(core)
        # The groups are those of the other base of each client.
        super().__init__(self._runner)  # type: ignore[call-arg]

    def request(self, method: str, path: str, *, body: Any = None, headers: Mapping[str, str] = {}) -> httpx.Response:
        """Sends your own request with the client's key, version and retries, and returns the response whatever its status.

        Args:
            method: HTTP method.
            path: Path and query, such as `/v1/orders?limit=1`.
            body: An object that is sent as JSON.
            headers: Further headers.
        """
        return self._runner.run(self._runner.core.request(method, path, body, headers))

    def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            cast(httpx.Client, self._runner.core.http).close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Async(_Base):
    _runner: AsyncRunner

    def _bind(self, core: Core) -> None:
        self._runner = AsyncRunner(core)
        super().__init__(self._runner)  # type: ignore[call-arg]

    async def request(
        self, method: str, path: str, *, body: Any = None, headers: Mapping[str, str] = {}
    ) -> httpx.Response:
        """Sends your own request with the client's key, version and retries, and returns the response whatever its status.

        Args:
            method: HTTP method.
            path: Path and query, such as `/v1/orders?limit=1`.
            body: An object that is sent as JSON.
            headers: Further headers.
        """
        return await self._runner.run(self._runner.core.request(method, path, body, headers))

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            await cast(httpx.AsyncClient, self._runner.core.http).aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class Client(_Sync, resources.Resources):
    """A client of the service: `client.orders.list()`. Use it in `with`, or close it.

    Args:
        base_url: Address of the service, before `/v1`, such as `https://api.example.com`; by default `SVC_BASE_URL`.
        api_key: The API key, with its prefix; by default `SVC_API_KEY`. A function that returns it is called before each attempt.
        version: Release of the responses, by its name or its date. The types are those of the default.
        settings: `timeout`, `max_retries` and the others of `SyncSettings`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: Secret = None,
        *,
        version: str = VERSION,
        **settings: Unpack[SyncSettings],
    ) -> None:
        self._owns_http = "http_client" not in settings
        self._bind(_public(httpx.Client, base_url, api_key, version, settings))


class AsyncClient(_Async, resources.AsyncResources):
    """An asynchronous client of the service: `async for order in client.orders.list()`. Use it in `async with`, or close it.

    Args:
        base_url: Address of the service, before `/v1`, such as `https://api.example.com`; by default `SVC_BASE_URL`.
        api_key: The API key, with its prefix; by default `SVC_API_KEY`. A function or coroutine function that returns it is called before each attempt.
        version: Release of the responses, by its name or its date. The types are those of the default.
        settings: `timeout`, `max_retries` and the others of `AsyncSettings`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        api_key: AsyncSecret = None,
        *,
        version: str = VERSION,
        **settings: Unpack[AsyncSettings],
    ) -> None:
        self._owns_http = "http_client" not in settings
        self._bind(_public(httpx.AsyncClient, base_url, api_key, version, settings))


class OperatorClient(_Sync, operator_resources.Resources):
    """A client of the operator API, which has its own address and token.

    Args:
        operator_url: Address of the operator listener, before `/operator`; by default `SVC_OPERATOR_URL`.
        operator_token: The operator's token, or a function that returns it; by default `SVC_OPERATOR_TOKEN`.
        settings: Those of `Client`.
    """

    def __init__(
        self, operator_url: str | None = None, operator_token: Secret = None, **settings: Unpack[SyncSettings]
    ) -> None:
        self._owns_http = "http_client" not in settings
        self._bind(_operator(httpx.Client, operator_url, operator_token, settings))


class AsyncOperatorClient(_Async, operator_resources.AsyncResources):
    """An asynchronous client of the operator API.

    Args:
        operator_url: Address of the operator listener, before `/operator`; by default `SVC_OPERATOR_URL`.
        operator_token: The operator's token, or a function or coroutine function that returns it; by default `SVC_OPERATOR_TOKEN`.
        settings: Those of `AsyncClient`.
    """

    def __init__(
        self, operator_url: str | None = None, operator_token: AsyncSecret = None, **settings: Unpack[AsyncSettings]
    ) -> None:
        self._owns_http = "http_client" not in settings
        self._bind(_operator(httpx.AsyncClient, operator_url, operator_token, settings))
