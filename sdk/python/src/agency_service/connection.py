"""The client of the service: a base URL, a key, a version, retries."""

import re

import httpx

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
    max_retries: int = 2,
) -> AuthenticatedClient:
    """A client for the operations in `agency_service.api`.

    Args:
        base_url: address of the service, before `/v1`, such as `https://api.example.com`.
        api_key: the API key, with its prefix.
        version: release of the responses, by its name or its date. The models are those of the default.
        timeout: seconds for each attempt.
        max_retries: how often a request is repeated that may be repeated.

    Use it as `with connect(…) as client:` to close its connections, or `async with` for asynchronous operations.
    """
    if not re.match(r"https?://[^/]", base_url):
        raise InvalidArgumentError("base_url must be a URL with http or https")
    if not re.fullmatch(r"[!-~]+", api_key):
        raise InvalidArgumentError("api_key must be the key as it was shown, without spaces and line breaks")
    url = base_url.rstrip("/")
    headers = {
        "Service-Version": version,
        "User-Agent": "agency-service-python/1.0.0",
        "Authorization": f"Bearer {api_key}",
    }
    client = AuthenticatedClient(base_url=url, token=api_key)
    transport = RetryingTransport(FewAtOnce(httpx.HTTPTransport()), max_retries)
    client.set_httpx_client(httpx.Client(transport=transport, base_url=url, headers=headers, timeout=timeout))
    async_transport = AsyncRetryingTransport(AsyncFewAtOnce(httpx.AsyncHTTPTransport()), max_retries)
    client.set_async_httpx_client(
        httpx.AsyncClient(transport=async_transport, base_url=url, headers=headers, timeout=timeout)
    )
    return client
