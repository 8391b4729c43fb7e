"""`bufferize lsp`: the language server, over stdin and stdout."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from typing import BinaryIO, Final, cast

from bufferize.diagnostics import OptionError, SourceMap
from bufferize.plugins import Command, ProgressLine
from bufferize_lsp.features import create_server
from bufferize_lsp.settings import Settings
from bufferize_lsp.stream import MessageStream
from bufferize_tools.subcommands import add_block_plugin, at_least


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--one-shot-bufferize",
        "-one-shot-bufferize",
        metavar="OPTIONS",
        help="the options of the pass, as bufferize-opt takes them "
        "(default: bufferize-function-boundaries)",
    )
    parser.add_argument(
        "--pass-pipeline", "-pass-pipeline", metavar="TEXT", help="run this pipeline instead"
    )
    parser.add_argument(
        "--trials",
        type=at_least(0),
        default=Settings.trials,
        metavar="N",
        help="try at most N changes to find what helps, 0 for none (default: 24, in 10 seconds)",
    )
    parser.add_argument(
        "--allow-unregistered-dialect",
        action="store_true",
        help="accept ops of dialects that are not installed",
    )
    add_block_plugin(parser)
    parser.add_argument(
        "--stdio", action="store_true", help="does nothing: it is what some editors add"
    )


def _run(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    if None not in (arguments.one_shot_bufferize, arguments.pass_pipeline):
        raise OptionError("--one-shot-bufferize cannot be used together with --pass-pipeline")
    settings = Settings(
        arguments.one_shot_bufferize,
        arguments.pass_pipeline,
        arguments.trials,
        arguments.allow_unregistered_dialect,
        tuple(arguments.block_plugin),
    )
    settings.pipeline(settings.context(), sources)
    # Ctrl-C ends the process at once: pygls would wait for the end of stdin.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # asyncio warns about processes that end after the event loop, as those killed last do.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    server = create_server(settings)
    # Output of plugins must not mix with messages.
    messages = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        server.start_io(cast(BinaryIO, MessageStream(sys.stdin.buffer)), messages)
    finally:
        if server.workers is not None:
            server.workers.kill()
    return server.status


LSP: Final = Command(
    "Serves an editor by the Language Server Protocol, over stdin and stdout: it shows what is "
    "copied, why, and what helps, and what is wrong with programs.",
    _add_arguments,
    _run,
)
