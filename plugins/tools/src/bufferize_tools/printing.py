"""What the flags about printing say, as options of the printer and of what prints between passes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bufferize.syntax import PrintOptions
from bufferize_tools.arguments import Arguments
from bufferize_tools.ir_printing import IRPrinting


def print_options(arguments: Arguments) -> PrintOptions:
    """How programs are printed."""
    hexadecimal = arguments.number("mlir-print-elementsattrs-with-hex-if-larger")
    return PrintOptions(
        generic=arguments.flag("mlir-print-op-generic"),
        local_scope=arguments.flag("mlir-print-local-scope"),
        debuginfo=arguments.flag("mlir-print-debuginfo"),
        pretty_debuginfo=arguments.flag("mlir-pretty-debuginfo"),
        unique_ssa_ids=arguments.flag("mlir-print-unique-ssa-ids"),
        nameloc_as_prefix=arguments.flag("mlir-use-nameloc-as-prefix"),
        value_users=arguments.flag("mlir-print-value-users"),
        skip_regions=arguments.flag("mlir-print-skip-regions"),
        elide_elements_if_larger=arguments.number("mlir-elide-elementsattrs-if-larger"),
        elide_resources_if_larger=arguments.number("mlir-elide-resource-strings-if-larger"),
        hex_elements_if_larger=100 if hexadecimal is None else hexadecimal,
    )


def ir_printing(arguments: Arguments, write: Callable[[str], None]) -> IRPrinting | None:
    """What prints the IR between passes; None if nothing is to be printed."""
    before, after = (
        None
        if arguments.flag(f"mlir-print-ir-{when}-all")
        else arguments.names(f"mlir-print-ir-{when}")
        for when in ("before", "after")
    )
    only_after_failure = arguments.flag("mlir-print-ir-after-failure")
    if before == [] and after == [] and not only_after_failure:
        return None
    folder = arguments.values.get("mlir-print-ir-tree-dir")
    return IRPrinting(
        write=write,
        options=print_options(arguments),
        before=before,
        after=after,
        only_after_change=arguments.flag("mlir-print-ir-after-change"),
        only_after_failure=only_after_failure,
        module_scope=arguments.flag("mlir-print-ir-module-scope"),
        folder=Path(folder) if folder else None,
    )
