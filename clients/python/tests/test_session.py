"""Tests of obtaining, renewing and sharing access tokens."""

import asyncio
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from watchfloor import Problem, Watchfloor, errors

from .stub import Stub, answer, problem


class KeyTests(unittest.IsolatedAsyncioTestCase):
    def test_a_key_is_exchanged_once_for_many_calls(self) -> None:
        stub = Stub()
        client = stub.client()
        client.get_profile()
        client.get_profile()
        self.assertEqual(stub.tokens, 1)
        self.assertEqual(stub.headers("Authorization"), ["Bearer token-1"] * 2)

    def test_a_token_is_renewed_half_a_minute_before_it_expires(self) -> None:
        stub = Stub()
        client = stub.client()
        now = 0.0
        client._settings.session._clock = lambda: now
        for now, count in ((0.0, 1), (869.9, 1), (870.0, 2)):
            client.get_profile()
            self.assertEqual(stub.tokens, count, f"after {now} s")

    def test_a_rejected_token_is_renewed_once(self) -> None:
        stub = Stub(problem(401, "invalid_token"))
        stub.client().get_profile()
        self.assertEqual(stub.headers("Authorization"), ["Bearer token-1", "Bearer token-2"])
        stub = Stub(problem(401, "invalid_token"), problem(401, "invalid_token"))
        with self.assertRaises(errors.InvalidTokenError):
            stub.client().get_profile()
        self.assertEqual((len(stub.sent), stub.tokens), (2, 2))

    def test_threads_share_one_renewal(self) -> None:
        stub = Stub()
        client = stub.client()
        gate = threading.Barrier(8)

        def slowly() -> httpx.Response:
            time.sleep(0.1)
            return answer(200, {"accessToken": "token", "expiresIn": 900})

        stub.on_token = slowly

        def call() -> None:
            gate.wait()
            client.get_profile()

        with ThreadPoolExecutor(8) as threads:
            for done in [threads.submit(call) for _ in range(8)]:
                done.result()
        self.assertEqual((stub.tokens, len(stub.sent)), (1, 8))

    async def test_tasks_share_one_renewal(self) -> None:
        stub = Stub()
        async with stub.async_client() as client:
            await asyncio.gather(*[client.get_profile() for _ in range(8)])
        self.assertEqual((stub.tokens, len(stub.sent)), (1, 8))

    async def test_calls_that_wait_for_a_failing_renewal_share_its_error_and_later_ones_try_again(self) -> None:
        stub = Stub()
        stub.on_token = lambda: problem(401, "invalid_key")
        async with stub.async_client() as client:
            results = await asyncio.gather(*[client.get_profile() for _ in range(4)], return_exceptions=True)
            self.assertEqual([type(result) for result in results], [errors.InvalidKeyError] * 4)
            self.assertEqual(stub.tokens, 1)
            with self.assertRaises(errors.InvalidKeyError):
                await client.get_profile()
            self.assertEqual(stub.tokens, 2)


class Accounts:
    """Answers the operations of sessions; `refused` has the problem code of the next response by path."""

    def __init__(self, **refused: str) -> None:
        self.refused = refused
        self.calls: list[str] = []
        self.count = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        name = request.url.path.split("/")[-1]
        cookie = request.headers.get("Cookie")
        self.calls.append(f"{name} {cookie}" if cookie else name)
        code = self.refused.pop(name, None)
        if code is not None:
            return answer(401, {"code": code, "title": "Title", "challenge": "challenge-1"})
        if name in ("login", "refresh", "verify"):
            self.count += 1
            body = {"accessToken": f"token-{self.count}", "expiresIn": 900}
            return answer(200, body, Set_Cookie=f"svc_refresh=r{self.count}; Path=/; HttpOnly")
        return answer(200, {})


def account(service: Accounts, **options: Any) -> Watchfloor:
    return Watchfloor(
        "http://service.test",
        email="ada@example.org",
        password="secret",
        transport=httpx.MockTransport(service),
        **options,
    )


class PasswordTests(unittest.TestCase):
    def expire(self, client: Watchfloor) -> None:
        client._settings.session._clock = lambda: 1e12

    def test_a_session_is_renewed_with_each_cookie_once(self) -> None:
        service = Accounts()
        client = account(service)
        clock = 0.0
        client._settings.session._clock = lambda: clock
        for clock in (0.0, 1000.0, 2000.0):
            client.get_profile()
        self.assertEqual(service.calls, ["login", "me", "refresh svc_refresh=r1", "me", "refresh svc_refresh=r2", "me"])

    def test_an_ended_session_signs_in_again(self) -> None:
        service = Accounts(refresh="refresh_invalid")
        client = account(service)
        client.get_profile()
        self.expire(client)
        client.get_profile()
        self.assertEqual(service.calls[2:], ["refresh svc_refresh=r1", "login", "me"])

    def test_a_second_factor_is_asked_for(self) -> None:
        service = Accounts(login="mfa_required")
        account(service, code=lambda: "123456").get_profile()
        self.assertEqual(service.calls, ["login", "verify", "me"])
        with self.assertRaises(errors.MfaRequiredError) as caught:
            account(Accounts(login="mfa_required")).get_profile()
        self.assertEqual(caught.exception.challenge, "challenge-1")

    def test_signing_out_ends_the_session(self) -> None:
        service = Accounts()
        client = account(service)
        client.sign_out()
        client.get_profile()
        client.sign_out()
        client.sign_out()
        self.assertEqual(service.calls, ["login", "me", "logout svc_refresh=r1"])

    def test_wrong_credentials_are_a_problem(self) -> None:
        with self.assertRaises(Problem) as caught:
            account(Accounts(login="invalid_credentials")).get_profile()
        self.assertEqual(caught.exception.code, "invalid_credentials")

    def test_credentials_are_a_key_or_an_email_with_a_password(self) -> None:
        for options in ({"key": "k", "email": "e", "password": "p"}, {"email": "e"}, {"password": "p"}):
            with self.assertRaises(ValueError):
                Watchfloor(**options)  # type: ignore[arg-type]

    def test_secrets_are_not_printed(self) -> None:
        client = account(Accounts())
        client.get_profile()
        said = repr(vars(client._settings.session))
        for secret in ("secret", "token-1", "r1;", "svc_refresh"):
            self.assertNotIn(secret, said.replace("example", ""))


if __name__ == "__main__":
    unittest.main()
