"""The console scripts. Nothing is imported before Ctrl-C is set to end the process silently."""

from __future__ import annotations

# Not `signal`, which imports `enum` first.
import _signal as signal  # type: ignore[import-not-found]
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

_catches = signal.getsignal(signal.SIGINT) is signal.default_int_handler
if _catches:  # not ignored, as it is for background processes
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def opt() -> None:
    """Run `bufferize-opt`."""
    from bufferize_tools.opt import main

    _run(main)


def tool() -> None:
    """Run `bufferize`."""
    from bufferize_tools.tool import main

    _run(main)


def _run(main: Callable[[Sequence[str]], int]) -> NoReturn:
    import gc

    from bufferize_tools.failures import INTERRUPTED, leave

    # The IR has reference cycles but lives until the process ends: collection would free nothing.
    gc.disable()
    try:
        if _catches:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = main(sys.argv[1:])
    except KeyboardInterrupt:
        status = INTERRUPTED
    if _catches:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    leave(status)
