"""The arguments of an operation, checked before anything is sent: an empty list would reach the service as "everything", `..` as another path."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID

from httpx import URL, InvalidURL

from .errors import InvalidArgumentError
from .models import Model


class Omit:
    """The default of an argument for which None is a value: it is left out."""

    def __repr__(self) -> str:
        return "OMIT"


OMIT = Omit()


@dataclass(frozen=True)
class Operation:
    """The contract of an operation."""

    method: str
    path: str
    answers: str
    """`json`, `text`, `stream`, or `none` without a body."""
    places: Mapping[str, tuple[str, str, int | None]]
    """Of each argument, where it is sent, its name there, and the most values of a list."""
    body: str
    """`none`, `optional` or `required`."""
    retry: str
    """`safe` if it may be repeated after an unknown outcome, otherwise `never`."""
    repeat_problem: str | None
    """The problem of a repetition whose first attempt took effect."""
    scope: str | None
    limit: int | None
    """The most items of a page."""
    nullable: Collection[str]
    """The arguments for which None is a value."""


@dataclass
class Request:
    """A request with the names of the contract."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: dict[str, Any] | None = None


def request_of(operation: Operation, given: Mapping[str, Any]) -> Request:
    """Sorts the arguments of a call into its parts. None means "left out", unless it is a value of the argument."""
    path = operation.path
    request = Request(operation.method, "", {}, {}, {} if operation.body == "required" else None)
    for name, value in given.items():
        place, named, most = operation.places[name]
        if place == "path":
            path = path.replace(f"{{{named}}}", _path_value(name, value))
        elif value is OMIT or (value is None and name not in operation.nullable):
            continue
        elif place == "query":
            request.query[named] = ",".join(_list(name, value, most)) if most else _query_value(name, value)
        elif place == "body":
            request.body = {**(request.body or {}), named: value}
        elif place == "header":
            request.headers[named] = header_value(name, value)
    request.path = path
    return request


def header_value(name: str, value: object) -> str:
    """The value of a header. It may be a secret, so the error does not show it."""
    if isinstance(value, str) and re.fullmatch(r"[!-~]([ -~]*[!-~])?", value):
        return value
    raise InvalidArgumentError(name, "a text of printable ASCII characters is required, without a space at either end")


def bearer(name: str, secret: object) -> str:
    """The `Authorization` of a key or token. The error does not show it."""
    if isinstance(secret, str) and re.fullmatch("[!-~]+", secret):
        return f"Bearer {secret}"
    raise InvalidArgumentError(name, "the text is required as it was shown, without spaces and line breaks")


def address(name: str, value: object) -> str:
    """The address of the service without a slash at its end. The error does not show it: it may hold a password."""
    try:
        url = URL(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, InvalidURL):
        url = URL("")
    if url.scheme not in ("http", "https") or url.host == "" or (url.port or 0) > 65_535:
        raise InvalidArgumentError(name, "an http or https address is required, such as https://api.example.com")
    if url.query or url.fragment or url.userinfo:
        raise InvalidArgumentError(name, "it holds no query, no fragment, no user name and no password")
    text = str(url).rstrip("/?#")
    if text.endswith("/v1"):
        raise InvalidArgumentError(name, "it ends before /v1, which the methods add")
    return text


def count(name: str, value: Any) -> float:
    """A number of seconds or of retries."""
    if isinstance(value, (int, float)) and value >= 0:
        return value
    raise InvalidArgumentError(name, "a number from 0 on is required; math.inf for no limit")


def json_of(body: Mapping[str, Any]) -> bytes:
    """The members of a body as JSON. An error has the name of the member."""
    return f"{{{','.join(f'{json.dumps(name)}:{_json(name, value)}' for name, value in body.items())}}}".encode()


def _json(name: str, value: object) -> str:
    def plain(other: object) -> object:
        if isinstance(other, date):
            return _instant(name, other).isoformat()
        if isinstance(other, UUID):
            return str(other)
        if isinstance(other, Model):
            return other.to_dict()
        if isinstance(other, Mapping):
            return dict(other)
        if isinstance(other, Collection) and not isinstance(other, (bytes, bytearray, memoryview)):
            return list(other)
        raise TypeError

    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=plain)
        text.encode()
        return text
    except InvalidArgumentError:
        raise
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidArgumentError(name, "it cannot be written as JSON") from error


def _path_value(name: str, value: object) -> str:
    text = _text(name, value)
    if text in ("", ".", ".."):
        raise InvalidArgumentError(name, f'an id is required, not "{text}"')
    return quote(text, safe="")


def _query_value(name: str, value: object) -> str:
    if isinstance(value, date):
        return _instant(name, value).isoformat()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return str(value)
    if isinstance(value, (str, UUID)):
        return _text(name, value)
    kind = type(value).__name__
    raise InvalidArgumentError(name, f"a text, a finite number, a boolean or a date is required, not {kind}")


def _list(name: str, values: object, most: int) -> list[str]:
    # An iterator would be empty on the second page.
    if not isinstance(values, Collection) or isinstance(values, (str, bytes, bytearray, Mapping)):
        raise InvalidArgumentError(name, f"a list is required, not {type(values).__name__}")
    if len(values) == 0:
        raise InvalidArgumentError(name, "the list is empty. Leave the argument out to apply no filter")
    if len(values) > most:
        raise InvalidArgumentError(name, f"a list holds at most {most} values, not {len(values)}")
    texts = [_text(name, value) for value in values]
    for text in texts:
        if text == "":
            raise InvalidArgumentError(name, "every value is a text that is not empty")
        if "," in text:
            raise InvalidArgumentError(name, f"{json.dumps(text)} holds a comma, which separates values")
    return texts


def _text(name: str, value: object) -> str:
    if isinstance(value, UUID):
        return str(value)
    if not isinstance(value, str):
        raise InvalidArgumentError(name, f"a text is required, not {type(value).__name__}")
    if re.search("[\ud800-\udfff]", value):
        raise InvalidArgumentError(name, "it holds half of a character")
    # For a member of an enumeration, the text itself.
    return str.__str__(value)


def _instant(name: str, value: date) -> date:
    """A day, or an instant: without an offset it would be that of another time zone."""
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise InvalidArgumentError(
            name, "the datetime has no time zone; use datetime.now(timezone.utc), or astimezone()"
        )
    return value
