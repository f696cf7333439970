"""The steps of a request: authorize, send, wait and repeat. Both clients run the same steps."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeAlias

import httpx

from ._problem import Problem, connection_error, problem_of
from ._request import Request


@dataclass(frozen=True, slots=True)
class Authorize:
    """Gives the access token, a new one if the service has rejected the present one; None without credentials."""

    rejected: str | None = None


@dataclass(frozen=True, slots=True)
class Send:
    """Gives the response. The body of an error has been read, and that of a stream has not."""

    request: Request
    token: str | None


@dataclass(frozen=True, slots=True)
class Wait:
    """Waits before the request is repeated."""

    seconds: float


Steps: TypeAlias = Generator[Authorize | Send | Wait, Any, Any]

_FIRST_BACKOFF_SECONDS = 0.5
_MAX_BACKOFF_SECONDS = 30.0
# Nothing was sent when one of these is raised.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def backoff(failures: int, first: float = _FIRST_BACKOFF_SECONDS) -> float:
    """Returns how long to wait after some failures in a row, between half and all of a time that doubles."""
    return float(min(first * 2**failures, _MAX_BACKOFF_SECONDS) * random.uniform(0.5, 1))


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When a failed request is sent again."""

    max_retries: int
    max_wait: float

    def after_problem(self, request: Request, problem: Problem, retries: int) -> float | None:
        """Returns how long to wait; None if the problem is final."""
        # A request that was rejected with 429 has had no effect; one that is in progress gets the response of the first.
        may_repeat = (
            problem.status == 429
            or problem.code == "request_in_progress"
            or (problem.status == 503 and request.is_idempotent)
        )
        after = problem.retry_after
        if not may_repeat or after is None or after > self.max_wait or retries >= self.max_retries:
            return None
        return after

    def after_failure(self, request: Request, error: httpx.TransportError, retries: int) -> float | None:
        """Returns how long to wait after a lost connection; None if the failure is final."""
        may_repeat = request.is_safe or isinstance(error, _NOT_SENT)
        return backoff(retries) if may_repeat and retries < self.max_retries else None


def exchange(request: Request, policy: RetryPolicy, *, is_anonymous: bool = False) -> Steps:
    """Sends a request with an access token; renews the token once if it was rejected, and repeats what may be repeated.

    Returns:
        A successful response.
    """
    retries = 0
    is_renewed = is_anonymous
    while True:
        token = None if is_anonymous else (yield Authorize())
        try:
            response = yield Send(request, token)
            if response.is_success:
                return response
            problem = problem_of(response)
            if problem.code == "invalid_token" and not is_renewed:
                is_renewed = True
                if (yield Authorize(rejected=token)) is None:
                    raise problem
                continue
            delay = policy.after_problem(request, problem, retries)
            if delay is None:
                raise problem
        except httpx.TransportError as error:
            delay = policy.after_failure(request, error, retries)
            if delay is None:
                raise connection_error(error, request.path.split("?")[0]) from error
        retries += 1
        yield Wait(delay)
