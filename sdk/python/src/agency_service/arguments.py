"""The arguments of an operation, checked before anything is sent: an empty list would reach the service as "everything", `..` as another path."""

import json
import math
import re
from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID

import attrs

from .contract import LIST_VALUES
from .problems import InvalidArgumentError
from .types import Unset


def request_of(
    method: str,
    path: str,
    *,
    parameters: Mapping[str, object] = {},
    query: Mapping[str, object] = {},
    lists: Mapping[str, object] = {},
    headers: Mapping[str, tuple[str, object]] = {},
    body: object = None,
) -> dict[str, Any]:
    """The arguments of httpx for a request. UNSET and None mean "left out". A header has the name of its argument with its value."""
    path = path.format_map({name: _path_value(name, value) for name, value in parameters.items()})
    params = {name: _query_value(name, value) for name, value in query.items() if _is_given(value)}
    # As the contract has them: separated by commas in one parameter.
    params |= {name: ",".join(_list(name, values)) for name, values in lists.items() if _is_given(values)}
    sent = {name: header_value(*given) for name, given in headers.items() if _is_given(given[1])}
    request: dict[str, Any] = {"method": method, "url": path, "params": params, "headers": sent}
    if _is_given(body):
        sent["Content-Type"] = "application/json"
        request["content"] = _json(body)
    return request


def header_value(name: str, value: object) -> str:
    """The value of a header. It may be a secret, so the error does not show it."""
    if isinstance(value, str) and re.fullmatch(r"[!-~]([ -~]*[!-~])?", value):
        return value
    raise InvalidArgumentError(name, "a text of printable ASCII characters is required, without a space at either end")


def _is_given(value: object) -> bool:
    return value is not None and not isinstance(value, Unset)


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


def _list(name: str, values: object) -> list[str]:
    # An iterator would be empty on the second page.
    if not isinstance(values, Collection) or isinstance(values, (str, bytes, bytearray, Mapping)):
        raise InvalidArgumentError(name, f"a list is required, not {type(values).__name__}")
    if len(values) == 0:
        raise InvalidArgumentError(name, "the list is empty. Leave the argument out to apply no filter")
    if len(values) > LIST_VALUES:
        raise InvalidArgumentError(name, f"a list holds at most {LIST_VALUES} values, not {len(values)}")
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
        raise InvalidArgumentError(name, "the datetime has no time zone; use datetime.now(UTC), or astimezone()")
    return value


def _json(body: object) -> bytes:
    _check_instants("body", body)
    try:
        values = body.to_dict()  # type: ignore[attr-defined]
        return json.dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_id).encode()
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise InvalidArgumentError("body", "it is not a model whose members can be written as JSON") from error


def _id(value: object) -> str:
    if isinstance(value, UUID):
        return str(value)
    raise TypeError


def _check_instants(name: str, value: object) -> None:
    kind = type(value)
    if isinstance(value, date):
        _instant(name, value)
    elif isinstance(value, (list, tuple)):
        for each in value:
            _check_instants(name, each)
    elif attrs.has(kind):
        for field in attrs.fields(kind):
            _check_instants(f"{name}.{field.name}", getattr(value, field.name))
