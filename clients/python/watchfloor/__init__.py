"""A client of the Watchfloor API.

`Watchfloor` waits for each response, `AsyncWatchfloor` works in an event loop of asyncio. Their operations return
dictionaries, whose types are in `watchfloor.schemas`; errors are in `watchfloor.errors`.
"""

from . import errors
from ._async_client import AsyncWatchfloor
from ._client import Watchfloor
from ._events import Event
from ._frame import to_frame
from ._problem import (
    ConnectionFailedError,
    FieldError,
    Problem,
    ResponseTimeoutError,
    WatchfloorError,
)
from ._version import __version__

__all__ = [
    "AsyncWatchfloor",
    "ConnectionFailedError",
    "Event",
    "FieldError",
    "Problem",
    "ResponseTimeoutError",
    "Watchfloor",
    "WatchfloorError",
    "__version__",
    "errors",
    "to_frame",
]
