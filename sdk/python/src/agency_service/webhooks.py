"""Verification of webhook deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, Union

from .errors import ServiceError
from .models import Model
from .types import EVENTS, KnownWebhookEvent


class UnknownEvent(Model):
    """An event of a type that was added to the service after this release of the package."""

    id: str
    type: str
    data: Any


WebhookEvent = Union[KnownWebhookEvent, UnknownEvent]
"""An event: `if isinstance(event, OrderCreatedEvent): …`. Types may be added at any time: write an `else`."""

Reason = Literal[
    "missing_header",
    "invalid_timestamp",
    "timestamp_too_old",
    "timestamp_too_new",
    "unsupported_signature",
    "invalid_secret",
    "signature_mismatch",
    "raw_body_required",
    "invalid_body",
]

# The entries of a signature that are read: anyone can send thousands, and an endpoint has fewer secrets.
_ENTRIES = 20

# A text with several secrets does not match, however they are separated.
_SECRET = re.compile(r"(?:[A-Za-z0-9_.-]+_)?whsec_([A-Za-z0-9+/_-]{32})")

_URL_SAFE = str.maketrans("+/", "-_")

HeaderText = Union[str, bytes]
HeaderValue = Union[HeaderText, Sequence[HeaderText], None]


class HeaderItems(Protocol):
    """A dict, or the headers of Flask, Django, Starlette, aiohttp and others."""

    def items(self) -> Iterable[tuple[Any, HeaderValue]]: ...


class HeaderGetter(Protocol):
    """Headers that are read one by one, by name."""

    def get(self, name: str, /) -> HeaderValue: ...


WebhookHeaders = Union[HeaderItems, HeaderGetter, Iterable[tuple[HeaderText, HeaderValue]]]
"""The headers of a request, names in any case: a mapping, or pairs as in ASGI. A value may be a list, as load balancers send it."""


class WebhookVerificationError(ServiceError):
    """A delivery that you must not trust: respond with 400. `reason` says why."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


def verify_webhook(
    body: bytes | bytearray | memoryview | str,
    headers: WebhookHeaders,
    secret: str | Iterable[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
    former_brand: str | None = None,
) -> WebhookEvent:
    """Checks that a delivery was signed by the service with your secret, a short time ago, and returns its event.

    The same event may arrive twice: deduplicate by its `id`.

    Args:
        body: the body as received, before any parsing.
        headers: the request's headers, names in any case.
        secret: the endpoint's signing secret with its prefix; several during a rotation.
        tolerance_seconds: how far the signature's time may be from now, in both directions.
        now: Unix time to compare with, for a captured delivery.
        former_brand: the service's former name, whose headers are read if `Service-Signature` is absent.
    """
    raw = _bytes_of(body)
    own = [f"{brand.lower()}-signature" for brand in ("Service", former_brand) if brand]
    times = [f"{name}-timestamp" for name in own]
    texts = _texts_of(headers, [*own, *times, "webhook-signature", "webhook-id", "webhook-timestamp"])
    name = next((name for name in own if name in texts), None)
    if name:
        entries = texts[name].split(",", _ENTRIES)
        timestamp = _required(texts, f"{name}-timestamp")
        prefix = f"{timestamp}."
    else:
        entries = _required(texts, "webhook-signature", "Service-Signature").split(" ", _ENTRIES)
        identity, timestamp = _required(texts, "webhook-id"), _required(texts, "webhook-timestamp")
        prefix = f"{identity}.{timestamp}."
    signatures = [found for entry in entries[:_ENTRIES] if (found := _signature_of(entry.strip(), name is not None))]
    _check_time(timestamp, time.time() if now is None else now, tolerance_seconds)
    if not signatures:
        raise WebhookVerificationError("unsupported_signature", "The signature has no part of version v1.")
    message = prefix.encode("utf-8", "surrogatepass")
    expected = [_hmac_of(key, message, raw) for key in _keys_of(secret, name is not None)]
    # Each pair is compared, so that the time reveals nothing.
    matches = [hmac.compare_digest(one, other) for one in expected for other in signatures]
    if not any(matches):
        raise WebhookVerificationError(
            "signature_mismatch", "No signature matches. Use the secret of this endpoint, and the body as received."
        )
    return _event_of(raw)


def _bytes_of(body: bytes | bytearray | memoryview | str) -> bytes:
    try:
        # Half of a character matches no signature.
        return body.encode("utf-8", "surrogatepass") if isinstance(body, str) else memoryview(body).tobytes()
    except (TypeError, ValueError):
        raise WebhookVerificationError(
            "raw_body_required", "The body must be the bytes or the text as received."
        ) from None


def _texts_of(headers: WebhookHeaders, names: Sequence[str]) -> dict[str, str]:
    """The values of the named headers; several of one name are separated by commas."""
    found: dict[str, list[str]] = {}
    try:
        for name, value in _pairs_of(headers, names):
            key = _text(name).lower()
            if key in names and value is not None:
                found.setdefault(key, []).extend(map(_text, value if isinstance(value, (list, tuple)) else [value]))
    except (AttributeError, TypeError, ValueError):
        raise WebhookVerificationError("missing_header", "The headers must be a mapping, or pairs.") from None
    return {name: ",".join(values) for name, values in found.items() if values}


def _pairs_of(headers: WebhookHeaders, names: Sequence[str]) -> Iterable[tuple[Any, HeaderValue]]:
    if hasattr(headers, "items"):
        return headers.items()
    return headers if isinstance(headers, Iterable) else [(name, headers.get(name)) for name in names]


def _text(value: object) -> str:
    # Headers are bytes in HTTP.
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _required(headers: Mapping[str, str], name: str, shown: str | None = None) -> str:
    if name not in headers:
        raise WebhookVerificationError("missing_header", f"The header {shown or name} is missing.")
    return headers[name]


def _signature_of(entry: str, is_own: bool) -> bytes | None:
    """The bytes of a signature of version v1; None for what is not one."""
    if is_own:
        return bytes.fromhex(entry[3:]) if re.fullmatch(r"v1=([0-9A-Fa-f]{2})+", entry) else None
    return _from_base64(entry[3:]) if re.fullmatch(r"v1,[A-Za-z0-9+/_-]+={0,2}", entry) else None


def _from_base64(text: str) -> bytes | None:
    try:
        bare = text.rstrip("=").translate(_URL_SAFE)
        return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except ValueError:
        return None


def _keys_of(secret: str | Iterable[str], is_own: bool) -> list[bytes]:
    """The keys of secrets, under the service's own scheme or that of Standard Webhooks."""
    try:
        found = [_SECRET.fullmatch(each) for each in ([secret] if isinstance(secret, str) else secret)]
    except TypeError:
        found = []
    if not found or None in found:
        message = "A secret is svc_whsec_ and 32 characters, as shown at its creation. Pass several as a list."
        raise WebhookVerificationError("invalid_secret", message)
    return [
        each[0].encode() if is_own else base64.urlsafe_b64decode(each[1].translate(_URL_SAFE)) for each in found if each
    ]


def _hmac_of(key: bytes, *parts: bytes) -> bytes:
    """The HMAC-SHA256 of a message in parts."""
    digest = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        digest.update(part)
    return digest.digest()


def _check_time(timestamp: str, now: float, tolerance_seconds: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("invalid_timestamp", "The timestamp is not a number of seconds.")
    age = int(now) - int(timestamp)
    if not abs(age) <= tolerance_seconds:
        raise WebhookVerificationError(
            "timestamp_too_old" if age > 0 else "timestamp_too_new",
            f"The timestamp is {abs(age)} s away from this clock; {tolerance_seconds} s are accepted.",
        )


def _event_of(raw: bytes) -> WebhookEvent:
    invalid = WebhookVerificationError("invalid_body", "The body is not an event with an id and a type.")
    try:
        body = json.loads(raw)
        if isinstance(body["id"], str) and isinstance(body["type"], str):
            return EVENTS.get(body["type"], UnknownEvent)(body)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        raise invalid from None
    raise invalid
