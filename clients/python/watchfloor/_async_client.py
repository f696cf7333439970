"""The client for programs with an event loop of asyncio."""

from __future__ import annotations

import copy
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, ParamSpec, Self, TypeVar

import httpx

from ._async_operations import AsyncOperations
from ._settings import Page, Settings, items_of, media_type, next_cursor

Item = TypeVar("Item")
Arguments = ParamSpec("Arguments")


class AsyncWatchfloor(AsyncOperations):
    """The API of a Watchfloor service. Every operation is a coroutine, by its id in snake_case.

    It may be used by several tasks of one event loop. Use it in an `async with` block, or call `close()`.

    The methods are documented at `Watchfloor`.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        key: str | None = None,
        email: str | None = None,
        password: str | None = None,
        code: Callable[[], str] | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        max_wait: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Prepares a client; the first call connects and signs in.

        Args:
            base_url: Address of the service. Default: `WATCHFLOOR_URL`, or else http://127.0.0.1:3000.
            key: A personal key (`wfk_…`). Default: `WATCHFLOOR_KEY`, unless an email is given.
            email: Email address of an account, with its password.
            password: Password of the account.
            code: Returns a code of the authenticator app; called when the account has a second factor.
            timeout: A request without data for this long fails (s). Streams have a limit of their own.
            max_retries: Maximum number of repetitions of a request.
            max_wait: A longer `Retry-After` raises the problem at once (s).
            transport: Transport of httpx, such as one with a proxy.
        """
        self._open(Settings(base_url, key, email, password, code, timeout, max_retries, max_wait), transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections. The session stays; `sign_out` ends it."""
        await self._http.aclose()

    async def sign_out(self) -> None:
        """Ends the session of an email and password at the service."""
        async with self._renewal:
            await self._run(self._settings.session.end())

    async def iterate(
        self, method: Callable[Arguments, Awaitable[Page[Item]]], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> AsyncIterator[Item]:
        """Yields every item of a list; each page is fetched when it is needed.

        Args:
            method: An operation that returns a list, such as `client.list_vessels`, followed by its arguments.
        """
        call: Callable[..., Any] = method
        parameters: dict[str, Any] = dict(kwargs)
        while True:
            page = await call(*args, **parameters)
            for item in items_of(page, getattr(method, "__name__", "The method")):
                yield item
            cursor = next_cursor(page)
            if cursor is None:
                return
            parameters["cursor"] = cursor

    async def download(
        self,
        representation: str,
        method: Callable[Arguments, Awaitable[object]],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> httpx.Response:
        """Returns the response of an operation in another format.

        Args:
            representation: A format such as `csv`, `geojson`, `png` or `svg`, or a media type.
            method: An operation of this client, followed by its arguments.
        """
        view = copy.copy(self)
        view._representation = media_type(representation)
        response: httpx.Response = await getattr(view, method.__name__)(*args, **kwargs)
        return response
