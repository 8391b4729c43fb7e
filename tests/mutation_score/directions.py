"""The direction of a change: whether it makes a function answer yes more often, or less often.

A change is followed from its expression to the answer of the function. A condition that is true
more often makes `and`, `or`, `any` true more often, and `not` less often. If the direction is
unclear, there is no answer.
"""

from __future__ import annotations

import ast
from typing import Final

UNKNOWN: Final = 0
MORE: Final = 1
LESS: Final = -1


class Directions:
    """The directions of the expressions of one function that answers yes or no."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self._signs: dict[ast.AST, int] = {}
        self._block(function.body)

    def of(self, node: ast.AST) -> int:
        """Return the effect if `node` is true more often: MORE often yes, LESS often, or UNKNOWN."""
        return self._signs.get(node, UNKNOWN)

    def _block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, ast.Return) and statement.value is not None:
                self._expression(statement.value, MORE)
            elif isinstance(statement, ast.If) and not statement.orelse:
                self._expression(statement.test, _sign_of_exit(statement.body))
                self._block(statement.body)

    def _expression(self, node: ast.expr, sign: int) -> None:
        self._signs[node] = sign
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                self._expression(value, sign)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._expression(node.operand, -sign)
        elif _is_quantifier(node):
            assert isinstance(node, ast.Call)
            assert isinstance(node.func, ast.Name)
            (generator,) = node.args
            assert isinstance(generator, ast.GeneratorExp)
            self._expression(generator.elt, sign)
            for part in generator.generators:
                for test in part.ifs:  # more are looked at
                    self._expression(test, sign if node.func.id == "any" else -sign)


def _is_quantifier(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("any", "all")
        and len(node.args) == 1
        and isinstance(node.args[0], ast.GeneratorExp)
    )


def _sign_of_exit(body: list[ast.stmt]) -> int:
    """Return the effect of a condition that ends a function with a fixed answer."""
    if len(body) == 1 and isinstance(body[0], ast.Return):
        value = body[0].value
        if isinstance(value, ast.Constant) and value.value is True:
            return MORE
        if isinstance(value, ast.Constant) and value.value is False:
            return LESS
    return UNKNOWN
