"""The console scripts. Nothing is imported before Ctrl-C is sure to end the process quietly."""

from __future__ import annotations

# Not `signal`, which first imports much to give its numbers names.
import _signal as signal  # type: ignore[import-not-found]
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

_catches = signal.getsignal(signal.SIGINT) is signal.default_int_handler
if _catches:  # and is not ignored, as for what a shell runs in the background
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def opt() -> None:
    """`bufferize-opt`."""
    from bufferize_tools.opt import main

    _run(main)


def tool() -> None:
    """`bufferize`."""
    from bufferize_tools.tool import main

    _run(main)


def _run(main: Callable[[Sequence[str]], int]) -> NoReturn:
    import gc

    from bufferize_tools.failures import INTERRUPTED, leave

    # The IR is a graph of cycles that lives until the process ends: collecting finds nothing.
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
