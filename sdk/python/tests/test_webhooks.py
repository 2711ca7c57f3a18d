import base64
import hashlib
import hmac
import json
import math
from array import array
from email.message import Message as Fields
from typing import Any

import httpx
import pytest
from agency_service.types import OrderCreatedEvent, PingEvent

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
    assert verify_webhook('{"id":"e1","type":"ping"}', headers, OTHER, now=1_700_000_000).id == "e1"


@pytest.mark.parametrize("headers", [own(), standard(), {name.upper(): value for name, value in own().items()}])
def test_returns_the_event(headers: dict[str, str]) -> None:
    event = verify_webhook(BODY, headers, SECRET, now=NOW)
    assert isinstance(event, PingEvent)
    assert event.id == "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07"
    for body in (BODY.decode(), bytearray(BODY), memoryview(BODY), array("B", BODY)):
        assert verify_webhook(body, headers, SECRET, now=NOW) == event


def message_of(signed: dict[str, str]) -> Fields:
    """Headers as `http.server` has them."""
    message = Fields()
    for name, value in signed.items():
        message[name] = value
    return message


class Headers:
    """Headers that are read one by one, by name."""

    def get(self, name: str) -> str | None:
        return {each.lower(): value for each, value in own().items()}.get(name.lower())


@pytest.mark.parametrize("signed", [own(), standard()])
@pytest.mark.parametrize(
    "form",
    [
        lambda signed: {**signed, "content-length": 12, 5: None, "cookie": ["a", None]},
        lambda signed: {name: [value] for name, value in signed.items()},
        lambda signed: {name: (value.encode(),) for name, value in signed.items()},
        lambda signed: {name.encode(): value.encode() for name, value in signed.items()},
        lambda signed: [(name.lower().encode(), value.encode()) for name, value in signed.items()],
        lambda signed: iter([*signed.items()]),
        lambda signed: [*signed.items(), ("X-Id", None), ["x-other", 7]],
        lambda signed: message_of(signed),
        lambda signed: httpx.Headers(signed),
        lambda signed: Headers() if "webhook-id" not in signed else httpx.Headers(signed),
        lambda signed: {"service-signature": None, "SERVICE-SIGNATURE": [], **signed},
    ],
)
def test_reads_every_form_of_headers(form: Any, signed: dict[str, str]) -> None:
    assert isinstance(verify_webhook(BODY, form(signed), SECRET, now=NOW), PingEvent)


def test_reads_several_lines_of_one_header() -> None:
    first, second = own(OTHER), own()
    lines = [*first.items(), ("service-signature", second["Service-Signature"])]
    for secret in (SECRET, OTHER):
        assert isinstance(verify_webhook(BODY, lines, secret, now=NOW), PingEvent)
    several = {**own(), "Service-Signature": [first["Service-Signature"], second["Service-Signature"]]}
    assert isinstance(verify_webhook(BODY, several, SECRET, now=NOW), PingEvent)


@pytest.mark.parametrize(
    "headers", [None, 5, "service-signature", b"service-signature", [5], [("a",)], object(), {"a": 1}.keys()]
)
def test_headers_of_no_known_form_are_missing(headers: Any) -> None:
    assert reason(BODY, headers, SECRET) == "missing_header"


@pytest.mark.parametrize("headers", [own(), standard()])
@pytest.mark.parametrize("secret", [SECRET, [SECRET, OTHER], {OTHER, SECRET}, (OTHER, SECRET)])
def test_computes_one_hmac_for_each_secret_whatever_the_header_holds(
    monkeypatch: pytest.MonkeyPatch, headers: dict[str, str], secret: Any
) -> None:
    computed, new = [], hmac.new
    monkeypatch.setattr(hmac, "new", lambda *args, **kwargs: computed.append(args) or new(*args, **kwargs))
    name = "Service-Signature" if "Service-Signature" in headers else "webhook-signature"
    separator, short = (",", "v1=00") if name == "Service-Signature" else (" ", "v1,AAAA")
    valid = headers[name].split(" ")[0]
    assert isinstance(
        verify_webhook(
            BODY, {**headers, name: separator.join([short] * 19 + [valid] + [short] * 2600)}, secret, now=NOW
        ),
        PingEvent,
    )
    assert len(computed) == (1 if secret == SECRET else 2)


@pytest.mark.parametrize("headers", [own(), standard()])
def test_reads_twenty_entries_of_a_signature(headers: dict[str, str]) -> None:
    name, separator = ("Service-Signature", ",") if "Service-Signature" in headers else ("webhook-signature", " ")
    valid = headers[name].split(" ")[0]
    wrong = valid[:3] + ("00" * 32 if separator == "," else "A" * 43 + "=")
    assert reason(BODY, {**headers, name: separator.join([wrong] * 20 + [valid])}, SECRET) == "signature_mismatch"
    assert isinstance(
        verify_webhook(BODY, {**headers, name: separator.join([wrong] * 19 + [valid])}, SECRET, now=NOW), PingEvent
    )


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
    assert (event.type, event.data["note"]) == ("gift.sent", "é€😀")


@pytest.mark.parametrize(
    ("expected", "body", "headers", "secret"),
    [
        ("signature_mismatch", BODY + b" ", own(), SECRET),
        ("signature_mismatch", BODY, own(), OTHER),
        ("signature_mismatch", BODY + b" ", standard(), SECRET),
        ("signature_mismatch", BODY, {**own(), "Service-Signature": "v1=00"}, SECRET),
        ("signature_mismatch", "\ud800", own(), SECRET),
        ("signature_mismatch", BODY, {**standard(), "webhook-id": "\ud800"}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": "v1=é"}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": "v1=\ud800"}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": b"v1=\xff"}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": 7}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": "v1=" + "0 " * 32}, SECRET),
        ("unsupported_signature", BODY, {**standard(), "webhook-signature": "v1,A v1,= v1,\ud800"}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": "," * 20 + own()["Service-Signature"]}, SECRET),
        ("missing_header", BODY, {**own(), "Service-Signature": None}, SECRET),
        ("missing_header", BODY, {}, SECRET),
        ("missing_header", BODY, {"Service-Signature": "v1=00"}, SECRET),
        ("unsupported_signature", BODY, {**own(), "Service-Signature": "v2=00"}, SECRET),
        ("invalid_timestamp", BODY, own(timestamp="now"), SECRET),
        ("invalid_timestamp", BODY, own(timestamp="١٢"), SECRET),
        ("invalid_timestamp", BODY, {**own(), "Service-Signature-Timestamp": [str(NOW), str(NOW)]}, SECRET),
        ("timestamp_too_old", BODY, own(timestamp=NOW - 301), SECRET),
        ("timestamp_too_new", BODY, own(timestamp=NOW + 301), SECRET),
        ("invalid_secret", BODY, own(), "secret"),
        ("invalid_secret", BODY, own(), []),
        ("invalid_secret", BODY, own(), [SECRET, ""]),
        ("invalid_secret", BODY, own(), f"{OTHER},{SECRET}"),
        ("invalid_secret", BODY, own(), f"{OTHER}, {SECRET}"),
        ("invalid_secret", BODY, own(), f"{OTHER};{SECRET}"),
        ("invalid_secret", BODY, own(), f"{SECRET}\n"),
        ("invalid_secret", BODY, own(), SECRET.encode()),
        ("invalid_secret", BODY, own(), [SECRET, None]),
        ("invalid_secret", BODY, own(), None),
        ("invalid_secret", BODY, own(), 5),
        ("raw_body_required", json.loads(BODY), own(), SECRET),
        ("raw_body_required", None, own(), SECRET),
        ("raw_body_required", 5, own(), SECRET),
        ("raw_body_required", [BODY], own(), SECRET),
        ("invalid_body", b"[1]", own(body=b"[1]"), SECRET),
        ("invalid_body", b"\xff", own(body=b"\xff"), SECRET),
        ("invalid_body", b"", own(body=b""), SECRET),
        ("invalid_body", b"null", own(body=b"null"), SECRET),
        ("invalid_body", b"[" * 100_000, own(body=b"[" * 100_000), SECRET),
        ("invalid_body", b'{"id":"e1","type":7}', own(body=b'{"id":"e1","type":7}'), SECRET),
        (
            "invalid_body",
            b'{"id":"e1","type":"ping","data":[5]}',
            own(body=b'{"id":"e1","type":"ping","data":[5]}'),
            SECRET,
        ),
    ],
)
def test_refuses(expected: str, body: Any, headers: dict[str, str], secret: Any) -> None:
    assert reason(body, headers, secret) == expected


def test_a_tolerance_that_is_not_a_number_accepts_nothing() -> None:
    assert reason(BODY, own(), SECRET, tolerance_seconds=math.nan) == "timestamp_too_new"


def test_ids_of_unknown_events_are_texts() -> None:
    body = b'{"id":"e1","type":"gift.sent"}'
    assert verify_webhook(body, own(body=body), SECRET, now=NOW) == UnknownEvent(json.loads(body))


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
