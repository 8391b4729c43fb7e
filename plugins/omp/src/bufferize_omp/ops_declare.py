"""Declarations of reductions and of private variables, and the rules of clauses that use these."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_omp.dialect import OMP, DataSharingClauseTypeAttr


@OMP.op("declare_reduction")
class DeclareReductionOp(d.Operation):
    """The declaration of a reduction: how the values of several threads are combined."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    byref_element_type: d.OptionalAttr[ir.TypeAttr, ir.Type] = d.optional_attr(d.TYPE_ATTR)
    alloc_region: d.Region = d.region(name="allocRegion")
    initializer_region: d.Region = d.region(name="initializerRegion")
    reduction_region: d.Region = d.region(name="reductionRegion")
    atomic_reduction_region: d.Region = d.region(name="atomicReductionRegion")
    cleanup_region: d.Region = d.region(name="cleanupRegion")
    data_ptr_ptr_region: d.Region = d.region(name="dataPtrPtrRegion")
    traits = (d.IsolatedFromAbove(), d.SymbolTrait())
    assembly_format = """
        $sym_name `:` $type attr-dict-with-keyword (`alloc` $allocRegion^)?
        `init` $initializerRegion `combiner` $reductionRegion
        (`atomic` $atomicReductionRegion^)? (`cleanup` $cleanupRegion^)?
        (`data_ptr_ptr` $dataPtrPtrRegion^)?
    """

    def verify_op(self) -> None:
        if not self.initializer_region.blocks:
            raise self.error("expects non-empty initializer region")
        if not self.reduction_region.blocks:
            raise self.error("expects non-empty reduction region")
        types = [argument.type for argument in self.reduction_region.blocks[0].arguments]
        if types != [self.type.type] * 2:
            raise self.error("expects reduction region with two arguments of the reduction type")

    @property
    def accumulator_type(self) -> ir.Type | None:
        """The type of the accumulator in the atomic region, None if there is no such region."""
        blocks = self.atomic_reduction_region.blocks
        return blocks[0].arguments[0].type if blocks and blocks[0].arguments else None


def verify_symbols(op: d.Operation, kind: str, count: int, symbols: ir.ArrayAttr | None) -> None:
    """Check that each variable of a clause has a symbol. Raises VerifyError."""
    given = 0 if symbols is None else len(symbols.elements)
    if given != count:
        raise op.error(f"expected as many {kind} symbol references as {kind} variables")


def verify_reduction_counts(
    op: d.Operation,
    variables: Sequence[ir.Value],
    symbols: ir.ArrayAttr | None,
    byref: ir.DenseArrayAttr | None,
) -> None:
    """Check that each variable of a clause has a symbol. Raises VerifyError."""
    given = 0 if symbols is None else len(symbols.elements)
    if given and not variables:
        raise op.error("unexpected reduction symbol references")
    verify_symbols(op, "reduction", len(variables), symbols)
    if byref is not None and len(byref.values) != len(variables):
        raise op.error(
            "expected as many reduction variable by reference attributes as reduction variables"
        )


def verify_reductions(
    op: d.Operation,
    tables: ir.SymbolTables,
    variables: Sequence[ir.Value],
    symbols: ir.ArrayAttr | None,
) -> None:
    """Check that the symbols are reductions of variables of these types. Raises VerifyError."""
    seen: set[ir.Value] = set()
    for variable, symbol in zip(variables, symbols.elements if symbols else (), strict=True):
        if variable in seen:
            raise op.error("accumulator variable used more than once")
        seen.add(variable)
        assert isinstance(symbol, ir.SymbolRefAttr)
        reduction = tables.lookup(op, symbol)
        if not isinstance(reduction, DeclareReductionOp):
            raise op.error(
                f"expected symbol reference {symbol} to point to a reduction declaration"
            )
        expected = reduction.accumulator_type
        if expected is not None and variable.type is not expected:
            raise op.error(
                f"expected accumulator ('{variable.type}') to be the same type as reduction "
                f"declaration ('{expected}')"
            )


@OMP.op("private")
class PrivateClauseOp(d.Operation):
    """The declaration of a private variable: how each thread's copy is initialized and freed."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    data_sharing_type: d.Attr[DataSharingClauseTypeAttr, str] = d.attr(DataSharingClauseTypeAttr)
    init_region: d.Region = d.region()
    copy_region: d.Region = d.region()
    dealloc_region: d.Region = d.region()
    traits = (d.IsolatedFromAbove(), d.SymbolTrait())
    assembly_format = """
        $data_sharing_type $sym_name `:` $type (`init` $init_region^)? (`copy` $copy_region^)?
        (`dealloc` $dealloc_region^)? attr-dict
    """

    def verify_op(self) -> None:
        is_first = self.data_sharing_type.keyword == "firstprivate"
        if is_first and not self.copy_region.blocks:
            raise self.error("`firstprivate` clauses require at least a `copy` region.")
        if not is_first and self.copy_region.blocks:
            raise self.error("`private` clauses do not require a `copy` region.")

    @property
    def argument_type(self) -> ir.Type | None:
        """The type of the arguments of the regions, None without regions."""
        for region in self.regions:
            if region.blocks and region.blocks[0].arguments:
                return region.blocks[0].arguments[0].type
        return None


def verify_privates(
    op: d.Operation,
    tables: ir.SymbolTables,
    variables: Sequence[ir.Value],
    symbols: ir.ArrayAttr | None,
) -> None:
    """Check that the symbols declare private variables of these types. Raises VerifyError."""
    names = symbols.elements if symbols is not None else ()
    if len(names) != len(variables):
        raise op.error(
            "inconsistent number of private variables and privatizer op symbols, private vars: "
            f"{len(variables)} vs. privatizer op symbols: {len(names)}"
        )
    for variable, name in zip(variables, names, strict=True):
        assert isinstance(name, ir.SymbolRefAttr)
        private = tables.lookup(op, name)
        if not isinstance(private, PrivateClauseOp):
            raise op.error(f"failed to lookup privatizer op with symbol: '{name}'")
        expected = private.argument_type
        if expected is not None and variable.type is not expected:
            raise op.error(
                f"type mismatch between a {private.data_sharing_type.keyword} variable and its "
                f"privatizer op, var type: '{variable.type}' vs. privatizer op type: '{expected}'"
            )
