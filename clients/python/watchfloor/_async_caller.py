"""Runs the steps of requests in an event loop of asyncio."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import httpx

from ._events import STREAM_ERRORS, Event, EventParser, Reauthentication, StreamState
from ._exchange import Authorize, Send, Steps, exchange
from ._problem import connection_error
from ._request import Request, request_of
from ._settings import Settings


class AsyncCaller:
    """Sends the requests of the operations. It may be used by several tasks of one event loop."""

    _settings: Settings
    _http: httpx.AsyncClient
    _sleep: Callable[[float], Awaitable[None]]
    # The media type of the response that `download` returns; None: the operation decides.
    _representation: str | None = None

    def _open(
        self,
        settings: Settings,
        transport: httpx.AsyncBaseTransport | None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._settings = settings
        self._http = httpx.AsyncClient(transport=transport, **settings.client_arguments())
        self._sleep = sleep
        self._renewal = asyncio.Lock()

    async def _run(self, steps: Steps) -> Any:
        """Runs steps to their end. Returns their result."""
        result: Any = None
        failure: httpx.TransportError | None = None
        try:
            while True:
                step = steps.throw(failure) if failure is not None else steps.send(result)
                result, failure = None, None
                if isinstance(step, Send):
                    try:
                        result = await self._send(step)
                    except httpx.TransportError as error:
                        failure = error
                elif isinstance(step, Authorize):
                    result = await self._authorize(step.rejected)
                else:
                    await self._sleep(step.seconds)
        except StopIteration as end:
            return end.value

    async def _send(self, step: Send) -> httpx.Response:
        request = self._http.build_request(**self._settings.httpx_arguments(step.request, step.token))
        response = await self._http.send(request, stream=step.request.is_stream)
        if not response.is_success and step.request.is_stream:
            try:
                await response.aread()
            finally:
                await response.aclose()
        return response

    async def _authorize(self, rejected: str | None) -> str | None:
        session = self._settings.session
        token = session.token(rejected)
        if token is not None or not session.has_credentials:
            return token
        seen = session.attempts
        async with self._renewal:
            renewed: str = await self._run(session.renew(rejected, seen))
            return renewed

    async def _exchange(self, method: str, template: str, **parts: Any) -> httpx.Response:
        if self._representation is not None:
            parts["accept"] = self._representation
        steps = exchange(request_of(method, template, **parts), self._settings.policy)
        response: httpx.Response = await self._run(steps)
        return response

    async def _json(self, method: str, template: str, **parts: Any) -> Any:
        response = await self._exchange(method, template, **parts)
        if self._representation is not None:
            return response
        return response.json() if response.content else None

    async def _text(self, method: str, template: str, **parts: Any) -> Any:
        response = await self._exchange(method, template, **parts)
        return response if self._representation is not None else response.text

    async def _bytes(self, method: str, template: str, **parts: Any) -> Any:
        response = await self._exchange(method, template, **parts)
        return response if self._representation is not None else response.content

    async def _nothing(self, method: str, template: str, **parts: Any) -> Any:
        response = await self._exchange(method, template, **parts)
        return response if self._representation is not None else None

    async def _lines(self, method: str, template: str, **parts: Any) -> AsyncIterator[Any]:
        """Yields the objects of a response of one JSON text a line."""
        response = await self._exchange(method, template, **parts, is_stream=True)
        try:
            async for line in response.aiter_lines():
                if line.strip():
                    yield json.loads(line)
        except httpx.TransportError as error:
            raise connection_error(error, template) from error
        finally:
            await response.aclose()

    async def _events(self, method: str, template: str, **parts: Any) -> AsyncIterator[Any]:
        """Yields the events of a stream until the caller leaves the loop."""
        request = request_of(method, template, **parts, accept="text/event-stream", is_stream=True)
        state = StreamState()
        # An answer that is streamed has an end, and is asked for once.
        has_end = method != "GET"
        while True:
            failure: Exception | None = None
            try:
                async with aclosing(self._connection(request.after(state.last_id), state)) as events:
                    async for event in events:
                        yield event
            except Reauthentication:
                if not has_end:
                    continue
            except STREAM_ERRORS as error:
                failure = error
            if has_end:
                if isinstance(failure, httpx.TransportError):
                    raise connection_error(failure, template) from failure
                if failure is not None:
                    raise failure
                return
            await self._sleep(state.delay_after(failure))

    async def _connection(self, request: Request, state: StreamState) -> AsyncGenerator[Event[str, Any], None]:
        """Yields the events of one connection."""
        response = await self._run(exchange(request, self._settings.policy))
        state.is_opened = True
        parser = EventParser()
        try:
            async for chunk in response.aiter_bytes():
                for frame in parser.feed(chunk):
                    event = state.take(frame)
                    if event is not None:
                        yield event
        finally:
            await response.aclose()
