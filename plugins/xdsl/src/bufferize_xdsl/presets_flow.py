"""The presets for regions, blocks and functions: loops, choices, branches, calls, and what ends them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl import irdl
from xdsl.irdl import IRDLOperation

from bufferize import define as d
from bufferize import models
from bufferize.define.context import Context
from bufferize.interfaces import InParallelOpInterface
from bufferize_xdsl import op_interfaces
from bufferize_xdsl.declarations import field_name
from bufferize_xdsl.preset import (
    Model,
    Preset,
    attribute_field,
    check_filler,
    check_regions,
    check_results_may_go,
    derived,
    filler,
    operand_field,
    unfit,
)


@dataclass(frozen=True)
class LoopWithIterArgs(Preset):
    """A loop with one region of one block, which carries the operands of the field `inits`.

    The last arguments of the block are what it carries, the results are those after the last
    iteration, and its terminator, which needs the model `RegionTerminator`, yields the next ones.
    """

    inits: str
    interfaces = (op_interfaces.LoopOverField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        return {"inits_field": operand_field(op, self.inits)}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.LoopWithIterArgs()


@dataclass(frozen=True)
class BranchesWithResults(Preset):
    """One of the regions is run, and what its terminator yields are the results.

    The terminators need the model `RegionTerminator`.
    """

    interfaces = (op_interfaces.Choice,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "regions", None)
        return {}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.BranchesWithResults()


@dataclass(frozen=True)
class RegionTerminator(Preset):
    """The op ends a region of a loop or of a choice, and yields its operands."""

    interfaces = (op_interfaces.Terminator,)

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.RegionTerminator()


@dataclass(frozen=True)
class ParallelLoop(Preset):
    """A loop whose iterations may run at once, and share the operands of the field `outputs`.

    These are the last arguments of its one block, and its results; it carries nothing else. On
    buffers it has neither. Its terminator needs the model `InParallel`.
    """

    outputs: str
    interfaces = (op_interfaces.ParallelLoopOverField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        check_results_may_go(op)
        number = operand_field(op, self.outputs)
        if not isinstance(op.get_irdl_definition().operands[number][1], irdl.VariadicDef):
            raise unfit(op, f"on buffers the op has no '{self.outputs}': declare it as variadic")
        return {"outputs_field": number}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.ParallelLoop()


@dataclass(frozen=True)
class InParallel(Preset):
    """The op ends a parallel loop; the ops in its region say what an iteration contributes.

    They need the model `Contribution`, or are those of a plugin, as `tensor.parallel_insert_slice`.
    """

    interfaces = (InParallelOpInterface,)
    traits = (d.IsTerminator(), d.NoTerminator())

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        return {}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.NeedsNoRewriting()


@dataclass(frozen=True)
class Contribution(Preset):
    """What an iteration puts into the tensor `into` that all share; other operands are read.

    It becomes `write`, whose operand `into` is the buffer; its other operands and its attributes
    are those of the op of the same names.
    """

    into: str
    write: type[IRDLOperation]
    interfaces = (op_interfaces.ContributionToField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_filler(op, "write", self.write, self.into)
        return {"into_field": operand_field(op, self.into)}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        contribute = filler(op, self.write, self.into, context)
        return derived(models.Contribution, contribute=staticmethod(contribute))


@dataclass(frozen=True)
class Branch(Preset):
    """The op passes control and operands to successors.

    `passes` names for each successor the field of the operands that its block gets; one that gets
    none is left out.
    """

    passes: Mapping[str, str]
    interfaces = (op_interfaces.BranchByFields,)
    traits = (d.IsTerminator(),)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        successors = op.get_irdl_definition().successors
        names = [name for name, _ in successors]
        if not names or any(isinstance(field, irdl.VariadicDef) for _, field in successors):
            raise unfit(op, "a branch has successors, and each of them is a field")
        for name in self.passes:
            if name not in names:
                raise unfit(op, f"has no successor '{name}'; there are: {', '.join(names)}")
        passed = [self.passes.get(name) for name in names]
        fields = tuple(None if name is None else operand_field(op, name) for name in passed)
        return {"passed_fields": fields}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.Branch()


@dataclass(frozen=True)
class Function(Preset):
    """A function, whose attributes `sym_name` and `function_type` say what it is called and takes.

    Its one region is the body; without a block it is external. What returns needs the model `Return`.
    """

    interfaces = (op_interfaces.FunctionWithSignature,)
    traits = (d.SymbolTrait(), d.IsolatedFromAbove())

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_regions(op, "one", 1)
        for name in ("sym_name", "function_type"):
            attribute_field(op, name)
        return {}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.Function()


@dataclass(frozen=True)
class Return(Preset):
    """The op ends a function, and returns its operands."""

    traits = (d.IsTerminator(), d.ReturnLike())

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.Return()


@dataclass(frozen=True)
class Calls(Preset):
    """The op calls the function that the attribute `callee` names, with the operands `arguments`.

    Its results are what the function returns.
    """

    callee: str
    arguments: str
    interfaces = (op_interfaces.CallByFields,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        attribute_field(op, self.callee)
        number = operand_field(op, self.arguments)
        return {"callee_field": field_name(self.callee), "arguments_field": number}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.Calls()
