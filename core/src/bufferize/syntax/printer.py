"""The printer of operations and modules: custom and generic form, aliases, and options."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bufferize import ir
from bufferize.define.dialect_context import Resources
from bufferize.diagnostics import DiagnosticError
from bufferize.ir.process import deep_recursion
from bufferize.syntax.attribute_printer import AttributePrinter, string_literal
from bufferize.syntax.names import Names, argument_comment, assign_names, operation_comment
from bufferize.syntax.resources import mentioned_resources, resources_text

_AFFINE_INPUT = re.compile(r"\b([ds])([0-9]+)\b")

# No text of MLIR holds these characters: strings escape them.
_ALIAS = "\0"
_DISTINCT = "\1"
_ALIAS_MARK = re.compile("\0([0-9]+)\0")
_DISTINCT_MARK = re.compile("\1([0-9]+)\1")

Symbol = ir.Attribute | ir.Type


@dataclass(frozen=True)
class PrintOptions:
    """The options of the printer; in quotes, the flags of mlir-opt."""

    generic: bool = False
    """Whether to print all operations in generic form ("mlir-print-op-generic")."""
    local_scope: bool = False
    """Whether to print no aliases ("mlir-print-local-scope")."""
    debuginfo: bool = False
    """Whether to print locations ("mlir-print-debuginfo")."""
    pretty_debuginfo: bool = False
    """Whether locations are printed in a form for people ("mlir-pretty-debuginfo"), which cannot be
    parsed."""
    unique_ssa_ids: bool = False
    """Whether every value has a number of its own in the whole text ("mlir-print-unique-ssa-ids")."""
    nameloc_as_prefix: bool = False
    """Whether values are named after their locations ("mlir-use-nameloc-as-prefix")."""
    value_users: bool = False
    """Whether a comment lists the users of each value ("mlir-print-value-users")."""
    skip_regions: bool = False
    """Whether to print `{...}` for every region ("mlir-print-skip-regions")."""
    elide_elements_if_larger: int | None = None
    """The most elements of attributes whose data is printed ("mlir-elide-elementsattrs-if-larger")."""
    elide_resources_if_larger: int | None = None
    """The most characters of resources that are printed ("mlir-elide-resource-strings-if-larger")."""
    hex_elements_if_larger: int = 100
    """The most elements of attributes that are not printed in hexadecimal, -1 for no limit
    ("mlir-print-elementsattrs-with-hex-if-larger")."""


class Printer(AttributePrinter):
    """The printer of operations and modules. See `AsmPrinter` for its methods.

    An alias (`#map`, `#loc`), which stands at the top of a file for a long attribute, is known only
    when all has been printed: whether one is needed and its number depend on all that is mentioned.
    Printing twice would take twice as long. So a mark is written for an attribute that may get an
    alias, and the marks are replaced at the end.
    """

    def __init__(self, options: PrintOptions, names: Names) -> None:
        super().__init__()
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
        self._forms: dict[
            tuple[type[ir.Operation], str], tuple[str, Callable[..., None] | None]
        ] = {}
        self.use_aliases = not options.local_scope
        self.visiting = True
        """Whether printed symbols count as mentioned; those not mentioned get no alias."""
        # The symbols with marks that are mentioned in the one whose text is being composed.
        self._frame: list[Symbol] | None = None
        self._children: dict[Symbol, list[Symbol]] = {}
        self._slots: list[tuple[Symbol, str, str]] = []  # symbol, alias name, definition
        self._visited: dict[Symbol, bool] = {}  # in order; whether the definition may come last
        self._distinct_ids: list[ir.DistinctId] = []
        self._distinct_numbers: dict[ir.DistinctId, int] = {}
        self._replacements: list[str] = []

    # Operations.

    def print_operation(self, op: ir.Operation) -> None:
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
        try:
            if custom is None:
                self.print_generic_operation(op)
            else:
                self.write(name)
                custom(op, self)
        except DiagnosticError as failure:  # a text that is too long
            failure.about(op)
            raise
        if debuginfo:
            self.write(location)
        if self._value_users:
            self.write(operation_comment(op, self._names))

    def _form(self, op: ir.Operation) -> tuple[str, Callable[..., None] | None]:
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

    def _op_location(self, op: ir.Operation) -> str:
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

    def print_generic_operation(self, op: ir.Operation) -> None:
        """Write an operation in generic form, from its quoted name on."""
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
    def _all_attributes(op: ir.Operation) -> list[tuple[str, ir.Attribute]]:
        if not op.properties:
            return sorted(op.attributes.items())
        return sorted({**op.attributes, **op.properties}.items())

    # Regions and blocks.

    def print_region(
        self,
        region: ir.Region,
        print_entry_args: bool = True,
        print_terminators: bool = True,
        print_empty_block: bool = False,
    ) -> None:
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

    def _print_block(self, block: ir.Block, header: bool, print_terminator: bool) -> None:
        if header:
            self._print_block_header(block)
        outer = self._line
        line = self._line = outer + "  "
        if self._value_users:
            for argument in block.arguments:
                self.write(line + argument_comment(argument, self._names))
        last = block.last_op
        stop = None
        if not print_terminator and last is not None and last.has_trait(ir.IsTerminator):
            stop = last
        op = block.first_op
        while op is not stop:
            assert op is not None
            self.write(line)
            self.print_operation(op)
            op = op.next_op
        self._line = outer

    def _print_block_header(self, block: ir.Block) -> None:
        self.write(self._line + self._blocks[block])
        if block.arguments:
            separator = "("
            for argument in block.arguments:
                self.write(f"{separator}{self._values[argument]}: {self.type_text(argument.type)}")
                self._print_argument_location(argument)
                separator = ", "
            self.write(")")
        self.write(":" + self._predecessors_comment(block))

    def _predecessors_comment(self, block: ir.Block) -> str:
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

    def _print_argument_location(self, argument: ir.BlockArgument) -> None:
        if self.options.debuginfo:
            if self.use_aliases:
                self.attribute_text(argument.location)  # MLIR makes an alias, but does not use it
            self.write(" " + self.location_text(argument.location))

    def print_region_argument(
        self,
        argument: ir.BlockArgument,
        attributes: Mapping[str, ir.Attribute] | None = None,
        print_type: bool = True,
    ) -> None:
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

    def print_operand(self, value: ir.Value) -> None:
        self.write(self._values[value])

    def print_operands(self, values: Iterable[ir.Value]) -> None:
        names = self._values
        self.write(", ".join([names[value] for value in values]))

    def print_functional_type(
        self,
        op_or_inputs: ir.Operation | Sequence[ir.Type],
        results: Sequence[ir.Type] | None = None,
    ) -> None:
        if isinstance(op_or_inputs, ir.Operation):
            super().print_functional_type(op_or_inputs.operand_types, op_or_inputs.result_types)
        else:
            super().print_functional_type(op_or_inputs, results or ())

    def print_attr_dict(
        self, op_or_dict: ir.Operation | Mapping[str, ir.Attribute], elided: Collection[str] = ()
    ) -> None:
        kept = self._kept(op_or_dict, elided)
        if kept:
            self.write(" " + self.dictionary_text(kept))

    def print_attr_dict_with_keyword(
        self, op_or_dict: ir.Operation | Mapping[str, ir.Attribute], elided: Collection[str] = ()
    ) -> None:
        kept = self._kept(op_or_dict, elided)
        if kept:
            self.write(" attributes " + self.dictionary_text(kept))

    def _kept(
        self, op_or_dict: ir.Operation | Mapping[str, ir.Attribute], elided: Collection[str]
    ) -> list[tuple[str, ir.Attribute]]:
        if isinstance(op_or_dict, ir.Operation):
            if not op_or_dict.attributes and not op_or_dict.properties:
                return []
            entries = self._all_attributes(op_or_dict)
        else:
            entries = sorted(op_or_dict.items())
        return [entry for entry in entries if entry[0] not in elided] if elided else entries

    def print_successor(self, block: ir.Block) -> None:
        self.write(self._blocks[block])

    def print_successor_and_operands(self, block: ir.Block, operands: Sequence[ir.Value]) -> None:
        self.write(self._blocks[block])
        if operands:
            self.write("(")
            self.print_operands(operands)
            self.write(f" : {self._type_list([value.type for value in operands])})")

    def print_affine_map_of_ssa_ids(self, map: ir.AffineMap, operands: Sequence[ir.Value]) -> None:
        dims, symbols = operands[: map.num_dims], operands[map.num_dims :]
        texts = [self._affine_text(result, dims, symbols) for result in map.results]
        self.write(", ".join(texts))

    def print_affine_expr_of_ssa_ids(
        self, map: ir.AffineMap, dims: Sequence[ir.Value], symbols: Sequence[ir.Value]
    ) -> None:
        self.write(self._affine_text(map.results[0], dims, symbols))

    def _affine_text(
        self, expr: ir.AffineExpr, dims: Sequence[ir.Value], symbols: Sequence[ir.Value]
    ) -> str:
        def name(mark: re.Match[str]) -> str:
            position = int(mark[2])
            if mark[1] == "d":
                return self._values[dims[position]]
            return f"symbol({self._values[symbols[position]]})"

        return _AFFINE_INPUT.sub(name, str(expr))

    def newline(self) -> None:
        self.write(self._line)

    def indent(self) -> None:
        self._line += "  "

    def dedent(self) -> None:
        self._line = self._line[:-2]

    # Mentions of types and attributes.

    def type_text(self, type: ir.Type) -> str:
        text = self._type_texts.get(type)
        if text is None:
            text = self._new(type, self._compose_type)
            self._type_texts[type] = text
        if _ALIAS in text:
            self._mention(type)
        return text

    def attribute_text(self, attribute: ir.Attribute) -> str:
        text = self._attribute_texts.get(attribute)
        if text is None:
            text = self._new(attribute, self._compose_attribute)
            self._attribute_texts[attribute] = text
        if _ALIAS in text:
            self._mention(attribute)
        return text

    def print_custom_type(self, type: ir.Type) -> None:
        if self.use_aliases and alias_name(type) is not None:
            self.print_type(type)
        else:
            super().print_custom_type(type)

    def print_custom_attribute(self, attribute: ir.Attribute) -> None:
        if self.use_aliases and alias_name(attribute) is not None:
            self.print_attribute(attribute)
        else:
            super().print_custom_attribute(attribute)

    def _new(self, symbol: Symbol, compose: Callable[..., str]) -> str:
        outer, self._frame = self._frame, []
        children = self._frame
        try:
            text = compose(symbol)
        finally:
            self._frame = outer
        if children:
            self._children[symbol] = children
        if self.use_aliases:
            name = alias_name(symbol)
            if name is not None:
                self._slots.append((symbol, name, text))
                return f"{_ALIAS}{len(self._slots) - 1}{_ALIAS}"
        return text

    def _mention(self, symbol: Symbol) -> None:
        if self._frame is not None:
            self._frame.append(symbol)
        elif self.visiting:
            self.visit(symbol)

    def visit(self, symbol: Symbol, may_come_last: bool = False) -> None:
        """Count a mention of a symbol whose text is complete.

        `may_come_last`: the reader needs the definition only at the end, as for locations.
        """
        known = self._visited.get(symbol)
        if known is None:
            self._visited[symbol] = may_come_last
        elif known and not may_come_last:
            self._visited[symbol] = False
        else:
            return
        for child in self._children.get(symbol, ()):
            self.visit(child, may_come_last)

    def _nested_location(self, location: ir.Location) -> str:
        if self.use_aliases:
            return self.attribute_text(location)
        return self._location_body(location)

    def _distinct_number(self, identity: ir.DistinctId) -> str:
        if identity not in self._distinct:
            self._distinct[identity] = len(self._distinct_ids)
            self._distinct_ids.append(identity)
        return f"{_DISTINCT}{self._distinct[identity]}{_DISTINCT}"

    # Aliases.

    def _depths(self) -> dict[Symbol, int]:
        """Return the depth to which aliases nest in each visited symbol, counting itself."""
        marked = {symbol for symbol, _, _ in self._slots}
        depths: dict[Symbol, int] = {}

        def depth(symbol: Symbol) -> int:
            known = depths.get(symbol)
            if known is None:
                below = max(map(depth, self._children.get(symbol, ())), default=0)
                known = below + 1 if below else int(symbol in marked)
                depths[symbol] = known
            return known

        for symbol in self._visited:
            depth(symbol)
        return depths

    def resolve_aliases(self) -> tuple[str, str]:
        """Decide all aliases; return their definitions for the top and for the end of the text."""
        if not self._slots:
            return "", ""
        depths = self._depths()
        slots = {symbol: index for index, (symbol, _, _) in enumerate(self._slots)}
        aliased = [symbol for symbol in self._visited if symbol in slots]
        aliased.sort(
            key=lambda s: (depths[s], not isinstance(s, ir.Type), self._slots[slots[s]][1])
        )
        self._replacements = [definition for _, _, definition in self._slots]
        counts: dict[str, int] = {}
        lines: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
        for symbol in aliased:
            index = slots[symbol]
            _, name, definition = self._slots[index]
            count = counts.get(name, 0)
            counts[name] = count + 1
            separator = "_" if name[-1].isdigit() else ""
            prefix = "!" if isinstance(symbol, ir.Type) else "#"
            alias = f"{prefix}{name}{separator}{count or ''}"
            self._replacements[index] = alias
            lines[self._visited[symbol]].append((alias, definition))
        top, end = (
            "".join([f"{alias} = {definition}\n" for alias, definition in lines[last]])
            for last in (False, True)
        )
        return self.replace_marks(top), self.replace_marks(end)

    def replace_marks(self, text: str) -> str:
        """Return a text with its marks replaced.

        To be called after `resolve_aliases`, with the pieces in the order of the output.
        """
        while _ALIAS in text:  # a symbol without alias may mention one with
            text = _ALIAS_MARK.sub(lambda m: self._replacements[int(m[1])], text)
        if _DISTINCT in text:
            text = _DISTINCT_MARK.sub(self._number_distinct, text)
        return text

    def _number_distinct(self, mark: re.Match[str]) -> str:
        identity = self._distinct_ids[int(mark[1])]
        return str(self._distinct_numbers.setdefault(identity, len(self._distinct_numbers)))

    def text(self) -> str:
        """Return the whole output, including aliases."""
        top, end = self.resolve_aliases()
        return f"{top}{self.replace_marks(''.join(self._parts))}\n{end}"


def alias_name(symbol: Symbol) -> str | None:
    """Return the base of the alias of a type or attribute: without `#` and number.

    A dialect's class defines one by a class variable `alias_name`.
    """
    if isinstance(symbol, ir.AffineMapAttr):
        return "map"
    if isinstance(symbol, ir.IntegerSetAttr):
        return "set"
    if isinstance(symbol, ir.Location):
        return "loc"
    if isinstance(symbol, ir.DistinctAttr):
        return None if isinstance(symbol.referenced, ir.UnitAttr) else "distinct"
    if isinstance(symbol, ir.TupleType):
        return "tuple" if len(symbol.types) > 16 else None
    name = getattr(symbol, "alias_name", None)
    return name if isinstance(name, str) else None


# Whole modules and single operations

_DEFAULT_OPTIONS = PrintOptions()


def print_module(
    op: ir.Operation,
    options: PrintOptions = _DEFAULT_OPTIONS,
    resources: Resources | None = None,
    external_resources: Resources | None = None,
) -> str:
    """Return the text of a top-level operation as mlir-opt prints it, with a final newline.

    Resources follow, except in local scope: of dialects (`Context.resources_of`) those that are
    mentioned, of tools (`Context.external_resources_of`) all.
    """
    printer = Printer(options, _names(op, options))
    with deep_recursion():
        printer.print_operation(op)
    text = printer.text()
    if options.local_scope:
        return text
    mentioned = mentioned_resources(resources or {}, printer.resource_keys)
    sections = {"dialect_resources": mentioned, "external_resources": external_resources or {}}
    return text + resources_text(sections, options.elide_resources_if_larger)


def _names(op: ir.Operation, options: PrintOptions) -> Names:
    return assign_names(
        op,
        suggested=not options.generic,
        # The generic form has unique numbers in MLIR, whether asked for or not.
        unique=options.generic or options.unique_ssa_ids,
        by_location=options.nameloc_as_prefix,
        number_operations=options.value_users,
    )


def text_of(op: ir.Operation) -> str:
    """Return the text of any operation, even an incomplete or invalid one."""
    print_op = operation_text if op.parent_op is not None else print_module
    try:
        return print_op(op).rstrip("\n")
    except Exception:  # custom syntax may rely on valid IR
        return print_op(op, PrintOptions(generic=True)).rstrip("\n")


def operation_text(op: ir.Operation, options: PrintOptions = _DEFAULT_OPTIONS) -> str:
    """Return the text of one operation, with values named as in its whole function.

    There are no aliases, independent of the options, and no newline at the end.
    """
    scope = op
    while scope.parent_op is not None and not scope.has_trait(ir.IsolatedFromAbove):
        scope = scope.parent_op
    options = replace(options, local_scope=True)
    printer = Printer(options, _names(scope, options))
    with deep_recursion():
        printer.print_operation(op)
    return printer.text().strip("\n")
