"""Verification of webhook deliveries."""

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol
from uuid import UUID

from .contract import MODELS, KnownWebhookEvent
from .problems import ServiceError


@dataclass(frozen=True)
class UnknownEvent:
    """An event of a type that was added to the service after this release of the package."""

    id: UUID
    type_: str
    body: Mapping[str, Any]
    """The whole event."""


WebhookEvent = KnownWebhookEvent | UnknownEvent
"""An event: `match event: case OrderCreatedEvent(data=order): …`. Types may be added at any time: write a `case _`."""

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

_SECRET = re.compile(r"(?:[!-~]+_)?whsec_([A-Za-z0-9+/_-]{32})")


class WebhookHeaders(Protocol):
    """The headers of a request: a dict, or those of Flask, Django, Starlette and others."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class WebhookVerificationError(ServiceError):
    """A delivery that you must not trust: respond with 400. `reason` says why."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


def verify_webhook(
    body: bytes | str,
    headers: WebhookHeaders,
    secret: str | Iterable[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
    former_brand: str | None = None,
) -> WebhookEvent:
    """Checks that a delivery was signed by the service with your secret, a short time ago, and returns its event.

    Args:
        body: the body as received, before any parsing.
        headers: the request's headers, names in any case.
        secret: the endpoint's signing secret with its prefix; several during a rotation.
        tolerance_seconds: how far the signature's time may be from now, in both directions.
        now: Unix time to compare with, for a captured delivery.
        former_brand: the service's former name, whose headers are read if `Service-Signature` is absent.

    The same event may arrive twice: deduplicate by its `id`.
    """
    if not isinstance(body, (bytes, bytearray, str)):
        raise WebhookVerificationError("raw_body_required", "The body must be the bytes or the text as received.")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    lower = {name.lower(): value for name, value in headers.items()}
    secrets = [secret] if isinstance(secret, str) else list(secret)
    brands = [brand.lower() for brand in ("Service", former_brand) if brand and f"{brand}-signature".lower() in lower]
    if brands:
        timestamp = _required(lower, f"{brands[0]}-signature-timestamp")
        signed = [entry.strip() for entry in lower[f"{brands[0]}-signature"].split(",")]
        signatures = [entry[3:].lower() for entry in signed if entry.startswith("v1=")]
    else:
        given = _required(lower, "webhook-signature", "Service-Signature")
        timestamp = _required(lower, "webhook-timestamp")
        signatures = [entry[3:] for entry in given.split(" ") if entry.startswith("v1,")]
    _check_time(timestamp, time.time() if now is None else now, tolerance_seconds)
    if not signatures:
        raise WebhookVerificationError("unsupported_signature", "The signature has no part of version v1.")
    expected = []
    for each in secrets:
        found = _SECRET.fullmatch(each)
        if found is None:
            raise WebhookVerificationError(
                "invalid_secret", "A secret is svc_whsec_ and 32 characters, as shown at its creation."
            )
        if brands:
            expected.append(hmac.new(each.encode(), f"{timestamp}.".encode() + raw, hashlib.sha256).hexdigest())
        else:
            key = base64.b64decode(found[1].translate(str.maketrans("-_", "+/")))
            message = f"{_required(lower, 'webhook-id')}.{timestamp}.".encode() + raw
            expected.append(base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode())
    if not expected:
        raise WebhookVerificationError(
            "invalid_secret", "A secret is svc_whsec_ and 32 characters, as shown at its creation."
        )
    matches = [hmac.compare_digest(one.encode(), other.encode()) for one in expected for other in signatures]
    if not any(matches):
        raise WebhookVerificationError(
            "signature_mismatch", "No signature matches. Use the secret of this endpoint, and the body as received."
        )
    return _event_of(raw)


def _required(headers: Mapping[str, str], name: str, shown: str | None = None) -> str:
    if name not in headers:
        raise WebhookVerificationError("missing_header", f"The header {shown or name} is missing.")
    return headers[name]


def _check_time(timestamp: str, now: float, tolerance_seconds: float) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("invalid_timestamp", "The timestamp is not a number of seconds.")
    age = int(now) - int(timestamp)
    if abs(age) > tolerance_seconds:
        raise WebhookVerificationError(
            "timestamp_too_old" if age > 0 else "timestamp_too_new",
            f"The timestamp is {abs(age)} s away from this clock; {tolerance_seconds} s are accepted.",
        )


def _event_of(raw: bytes) -> WebhookEvent:
    invalid = WebhookVerificationError("invalid_body", "The body is not an event with an id and a type.")
    try:
        body = json.loads(raw)
    except ValueError:
        raise invalid from None
    if not isinstance(body, dict) or not isinstance(body.get("id"), str) or not isinstance(body.get("type"), str):
        raise invalid
    try:
        model = MODELS.get(body["type"])
        return model(body) if model else UnknownEvent(UUID(body["id"]), body["type"], body)
    except (KeyError, TypeError, ValueError):
        raise invalid from None
