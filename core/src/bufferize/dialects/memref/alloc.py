"""The origin of buffers: allocation, reallocation, deallocation, stack scopes, and globals."""

from __future__ import annotations

__all__ = [
    "AllocLikeOp", "AllocOp", "AllocaOp", "AllocaScopeOp", "AllocaScopeReturnOp", "DeallocOp",
    "GetGlobalOp", "GlobalOp", "ReallocOp", "symbol_count",
]  # fmt: skip

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref.dialect import (
    ALIGNMENT,
    MEMREF,
    STACK,
    CastOp,
    free,
    memref_type,
    skip_casts,
    verify_same_elements,
)
from bufferize.dialects.strided import verify_dynamic_sizes
from bufferize.interfaces import (
    AllocationOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)


def symbol_count(type: ir.MemRefType) -> int:
    """Return the number of symbols in the layout of `type`: unknown strides and offsets."""
    layout = type.layout
    if isinstance(layout, ir.StridedLayoutAttr):
        return layout.affine_map().num_symbols
    return layout.map.num_symbols if isinstance(layout, ir.AffineMapAttr) else 0


class AllocLikeOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the allocations: an operand for each dynamic extent and for each layout symbol."""

    dynamic_sizes: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicSizes")
    symbol_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="symbolOperands")
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    memref: d.Result = d.result(d.ANY_MEMREF)
    assembly_format = (
        "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def verify_op(self) -> None:
        type = memref_type(self.memref)
        verify_dynamic_sizes(self, type, self.dynamic_sizes)
        if len(self.symbol_operands) != symbol_count(type):
            raise self.error(
                "symbol operand count does not equal memref symbol count: "
                f"expected {symbol_count(type)}, got {len(self.symbol_operands)}"
            )

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Make constant extents part of the type; a cast gives users the former type."""
        old, unknown = memref_type(self.memref), []
        shape = list(old.shape)
        dynamic = (i for i, extent in enumerate(shape) if extent == ir.DYNAMIC)
        for i, size in zip(dynamic, self.dynamic_sizes, strict=True):
            known = _folded(size)
            if known is None or known < 0:
                unknown.append(size)
            else:
                shape[i] = known
        if len(unknown) == len(self.dynamic_sizes):
            return False
        new = self.build(
            dynamic_sizes=unknown,
            symbol_operands=self.symbol_operands,
            alignment=self.alignment,
            attributes=self.attributes,
            location=self.location,
            result_types=[
                ir.MemRefType(tuple(shape), old.element_type, old.layout, old.memory_space)
            ],
        )
        source = rewriter.insert(new).memref
        cast = CastOp.build(source=source, location=self.location, result_types=[old])
        rewriter.replace_op(self, rewriter.insert(cast))
        return True


def _folded(size: ir.Value) -> int | None:
    """Return the known value of an extent: a constant, or the result of folding its operation."""
    op = size.defining_op
    folded = op.fold() if op is not None and op.results[0] is size else None
    attr = folded[0] if folded else None
    return attr.value if isinstance(attr, ir.IntegerAttr) else None


@MEMREF.op("alloc")
class AllocOp(AllocLikeOp, AllocationOpInterface):
    """An allocation of a buffer, to be freed with memref.dealloc."""

    result_name = "alloc"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.memref)]

    def build_automatic(self, builder: ir.Builder) -> ir.Value:
        alloca = AllocaOp.create(
            self.operands,
            self.result_types,
            properties=self.properties,
            attributes=self.attributes,
            location=self.location,
        )
        return builder.insert(alloca).memref


@MEMREF.op("alloca")
class AllocaOp(AllocLikeOp, AllocationOpInterface):
    """An allocation of a buffer on the stack, freed at the end of the allocation scope."""

    result_name = "alloca"

    @property
    def is_automatic(self) -> bool:
        return True

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.memref, resource=STACK)]

    def verify_op(self) -> None:
        ancestor = self.parent_op
        while ancestor is not None and not ancestor.has_trait(d.AutomaticAllocationScope):
            ancestor = ancestor.parent_op
        if ancestor is None:
            raise self.error("requires an ancestor op with AutomaticAllocationScope trait")
        super().verify_op()


@MEMREF.op("realloc")
class ReallocOp(d.Operation, MemoryEffectsOpInterface):
    """A replacement of a one-dimensional buffer by one of another size with the same contents."""

    source: d.Operand = d.operand(d.memref_of(ranks=[1]))
    dynamic_result_size: d.OptionalOperand = d.optional_operand(d.INDEX, name="dynamicResultSize")
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    result: d.Result = d.result(d.memref_of(ranks=[1]))
    assembly_format = (
        "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)"
    )

    def effects(self) -> list[MemoryEffect]:
        return [free(self, 0), MemoryEffect(EffectKind.ALLOCATE, self.result)]

    def verify_op(self) -> None:
        source, result = memref_type(self.source), memref_type(self.result)
        if not source.has_identity_layout:
            raise self.error(f"unsupported layout for source memref type '{source}'")
        if not result.has_identity_layout:
            raise self.error(f"unsupported layout for result memref type '{result}'")
        types = f"source memref type '{source}' and result memref type '{result}'"
        verify_same_elements(self, source, result, types)
        if result.num_dynamic_dims() and self.dynamic_result_size is None:
            raise self.error(f"missing dimension operand for result type '{result}'")
        if not result.num_dynamic_dims() and self.dynamic_result_size is not None:
            raise self.error(f"unnecessary dimension operand for result type '{result}'")


@MEMREF.op("dealloc")
class DeallocOp(d.Operation, MemoryEffectsOpInterface):
    """A deallocation of a buffer that memref.alloc made."""

    memref: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    traits = (d.MemRefsNormalizable(),)
    assembly_format = "$memref attr-dict `:` type($memref)"

    def effects(self) -> list[MemoryEffect]:
        return [free(self, 0)]

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Free the source of a cast instead of the cast."""
        return skip_casts(self, rewriter)


@MEMREF.op("alloca_scope")
class AllocaScopeOp(d.Operation, RegionBranchOpInterface):
    """A region at whose end its stack allocations are freed."""

    results: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        d.AutomaticAllocationScope(),
        d.SingleBlockImplicitTerminator("memref.alloca_scope.return"),
        d.RecursiveMemoryEffects(),
        d.NoRegionArguments(),
    )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `(-> (types))? region {…}`."""
        state.result_types += parser.parse_optional_arrow_type_list()
        region = parser.parse_region()
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Write the region and result types; without results the terminator is left out."""
        printer.write(" ")
        if self.results:
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        printer.print_region(
            self.body, print_entry_args=False, print_terminators=bool(self.results)
        )
        printer.print_attr_dict(self)

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        """Return the body on entry, and the parent after it."""
        return [
            RegionSuccessor(self.body) if point is None else RegionSuccessor(None, self.results)
        ]

    def verify_regions(self) -> None:
        self.verify_edges()


@MEMREF.op("alloca_scope.return")
class AllocaScopeReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of an allocation scope, with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="results")
    traits = (d.Pure(), d.HasParent("memref.alloca_scope"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($results^ `:` type($results))?"


@MEMREF.custom_directive("GlobalMemrefOpTypeAndInitialValue")
class TypeAndInitialValueDirective:
    """`type`, followed by ` = uninitialized`, ` = value`, or nothing for a declaration."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.TypeAttr, ir.Attribute | None]:
        """Return the type and the value, UnitAttr for an uninitialized one."""
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, ir.MemRefType) or not type.has_static_shape():
            raise parser.error(f"type should be static shaped memref, but got '{type}'", offset)
        if not parser.parse_optional_punctuation("="):
            return ir.TypeAttr(type), None
        if parser.parse_optional_keyword("uninitialized"):
            return ir.TypeAttr(type), ir.UNIT
        offset = parser.offset
        value = parser.parse_attribute(ir.RankedTensorType(type.shape, type.element_type))
        if not d.ELEMENTS_ATTR.check(value):
            raise parser.error("initial value should be a unit or elements attribute", offset)
        return ir.TypeAttr(type), value

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: ir.Operation, type: ir.TypeAttr, value: ir.Attribute | None
    ) -> None:
        printer.print_type(type.type)
        if value is None:
            return
        printer.write(" = ")
        if isinstance(value, ir.UnitAttr):
            printer.write("uninitialized")
        else:
            printer.print_attribute_without_type(value)


@MEMREF.op("global")
class GlobalOp(d.Operation):
    """A named buffer; without an initial value, it is defined elsewhere."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    sym_visibility: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.MEMREF_TYPE_ATTR)
    initial_value: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    constant: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    traits = (d.SymbolTrait(),)
    assembly_format = """
        ($sym_visibility^)? (`constant` $constant^)? $sym_name `:`
        custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict
    """

    @property
    def is_external(self) -> bool:
        """Whether the buffer is defined elsewhere."""
        return self.initial_value is None

    def verify_op(self) -> None:
        type, value = self.type.type, self.initial_value
        if not isinstance(type, ir.MemRefType) or not type.has_static_shape():
            raise self.error(f"type should be static shaped memref, but got '{type}'")
        if value is None or isinstance(value, ir.UnitAttr):
            return
        value_type = getattr(value, "type", None)
        if not d.ELEMENTS_ATTR.check(value) or not isinstance(value_type, ir.RankedTensorType):
            raise self.error(
                f"initial value should be a unit or elements attribute, but got {value}"
            )
        if value_type.element_type is not type.element_type:
            raise self.error(
                f"initial value element expected to be of type '{type.element_type}', "
                f"but was of type '{value_type.element_type}'"
            )
        if value_type.shape != type.shape:
            expected, found = (", ".join(map(str, t.shape)) for t in (type, value_type))
            raise self.error(f"initial value shape expected to be {expected} but was {found}")


@MEMREF.op("get_global")
class GetGlobalOp(d.Operation):
    """The buffer of a global."""

    symbol: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF, name="name")
    result: d.Result = d.result(d.STATIC_MEMREF)
    traits = (d.Pure(),)
    assembly_format = "$name `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a global of the result's type."""
        name = self.symbol.root
        found = tables.lookup(self, self.symbol)
        if not isinstance(found, GlobalOp):
            raise self.error(f"'{name}' does not reference a valid global memref")
        if found.type.type is not self.result.type:
            raise self.error(
                f"result type '{self.result.type}' does not match type '{found.type.type}' "
                f"of the global memref @{name}"
            )
