"""Printing of the IR: printer flags, `--mlir-print-ir-…`, `--verify-roundtrip`.

https://mlir.llvm.org/docs/PassManagement/#ir-printing
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from bufferize.diagnostics import FAILURES, DiagnosticError, PassError, Position, Severity, error
from bufferize.diagnostics.diagnostic import Diagnostic
from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import Operation, symbol_name
from bufferize.passes.base import Pass, PassInstrumentation, PassPipeline
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, parse_module, print_module
from bufferize_tools.arguments import Arguments


@dataclass
class IRPrinting(PassInstrumentation):
    """An instrumentation that prints the IR before and after passes.

    `before` and `after` are the names of the passes; None is all. `module_scope` prints the whole
    program when a pass runs on a part of it. Raises PassError if a file cannot be written.
    """

    name = "mlir-print-ir"
    write: Callable[[str], None] = print
    """Writes a text without its final newline, if no `folder` is given."""
    options: PrintOptions = field(default_factory=PrintOptions)
    before: Collection[str] | None = ()
    after: Collection[str] | None = ()
    only_after_change: bool = False
    """Whether to omit the IR after passes that did not change it."""
    only_after_failure: bool = False
    """Whether to print only after failed passes, of any name."""
    module_scope: bool = False
    folder: Path | None = None
    """The folder for a tree of files: folders for operations, a file for each text."""
    _text_before: str = ""
    _numbers: dict[Operation, int] = field(default_factory=dict)

    def run_before_pass(self, step: Pass, op: Operation) -> None:
        """Print the IR, and keep its text to detect changes."""
        if isinstance(step, PassPipeline):  # its passes are printed one by one
            return
        if _chosen(step, self.before):
            self._show("Before", step, op)
        if self.only_after_change:
            self._text_before = self._all_of(op)

    def run_after_pass(self, step: Pass, op: Operation, succeeded: bool) -> None:
        """Print the IR."""
        if isinstance(step, PassPipeline):
            return
        if not succeeded:
            if self.only_after_failure or _chosen(step, self.after):
                with suppress(*FAILURES):  # the IR after a failed pass may not be printable
                    self._show("After", step, op, " Failed")
        elif self.only_after_failure or not _chosen(step, self.after):
            return
        elif not self.only_after_change or self._all_of(op) != self._text_before:
            self._show("After", step, op)

    @staticmethod
    def _all_of(op: Operation) -> str:
        return print_module(op, PrintOptions(generic=True, debuginfo=True))

    def _show(self, when: str, step: Pass, op: Operation, failed: str = "") -> None:
        shown, about = op, ""
        if self.module_scope:
            shown, about = op.outermost, f" ('{op.name}' operation{_symbol(op, ': @')})"
        is_top = shown.parent_op is None
        options = self.options if is_top else replace(self.options, local_scope=True)
        text = print_module(shown, options).rstrip("\n")
        head = f"// -----// IR Dump {when} {step.ir_dump_name()}{failed} ({step.name}){about}"
        text = f"{head} //----- //\n{text}\n" + "\n" * is_top
        if self.folder is None:
            self.write(text)
        else:
            path = self.folder / self._path(step, op)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(f"{text}\n".encode("utf-8", "surrogateescape"))
            except OSError as problem:
                raise PassError(f"cannot write '{path}': {problem.strerror}") from None

    def _path(self, step: Pass, op: Operation) -> Path:
        """Return the file of a text: folders and text numbers of all enclosing operations."""
        around: list[Operation] = []
        parent: Operation | None = op
        while parent is not None:
            around.insert(0, parent)
            parent = parent.parent_op
        for each in around:
            self._numbers.setdefault(each, -1 if each is op else 0)
        self._numbers[op] += 1
        folders = [f"{o.name.replace('.', '_')}_{_symbol(o) or 'no-symbol-name'}" for o in around]
        numbers = "_".join(str(self._numbers[each]) for each in around)
        safe = [
            folder.replace("/", "_").replace("\\", "_").replace("\0", "_") for folder in folders
        ]
        return Path(*safe, f"{numbers}_{step.name}.mlir")


def _chosen(step: Pass, names: Collection[str] | None) -> bool:
    return names is None or step.name in names


def _symbol(op: Operation, prefix: str = "") -> str:
    name = symbol_name(op)
    return "" if name is None else prefix + name


@dataclass(frozen=True)
class PrintIRPass(Pass):
    """Prints the program at this point, on stderr.

    https://mlir.llvm.org/docs/Passes/#-print-ir
    """

    name = "print-ir"
    label: str = ""
    """What to call it in the line above."""

    @classmethod
    def ir_dump_name(cls) -> str:
        return "PrintIRPass"

    def run(self, op: Operation, context: ModelContext) -> None:
        label = f" {self.label}" if self.label else ""
        sys.stderr.write(f"// -----// IR Dump{label} //----- //\n{print_module(op)}")


def print_options(arguments: Arguments) -> PrintOptions:
    """Return the printer options of the command line."""
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
    """Return the instrumentation that prints the IR; None if not requested."""
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


_EXACT = PrintOptions(generic=True, local_scope=True, debuginfo=True)


def verify_roundtrip(module: Operation, context: Context, name: str, implicit_module: bool) -> None:
    """Raise DiagnosticError unless both printed forms of `module` parse to the same IR."""
    expected = print_module(module, _EXACT)
    resources = context.resources_of(module), context.external_resources_of(module)
    for generic in (False, True):
        printed = print_module(module, PrintOptions(generic=generic, debuginfo=True), *resources)
        form = "generic form" if generic else "form of its own"
        try:
            again = parse_module(printed, context, name, implicit_module=implicit_module)
        except DiagnosticError as problem:
            message = f"what is printed in {form} cannot be read: {problem.diagnostics[0].message}"
            raise DiagnosticError(error(message, Position(name, 1, 1))) from problem
        found = print_module(again, _EXACT)
        if found != expected:
            pairs = zip(expected.splitlines(), found.splitlines(), strict=False)
            before, after = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
            message = f"what is printed in {form} reads back as another program"
            raise DiagnosticError(
                error(
                    message,
                    Position(name, 1, 1),
                    [Diagnostic(Severity.NOTE, f"'{before.strip()}' became '{after.strip()}'")],
                )
            )
