"""What both clients are made of."""

from __future__ import annotations

import os
from collections.abc import Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Generic, TypedDict, TypeVar

import httpx

from ._exchange import RetryPolicy
from ._request import Request
from ._session import Session, credentials_of
from ._version import __version__

Item = TypeVar("Item")

CONNECT_TIMEOUT_SECONDS = 10.0
STREAM_TIMEOUT_SECONDS = 45.0
"""A stream without data for this long is opened again; the service sends a heartbeat every 15 s."""

MEDIA_TYPES = {
    "csv": "text/csv",
    "geojson": "application/geo+json",
    "gpx": "application/gpx+xml",
    "graphml": "application/graphml+xml",
    "html": "text/html",
    "json": "application/json",
    "kml": "application/vnd.google-earth.kml+xml",
    "png": "image/png",
    "svg": "image/svg+xml",
}


class Page(TypedDict, Generic[Item]):
    """One page of a list; pages that continue have `nextCursor`."""

    items: list[Item]


class Settings:
    """The settings of a client, and its session."""

    def __init__(
        self,
        base_url: str | None,
        key: str | None,
        email: str | None,
        password: str | None,
        code: Callable[[], str] | None,
        timeout: float,
        max_retries: int,
        max_wait: float,
    ) -> None:
        self.base_url = (base_url or os.environ.get("WATCHFLOOR_URL") or "http://127.0.0.1:3000").rstrip("/")
        if key is None and email is None and password is None:
            key = os.environ.get("WATCHFLOOR_KEY") or None
        self.timeout = timeout
        self.policy = RetryPolicy(max_retries, max_wait)
        self.session = Session(credentials_of(key, email, password, code), self.policy)

    def client_arguments(self) -> dict[str, Any]:
        """Returns the arguments of the HTTP client."""
        return {
            "base_url": self.base_url,
            "headers": {"User-Agent": f"watchfloor-python/{__version__}"},
            # The session keeps the only cookie, so that each is sent once.
            "cookies": CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        }

    def httpx_arguments(self, request: Request, token: str | None) -> dict[str, Any]:
        """Returns the arguments of one HTTP request."""
        headers = dict(request.headers)
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        read = STREAM_TIMEOUT_SECONDS if request.is_stream else self.timeout
        return {
            "method": request.method,
            "url": request.path,
            "headers": headers,
            "content": request.content,
            "timeout": httpx.Timeout(read, connect=min(CONNECT_TIMEOUT_SECONDS, self.timeout)),
        }


def media_type(representation: str) -> str:
    """Returns the media type of a format such as `csv`, or the media type itself."""
    if "/" in representation:
        return representation
    if representation not in MEDIA_TYPES:
        raise ValueError(f"{representation!r} is no format: use one of {', '.join(MEDIA_TYPES)}, or a media type.")
    return MEDIA_TYPES[representation]


def items_of(page: Any, name: str) -> list[Any]:
    """Returns the items of a page."""
    items = page.get("items") if isinstance(page, dict) else None
    if not isinstance(items, list):
        raise TypeError(f"{name} does not return a list: call it without iterate().")
    return items


def next_cursor(page: dict[str, Any]) -> str | None:
    """Returns the cursor of the next page; None after the last one."""
    # The cursor of a feed is never null, because it also reads later items; `hasMore` is false at its end.
    cursor: str | None = page.get("nextCursor")
    return cursor if page.get("hasMore", True) else None
