"""The interpreter as a pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, OptionError, PassError, error
from bufferize.driver import ModelContext
from bufferize.passes import Pass
from bufferize_transform.dialect import ENTRY_POINT, TARGET_TAG
from bufferize_transform.interface import Payload
from bufferize_transform.interpreter import Interpreter
from bufferize_transform.ops_named import NamedSequenceOp
from bufferize_transform.state import TransformState, position_of
from bufferize_transform.types import OperationHandleType, ParameterType, ValueHandleType

_VALUES: Final = "^"
_PARAMETERS: Final = "#"


@dataclass(frozen=True)
class InterpreterPass(Pass):
    """Runs the script in a program, a `transform.named_sequence`, on the program.

    https://mlir.llvm.org/docs/Passes/#-transform-interpreter
    """

    name = "transform-interpreter"
    debug_bind_trailing_args: tuple[str, ...] = ()
    """What the further arguments of the entry point stand for: a name for all operations called so,
    '^' and a name for all results of these, or '#' and integers with ';' between."""
    debug_payload_root_tag: str = ""
    """Transform the operation with this 'transform.target_tag' in place of all."""
    disable_expensive_checks: bool = False
    """Whether to leave out the checks of what handles stand for."""
    entry_point: str = ENTRY_POINT
    """The named sequence to run."""

    def run(self, op: ir.Operation, context: ModelContext) -> None:
        root = self._root(op)
        more = [self._binding(text, root) for text in self.debug_bind_trailing_args]
        sequence = self._entry_point(op)
        try:
            run_named_sequence(
                sequence, root, context, more, expensive_checks=not self.disable_expensive_checks
            )
        except DiagnosticError as failure:
            raise PassError(failure.diagnostics) from failure

    def _root(self, op: ir.Operation) -> ir.Operation:
        tag = self.debug_payload_root_tag
        if not tag:
            return op
        wanted = ir.StringAttr(tag)
        found = [each for each in op.walk_post() if each.attributes.get(TARGET_TAG) is wanted]
        if not found:
            message = f'could not find the operation with {TARGET_TAG}="{tag}" attribute'
            raise PassError(error(message, op))
        if len(found) > 1:
            problem = error(
                f'more than one operation with {TARGET_TAG}="{tag}" attribute', found[1]
            )
            raise PassError(problem.note("previous occurrence", found[0]))
        return found[0]

    def _entry_point(self, op: ir.Operation) -> NamedSequenceOp:
        for each in op.walk_post():
            if isinstance(each, NamedSequenceOp) and each.symbol_name == self.entry_point:
                return each
        message = f"could not find a nested named sequence with name: {self.entry_point}"
        raise PassError(error(message, op))

    def _binding(self, text: str, root: ir.Operation) -> Payload:
        name = text.removeprefix(_VALUES)
        if text.startswith(_PARAMETERS):
            try:
                numbers = [int(number) for number in text[1:].split(";")]
            except ValueError:
                raise OptionError(f"couldn't parse integer pass argument {text}") from None
            attributes: list[ir.Attribute] = [ir.i64_attr(number) for number in numbers]
            return attributes
        operations = [each for each in root.walk_post() if each.name == name]
        if name is text:
            return operations
        return [result for each in operations for result in each.results]


def run_named_sequence(
    sequence: NamedSequenceOp,
    root: ir.Operation,
    context: ModelContext,
    more: Sequence[Payload] = (),
    *,
    expensive_checks: bool = True,
) -> None:
    """Run a named sequence on `root`, with `more` as payload of the further arguments.

    Raises SilenceableFailure or DefiniteFailure; `root` is then in any state.
    """
    if sequence.is_external:
        raise PassError(error("cannot run a named sequence that has no body", sequence))
    arguments = sequence.entry_block.arguments
    if not arguments:
        message = "expects the entry block to have at least one argument"
        raise PassError(sequence.error(message).diagnostics)
    if not isinstance(arguments[0].type, OperationHandleType):
        message = (
            "expects the first entry block argument to be of type implementing "
            "TransformHandleTypeInterface"
        )
        raise PassError(sequence.error(message).diagnostics)
    if len(more) != len(arguments) - 1:
        message = (
            f"operation expects {len(arguments) - 1} extra value bindings, but {len(more)} were "
            "provided to the interpreter"
        )
        raise PassError(error(message, sequence))
    for argument, payload in zip(arguments[1:], more, strict=True):
        _check_kind(argument, payload)
    state = TransformState(root, context, expensive_checks=expensive_checks)
    Interpreter(state).run_region(sequence.body, [[root], *more])


def _check_kind(argument: ir.Value, payload: Payload) -> None:
    for handle_kind, kind, words in (
        (OperationHandleType, ir.Operation, "top-level operation handle"),
        (ValueHandleType, ir.Value, "the top-level value handle"),
        (ParameterType, ir.Attribute, "top-level parameter"),
    ):
        if isinstance(argument.type, handle_kind) and not all(
            isinstance(entity, kind) for entity in payload
        ):
            message = f"wrong kind of value provided for {words}"
            raise PassError(error(message, position_of(argument)))
