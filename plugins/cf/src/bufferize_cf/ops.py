"""All ops of the cf dialect."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    BranchOpInterface,
    ConditionalBranchOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    constant_int,
)
from bufferize.ir.dense import dense_attr, elements
from bufferize_cf.dialect import CF as CF


@CF.op("br")
class BranchOp(d.Operation, BranchOpInterface):
    """A jump to a block, with arguments."""

    dest_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="destOperands")
    dest: d.Successor = d.successor()
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        return list(self.op_operands)

    def verify_op(self) -> None:
        self.verify_successors()

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Take in the block that comes next, if no other branch leads there."""
        block, region = self.dest, self.parent_region
        if region is None or block is region.blocks[0] or block is self.parent:
            return False
        if len(block.predecessors) > 1:
            return False
        for argument, value in zip(block.arguments, self.dest_operands, strict=True):
            rewriter.replace_all_uses_with(argument, value)
        for op in block.ops:
            op.move_before(self)
            rewriter.notify_modified(op)
        rewriter.erase_op(self)
        region.remove(block)
        return True


def _branch_always(op: BranchOpInterface, index: int, rewriter: ir.Rewriter) -> None:
    """Replace `op` by a branch to its successor number `index`."""
    values = [operand.value for operand in op.successor_operands(index)]
    branch = BranchOp(dest_operands=values, dest=op.successors[index], location=op.location)
    rewriter.insert(branch)
    rewriter.erase_op(op)


@CF.op("cond_br")
class CondBranchOp(d.Operation, ConditionalBranchOpInterface):
    """A jump to one of two blocks, with arguments."""

    condition: d.Operand = d.operand(d.I1)
    true_dest_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="trueDestOperands")
    false_dest_operands: d.VariadicOperand = d.variadic_operand(
        d.ANY_TYPE, name="falseDestOperands"
    )
    branch_weights: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I32_ARRAY)
    true_dest: d.Successor = d.successor(name="trueDest")
    false_dest: d.Successor = d.successor(name="falseDest")
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = """
        $condition (`weights` `(` $branch_weights^ `)`)? `,`
        $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,`
        $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)?
        attr-dict
    """

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        sizes = self.properties["operandSegmentSizes"]
        assert isinstance(sizes, ir.DenseArrayAttr)
        middle = 1 + int(sizes.values[1])
        return self.op_operands[1:middle] if index == 0 else self.op_operands[middle:]

    def verify_op(self) -> None:
        self.verify_successors()
        if self.branch_weights is None:
            return
        weights = self.branch_weights.values
        if len(weights) != 2:
            raise self.error(
                "expects number of branch weights to match number of successors: "
                f"{len(weights)} vs 2"
            )
        if not any(weights):
            raise self.error("branch weights cannot all be zero")

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Branch always if the condition is constant."""
        condition = constant_int(self.condition)
        if condition is None:
            return False
        _branch_always(self, 0 if condition else 1, rewriter)
        return True


@CF.op("assert")
class AssertOp(d.Operation, MemoryEffectsOpInterface):
    """An assertion: ends the program with a message if the operand is false."""

    arg: d.Operand = d.operand(d.I1)
    msg: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    assembly_format = "$arg `,` $msg attr-dict"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@CF.op("switch")
class SwitchOp(d.Operation, BranchOpInterface):
    """A jump to the block of the case that equals the flag, or to the default block."""

    flag: d.Operand = d.operand(d.ANY_INTEGER)
    default_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="defaultOperands")
    case_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="caseOperands")
    case_values: d.OptionalAttr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.optional_attr(
        d.INT_ELEMENTS
    )
    case_operand_segments: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    default_destination: d.Successor = d.successor(name="defaultDestination")
    case_destinations: d.VariadicSuccessor = d.variadic_successor(name="caseDestinations")
    traits = (d.Pure(), d.IsTerminator())

    def case_numbers(self) -> list[int]:
        """Return the value of each case."""
        if self.case_values is None:
            return []
        return [int(value) for value in elements(self.case_values)]  # type: ignore[arg-type]

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        """Return the operands for the default block if `index` is 0, else those for a case."""
        start = 1 + len(self.default_operands)
        if index == 0:
            return self.op_operands[1:start]
        sizes = self.case_operand_segments.values
        start += sum(sizes[: index - 1])
        return self.op_operands[start : start + sizes[index - 1]]

    def set_successor_operands(self, index: int, values: Sequence[ir.Value]) -> None:
        super().set_successor_operands(index, values)
        if index:
            sizes = list(self.case_operand_segments.values)
            sizes[index - 1] = len(values)
            self.properties["case_operand_segments"] = ir.dense_i32(sizes)

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Branch always if the flag is constant or all cases are; drop cases like the default."""
        flag, numbers = constant_int(self.flag), self.case_numbers()
        targets = [
            (block, [operand.value for operand in self.successor_operands(index)])
            for index, block in enumerate(self.successors)
        ]
        kept = [i for i in range(1, len(targets)) if targets[i] != targets[0]]
        if flag is not None or not kept:
            assert isinstance(self.flag.type, ir.IntegerType)
            mask = (1 << self.flag.type.width) - 1
            same = [i for i, number in enumerate(numbers, 1) if (number ^ (flag or 0)) & mask == 0]
            _branch_always(self, same[0] if flag is not None and same else 0, rewriter)
            return True
        if len(kept) == len(numbers):
            return False
        blocks, operands = zip(*(targets[i] for i in kept), strict=True)
        switch = SwitchOp(
            flag=self.flag,
            default_operands=targets[0][1],
            case_operands=[value for values in operands for value in values],
            case_values=dense_attr(
                ir.VectorType((len(kept),), self.flag.type), [numbers[i - 1] for i in kept]
            ),
            case_operand_segments=ir.dense_i32(list(map(len, operands))),
            default_destination=targets[0][0],
            case_destinations=blocks,
            location=self.location,
        )
        rewriter.insert(switch)
        rewriter.erase_op(self)
        return True

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `%flag : type, [default: ^block(…), 42: ^block(…)]`."""
        flag = parser.parse_operand()
        offset = parser.offset
        flag_type = parser.parse_colon_type()
        if not isinstance(flag_type, ir.IntegerType):
            raise parser.error(
                "invalid kind of type specified: expected builtin.integer, "
                f"but found '{flag_type}'",
                offset,
            )
        state.operands.append(parser.resolve_operand(flag, flag_type))
        parser.parse_punctuation(",")
        parser.parse_punctuation("[")
        parser.parse_keyword("default")
        parser.parse_punctuation(":")
        default, default_operands = _parse_destination(parser)
        state.successors.append(default)
        state.operands += default_operands
        values: list[int] = []
        sizes: list[int] = []
        while parser.parse_optional_punctuation(","):
            values.append(parser.parse_integer())
            parser.parse_punctuation(":")
            block, operands = _parse_destination(parser)
            state.successors.append(block)
            state.operands += operands
            sizes.append(len(operands))
        parser.parse_punctuation("]")
        if values:
            mask = (1 << flag_type.width) - 1
            state.properties["case_values"] = dense_attr(
                ir.VectorType((len(values),), flag_type), [value & mask for value in values]
            )
        state.properties["case_operand_segments"] = ir.DenseArrayAttr(ir.I32, tuple(sizes))
        state.properties["operandSegmentSizes"] = ir.DenseArrayAttr(
            ir.I32, (1, len(default_operands), sum(sizes))
        )
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print one line for each case, with values without sign."""
        printer.write(" ")
        printer.print_operand(self.flag)
        printer.write(" : ")
        printer.print_type(self.flag.type)
        printer.write(", [")
        printer.newline()
        printer.write("  default: ")
        self._print_destination(printer, 0)
        assert isinstance(self.flag.type, ir.IntegerType)
        mask = (1 << self.flag.type.width) - 1
        for index, value in enumerate(self.case_numbers(), start=1):
            printer.write(",")
            printer.newline()
            printer.write(f"  {value & mask}: ")
            self._print_destination(printer, index)
        if len(self.successors) > 1:
            printer.newline()
        printer.write("]")
        elided = ("case_values", "case_operand_segments", "operandSegmentSizes")
        printer.print_attr_dict(self, elided)

    def _print_destination(self, printer: d.AsmPrinter, index: int) -> None:
        values = [operand.value for operand in self.successor_operands(index)]
        printer.print_successor_and_operands(self.successors[index], values)

    def verify_op(self) -> None:
        cases = len(self.case_destinations)
        sizes = self.case_operand_segments.values
        if self.case_values is not None:
            value_type = self.case_values.type.element_type
            if value_type is not self.flag.type:
                raise self.error(
                    f"'flag' type ('{self.flag.type}') should match case value type "
                    f"('{value_type}')"
                )
            count = self.case_values.type.num_elements()
            if count != cases:
                raise self.error(
                    f"number of case values ({count}) should match number of case "
                    f"destinations ({cases})"
                )
        elif cases:
            raise self.error(
                f"number of case values (0) should match number of case destinations ({cases})"
            )
        if len(sizes) != cases:
            raise self.error(
                f"'case_operand_segments' has {len(sizes)} entries for {cases} case destinations"
            )
        if sum(sizes) != len(self.case_operands):
            raise self.error(
                f"caseOperands count ({len(self.case_operands)}) does not match with the total "
                f"size ({sum(sizes)}) specified in attribute 'case_operand_segments'"
            )
        self.verify_successors()


def _parse_destination(parser: d.AsmParser) -> tuple[ir.Block, list[ir.Value]]:
    """Read `^block` or `^block(%operands : types)`."""
    block = parser.parse_successor()
    if not parser.parse_optional_punctuation("("):
        return block, []
    operands = parser.parse_operand_list()
    parser.parse_punctuation(":")
    types = parser.parse_type_list()
    parser.parse_punctuation(")")
    return block, parser.resolve_operands(operands, types)
