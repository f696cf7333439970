"""Access tokens: how they are obtained and renewed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from ._exchange import RetryPolicy, Steps, exchange
from ._problem import Problem, WatchfloorError
from ._request import request_of

RENEW_EARLY_SECONDS = 30.0
"""Tokens are renewed this long before they expire."""


@dataclass(frozen=True, slots=True)
class Key:
    """A personal key."""

    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Password:
    """An account with its password."""

    email: str
    password: str = field(repr=False)
    code: Callable[[], str] | None = None
    """Returns a code of the authenticator app or a recovery code; called when the account has a second factor."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a sign-in."""

    access: str = field(repr=False)
    expires_at: float
    """By the clock of the session."""
    cookie: str | None = field(repr=False)
    """`name=value` of the cookie that renews the token once; None with a key."""


def credentials_of(
    key: str | None, email: str | None, password: str | None, code: Callable[[], str] | None
) -> Key | Password | None:
    """Returns the credentials that the arguments of a client name."""
    if key is not None and (email is not None or password is not None):
        raise ValueError("Give either a key, or an email with its password.")
    if (email is None) != (password is None):
        raise ValueError("An email needs its password, and a password its email.")
    if key is not None:
        return Key(key)
    return Password(email, password, code) if email is not None and password is not None else None


class Session:
    """The tokens of one client. The client runs one renewal at a time; calls that waited for it use its result."""

    def __init__(
        self, credentials: Key | Password | None, policy: RetryPolicy, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._credentials = credentials
        self._policy = policy
        self._clock = clock
        self._tokens: Tokens | None = None
        self.attempts = 0
        """Number of renewals that have ended."""
        self._failure: WatchfloorError | None = None

    @property
    def has_credentials(self) -> bool:
        return self._credentials is not None

    def token(self, rejected: str | None) -> str | None:
        """Returns the access token if it is valid and not the rejected one."""
        tokens = self._tokens
        if tokens is None or tokens.access == rejected or tokens.expires_at - RENEW_EARLY_SECONDS <= self._clock():
            return None
        return tokens.access

    def renew(self, rejected: str | None, seen: int) -> Steps:
        """Obtains a new token, unless another call has done so.

        Args:
            seen: `attempts` before the call waited for its turn. If a renewal has failed since, its error is raised.

        Returns:
            The access token.
        """
        token = self.token(rejected)
        if token is not None:
            return token
        if self.attempts != seen and self._failure is not None:
            raise self._failure
        self._failure = None
        try:
            tokens: Tokens = yield from self._obtain()
            self._tokens = tokens
            return tokens.access
        except WatchfloorError as error:
            self._failure = error
            raise
        finally:
            self.attempts += 1

    def end(self) -> Steps:
        """Signs out at the service and forgets the tokens."""
        tokens, self._tokens = self._tokens, None
        if tokens is not None and tokens.cookie is not None:
            yield from self._post("/api/v1/auth/logout", cookie=tokens.cookie)

    def _obtain(self) -> Steps:
        credentials = self._credentials
        if isinstance(credentials, Key):
            return self._tokens_of((yield from self._post("/api/v1/auth/token", {"key": credentials.key})))
        assert credentials is not None
        cookie = self._tokens.cookie if self._tokens is not None else None
        if cookie is not None:
            try:
                return self._tokens_of((yield from self._post("/api/v1/auth/refresh", cookie=cookie)))
            except Problem as problem:
                # Status 401 means that the session has ended, so the client signs in again. After any other failure,
                # the cookie is still valid.
                if problem.status != 401:
                    raise
        return self._tokens_of((yield from self._sign_in(credentials)))

    def _sign_in(self, credentials: Password) -> Steps:
        body = {"email": credentials.email, "password": credentials.password}
        try:
            return (yield from self._post("/api/v1/auth/login", body))
        except Problem as problem:
            if problem.code != "mfa_required" or credentials.code is None:
                raise
            proof = {"challenge": problem.challenge, "code": credentials.code()}
        return (yield from self._post("/api/v1/auth/mfa/verify", proof))

    def _post(self, path: str, body: dict[str, Any] | None = None, cookie: str | None = None) -> Steps:
        request = request_of("POST", path, body=body, headers={"Cookie": cookie})
        return (yield from exchange(request, self._policy, is_anonymous=True))

    def _tokens_of(self, response: httpx.Response) -> Tokens:
        body = response.json()
        lines: list[str] = response.headers.get_list("Set-Cookie")
        cookie = next((line.split(";")[0] for line in lines if line.startswith("svc_refresh=")), None)
        return Tokens(body["accessToken"], self._clock() + body["expiresIn"], cookie)
