"""Tests of the client with a running service: WATCHFLOOR_URL, WATCHFLOOR_KEY, and the account of an operator."""

import asyncio
import inspect
import os
import unittest
import uuid

from watchfloor import AsyncWatchfloor, Watchfloor, errors, to_frame
from watchfloor._operations import Operations

EMAIL = os.environ["WATCHFLOOR_TEST_EMAIL"]
PASSWORD = os.environ["WATCHFLOOR_TEST_PASSWORD"]


def without_arguments() -> list[str]:
    """Returns the operations that read something and need no argument."""
    names = []
    for name, method in inspect.getmembers(Operations, inspect.isfunction):
        parameters = list(inspect.signature(method).parameters.values())[1:]
        if name.startswith(("get_", "list_", "render_", "export_")) and all(
            parameter.default is not inspect.Parameter.empty for parameter in parameters
        ):
            names.append(name)
    return names


class LiveTests(unittest.TestCase):
    def setUp(self) -> None:
        self.api = Watchfloor()
        self.addCleanup(self.api.close)

    def operator(self) -> Watchfloor:
        client = Watchfloor(email=EMAIL, password=PASSWORD)
        self.addCleanup(client.close)
        return client

    def test_every_operation_that_needs_no_argument_can_be_called(self) -> None:
        operator = self.operator()
        names = without_arguments()
        self.assertGreater(len(names), 60)
        for name in names:
            with self.subTest(name):
                try:
                    answer = getattr(operator, name)()
                    self.assertIsNotNone(list(answer) if name.startswith("export_audit") else answer)
                except errors.InvalidRequestError as error:
                    # An operation may need one of several parameters, which only its description says.
                    self.assertIn(name, ("list_exposed_clients", "list_exposed_portfolios"), error)

    def test_lists_are_read_page_by_page(self) -> None:
        made = {self.api.create_watchlist({"name": f"List {n}", "symbols": ["AAPL.US"]})["id"] for n in range(3)}
        found = [watchlist["id"] for watchlist in self.api.iterate(self.api.list_watchlists, limit=2)]
        self.assertLessEqual(made, set(found))
        self.assertEqual(len(found), len(set(found)))
        for identifier in made:
            self.api.delete_watchlist(identifier)

    def test_a_request_with_the_same_key_creates_once(self) -> None:
        key = str(uuid.uuid4())
        made = [
            self.api.create_pin({"title": "Here", "position": {"lat": 1.0, "lon": 2.0}}, idempotency_key=key)["id"]
            for _ in range(2)
        ]
        self.assertEqual(len(set(made)), 1)

    def test_an_error_names_the_faulty_field(self) -> None:
        with self.assertRaises(errors.InvalidRequestError) as caught:
            self.api.create_watchlist({"name": "", "symbols": []})
        self.assertIn(("body", "/name"), [(error.place, error.name) for error in caught.exception.errors])
        self.assertTrue(caught.exception.request_id)

    def test_a_list_with_chosen_members_becomes_a_table_with_these_columns(self) -> None:
        frame = to_frame(self.api.get_candles("AAPL.US", fields=["time", "close"]))
        self.assertEqual(list(frame.columns), ["time", "close"])
        self.assertGreater(len(frame), 200)

    def test_other_formats_are_downloaded(self) -> None:
        table = self.api.download("csv", self.api.get_candles, "AAPL.US")
        self.assertTrue(table.text.startswith("time,open"), table.text[:50])
        self.assertTrue(self.api.render_candles_as_png("AAPL.US").startswith(b"\x89PNG"))
        self.assertTrue(self.api.render_candles("AAPL.US").startswith("<svg"))

    def test_an_expired_token_is_renewed(self) -> None:
        operator = self.operator()
        operator.set_clock({"advanceSeconds": 1200})
        try:
            self.assertEqual(operator.get_profile()["email"], EMAIL)
            self.assertTrue(self.api.get_profile()["email"])
        finally:
            operator.set_clock({"at": None})

    def test_a_session_ends_when_the_client_signs_out(self) -> None:
        operator = self.operator()
        before = len(operator.list_sessions()["items"])
        other = self.operator()
        other.get_profile()
        self.assertEqual(len(operator.list_sessions()["items"]), before + 1)
        other.sign_out()
        self.assertEqual(len(operator.list_sessions()["items"]), before)

    def test_a_stream_delivers_events_and_frees_its_place(self) -> None:
        for _ in range(12):
            for event in self.api.stream_quotes(symbol=["BTC-USD.CC"]):
                self.assertEqual(event.event, "quote")
                break

    def test_an_answer_is_streamed(self) -> None:
        thread = self.api.create_ai_thread({"title": "Prices"})
        names = [
            event.event for event in self.api.send_ai_message_events(thread["id"], {"content": "Price of AAPL.US?"})
        ]
        self.assertEqual((names[0], names[-1]), ("start", "message"))

    def test_many_calls_of_one_event_loop(self) -> None:
        async def main() -> list[str]:
            async with AsyncWatchfloor() as api:
                quotes = await asyncio.gather(*[api.get_quote("AAPL.US") for _ in range(20)])
                async for event in api.stream_quotes(symbol=["BTC-USD.CC"]):
                    self.assertEqual(event.event, "quote")
                    break
                vessels = [vessel["mmsi"] async for vessel in api.iterate(api.list_vessels, limit=100)]
                self.assertGreater(len(vessels), 0)
            return [quote["symbol"] for quote in quotes]

        self.assertEqual(asyncio.run(main()), ["AAPL.US"] * 20)


if __name__ == "__main__":
    unittest.main()
