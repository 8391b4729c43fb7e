"""Base of the ops that may be started without waiting for them, and the op that waits."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_gpu.base import GPU, TOKEN

ASYNC = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) "
"""What the syntax of these ops starts with."""


class AsyncOp(d.Operation):
    """Base of the ops that wait for tokens first.

    One that has a token for its last result is started, and not waited for.
    """

    async_dependencies: d.VariadicOperand = d.variadic_operand(TOKEN, name="asyncDependencies")


@GPU.op("wait")
class WaitOp(AsyncOp):
    """Waits for tokens, or gives one that stands for them all."""

    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} attr-dict"

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Tokens that stand for nothing are left out, and so are ops that wait for nothing."""
        dependencies, token = self.async_dependencies, self.async_token
        needed = [value for value in dependencies if not _stands_for_nothing(value)]
        if len(needed) < len(dependencies):
            wait = WaitOp.create(
                needed, self.result_types, attributes=self.attributes, location=self.location
            )
            rewriter.replace_op(self, rewriter.insert(wait))
            return True
        if token is not None and len(dependencies) == 1:
            rewriter.replace_op(self, dependencies)
            return True
        if not dependencies if token is None else token.first_use is None:
            rewriter.erase_op(self)
            return True
        return False


def _stands_for_nothing(token: ir.Value) -> bool:
    return isinstance(token.defining_op, WaitOp) and not token.defining_op.op_operands
