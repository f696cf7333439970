"""Tables of pandas or polars."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def to_frame(
    data: Mapping[str, Any] | Iterable[Mapping[str, Any]],
    *,
    index: str | None = None,
    engine: Literal["pandas", "polars"] | None = None,
) -> Any:
    """Returns a table with a row for each item.

    Objects within an item become columns with dots in their names, such as `position.lat`. Columns of times become
    times in UTC, and columns of days become days.

    Args:
        data: A response with `items`, or items, such as those of `iterate`.
        index: The column that becomes the index; for pandas.
        engine: The library of the table. Default: pandas, or polars where pandas is not installed.

    Raises:
        ModuleNotFoundError: Neither library is installed, or not the one that `engine` names.
    """
    library = _engine(engine)
    rows = [_flat(item) for item in _items(data)]
    # Every column of any item, in the order of their first appearance.
    columns = {name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)}
    for name, values in list(columns.items()):
        # An object that an item lacks is no column of its own beside those of its members.
        if all(value is None for value in values) and any(other.startswith(f"{name}.") for other in columns):
            del columns[name]
    if library == "pandas":
        return _pandas(columns, index)
    if index is not None:
        raise ValueError("A table of polars has no index: leave index out, or choose engine='pandas'.")
    return _polars(columns)


def _engine(wanted: str | None) -> str:
    if wanted not in (None, "pandas", "polars"):
        raise ValueError(f"{wanted!r} is no engine: choose 'pandas' or 'polars'.")
    for name in [wanted] if wanted is not None else ["pandas", "polars"]:
        if find_spec(name) is not None:
            return name
    missing = wanted or "pandas or polars"
    raise ModuleNotFoundError(f"to_frame needs {missing}: install it, such as with `pip install {wanted or 'pandas'}`.")


def _items(data: Any) -> Iterable[Any]:
    if isinstance(data, AsyncIterator):
        raise TypeError("Collect the items first: to_frame([item async for item in …]).")
    if not isinstance(data, Mapping):
        return data  # type: ignore[no-any-return]
    items = data.get("items")
    if not isinstance(items, list):
        raise TypeError("The response has no items: pass a list of objects instead.")
    return items


def _flat(item: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    row: dict[str, Any] = {}
    for name, value in item.items():
        if isinstance(value, Mapping):
            row.update(_flat(value, f"{prefix}{name}."))
        else:
            row[prefix + name] = value
    return row


def _matches(values: list[Any], pattern: re.Pattern[str]) -> bool:
    """Returns whether a column has values, and all of them match."""
    present = [value for value in values if value is not None]
    return bool(present) and all(isinstance(value, str) and pattern.fullmatch(value) for value in present)


def _pandas(columns: dict[str, list[Any]], index: str | None) -> Any:
    pandas = import_module("pandas")
    frame = pandas.DataFrame(columns)
    for name, values in columns.items():
        if _matches(values, _TIME):
            frame[name] = pandas.to_datetime(frame[name], utc=True)
        elif _matches(values, _DAY):
            frame[name] = pandas.to_datetime(frame[name])
    return frame if index is None else frame.set_index(index)


def _polars(columns: dict[str, list[Any]]) -> Any:
    polars = import_module("polars")
    frame = polars.DataFrame(columns, strict=False)
    times = [
        polars.col(name).str.to_datetime(time_zone="UTC", time_unit="us")
        for name, values in columns.items()
        if _matches(values, _TIME)
    ]
    days = [polars.col(name).str.to_date() for name, values in columns.items() if _matches(values, _DAY)]
    return frame.with_columns([*times, *days])
