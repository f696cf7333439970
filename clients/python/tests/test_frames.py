"""Tests of the tables that are made from responses."""

import importlib.util
import unittest
from typing import Any
from unittest.mock import patch

from watchfloor import to_frame

ITEMS: list[dict[str, Any]] = [
    {"time": "2026-11-20T00:00:00.000Z", "day": "2026-11-20", "position": {"lat": 1.5, "lon": None}, "name": "a"},
    {"time": None, "day": "2026-11-21", "position": None, "name": None, "tags": ["x"]},
]
HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_POLARS = importlib.util.find_spec("polars") is not None


class FrameTests(unittest.TestCase):
    @unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
    def test_objects_become_columns_and_times_become_times(self) -> None:
        frame = to_frame({"items": ITEMS})
        self.assertEqual(list(frame.columns), ["time", "day", "position.lat", "position.lon", "name", "tags"])
        self.assertEqual(str(frame["time"].dtype), "datetime64[ns, UTC]")
        self.assertEqual(str(frame["day"].dtype), "datetime64[ns]")
        self.assertEqual(frame["position.lat"][0], 1.5)
        self.assertEqual(frame["tags"][1], ["x"])
        self.assertEqual(list(to_frame(iter(ITEMS), index="time")["name"]), ["a", None])

    @unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
    def test_a_table_without_items_is_empty(self) -> None:
        self.assertEqual(len(to_frame([])), 0)

    @unittest.skipUnless(HAS_POLARS, "polars is not installed")
    def test_polars_has_the_same_columns(self) -> None:
        frame = to_frame(ITEMS, engine="polars")
        self.assertEqual(frame.columns, ["time", "day", "position.lat", "position.lon", "name", "tags"])
        self.assertEqual(str(frame.schema["time"]), "Datetime(time_unit='us', time_zone='UTC')")
        self.assertEqual(str(frame.schema["day"]), "Date")
        with self.assertRaisesRegex(ValueError, "no index"):
            to_frame(ITEMS, engine="polars", index="time")

    def test_without_a_library_the_error_says_what_to_install(self) -> None:
        with patch("watchfloor._frame.find_spec", return_value=None):
            with self.assertRaisesRegex(ModuleNotFoundError, "needs pandas or polars: .*`pip install pandas`"):
                to_frame(ITEMS)
            with self.assertRaisesRegex(ModuleNotFoundError, "needs polars: .*`pip install polars`"):
                to_frame(ITEMS, engine="polars")

    def test_without_pandas_polars_is_used(self) -> None:
        only_polars = lambda name: name == "polars" or None  # noqa: E731
        with (
            patch("watchfloor._frame.find_spec", only_polars),
            patch("watchfloor._frame._polars", lambda columns: columns),
        ):
            self.assertEqual(to_frame(ITEMS)["name"], ["a", None])

    @unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
    def test_a_response_without_items_is_an_error(self) -> None:
        with self.assertRaisesRegex(TypeError, "has no items"):
            to_frame({"id": "1"})


if __name__ == "__main__":
    unittest.main()
