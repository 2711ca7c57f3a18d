import base64
import hashlib
import hmac
import json
from typing import Any

import pytest
from agency_service.models import OrderCreatedEvent, PingEvent

from agency_service import UnknownEvent, WebhookVerificationError, verify_webhook

SECRET = "svc_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "svc_whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
NOW = 1_784_538_000
BODY = json.dumps(
    {
        "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
        "type": "ping",
        "created_at": "2026-07-20T09:00:00.000Z",
        "api_version": "2026-07-06",
        "data": {"endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05", "note": "é€😀"},
    },
    ensure_ascii=False,
).encode()


def own(secret: str = SECRET, body: bytes = BODY, timestamp: object = NOW) -> dict[str, str]:
    digest = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return {"Service-Signature": f"v1={digest}", "Service-Signature-Timestamp": str(timestamp)}


def standard(secret: str = SECRET, body: bytes = BODY) -> dict[str, str]:
    key = base64.b64decode(secret.split("whsec_")[1])
    digest = base64.b64encode(hmac.new(key, f"e1.{NOW}.".encode() + body, hashlib.sha256).digest()).decode()
    return {"webhook-id": "e1", "webhook-timestamp": str(NOW), "webhook-signature": f"v1,{digest} v2,x"}


def reason(*args: Any, **kwargs: Any) -> str:
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(*args, **{"now": NOW, **kwargs})
    return caught.value.reason


def test_accepts_a_fixed_vector_that_was_computed_elsewhere() -> None:
    # printf '1700000000.{"id":"e1","type":"ping"}' | openssl dgst -sha256 -hmac svc_whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    headers = {
        "service-signature": "v1=66ae26cb70c3af77cc3cf639ddb9a231c9cc2873be81c5e132ffb96654291b09",
        "service-signature-timestamp": "1700000000",
    }
    # The signature fits, and this is not an event.
    assert reason('{"id":"e1","type":"ping"}', headers, OTHER, now=1_700_000_000) == "invalid_body"


@pytest.mark.parametrize("headers", [own(), standard(), {name.upper(): value for name, value in own().items()}])
def test_returns_the_event(headers: dict[str, str]) -> None:
    event = verify_webhook(BODY, headers, SECRET, now=NOW)
    assert isinstance(event, PingEvent)
    assert str(event.id) == "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07"
    assert verify_webhook(BODY.decode(), headers, SECRET, now=NOW) == event


def test_accepts_any_of_several_secrets_and_signatures() -> None:
    two = own(OTHER)
    two["Service-Signature"] += ", " + own()["Service-Signature"]
    for secrets in (SECRET, OTHER, [OTHER, SECRET]):
        assert isinstance(verify_webhook(BODY, two, secrets, now=NOW), PingEvent)
    assert isinstance(verify_webhook(BODY, own(), (OTHER, SECRET), now=NOW), PingEvent)


def test_reads_the_headers_of_a_former_name() -> None:
    former = {name.replace("Service", "Legacy"): value for name, value in own().items()}
    assert isinstance(verify_webhook(BODY, former, SECRET, now=NOW, former_brand="Legacy"), PingEvent)
    assert reason(BODY, former, SECRET) == "missing_header"


def test_returns_events_of_types_that_it_does_not_know() -> None:
    body = BODY.replace(b'"ping"', b'"gift.sent"')
    event = verify_webhook(body, own(body=body), SECRET, now=NOW)
    assert isinstance(event, UnknownEvent)
    assert (event.type_, event.body["data"]["note"]) == ("gift.sent", "é€😀")


@pytest.mark.parametrize(
    ("expected", "body", "headers", "secret"),
    [
        ("signature_mismatch", BODY + b" ", own(), SECRET),
        ("signature_mismatch", BODY, own(), OTHER),
        ("signature_mismatch", BODY + b" ", standard(), SECRET),
        ("signature_mismatch", BODY, {**own(), "Service-Signature": "v1=é"}, SECRET),
        ("missing_header", BODY, {}, SECRET),
        ("missing_header", BODY, {"Service-Signature": "v1=00"}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": "v2=00"}, SECRET),
        ("invalid_timestamp", BODY, own(timestamp="now"), SECRET),
        ("invalid_timestamp", BODY, own(timestamp="١٢"), SECRET),
        ("timestamp_too_old", BODY, own(timestamp=NOW - 301), SECRET),
        ("timestamp_too_new", BODY, own(timestamp=NOW + 301), SECRET),
        ("invalid_secret", BODY, own(), "secret"),
        ("invalid_secret", BODY, own(), []),
        ("invalid_secret", BODY, own(), [SECRET, ""]),
        ("raw_body_required", json.loads(BODY), own(), SECRET),
        ("invalid_body", b"[1]", own(body=b"[1]"), SECRET),
        ("invalid_body", b"\xff", own(body=b"\xff"), SECRET),
    ],
)
def test_refuses(expected: str, body: Any, headers: dict[str, str], secret: Any) -> None:
    assert reason(body, headers, secret) == expected


def test_no_error_shows_a_secret() -> None:
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(BODY, own(), "sk_secret_of_someone", now=NOW)
    assert "sk_secret" not in str(caught.value)


def test_an_order_has_types() -> None:
    body = json.dumps(
        {
            "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
            "type": "order.created",
            "created_at": "2026-07-18T21:04:11.000Z",
            "api_version": "2026-07-06",
            "data": {
                "id": "o1",
                "order_type": "tip",
                "creator_id": "c1",
                "account_id": "a1",
                "fan_id": None,
                "fan_username": None,
                "user_id": None,
                "message_id": None,
                "amount_cents": 1500,
                "created_at": "2026-07-18T21:04:11.000Z",
                "refunded_at": None,
            },
        }
    ).encode()
    event = verify_webhook(body, own(body=body), SECRET, now=NOW)
    assert isinstance(event, OrderCreatedEvent)
    assert (event.data.amount_cents, event.data.created_at.year) == (1500, 2026)
