"""The client of the service: a base URL, a key, a version, retries."""

import math
import re

import httpx

from .arguments import header_value
from .at_once import AsyncFewAtOnce, FewAtOnce
from .client import AuthenticatedClient
from .contract import VERSION
from .problems import InvalidArgumentError
from .retries import AsyncRetryingTransport, RetryingTransport


def connect(
    base_url: str,
    api_key: str,
    *,
    version: str = VERSION,
    timeout: float = 30.0,
    max_retries: float = 2,
) -> AuthenticatedClient:
    """A client for the operations in `agency_service.api`.

    Args:
        base_url: address of the service, before `/v1`, such as `https://api.example.com`.
        api_key: the API key, with its prefix.
        version: release of the responses, by its name or its date. The models are those of the default.
        timeout: seconds for each attempt; `math.inf` for no limit.
        max_retries: how often a request is repeated that may be repeated.

    Use it as `with connect(…) as client:` to close its connections, or `async with` for asynchronous operations.
    """
    url = _address(base_url)
    if not isinstance(api_key, str) or not re.fullmatch(r"[!-~]+", api_key):
        raise InvalidArgumentError("api_key", "the key is required as it was shown, without spaces and line breaks")
    headers = {
        "Service-Version": header_value("version", version),
        "User-Agent": "agency-service-python/1.0.0",
        "Authorization": f"Bearer {api_key}",
    }
    limit = None if _count("timeout", timeout) == math.inf else timeout
    _count("max_retries", max_retries)
    client = AuthenticatedClient(base_url=url, token=api_key)
    transport = RetryingTransport(FewAtOnce(httpx.HTTPTransport()), max_retries)
    client.set_httpx_client(httpx.Client(transport=transport, base_url=url, headers=headers, timeout=limit))
    async_transport = AsyncRetryingTransport(AsyncFewAtOnce(httpx.AsyncHTTPTransport()), max_retries)
    client.set_async_httpx_client(
        httpx.AsyncClient(transport=async_transport, base_url=url, headers=headers, timeout=limit)
    )
    return client


def _address(text: str) -> str:
    """The address without a slash at its end. The error does not show it: it may hold a password."""
    try:
        url = httpx.URL(text)
    except (TypeError, ValueError, httpx.InvalidURL):
        url = httpx.URL("")
    if url.scheme not in ("http", "https") or url.host == "" or (url.port or 0) > 65_535:
        raise InvalidArgumentError("base_url", "an http or https address is required, such as https://api.example.com")
    if url.query or url.fragment or url.userinfo:
        raise InvalidArgumentError("base_url", "it holds no query, no fragment, no user name and no password")
    address = str(url).rstrip("/?#")
    if address.endswith("/v1"):
        raise InvalidArgumentError("base_url", "it ends before /v1, which the operations add")
    return address


def _count(name: str, value: float) -> float:
    if isinstance(value, (int, float)) and value >= 0:
        return value
    raise InvalidArgumentError(name, "a number from 0 on is required; math.inf for no limit")
