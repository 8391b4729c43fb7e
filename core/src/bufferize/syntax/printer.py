"""The printer of operations: custom and generic form."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from bufferize.ir import (
    AffineExpr,
    AffineMap,
    Attribute,
    Block,
    BlockArgument,
    IsTerminator,
    Operation,
    Region,
    Type,
    Value,
)
from bufferize.syntax.aliases import AliasingPrinter
from bufferize.syntax.names import Names
from bufferize.syntax.print_options import PrintOptions
from bufferize.syntax.spelling import string_literal
from bufferize.syntax.value_users import argument_comment, operation_comment

_CHUNK = 1 << 15
_AFFINE_INPUT = re.compile(r"\b([ds])([0-9]+)\b")


class Printer(AliasingPrinter):
    """Writes operations. Implements `bufferize.define.asm.AsmPrinter`."""

    def __init__(self, options: PrintOptions, names: Names) -> None:
        super().__init__(use_aliases=not options.local_scope)
        hex_limit = options.hex_elements_if_larger
        self.large_elements_hex = None if hex_limit == -1 else hex_limit
        self.large_elements_elide = options.elide_elements_if_larger
        self.pretty_locations = options.pretty_debuginfo
        self.options = options
        self._names = names
        self._value_users = options.value_users
        self._values = names.values
        self._blocks = names.blocks
        self._results = names.results
        self._line = "\n"
        self._default_dialect = "builtin"
        # Per class and default dialect: the text of the name, and the op's own printer if any.
        self._forms: dict[tuple[type[Operation], str], tuple[str, Callable[..., None] | None]] = {}

    # Operations.

    def print_operation(self, op: Operation) -> None:
        """Writes an operation with its results and, if asked for, its location."""
        debuginfo = self.options.debuginfo
        if debuginfo:
            location = self._op_location(op)
        results = op.results
        if results:
            if len(results) == 1:
                self.write(self._values[results[0]] + " = ")
            else:
                self.write(self._results[op] + " = ")
        cls = op.__class__
        form = self._forms.get((cls, self._default_dialect))
        if form is None:
            form = self._form(op)
        name, custom = form
        if custom is None:
            self.print_generic_operation(op)
        else:
            self.write(name)
            custom(op, self)
        if debuginfo:
            self.write(location)
        if self._value_users:
            self.write(operation_comment(op, self._names))

    def _form(self, op: Operation) -> tuple[str, Callable[..., None] | None]:
        cls = op.__class__
        custom = None
        if not self.options.generic and getattr(cls, "has_custom_syntax", True):
            custom = getattr(cls, "print", None)
        name = op.name
        prefix = self._default_dialect + "."
        if name.startswith(prefix) and name.count(".") == 1:
            name = name[len(prefix) :]
        if op.is_registered:
            self._forms[cls, self._default_dialect] = name, custom
        return name, custom

    def _op_location(self, op: Operation) -> str:
        location = op.location
        if not self.use_aliases:
            return " " + self.location_text(location)
        self.visiting = False
        text = f"loc({self.attribute_text(location)})"
        if self.pretty_locations:  # MLIR makes an alias, but does not use it
            text = self.location_text(location)
        self.visiting = True
        self.visit(location, may_come_last=True)
        return " " + text

    def print_generic_operation(self, op: Operation) -> None:
        """Writes an operation in generic form, from its quoted name on."""
        self.write(string_literal(op.name))
        self.write(f"({', '.join([self._values[use.value] for use in op.op_operands])})")
        if op.successors:
            self.write(f"[{', '.join([self._blocks[block] for block in op.successors])}]")
        # What is mentioned counts in another order than it is written: regions come first.
        self.visiting = False
        if op.properties:
            self.write(f" <{self.dictionary_text(sorted(op.properties.items()))}>")
        self.visiting = True
        if op.regions:
            separator = " ("
            for region in op.regions:
                self.write(separator)
                self.print_region(region, print_empty_block=True)
                separator = ", "
            self.write(")")
        inputs, results = op.operand_types, op.result_types
        for type in (*inputs, *results):
            self.type_text(type)
        # The properties of an unknown operation do not count as mentions in MLIR.
        known = op.is_registered
        mentions = self._all_attributes(op) if known else sorted(op.attributes.items())
        for _, attribute in mentions:
            self.attribute_text(attribute)
        if op.attributes:
            self.write(" " + self.dictionary_text(sorted(op.attributes.items())))
        self.write(f" : ({self._type_list(inputs)}) -> {self._results_text(results)}")

    @staticmethod
    def _all_attributes(op: Operation) -> list[tuple[str, Attribute]]:
        if not op.properties:
            return sorted(op.attributes.items())
        return sorted({**op.attributes, **op.properties}.items())

    # Regions and blocks.

    def print_region(
        self,
        region: Region,
        print_entry_args: bool = True,
        print_terminators: bool = True,
        print_empty_block: bool = False,
    ) -> None:
        """Writes `{...}`."""
        if self.options.skip_regions:
            self.write("{...}")
            return
        self.write("{")
        blocks = region.blocks
        if blocks:
            outer = self._default_dialect
            parent = region.parent
            self._default_dialect = (parent.default_dialect or "") if parent is not None else ""
            entry = blocks[0]
            header = (print_empty_block and entry.first_op is None) or (
                print_entry_args and bool(entry.arguments)
            )
            self._print_block(entry, header, print_terminators)
            for block in blocks[1:]:
                self._print_block(block, True, True)
            self._default_dialect = outer
        self.write(self._line + "}")

    def _print_block(self, block: Block, header: bool, print_terminator: bool) -> None:
        if header:
            self._print_block_header(block)
        outer = self._line
        line = self._line = outer + "  "
        if self._value_users:
            for argument in block.arguments:
                self.write(line + argument_comment(argument, self._names))
        last = block.last_op
        stop = None
        if not print_terminator and last is not None and last.has_trait(IsTerminator):
            stop = last
        op = block.first_op
        while op is not stop:
            assert op is not None
            self.write(line)
            self.print_operation(op)
            op = op.next_op
        self._line = outer

    def _print_block_header(self, block: Block) -> None:
        self.write(self._line + self._blocks[block])
        if block.arguments:
            separator = "("
            for argument in block.arguments:
                self.write(f"{separator}{self._values[argument]}: {self.type_text(argument.type)}")
                self._print_argument_location(argument)
                separator = ", "
            self.write(")")
        self.write(":" + self._predecessors_comment(block))

    def _predecessors_comment(self, block: Block) -> str:
        names = [
            self._blocks.get(op.parent, "^bb?")
            for op, count in block.branches.items()
            if op.parent is not None
            for _ in range(count)
        ]
        if not names:
            return "" if block.is_entry else "  // no predecessors"
        if len(names) == 1:
            return f"  // pred: {names[0]}"
        names.sort(key=lambda name: (len(name), name))  # by their numbers
        return f"  // {len(names)} preds: {', '.join(names)}"

    def _print_argument_location(self, argument: BlockArgument) -> None:
        if self.options.debuginfo:
            if self.use_aliases:
                self.attribute_text(argument.location)  # MLIR makes an alias, but does not use it
            self.write(" " + self.location_text(argument.location))

    def print_region_argument(
        self,
        argument: BlockArgument,
        attributes: Mapping[str, Attribute] | None = None,
        print_type: bool = True,
    ) -> None:
        """Writes `%name: type {attributes}`."""
        self.write(self._values[argument])
        text = self.type_text(argument.type)
        if print_type:
            self.write(": " + text)
        if attributes:
            self.visiting = False  # as in MLIR, an alias is used here but not made
            self.print_attr_dict(attributes)
            self.visiting = True
        self._print_argument_location(argument)

    # What an operation's own `print` may call.

    def print_operand(self, value: Value) -> None:
        """Writes `%name`."""
        self.write(self._values[value])

    def print_operands(self, values: Iterable[Value]) -> None:
        """Writes `%names` with commas between."""
        names = self._values
        self.write(", ".join([names[value] for value in values]))

    def print_functional_type(
        self, op_or_inputs: Operation | Sequence[Type], results: Sequence[Type] | None = None
    ) -> None:
        """Writes `(inputs) -> results`: an op's own, or the types given."""
        if isinstance(op_or_inputs, Operation):
            super().print_functional_type(op_or_inputs.operand_types, op_or_inputs.result_types)
        else:
            super().print_functional_type(op_or_inputs, results or ())

    def print_attr_dict(
        self, op_or_dict: Operation | Mapping[str, Attribute], elided: Collection[str] = ()
    ) -> None:
        """Writes ` {...}`, in order of name; nothing if all are elided."""
        kept = self._kept(op_or_dict, elided)
        if kept:
            self.write(" " + self.dictionary_text(kept))

    def print_attr_dict_with_keyword(
        self, op_or_dict: Operation | Mapping[str, Attribute], elided: Collection[str] = ()
    ) -> None:
        """Writes ` attributes {...}`, nothing if all are elided."""
        kept = self._kept(op_or_dict, elided)
        if kept:
            self.write(" attributes " + self.dictionary_text(kept))

    def _kept(
        self, op_or_dict: Operation | Mapping[str, Attribute], elided: Collection[str]
    ) -> list[tuple[str, Attribute]]:
        if isinstance(op_or_dict, Operation):
            if not op_or_dict.attributes and not op_or_dict.properties:
                return []
            entries = self._all_attributes(op_or_dict)
        else:
            entries = sorted(op_or_dict.items())
        return [entry for entry in entries if entry[0] not in elided] if elided else entries

    def print_successor(self, block: Block) -> None:
        """Writes `^name`."""
        self.write(self._blocks[block])

    def print_successor_and_operands(self, block: Block, operands: Sequence[Value]) -> None:
        """Writes `^name(%operands : types)`."""
        self.write(self._blocks[block])
        if operands:
            self.write("(")
            self.print_operands(operands)
            self.write(f" : {self._type_list([value.type for value in operands])})")

    def print_affine_map_of_ssa_ids(self, map: AffineMap, operands: Sequence[Value]) -> None:
        """Writes a map's results over operands, without brackets."""
        dims, symbols = operands[: map.num_dims], operands[map.num_dims :]
        texts = [self._affine_text(result, dims, symbols) for result in map.results]
        self.write(", ".join(texts))

    def print_affine_expr_of_ssa_ids(
        self, map: AffineMap, dims: Sequence[Value], symbols: Sequence[Value]
    ) -> None:
        """Writes a map's single result over dims and `symbol(...)`s."""
        self.write(self._affine_text(map.results[0], dims, symbols))

    def _affine_text(
        self, expr: AffineExpr, dims: Sequence[Value], symbols: Sequence[Value]
    ) -> str:
        def name(mark: re.Match[str]) -> str:
            position = int(mark[2])
            if mark[1] == "d":
                return self._values[dims[position]]
            return f"symbol({self._values[symbols[position]]})"

        return _AFFINE_INPUT.sub(name, str(expr))

    def newline(self) -> None:
        """Starts a line at the current indentation."""
        self.write(self._line)

    def indent(self) -> None:
        """Indents the lines that follow one step more."""
        self._line += "  "

    def dedent(self) -> None:
        """Indents the lines that follow one step less."""
        self._line = self._line[:-2]

    # Output.

    def chunks(self) -> Iterator[str]:
        """All that was written, with the aliases, in pieces."""
        top, end = self.resolve_aliases()
        yield top
        for start in range(0, len(self._parts), _CHUNK):
            yield self.replace_marks("".join(self._parts[start : start + _CHUNK]))
        yield "\n" + end
