"""Conversion of affine maps and integer sets, in both directions."""

from __future__ import annotations

from xdsl import ir as xdsl
from xdsl.ir.affine.affine_set import AffineConstraintExpr, AffineConstraintKind, AffineSet

from bufferize import ir

_KINDS = {
    xdsl.affine.AffineBinaryOpKind.Add: ir.AffineKind.ADD,
    xdsl.affine.AffineBinaryOpKind.Mul: ir.AffineKind.MUL,
    xdsl.affine.AffineBinaryOpKind.Mod: ir.AffineKind.MOD,
    xdsl.affine.AffineBinaryOpKind.FloorDiv: ir.AffineKind.FLOORDIV,
    xdsl.affine.AffineBinaryOpKind.CeilDiv: ir.AffineKind.CEILDIV,
}
_XDSL_KINDS = {ours: theirs for theirs, ours in _KINDS.items()}


def to_map(map: xdsl.affine.AffineMap) -> ir.AffineMap:
    """Convert a map of xDSL to one of bufferize, simplified like MLIR's."""
    return ir.AffineMap(map.num_dims, map.num_symbols, tuple(to_expr(e) for e in map.results))


def to_set(set: AffineSet) -> ir.IntegerSet:
    """Convert an integer set of xDSL to one of bufferize."""
    constraints, equalities = [], []
    for constraint in set.constraints:
        lhs, rhs = to_expr(constraint.lhs), to_expr(constraint.rhs)
        at_most = constraint.kind is AffineConstraintKind.le
        constraints.append(rhs - lhs if at_most else lhs - rhs)
        equalities.append(constraint.kind is AffineConstraintKind.eq)
    return ir.IntegerSet(set.num_dims, set.num_symbols, tuple(constraints), tuple(equalities))


def to_expr(expr: xdsl.affine.AffineExpr) -> ir.AffineExpr:
    """Convert an affine expression of xDSL to one of bufferize."""
    match expr:
        case xdsl.affine.AffineDimExpr():
            return ir.AffineDimExpr(expr.position)
        case xdsl.affine.AffineSymExpr():
            return ir.AffineSymbolExpr(expr.position)
        case xdsl.affine.AffineBinaryOpExpr():
            return ir.affine_binary(_KINDS[expr.kind], to_expr(expr.lhs), to_expr(expr.rhs))
        case xdsl.affine.AffineConstantExpr():
            return ir.AffineConstantExpr(expr.value)
        case _:
            raise TypeError(f"{expr!r} is no affine expression")


def from_map(map: ir.AffineMap) -> xdsl.affine.AffineMap:
    """Convert a map of bufferize to one of xDSL."""
    return xdsl.affine.AffineMap(
        map.num_dims, map.num_symbols, tuple(from_expr(e) for e in map.results)
    )


def from_set(set: ir.IntegerSet) -> AffineSet:
    """Convert an integer set of bufferize to one of xDSL."""
    kinds = [AffineConstraintKind.eq if e else AffineConstraintKind.ge for e in set.equalities]
    constraints = tuple(
        AffineConstraintExpr(
            kind, from_expr(e), xdsl.affine.AffineConstantExpr(0), canonicalize=False
        )
        for kind, e in zip(kinds, set.constraints, strict=True)
    )
    return AffineSet(set.num_dims, set.num_symbols, constraints)


def from_expr(expr: ir.AffineExpr) -> xdsl.affine.AffineExpr:
    """Convert an affine expression of bufferize to one of xDSL, without simplification."""
    match expr:
        case ir.AffineDimExpr():
            return xdsl.affine.AffineDimExpr(expr.position)
        case ir.AffineSymbolExpr():
            return xdsl.affine.AffineSymExpr(expr.position)
        case ir.AffineBinaryExpr():
            return xdsl.affine.AffineBinaryOpExpr(
                _XDSL_KINDS[expr.kind], from_expr(expr.lhs), from_expr(expr.rhs)
            )
        case ir.AffineConstantExpr():
            return xdsl.affine.AffineConstantExpr(expr.value)
        case _:
            raise TypeError(f"{expr!r} is no affine expression")
