"""Signed events for your own tests of a receiver."""

from __future__ import annotations

import base64
import json
import os
import time
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from .examples import EXAMPLES
from .models import Model
from .types import DeliveryEventType
from .webhooks import _hmac_of, _keys_of


def example_event(type: DeliveryEventType, *, data: Mapping[str, Any] = {}, **changes: Any) -> dict[str, Any]:
    """An event as JSON: the example of the contract with a new `id` and your changes.

    Args:
        type: The type of the event, such as `order.created`.
        data: Members of the data that differ from the example.
        changes: Members of the event that differ, such as `id`.
    """
    example = EXAMPLES[type]
    return {**example, "id": str(uuid.uuid4()), **changes, "type": type, "data": {**example["data"], **data}}


def new_secret() -> str:
    """A secret in the form of those that the service creates."""
    return f"svc_whsec_{base64.b64encode(os.urandom(24)).decode()}"


def sign_webhook(
    event: Mapping[str, Any] | Model | str, secret: str | Iterable[str], *, now: float | None = None
) -> tuple[bytes, dict[str, str]]:
    """Signs a delivery as the service does, and returns its body and its headers.

    Args:
        event: An event, such as one of `example_event`, or the text of a body.
        secret: A secret such as one of `new_secret`; several sign as during a rotation.
        now: Unix time of the signature; now by default.
    """
    values = event.to_dict() if isinstance(event, Model) else event
    body = (values if isinstance(values, str) else json.dumps(values, ensure_ascii=False)).encode()
    known = values if isinstance(values, Mapping) else {}
    timestamp, id = str(int(time.time() if now is None else now)), str(known.get("id", uuid.uuid4()))
    own = [_hmac_of(key, f"{timestamp}.".encode(), body).hex() for key in _keys_of(secret, True)]
    standard = [_hmac_of(key, f"{id}.{timestamp}.".encode(), body) for key in _keys_of(secret, False)]
    return body, {
        "Content-Type": "application/json",
        "User-Agent": "Service-Webhooks/1.0",
        "Service-Signature": ",".join(f"v1={each}" for each in own),
        "Service-Signature-Timestamp": timestamp,
        "Service-Event-Type": str(known.get("type", "ping")),
        "Service-Event-Id": id,
        "Service-Delivery-Id": str(uuid.uuid4()),
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(f"v1,{base64.b64encode(each).decode()}" for each in standard),
    }
