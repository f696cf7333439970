"""The client for programs that wait for each response."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, Self, TypeVar

import httpx

from ._operations import Operations
from ._settings import Page, Settings, items_of, media_type, next_cursor

Item = TypeVar("Item")
Arguments = ParamSpec("Arguments")


class Watchfloor(Operations):
    """The API of a Watchfloor service. Every operation is a method, by its id in snake_case.

    It may be used by several threads. Use it in a `with` block, or call `close()`.
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
        transport: httpx.BaseTransport | None = None,
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections. The session stays; `sign_out` ends it."""
        self._http.close()

    def sign_out(self) -> None:
        """Ends the session of an email and password at the service."""
        with self._renewal:
            self._run(self._settings.session.end())

    def iterate(
        self, method: Callable[Arguments, Page[Item]], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Iterator[Item]:
        """Yields every item of a list; each page is fetched when it is needed.

        Args:
            method: An operation that returns a list, such as `client.list_vessels`, followed by its arguments.
        """
        call: Callable[..., Any] = method
        parameters: dict[str, Any] = dict(kwargs)
        while True:
            page = call(*args, **parameters)
            yield from items_of(page, getattr(method, "__name__", "The method"))
            cursor = next_cursor(page)
            if cursor is None:
                return
            parameters["cursor"] = cursor

    def download(
        self,
        representation: str,
        method: Callable[Arguments, object],
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
        response: httpx.Response = getattr(view, method.__name__)(*args, **kwargs)
        return response
