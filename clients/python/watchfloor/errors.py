"""The errors of the client: `Problem` for a response of the service, with one class for each code."""

from ._errors_by_code import *  # noqa: F403
from ._problem import (
    ConnectionFailedError as ConnectionFailedError,
    FieldError as FieldError,
    Problem as Problem,
    ResponseTimeoutError as ResponseTimeoutError,
    WatchfloorError as WatchfloorError,
)
