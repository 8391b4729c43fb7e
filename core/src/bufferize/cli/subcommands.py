"""Arguments that several sub-commands of `bufferize` take, those of plugins among them."""

from __future__ import annotations

import argparse


def add_program(parser: argparse.ArgumentParser) -> None:
    """Adds the program, as `file`, and what it takes to read it: `allow_unregistered_dialect` and
    `block_plugin`."""
    parser.add_argument("file", nargs="?", default="-", help="the program, - for stdin (default)")
    parser.add_argument(
        "--allow-unregistered-dialect",
        action="store_true",
        help="accept ops of dialects that are not installed",
    )
    add_block_plugin(parser)


def add_block_plugin(parser: argparse.ArgumentParser) -> None:
    """Adds `block_plugin`, the names of plugins for `Context(block=…)`."""
    parser.add_argument(
        "--block-plugin",
        action="extend",
        type=lambda names: [name for name in names.split(",") if name],
        default=[],
        metavar="NAME,...",
        help="leave out these installed plugins",
    )
