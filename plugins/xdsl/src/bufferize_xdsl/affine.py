"""Affine maps and integer sets, in both directions."""

from __future__ import annotations

from xdsl.ir import affine as x
from xdsl.ir.affine.affine_set import AffineConstraintExpr, AffineConstraintKind, AffineSet

from bufferize import ir
from bufferize.ir import AffineKind

_KINDS = {
    x.AffineBinaryOpKind.Add: AffineKind.ADD,
    x.AffineBinaryOpKind.Mul: AffineKind.MUL,
    x.AffineBinaryOpKind.Mod: AffineKind.MOD,
    x.AffineBinaryOpKind.FloorDiv: AffineKind.FLOORDIV,
    x.AffineBinaryOpKind.CeilDiv: AffineKind.CEILDIV,
}
_XDSL_KINDS = {ours: theirs for theirs, ours in _KINDS.items()}


def to_map(map: x.AffineMap) -> ir.AffineMap:
    """A map of xDSL in our terms, simplified as MLIR's are."""
    return ir.AffineMap(map.num_dims, map.num_symbols, tuple(to_expr(e) for e in map.results))


def to_set(set: AffineSet) -> ir.IntegerSet:
    """An integer set of xDSL in our terms."""
    constraints, equalities = [], []
    for constraint in set.constraints:
        lhs, rhs = to_expr(constraint.lhs), to_expr(constraint.rhs)
        at_most = constraint.kind is AffineConstraintKind.le
        constraints.append(rhs - lhs if at_most else lhs - rhs)
        equalities.append(constraint.kind is AffineConstraintKind.eq)
    return ir.IntegerSet(set.num_dims, set.num_symbols, tuple(constraints), tuple(equalities))


def to_expr(expr: x.AffineExpr) -> ir.AffineExpr:
    """An affine expression of xDSL in our terms."""
    match expr:
        case x.AffineDimExpr():
            return ir.AffineDimExpr(expr.position)
        case x.AffineSymExpr():
            return ir.AffineSymbolExpr(expr.position)
        case x.AffineBinaryOpExpr():
            return ir.affine_binary(_KINDS[expr.kind], to_expr(expr.lhs), to_expr(expr.rhs))
        case x.AffineConstantExpr():
            return ir.AffineConstantExpr(expr.value)
        case _:
            raise TypeError(f"{expr!r} is no affine expression")


def from_map(map: ir.AffineMap) -> x.AffineMap:
    """A map of ours in xDSL's terms."""
    return x.AffineMap(map.num_dims, map.num_symbols, tuple(from_expr(e) for e in map.results))


def from_set(set: ir.IntegerSet) -> AffineSet:
    """An integer set of ours in xDSL's terms."""
    kinds = [AffineConstraintKind.eq if e else AffineConstraintKind.ge for e in set.equalities]
    constraints = tuple(
        AffineConstraintExpr(kind, from_expr(e), x.AffineConstantExpr(0), canonicalize=False)
        for kind, e in zip(kinds, set.constraints, strict=True)
    )
    return AffineSet(set.num_dims, set.num_symbols, constraints)


def from_expr(expr: ir.AffineExpr) -> x.AffineExpr:
    """An affine expression of ours in xDSL's terms, as it is."""
    match expr:
        case ir.AffineDimExpr():
            return x.AffineDimExpr(expr.position)
        case ir.AffineSymbolExpr():
            return x.AffineSymExpr(expr.position)
        case ir.AffineBinaryExpr():
            return x.AffineBinaryOpExpr(
                _XDSL_KINDS[expr.kind], from_expr(expr.lhs), from_expr(expr.rhs)
            )
        case ir.AffineConstantExpr():
            return x.AffineConstantExpr(expr.value)
        case _:
            raise TypeError(f"{expr!r} is no affine expression")
