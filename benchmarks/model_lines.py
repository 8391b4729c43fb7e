"""How many lines each bufferization model has, beside MLIR's C++ model of the same operations.

`python benchmarks/model_lines.py` prints the table of `docs/reference/models.md`. Lines of code are counted:
no docstrings, comments or blank lines. A model has those of its class, and of the functions and base
classes that its distribution has for it alone. What several models of a distribution use counts
once, in a line of its own; what the core offers to everybody does not.
"""

from __future__ import annotations

import ast
import inspect
import io
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any, Final

from bufferize import Context
from bufferize.driver import GuardedModel, Model
from bufferize.interfaces.base import OpInterface
from bufferize.ir import Operation

Definition = Any  # a class or function
"""A class or a function at the top of a module."""

_NO_CODE = {
    tokenize.COMMENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.NEWLINE,
    tokenize.NL,
}


def table() -> str:
    """Return the table in Markdown."""
    rows = ["| operations | model | lines | in C++ |", "| --- | --- | ---: | ---: |"]
    totals = [0, 0]

    def add(ops: str, model: str, lines: int) -> None:
        theirs = CPP_LINES.get(model)
        name = model.partition(".")[2]
        rows.append(f"| {ops} | {name} | {lines} | {'' if theirs is None else theirs} |")
        if theirs is not None:
            totals[0] += lines
            totals[1] += theirs

    for dialect, models in _models().items():
        used = {model: _used(model) for model in models}
        users = Counter(definition for found in used.values() for definition in found)
        for model, ops in models.items():
            own = sum(_lines(definition) for definition in used[model] if users[definition] == 1)
            shown = ", ".join(f"`{op}`" for op in ops[:4]) + (", …" if len(ops) > 4 else "")
            add(shown, f"{dialect}.{model.__name__}", own)
        shared = {definition for definition, count in users.items() if count > 1}
        counted = {
            definition
            for model, found in used.items()
            if f"{dialect}.{model.__name__}" in CPP_LINES
            for definition in found
        }
        if f"{dialect}." in CPP_LINES:
            add(f"shared in {dialect}", f"{dialect}.", sum(map(_lines, shared & counted)))
            shared -= counted
        if shared:
            add(f"shared in {dialect}", "", sum(map(_lines, shared)))
    rows.append(f"| all that are counted in C++ | | {totals[0]} | {totals[1]} |")
    return "\n".join(rows) + "\n"


def _models() -> dict[str, dict[type[Model], list[str]]]:
    """Return the classes of all models, with the operations of each, by dialect."""
    context = Context()
    found: dict[str, dict[type[Model], list[str]]] = {}
    for name in context.dialect_names():
        dialect = context.dialect(name)
        of_dialect: dict[type[Model], list[str]] = defaultdict(list)
        for mnemonic in sorted(dialect.op_mnemonics if dialect is not None else ()):
            model = context.model(f"{name}.{mnemonic}")
            if isinstance(model, GuardedModel):
                of_dialect[type(model.model)].append(f"{name}.{mnemonic}")
        if of_dialect:
            found[name] = dict(of_dialect)
    return found


def _used(model: type) -> set[Definition]:
    """Return the class of a model, and the definitions of its distribution that it uses."""
    home = _distribution(model.__module__)
    found: set[Definition] = {model}
    work: list[Definition] = [model]
    while work:
        for used in _mentioned(work.pop()):
            if (
                used not in found
                and _distribution(used.__module__) == home
                and _is_model_code(used)
            ):
                found.add(used)
                work.append(used)
    return found


def _distribution(module: str) -> str:
    package = module.split(".")
    return module if package[0] == "bufferize" else package[0]  # the core's presets are for all


def _is_model_code(definition: Definition) -> bool:
    if isinstance(definition, type) and issubclass(definition, Operation | OpInterface):
        return False
    # Helpers of operations stand beside them.
    others = vars(sys.modules[definition.__module__]).values()
    return not any(
        isinstance(other, type)
        and issubclass(other, Operation)
        and other.__module__ == definition.__module__
        for other in others
    )


def _mentioned(definition: Definition) -> Iterator[Definition]:
    names = vars(sys.modules[definition.__module__])
    for node in ast.walk(_node(definition)):
        if isinstance(node, ast.Name):
            value = names.get(node.id)
            if isinstance(value, type | FunctionType):
                yield value


def _node(definition: Definition) -> ast.AST:
    module = sys.modules[definition.__module__]
    for node in _tree(module).body:
        if getattr(node, "name", None) == definition.__name__:
            return node
    raise LookupError(f"{definition.__name__} is not at the top of {module.__name__}")


def _lines(definition: Definition) -> int:
    node = _node(definition)
    first, last = node.lineno, node.end_lineno  # type: ignore[attr-defined]
    return sum(first <= line <= last for line in _code_lines(sys.modules[definition.__module__]))


@lru_cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


@lru_cache
def _code_lines(module: ModuleType) -> frozenset[int]:
    """Return the numbers of the lines of code, without docstrings and comments."""
    lines: set[int] = set()
    source = inspect.getsource(module)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            assert node.end_lineno is not None
            lines.difference_update(range(node.lineno, node.end_lineno + 1))  # a docstring
    return frozenset(lines)


CPP_LINES: Final[dict[str, int]] = {
    "arith.ConstantModel": 34,
    "arith.IndexCastModel": 40,
    "arith.SelectModel": 72,
    "bufferization.AllocTensorModel": 95,
    "bufferization.DeallocTensorModel": 25,
    "bufferization.MaterializeInDestinationModel": 72,
    "bufferization.ToBufferModel": 21,
    "bufferization.ToTensorModel": 14,
    "cf.BranchModel": 26,
    "func.": 8,
    "func.CallModel": 180,
    "func.FuncModel": 125,
    "func.ReturnModel": 26,
    "linalg.SoftmaxModel": 27,
    "linalg.StructuredOpModel": 87,
    "ml_program.": 12,
    "ml_program.GlobalLoadModel": 25,
    "ml_program.GlobalModel": 31,
    "ml_program.GlobalStoreModel": 34,
    "scf.": 94,
    "scf.ConditionModel": 47,
    "scf.ExecuteRegionModel": 68,
    "scf.ForModel": 173,
    "scf.ForallModel": 96,
    "scf.IfModel": 81,
    "scf.InParallelModel": 10,
    "scf.IndexSwitchModel": 86,
    "scf.WhileModel": 227,
    "scf.YieldModel": 66,
    "shape.AssumingModel": 42,
    "shape.AssumingYieldModel": 43,
    "tensor.": 23,
    "tensor.CastModel": 63,
    "tensor.CollapseShapeModel": 87,
    "tensor.ConcatModel": 74,
    "tensor.DimModel": 27,
    "tensor.EmptyModel": 25,
    "tensor.ExpandShapeModel": 50,
    "tensor.ExtractModel": 28,
    "tensor.ExtractSliceModel": 56,
    "tensor.FromElementsModel": 64,
    "tensor.GenerateModel": 24,
    "tensor.InsertModel": 17,
    "tensor.InsertSliceModel": 53,
    "tensor.PadModel": 79,
    "tensor.ParallelInsertSliceModel": 64,
    "tensor.RankModel": 28,
    "tensor.ReshapeModel": 65,
    "tensor.SplatModel": 29,
    "vector.": 0,
    "vector.MaskModel": 67,
    "vector.ReadModel": 72,
    "vector.ScatterModel": 42,
    "vector.TransferWriteModel": 39,
    "vector.YieldModel": 46,
}
"""The lines of the C++ models by the model here. After a dot alone: what several of a dialect share.

Counted in the same way: the lines of the struct that are not blank and not a comment alone, and those
of the functions of its file that are there for it alone; not what MLIR's headers offer to everybody.
The operations of the bufferization dialect are models themselves: the methods of their interface, and
what `BufferizationOps.td` declares or defines of these.

The sources are those of MLIR's main branch after LLVM 22 (see `docs/reference/models.md`). `linalg.yield`
has no model there, and `linalg.tiled_loop` is no operation of MLIR any more.
"""

if __name__ == "__main__":
    print(table(), end="")
