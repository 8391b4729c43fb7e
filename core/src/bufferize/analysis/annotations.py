"""Attributes that show the decisions, for tests and for debugging."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import ir
from bufferize.analysis.one_shot_state import OneShotAnalysisState
from bufferize.interfaces import is_tensor_like
from bufferize.ir import ArrayAttr, OpOperand, StringAttr, UnitAttr, Value

IN_PLACE_OPERANDS = "__inplace_operands_attr__"
RESULT_ALIAS_SETS = "__opresult_alias_set_attr__"
ARGUMENT_ALIAS_SETS = "__bbarg_alias_set_attr__"
EQUIVALENT_ARGUMENTS = "__equivalent_func_args__"


def annotate_decisions(root: ir.Operation, state: OneShotAnalysisState) -> None:
    """Annotate every operation below `root` with one word for each operand: `true`, `false`, `none`."""
    for op in root.walk():
        words = [
            str(state.is_in_place(operand)).lower()
            if is_tensor_like(operand.value.type)
            else "none"
            for operand in op.op_operands
        ]
        if any(word != "none" for word in words):
            op.attributes[IN_PLACE_OPERANDS] = ArrayAttr(tuple(map(StringAttr, words)))


def annotate_alias_sets(root: ir.Operation, state: OneShotAnalysisState) -> None:
    """Annotate every operation below `root` with the alias sets of its tensor results and arguments.

    Values have their names in the printed text of `root`.
    """
    from bufferize.syntax.names import assign_names  # rarely asked for, and slow to start

    names = assign_names(root).values

    def alias_sets(values: Sequence[Value]) -> ArrayAttr:
        tensors = [value for value in values if is_tensor_like(value.type)]
        members = (map(names.__getitem__, state.aliasing.members(tensor)) for tensor in tensors)
        return ArrayAttr(tuple(ArrayAttr(tuple(map(StringAttr, each))) for each in members))

    for op in root.walk():
        results = alias_sets(op.results)
        if results.elements:
            op.attributes[RESULT_ALIAS_SETS] = results
        sets = [[alias_sets(block.arguments) for block in region.blocks] for region in op.regions]
        if any(each.elements for of_region in sets for each in of_region):
            regions = tuple(ArrayAttr(tuple(of_region)) for of_region in sets)
            op.attributes[ARGUMENT_ALIAS_SETS] = ArrayAttr(regions)


def annotate_conflict(
    read: OpOperand, write: OpOperand, definition: Value, state: OneShotAnalysisState
) -> None:
    """Mark the read, the write and the definition of a conflict with one new number."""
    number = f"C_{state.num_conflicts_annotated}"
    state.num_conflicts_annotated += 1
    write.owner.attributes[f"{number}[CONFL-WRITE: {write.index}]"] = UnitAttr()
    read.owner.attributes[f"{number}[READ: {read.index}]"] = UnitAttr()
    _mark_value(definition, f"{number}[DEF: ")


def annotate_non_writable_value(value: Value, state: OneShotAnalysisState) -> None:
    """Mark a non-writable value whose buffer would have been written to."""
    _mark_value(value, f"W_{state.num_non_writable_annotated}[NOT-WRITABLE: ")
    state.num_non_writable_annotated += 1


def _mark_value(value: Value, prefix: str) -> None:
    if isinstance(value, ir.OpResult):
        value.owner.attributes[f"{prefix}result {value.index}]"] = UnitAttr()
        return
    assert isinstance(value, ir.BlockArgument)
    owner = value.owner.parent_op
    if owner is not None:
        owner.attributes[f"{prefix}bbArg {value.index}]"] = UnitAttr()


def annotate_equivalent_argument(returned: OpOperand, argument: ir.BlockArgument) -> None:
    """Annotate a return with the number of the equivalent argument of each operand, or -1."""
    op = returned.owner
    indices: list[ir.Attribute] = [ir.i64_attr(-1)] * len(op.op_operands)
    old = op.attributes.get(EQUIVALENT_ARGUMENTS)
    # The input may have a list of its own, of any length.
    if isinstance(old, ArrayAttr) and len(old.elements) == len(indices):
        indices = list(old.elements)
    indices[returned.index] = ir.i64_attr(argument.index)
    op.attributes[EQUIVALENT_ARGUMENTS] = ArrayAttr(tuple(indices))


def access_attr(is_read: bool, is_written: bool) -> StringAttr:
    """Return the attribute that says how a function accesses an argument."""
    if is_read:
        return StringAttr("read-write" if is_written else "read")
    return StringAttr("write" if is_written else "none")
