"""`bufferize`: what is not mlir-opt's. So far one sub-command, `plugins`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bufferize import __version__
from bufferize.cli.failures import guarded
from bufferize.cli.terminal import report
from bufferize.diagnostics import SourceMap


def entry() -> None:
    """The console script."""
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Runs the tool on its arguments; the exit status is 0, 1 or 2 (wrong arguments)."""
    parser = argparse.ArgumentParser(prog="bufferize", description="Tools around bufferize-opt.")
    parser.add_argument("--version", action="version", version=f"bufferize {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("plugins", help="list what is installed, and why a plugin failed to load")
    parser.parse_args(argv)
    return guarded(_plugins, SourceMap(), lambda: "listing the plugins")


def _plugins() -> int:
    # Imported here: `--version` and `--help` need neither.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from bufferize.plugins import Context

    context = Context(warn=False)
    registries = context.registries
    table = Table("plugin", "distribution", "version", "dialects", "models", "passes", box=None)
    for record in context.plugins:
        table.add_row(
            *(
                Text(text)  # a name is no markup
                for text in (
                    record.name,
                    record.distribution,
                    record.version,
                    ", ".join(registries.dialects.of_plugin(record.name)),
                    ", ".join(registries.op_models.of_plugin(record.name)),
                    ", ".join(registries.passes.of_plugin(record.name)),
                )
            )
        )
    # A pipe gets whole rows whatever the width of the terminal.
    console = Console() if sys.stdout.isatty() else Console(width=240)
    console.print(table)
    warnings = context.plugin_warnings()
    report(warnings, SourceMap())
    return 1 if warnings else 0
