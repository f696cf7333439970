"""Requests: how parameters and bodies are written."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

Time: TypeAlias = str | datetime | date
"""A time: text as the service expects it, a `datetime` with a time zone, or a `date` (the start of the day in UTC)."""

_SAFE = frozenset(("GET", "HEAD"))
_IDEMPOTENT = frozenset(("GET", "HEAD", "PUT", "DELETE"))


@dataclass(frozen=True, slots=True)
class Request:
    """A request without its access token."""

    method: str
    path: str
    """Path with its query, such as `/api/v1/markets/quotes?symbol=AAPL.US`."""
    headers: Mapping[str, str]
    content: bytes | None = None
    is_stream: bool = False

    @property
    def is_safe(self) -> bool:
        """Whether it may be sent again when it is unknown whether the service has executed it."""
        return self.method in _SAFE or "Idempotency-Key" in self.headers

    @property
    def is_idempotent(self) -> bool:
        """Whether it may be sent again after the service was unavailable."""
        return self.method in _IDEMPOTENT or "Idempotency-Key" in self.headers

    def after(self, last_id: str | None) -> Request:
        """Returns the request that resumes a stream after an event."""
        if last_id is None:
            return self
        return replace(self, headers={**self.headers, "Last-Event-ID": last_id})


def request_of(
    method: str,
    template: str,
    *,
    path: Mapping[str, Any] | None = None,
    query: Mapping[str, Any] | None = None,
    headers: Mapping[str, Any] | None = None,
    body: Any = None,
    raw_type: str | None = None,
    accept: str = "application/json",
    is_stream: bool = False,
) -> Request:
    """Returns the request of an operation.

    Args:
        raw_type: The media type of a body that is text or bytes.
    """
    filled = re.sub(r"{(\w+)}", lambda match: quote(text_of((path or {})[match[1]]), safe=""), template)
    search = urlencode({name: text_of(value) for name, value in (query or {}).items() if value is not None})
    sent = {"Accept": accept}
    for name, value in (headers or {}).items():
        if value is not None:
            sent[name] = text_of(value)
        elif name == "Idempotency-Key":
            # With a key of its own, a request can be repeated without doing anything twice.
            sent[name] = str(uuid.uuid4())
    content: bytes | None = None
    if isinstance(body, (str, bytes)):
        content = body.encode() if isinstance(body, str) else body
        sent["Content-Type"] = raw_type or "application/json"
    elif body is not None:
        content = json.dumps(body, default=_json_of, allow_nan=False).encode()
        sent["Content-Type"] = "application/json"
    return Request(method, f"{filled}?{search}" if search else filled, sent, content, is_stream)


def text_of(value: Any) -> str:
    """Returns a parameter as text; items of a list are joined by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime, date)):
        return _time_text(value)
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        return str(value)
    return ",".join(text_of(item) for item in value)


def _time_text(value: datetime | date) -> str:
    if not isinstance(value, datetime):
        return value.isoformat()
    if value.tzinfo is None:
        raise ValueError(f"{value!r} has no time zone: use datetime(…, tzinfo=timezone.utc), or a text.")
    # The service reads at most nine digits of a second, and UTC without an offset.
    return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"


def _json_of(value: Any) -> Any:
    """Converts a value within a body that JSON does not have."""
    if isinstance(value, (datetime, date)):
        return _time_text(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be sent as JSON.")
