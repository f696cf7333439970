"""Tests of reading, resuming and ending streams of events."""

import unittest
from typing import Any

import httpx

from watchfloor import ConnectionFailedError, Event, Problem, errors
from watchfloor._events import EventParser

from .stub import Body, Stub, problem, stream, streamed


def event(number: int, identifier: str | None = None) -> str:
    return (f"id: {identifier}\n" if identifier else "") + f'event: quote\ndata: {{"number": {number}}}\n\n'


class ParserTests(unittest.TestCase):
    TEXT = '\ufeff: hi\r\nretry: 2500\r\n\r\nid:7\rdata: {"a":\ndata: "é"}\n\nevent: x\ndata:1\n\ndata: 2'

    def test_events_are_the_same_however_the_bytes_arrive(self) -> None:
        expected = [2.5, Event("message", {"a": "é"}, "7"), Event("x", 1, "7")]
        raw = self.TEXT.encode()
        for size in range(1, len(raw) + 1):
            parser = EventParser()
            found = [frame for at in range(0, len(raw), size) for frame in parser.feed(raw[at : at + size])]
            self.assertEqual(found, expected, f"in pieces of {size} bytes")


class StreamTests(unittest.IsolatedAsyncioTestCase):
    def numbers(self, stub: Stub, count: int) -> list[int]:
        events: Any = stub.client().stream_alerts()
        return [next(events).data["number"] for _ in range(count)]

    def test_after_a_lost_connection_a_stream_continues_after_its_last_event(self) -> None:
        stub = Stub(
            stream("retry: 3000\n\n", event(1, "a"), event(2, "b"), httpx.ReadError("reset")),
            stream(event(3, "c"), event(4)[:9]),
            stream(event(4)),
        )
        self.assertEqual(self.numbers(stub, 4), [1, 2, 3, 4])
        self.assertEqual(stub.headers("Last-Event-ID"), [None, "b", "c"])
        self.assertTrue(all(1.5 <= wait <= 3 for wait in stub.waits), stub.waits)

    def test_a_stream_can_begin_after_an_event(self) -> None:
        stub = Stub(stream(event(1)))
        next(iter(stub.client().stream_alerts(last_event_id="z")))
        self.assertEqual(stub.headers("Last-Event-ID"), ["z"])

    def test_a_stream_whose_token_expires_is_opened_again_at_once_with_a_new_one(self) -> None:
        stub = Stub(
            stream(event(1), 'event: reauth\ndata: {"reason": "expired"}\n\n'),
            problem(401, "invalid_token"),
            stream(event(2)),
        )
        self.assertEqual(self.numbers(stub, 2), [1, 2])
        self.assertEqual(stub.headers("Authorization"), ["Bearer token-1", "Bearer token-1", "Bearer token-2"])
        self.assertEqual(stub.waits, [])

    def test_failures_in_a_row_double_the_wait_up_to_half_a_minute(self) -> None:
        unavailable = [problem(503, "overloaded") for _ in range(7)]
        stub = Stub(stream(event(1)), *unavailable, stream(event(2)))
        self.assertEqual(self.numbers(stub, 2), [1, 2])
        for wait, most in zip(stub.waits, [1, 2, 4, 8, 16, 30, 30, 30], strict=True):
            self.assertTrue(most / 2 <= wait <= most, stub.waits)

    def test_an_error_of_the_service_ends_a_stream(self) -> None:
        ended = 'event: error\ndata: {"status": 403, "code": "forbidden", "title": "Forbidden"}\n\n'
        stub = Stub(stream(event(1), ended))
        with self.assertRaises(errors.ForbiddenError):
            self.numbers(stub, 2)

    def test_a_stream_that_is_rejected_raises_a_problem(self) -> None:
        for status, code in ((404, "not_found"), (503, "overloaded")):
            with self.assertRaises(Problem):
                next(iter(Stub(problem(status, code)).client().stream_alerts()))

    def test_leaving_the_loop_closes_the_connection(self) -> None:
        body = Body([event(1), event(2)])
        for _ in Stub(streamed(body)).client().stream_alerts():
            break
        self.assertTrue(body.is_closed)

    def test_an_answer_that_is_streamed_has_an_end(self) -> None:
        stub = Stub(stream('event: delta\ndata: {"text": "a"}\n\nevent: message\ndata: {"id": "m"}\n\n'))
        events = list(stub.client().send_ai_message_events("t", {"content": "?"}))
        self.assertEqual([one.event for one in events], ["delta", "message"])
        self.assertEqual(len(stub.sent), 1)
        lost = Stub(stream('event: delta\ndata: {"text": "a"}\n\n', httpx.ReadError("reset")))
        with self.assertRaises(ConnectionFailedError):
            list(lost.client().send_ai_message_events("t", {"content": "?"}))

    def test_lines_of_json_are_yielded_one_by_one(self) -> None:
        stub = Stub(httpx.Response(200, stream=Body(['{"n": 1}\n{"n"', ": 2}\n"])))
        self.assertEqual(list(stub.client().export_audit()), [{"n": 1}, {"n": 2}])
        cut = Stub(httpx.Response(200, stream=Body(['{"n": 1}\n', httpx.ReadError("reset")])))
        with self.assertRaises(ConnectionFailedError):
            list(cut.client().export_audit())

    async def test_asynchronous_streams_resume_alike(self) -> None:
        body = Body([event(3), event(4)])
        stub = Stub(stream(event(1, "a"), httpx.ReadError("reset")), stream(event(2, "b")), streamed(body))
        found: list[Any] = []
        async with stub.async_client() as client:
            events = client.stream_alerts()
            async for one in events:
                found.append(one.data)
                if len(found) == 3:
                    break
            await events.aclose()  # type: ignore[attr-defined]
        self.assertEqual([data["number"] for data in found], [1, 2, 3])
        self.assertEqual(stub.headers("Last-Event-ID"), [None, "a", "b"])
        self.assertTrue(body.is_closed)


if __name__ == "__main__":
    unittest.main()
