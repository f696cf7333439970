"""Tests of writing and repeating requests, and of reporting errors."""

import unittest
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from unittest.mock import patch

import httpx

from watchfloor import ConnectionFailedError, Problem, ResponseTimeoutError, Watchfloor, errors

from .stub import Stub, answer, problem


class RequestTests(unittest.TestCase):
    def test_values_in_paths_and_queries_are_encoded(self) -> None:
        stub = Stub()
        client = stub.client()
        client.get_quote("A/B.US")
        client.list_vessels(bbox=[1, 2.5, 3, 4], name="a&b", type=["cargo", "tanker"], limit=None)
        self.assertEqual(stub.sent[0], "GET /api/v1/markets/quotes/A%2FB.US")
        self.assertEqual(
            stub.sent[1], "GET /api/v1/geospatial/vessels?bbox=1%2C2.5%2C3%2C4&type=cargo%2Ctanker&name=a%26b"
        )

    def test_times_are_sent_in_utc(self) -> None:
        stub = Stub()
        two_hours = timezone(timedelta(hours=2))
        stub.client().get_candles(
            "AAPL.US", from_=datetime(2026, 11, 20, 9, 30, tzinfo=two_hours), to=date(2026, 11, 21)
        )
        self.assertEqual(stub.sent, ["GET /api/v1/markets/candles/AAPL.US?from=2026-11-20T07%3A30%3A00Z&to=2026-11-21"])

    def test_a_time_without_a_time_zone_is_not_sent(self) -> None:
        stub = Stub()
        with self.assertRaisesRegex(ValueError, "has no time zone: use datetime"):
            stub.client().get_candles("AAPL.US", from_=datetime(2026, 11, 20))
        self.assertEqual(stub.requests, [])

    def test_a_body_is_json_with_times_and_decimals_converted(self) -> None:
        stub = Stub(answer(201, {}))
        body: Any = {"type": "buy", "quantity": Decimal("1.5"), "tradedAt": datetime(2026, 1, 2, tzinfo=timezone.utc)}
        stub.client().create_transaction("p", body)
        self.assertEqual(stub.body(), {"type": "buy", "quantity": 1.5, "tradedAt": "2026-01-02T00:00:00Z"})
        self.assertEqual(stub.headers("Content-Type"), ["application/json"])

    def test_a_body_of_text_is_sent_unchanged(self) -> None:
        stub = Stub()
        stub.client().ingest_nmea("!AIVDM,1")
        self.assertEqual(stub.headers("Content-Type"), ["text/plain"])
        self.assertEqual(stub.requests[-1].content, b"!AIVDM,1")

    def test_an_operation_that_takes_an_idempotency_key_gets_a_new_one_unless_given(self) -> None:
        stub = Stub(*[answer(201, {}) for _ in range(3)])
        client = stub.client()
        for key in (None, None, "mine"):
            client.create_transaction("p", {"type": "deposit"}, idempotency_key=key)  # type: ignore[typeddict-item]
        one, two, mine = stub.headers("Idempotency-Key")
        self.assertEqual(len(one or ""), 36)
        self.assertNotEqual(one, two)
        self.assertEqual(mine, "mine")

    def test_an_answer_without_a_body_is_none(self) -> None:
        delete: Any = Stub(httpx.Response(204)).client().delete_watchlist
        self.assertIsNone(delete("w"))

    def test_another_format_is_requested_by_its_media_type(self) -> None:
        stub = Stub(httpx.Response(200, text="time,open\r\n"))
        client = stub.client()
        response = client.download("csv", client.get_candles, "AAPL.US", interval="1h")
        self.assertEqual(response.text, "time,open\r\n")
        self.assertEqual(stub.headers("Accept"), ["text/csv"])
        self.assertEqual(client.get_candles("AAPL.US"), {"items": []}, "the client itself still returns JSON")
        with self.assertRaisesRegex(ValueError, "'xls' is no format: use one of csv, "):
            client.download("xls", client.get_candles, "AAPL.US")

    def test_without_credentials_no_token_is_sent(self) -> None:
        stub = Stub()
        with patch.dict("os.environ", clear=True):
            stub.client(key=None).get_health()
        self.assertEqual(stub.headers("Authorization"), [None])

    def test_address_and_key_default_to_the_environment(self) -> None:
        stub = Stub()
        with patch.dict("os.environ", {"WATCHFLOOR_URL": "http://else.test/", "WATCHFLOOR_KEY": "wfk_else"}):
            Watchfloor(transport=httpx.MockTransport(stub)).get_profile()
        self.assertEqual(str(stub.requests[0].url), "http://else.test/api/v1/auth/token")
        self.assertEqual(stub.requests[0].content, b'{"key": "wfk_else"}')


class PageTests(unittest.IsolatedAsyncioTestCase):
    def answers(self) -> list[httpx.Response]:
        return [
            answer(200, {"items": [{"mmsi": "1"}, {"mmsi": "2"}], "nextCursor": "c"}),
            answer(200, {"items": [{"mmsi": "3"}], "nextCursor": None}),
        ]

    def test_a_page_is_fetched_when_it_is_needed(self) -> None:
        stub = Stub(*self.answers())
        client = stub.client()
        vessels = client.iterate(client.list_vessels, limit=2)
        self.assertEqual([next(vessels)["mmsi"], next(vessels)["mmsi"]], ["1", "2"])
        self.assertEqual(len(stub.sent), 1)
        self.assertEqual([vessel["mmsi"] for vessel in vessels], ["3"])
        self.assertEqual(stub.sent[1], "GET /api/v1/geospatial/vessels?cursor=c&limit=2")

    def test_a_feed_ends_where_it_has_no_more(self) -> None:
        last = answer(200, {"items": [{"id": "1"}], "nextCursor": "later", "hasMore": False})
        stub = Stub(answer(200, {"items": [], "nextCursor": "c", "hasMore": True}), last)
        client = stub.client()
        self.assertEqual(len(list(client.iterate(client.list_subscription_events, "s"))), 1)
        self.assertEqual(len(stub.sent), 2)

    def test_only_a_list_has_items(self) -> None:
        client = Stub(answer(200, {"id": "u"})).client()
        with self.assertRaisesRegex(TypeError, "get_profile does not return a list"):
            list(client.iterate(client.get_profile))  # type: ignore[arg-type]

    async def test_pages_are_read_asynchronously_too(self) -> None:
        stub = Stub(*self.answers())
        async with stub.async_client() as client:
            self.assertEqual([item["mmsi"] async for item in client.iterate(client.list_vessels)], ["1", "2", "3"])


class RetryTests(unittest.IsolatedAsyncioTestCase):
    def test_a_rejected_request_waits_as_long_as_the_service_says(self) -> None:
        stub = Stub(problem(429, "rate_limited", Retry_After="7"), problem(503, "overloaded", Retry_After="2"))
        stub.client().get_profile()
        self.assertEqual(stub.waits, [7, 2])

    def test_the_third_rejection_raises_and_so_does_a_long_or_missing_wait(self) -> None:
        for count, waits, headers in ((4, [60, 60], "60"), (1, [], "61"), (1, [], "")):
            stub = Stub(*[problem(429, "rate_limited", Retry_After=headers) for _ in range(count)])
            with self.assertRaises(errors.RateLimitedError):
                stub.client().get_profile()
            self.assertEqual(stub.waits, waits)

    def test_after_503_only_what_may_be_done_twice_is_repeated(self) -> None:
        unavailable = problem(503, "overloaded", Retry_After="1")
        cases: list[tuple[Callable[[Any], object], bool]] = [
            (lambda client: client.create_transaction("p", {"type": "buy"}), True),
            (lambda client: client.delete_watchlist("w"), True),
            (lambda client: client.acknowledge_alert("a"), False),
        ]
        for call, repeats in cases:
            stub = Stub(unavailable, answer(200, {}))
            if repeats:
                call(stub.client())
            else:
                self.assertRaises(errors.OverloadedError, call, stub.client())
            self.assertEqual(len(stub.sent), 2 if repeats else 1)
            self.assertEqual(len(set(stub.headers("Idempotency-Key"))), 1, "the same key")

    def test_a_request_that_is_still_running_is_asked_for_again(self) -> None:
        stub = Stub(problem(409, "request_in_progress", Retry_After="1"), answer(201, {"id": "t"}))
        body: Any = {"type": "buy"}
        self.assertEqual(stub.client().create_transaction("p", body)["id"], "t")

    def test_a_lost_connection_is_repeated_only_where_that_is_safe(self) -> None:
        lost = httpx.ReadError("reset")
        stub = Stub(lost, lost)
        stub.client().get_profile()
        self.assertEqual(len(stub.sent), 3)
        self.assertTrue(0.25 <= stub.waits[0] <= 0.5 and 0.5 <= stub.waits[1] <= 1, stub.waits)
        stub = Stub(lost)
        with self.assertRaisesRegex(ConnectionFailedError, "/api/v1/alerts/a/acknowledge failed: reset"):
            stub.client().acknowledge_alert("a")
        self.assertEqual(len(stub.sent), 1)

    def test_a_request_that_was_never_sent_is_repeated(self) -> None:
        stub = Stub(httpx.ConnectError("refused"), answer(200, {"id": "a"}))
        self.assertEqual(stub.client().acknowledge_alert("a")["id"], "a")

    def test_a_service_that_does_not_respond_in_time_has_an_error_of_its_own(self) -> None:
        late = httpx.ReadTimeout("late")
        with self.assertRaises(ResponseTimeoutError):
            Stub(late, late, late).client().get_profile()

    async def test_asynchronous_calls_repeat_alike(self) -> None:
        stub = Stub(problem(429, "rate_limited", Retry_After="7"), httpx.ReadError("reset"))
        await stub.async_client().get_profile()
        self.assertEqual((len(stub.sent), stub.waits[0]), (3, 7))


class ErrorTests(unittest.TestCase):
    def test_an_error_has_the_class_of_its_code_and_everything_that_the_service_says(self) -> None:
        entry = {"in": "query", "name": "limit", "detail": "must be at most 200."}
        body = {
            "status": 400,
            "code": "invalid_request",
            "title": "Invalid",
            "detail": "See errors.",
            "errors": [entry],
        }
        with self.assertRaises(errors.InvalidRequestError) as caught:
            Stub(answer(400, body, X_Request_Id="r-2")).client().list_watchlists(limit=0)
        error = caught.exception
        self.assertIsInstance(error, Problem)
        self.assertEqual(
            (error.status, error.code, error.detail, error.request_id), (400, "invalid_request", "See errors.", "r-2")
        )
        self.assertEqual([(e.place, e.name) for e in error.errors], [("query", "limit")])
        self.assertEqual(str(error), "Invalid (400 invalid_request)\nSee errors.\nquery limit: must be at most 200.")

    def test_a_response_of_a_proxy_is_a_problem_too(self) -> None:
        for response in (httpx.Response(502, text="<html>"), httpx.Response(301, headers={"Location": "/"})):
            with self.assertRaises(Problem) as caught:
                Stub(response).client().get_profile()
            self.assertEqual((caught.exception.status, caught.exception.code), (response.status_code, "unknown"))

    def test_a_new_code_is_a_problem(self) -> None:
        with self.assertRaises(Problem) as caught:
            Stub(problem(400, "from_the_future")).client().get_profile()
        self.assertIs(type(caught.exception), Problem)


if __name__ == "__main__":
    unittest.main()
