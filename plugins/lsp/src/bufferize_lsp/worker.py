"""A process that analyses texts, one after the other: `python -m bufferize_lsp.worker`.

What plugins print goes to stderr.
"""

from __future__ import annotations

import os
import pickle
import signal

from bufferize.diagnostics import DiagnosticError
from bufferize_lsp.analysis import analyse
from bufferize_lsp.findings import Findings, Request
from bufferize_lsp.messages import LENGTH_BYTES, framed, length_of
from bufferize_lsp.settings import Settings


def answer(request: Request | Settings) -> Findings | str:
    """What is found out about a text; of settings, what is wrong with them, or nothing."""
    if isinstance(request, Request):
        return analyse(request)
    try:
        request.pipeline(request.context())
    except DiagnosticError as problem:
        return str(problem)
    return ""


def main() -> None:
    """Answers until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback, wherever it is
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    try:
        while length := requests.read(LENGTH_BYTES):
            found = answer(pickle.loads(requests.read(length_of(length))))
            answers.write(framed(found))
            answers.flush()
    except BrokenPipeError:  # the server has gone
        pass


if __name__ == "__main__":
    main()
