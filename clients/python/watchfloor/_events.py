"""Streams of server-sent events (WHATWG HTML §9.2)."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

from ._exchange import backoff
from ._problem import ConnectionFailedError, Problem, problem_with

Name = TypeVar("Name", bound=str, covariant=True)
Data = TypeVar("Data", covariant=True)


@dataclass(frozen=True, slots=True)
class Event(Generic[Name, Data]):
    """One event of a stream."""

    event: Name
    """The kind of event."""
    data: Data
    id: str | None = None
    """Id with which the stream resumes after this event; None on streams that cannot be resumed."""


class Reauthentication(Exception):
    """The access token of a stream has expired: the stream continues with a new one."""


class EventParser:
    """Reads the events of one connection from its bytes. An incomplete event at the end is dropped."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._event = ""
        self._id: str | None = None
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> list[Event[str, Any] | float]:
        """Returns the events that these bytes complete; a number is the wait before the next connection (s)."""
        found: list[Event[str, Any] | float] = []
        # A carriage return at the end may be the first half of a line end.
        lines = re.split(r"\r\n|\n|\r(?!$)", self._rest + self._decoder.decode(chunk))
        self._rest = lines.pop()
        for line in lines:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if line == "":
                if self._data:
                    found.append(Event(self._event or "message", json.loads("\n".join(self._data)), self._id or None))
                self._event, self._data = "", []
            elif name == "data":
                self._data.append(value)
            elif name == "event":
                self._event = value
            elif name == "id" and "\0" not in value:
                self._id = value
            elif name == "retry" and value.isascii() and value.isdigit():
                found.append(int(value) / 1000)
        return found


class StreamState:
    """What a stream keeps across connections: where it resumes, and how long it waits."""

    def __init__(self) -> None:
        self.last_id: str | None = None
        self.is_opened = False
        self._retry_seconds = 1.0
        self._failures = 0

    def take(self, frame: Event[str, Any] | float) -> Event[str, Any] | None:
        """Returns the event for the caller; None for what the client handles itself.

        Raises:
            Reauthentication: The access token has expired.
            Problem: The service ends the stream with an error.
        """
        self._failures = 0
        if isinstance(frame, (int, float)):
            self._retry_seconds = frame
            return None
        if frame.event == "reauth":
            raise Reauthentication
        if frame.event == "error":
            raise problem_with(frame.data.get("status", 500), frame.data)
        if frame.id is not None:
            self.last_id = frame.id
        return frame

    def delay_after(self, error: Exception | None) -> float:
        """Returns how long to wait (s) before the stream is opened again; None means that it ended.

        Raises:
            The error, if it is final.
        """
        is_final = isinstance(error, Problem) and error.status < 500 and error.status != 429
        if error is not None and (is_final or not self.is_opened):
            raise error
        self._failures += 1
        return backoff(self._failures - 1, self._retry_seconds)


STREAM_ERRORS = (Problem, ConnectionFailedError, httpx.TransportError)
"""Errors after which a stream may be opened again."""
