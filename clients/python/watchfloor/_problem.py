"""Errors of the client."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx


class WatchfloorError(Exception):
    """Any error of the client."""


class ConnectionFailedError(WatchfloorError):
    """The service could not be reached, or the connection ended before the response did."""


class ResponseTimeoutError(ConnectionFailedError):
    """The service did not respond in time."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """One rule that a request violates."""

    place: str
    """Part of the request: `body`, `query`, `path` or `header`."""
    name: str | None
    """Name of the parameter, or a JSON Pointer into the body."""
    detail: str

    def __str__(self) -> str:
        return f"{' '.join(filter(None, (self.place, self.name)))}: {self.detail}"


class Problem(WatchfloorError):
    """An error response (RFC 9457). Each code has a class of its own in `watchfloor.errors`."""

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None, request_id: str | None) -> None:
        self.status = status
        self.code: str = body.get("code", "unknown")
        """The kind of problem, for a program; `unknown` if a proxy has answered."""
        self.title: str = body.get("title", "Error")
        self.detail: str | None = body.get("detail")
        """The fault of this request and how to correct it, for people."""
        self.errors: list[FieldError] = [
            FieldError(entry.get("in", ""), entry.get("name", entry.get("pointer")), entry.get("detail", ""))
            for entry in body.get("errors") or []
        ]
        self.request_id: str | None = body.get("requestId", request_id)
        """Id of the request, which is also in the log of the service."""
        self.retry_after = retry_after
        """Seconds after which the same request may succeed; None if the service does not know."""
        self.challenge: str | None = body.get("challenge")
        """With the code `mfa_required`: the challenge to send with a code of the second factor."""
        lines = [f"{self.title} ({status} {self.code})", self.detail or "", *map(str, self.errors)]
        super().__init__("\n".join(filter(None, lines)))


def problem_of(response: httpx.Response) -> Problem:
    """Returns the exception of an error response that has been read."""
    try:
        body = response.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {"title": response.reason_phrase or "Error"}
    seconds = response.headers.get("Retry-After", "")
    retry_after = float(seconds) if seconds.isascii() and seconds.isdigit() else None
    return problem_with(response.status_code, body, retry_after, response.headers.get("X-Request-Id"))


def problem_with(
    status: int, body: dict[str, Any], retry_after: float | None = None, request_id: str | None = None
) -> Problem:
    """Returns the exception of the class of its code."""
    from ._errors_by_code import BY_CODE

    return BY_CODE.get(body.get("code", ""), Problem)(status, body, retry_after, request_id)


def connection_error(error: httpx.TransportError, url: str) -> ConnectionFailedError:
    """Returns the error for a request without a complete response."""
    said = str(error) or type(error).__name__
    if isinstance(error, httpx.TimeoutException):
        return ResponseTimeoutError(f"{url} did not respond in time: {said}")
    return ConnectionFailedError(f"The connection to {url} failed: {said}")
