"""A service that answers with prepared responses, and clients of it that do not really wait."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import httpx

from watchfloor import AsyncWatchfloor, Watchfloor

Answer = httpx.Response | Exception
TOKEN = "/api/v1/auth/token"


def answer(status: int, body: Any = None, **headers: str) -> httpx.Response:
    """Returns a response; names of headers have underscores."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=body, headers=named)


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"status": status, "code": code, "title": "Title", "detail": "Detail.", "requestId": "request-1"}
    return answer(status, body, **headers)


class Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that arrives in pieces; an exception among them ends the connection."""

    def __init__(self, pieces: Iterable[str | Exception]) -> None:
        self.pieces = list(pieces)
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for piece in self.pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece.encode()

    async def __aiter__(self):  # type: ignore[no-untyped-def]
        for piece in self:
            yield piece

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def stream(*pieces: str | Exception) -> httpx.Response:
    return streamed(Body(pieces))


def streamed(body: Body) -> httpx.Response:
    return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, stream=body)


class Stub:
    """Answers each request with the next response, and requests for tokens with a new token each."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.waits: list[float] = []
        self.tokens = 0
        self.on_token: Callable[[], Answer] | None = None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if request.url.path == TOKEN:
            self.tokens += 1
            given = self.on_token() if self.on_token else self._token()
        else:
            given = self.answers.pop(0) if self.answers else answer(200, {"items": []})
        if isinstance(given, Exception):
            raise given
        return given

    def _token(self) -> httpx.Response:
        return answer(200, {"accessToken": f"token-{self.tokens}", "expiresIn": 900})

    @property
    def sent(self) -> list[str]:
        """The requests other than those for tokens."""
        return [f"{request.method} {request.url.raw_path.decode()}" for request in self._others()]

    def _others(self) -> list[httpx.Request]:
        return [request for request in self.requests if request.url.path != TOKEN]

    def headers(self, name: str) -> list[str | None]:
        """The values of a header in the requests other than those for tokens."""
        return [request.headers.get(name) for request in self._others()]

    def body(self, at: int = -1) -> Any:
        return json.loads(self._others()[at].content)

    def client(self, key: str | None = "wfk_test", **options: Any) -> Watchfloor:
        client = Watchfloor("http://service.test", key=key, transport=httpx.MockTransport(self), **options)
        client._sleep = self.waits.append
        return client

    def async_client(self, key: str | None = "wfk_test", **options: Any) -> AsyncWatchfloor:
        async def handle(request: httpx.Request) -> httpx.Response:
            # Lets other tasks run, as a network does.
            await asyncio.sleep(0)
            return self(request)

        client = AsyncWatchfloor("http://service.test", key=key, transport=httpx.MockTransport(handle), **options)

        async def sleep(seconds: float) -> None:
            self.waits.append(seconds)

        client._sleep = sleep
        return client
