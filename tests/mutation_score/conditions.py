"""Mutants of functions: each condition dropped, each answer inverted, each statement removed.

The function object stays and gets other code, so that all references to it are affected, such as
those in tables of rules.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from types import CodeType, FunctionType
from typing import Any, Final

from bufferize import Context
from tests.mutation_score.directions import Directions

CONFLICT_TEST: Final = tuple(
    f"bufferize.analysis.{name}"
    for name in (
        *("conflicts", "subset_rules", "accesses", "candidates", "decide"),
        "deferred_reads",
        "left_out",
    )
)
"""The modules that decide when a write conflicts with a read, and find such writes."""
_Function = ast.FunctionDef
_EXCUSES: Final = {
    **dict.fromkeys(
        (
            *("read_happens_before_write", "same_use", "mutually_exclusive", "element_wise_access"),
            *("op_interface", "write_happens_before_definition", "write_inside_definition"),
            *("write_outside_of_block", "write_is_definition", "overwritten_part", "written_back"),
            *("read_of_own_part", "disjoint_subsets", "_stays", "_descends_from", "_is_excused"),
            *("is_harmless", "can_use_order", "are_disjoint", "_keeps_indices", "other_branch"),
            *("separate_buffers", "are_separate", "are_kept_apart", "_is_own_buffer"),
            *("is_never_followed_by", "writes_same_contents", "_sets", "_is_allocated_in"),
        ),
        1,
    ),
    **dict.fromkeys(
        (
            *(
                "disturbs_use_in_progress",
                "in_block_loop",
                "_is_block_loop",
                "_may_reorder",
                "_is_reordered",
            ),
            *("_reads", "_is_private_write", "forced_conflict", "forced_write_to_non_writable"),
            "_may_run_again",
        ),
        -1,
    ),
}
"""Of functions that answer yes or no: whether yes excuses a write (1) or makes a conflict (-1)."""
_LEFT_OUT: Final = frozenset(
    [
        *("__init__", "_annotate", "_annotate_non_writable", "explaining_definition", "_refusal"),
        *("operands_in_order", "repeatable", "_given_operands", "analysis_order"),
        *("_from_terminators", "_is_tensor_result", "_shuffle"),
    ]
)
"""Functions that only fill fields or words, or order the decisions."""
_COLLECTIONS: Final = ("Intervals.", "_Run.")
"""Classes that hold anything, and have tests of their own."""


@dataclass(frozen=True)
class CodeMutant:
    """A function with other code."""

    name: str
    function: FunctionType = field(compare=False)
    file: str = ""
    lines: range = range(0)
    """The lines of the change: runs that execute none of them cannot notice it."""
    is_stricter: bool = False
    """Whether it certainly finds at least the same conflicts."""
    make: Callable[[], CodeType] = field(default=lambda: compile("", "", "exec"), compare=False)
    group: str = "conflict test"
    decides_only: bool = True

    @contextmanager
    def applied(self, context: Context) -> Iterator[None]:
        """Exchange the code in a `with` block."""
        old = self.function.__code__
        self.function.__code__ = self.make()
        try:
            yield
        finally:
            self.function.__code__ = old


def code_mutants(
    modules: tuple[str, ...] = CONFLICT_TEST,
    group: str = "conflict test",
    decides_only: bool = True,
) -> Iterator[CodeMutant]:
    """Return all mutants of the functions in some modules."""
    for name in modules:
        module = importlib.import_module(name)
        path = inspect.getsourcefile(module)
        assert path is not None
        tree = ast.parse(inspect.getsource(module))
        for qualified, node in _functions(tree.body):
            if node.name in _LEFT_OUT or qualified.startswith(_COLLECTIONS) or _is_stub(node):
                continue
            function = _unwrapped(pkgutil.resolve_name(f"{name}:{qualified}"))
            if not isinstance(function, FunctionType):
                continue
            short = f"{name.removeprefix('bufferize.')}.{qualified}"
            seen: Counter[str] = Counter()
            for edit in _edits(node):
                what = edit.what
                seen[what] += 1
                if seen[what] > 1:
                    what += f" (no. {seen[what]})"
                yield CodeMutant(
                    f"{short}: {what}",
                    function,
                    path,
                    edit.lines,
                    edit.sign * _EXCUSES.get(node.name, 0) < 0,
                    cache(_maker(tree, edit, path, qualified)),
                    group,
                    decides_only,
                )


@dataclass(frozen=True)
class _Edit:
    """A part of a syntax tree, and its replacement."""

    what: str
    lines: range
    parent: ast.AST
    name: str
    index: int | None
    new: ast.AST
    sign: int = 0
    """Whether the function answers yes more often after the edit, or less often."""


def _maker(tree: ast.Module, edit: _Edit, path: str, qualified: str) -> Callable[[], CodeType]:
    def make() -> CodeType:
        old = _replace(edit.parent, edit.name, edit.index, edit.new)
        try:
            code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec")
        finally:
            _replace(edit.parent, edit.name, edit.index, old)
        for part in qualified.split("."):
            code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part)
        return code

    return make


def _replace(parent: ast.AST, name: str, index: int | None, new: Any) -> Any:
    if index is None:
        old = getattr(parent, name)
        setattr(parent, name, new)
    else:
        children = getattr(parent, name)
        old, children[index] = children[index], new
    return old


def _functions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, _Function]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def _is_stub(node: _Function) -> bool:
    return all(isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) for s in node.body)


def _unwrapped(found: object) -> object:
    found = found.fget if isinstance(found, property) else found
    return inspect.unwrap(found) if callable(found) else found


def _edits(function: _Function) -> Iterator[_Edit]:
    directions = Directions(function)
    for edit, where, is_true in _edits_of_block(function, _answers(function)):
        sign = 0 if where is None else directions.of(where) * (1 if is_true else -1)
        yield replace(edit, sign=sign)


_Change = tuple[_Edit, ast.AST | None, bool]
"""An edit; the condition that it replaces, if it does, and whether that becomes true."""
_Answers = Callable[[ast.expr], Iterator[ast.expr]]


def _answers(function: _Function) -> _Answers:
    """Return what a function may return instead of a value, by its annotation."""
    type = "" if function.returns is None else ast.unparse(function.returns)
    others: list[str] = []
    if type == "bool":
        others = ["True", "False"]
    elif type.endswith("| None"):
        others = ["None"]
    elif type.startswith("list["):
        others = ["[]"]
    elif type.startswith("tuple[") and "..." in type:
        others = ["()"]

    def answers(value: ast.expr) -> Iterator[ast.expr]:
        for text in others:
            if ast.unparse(value) != text:
                yield ast.parse(text, mode="eval").body

    return answers


def _edits_of_block(node: ast.AST, answers: _Answers) -> Iterator[_Change]:
    for name, value in ast.iter_fields(node):
        for index, child in enumerate(value if isinstance(value, list) else ()):
            if isinstance(child, ast.stmt):
                yield from _edits_of_statement(child, node, name, index, answers)
            elif isinstance(child, ast.ExceptHandler):
                yield from _edits_of_block(child, answers)


def _edits_of_statement(
    statement: ast.stmt, parent: ast.AST, name: str, index: int, answers: _Answers
) -> Iterator[_Change]:
    lines = _lines(statement)
    if isinstance(statement, ast.FunctionDef):
        yield from _edits_of_block(statement, _answers(statement))
        return
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return
    if isinstance(statement, ast.Expr | ast.AugAssign):
        what = f"without `{_text(statement)}`"
        yield _Edit(what, lines, parent, name, index, ast.Pass()), None, False
    if isinstance(statement, ast.Return) and statement.value is not None:
        for answer in answers(statement.value):
            what = f"{_text(answer)} in place of `{_text(statement.value)}`"
            is_true = isinstance(answer, ast.Constant) and answer.value is True
            where = statement.value if isinstance(answer, ast.Constant) else None
            yield _Edit(what, lines, statement, "value", None, answer), where, is_true
    if isinstance(statement, ast.If):
        for truth in (True, False):
            what = f"{truth} in place of `if {_text(statement.test)}`"
            edit = _Edit(what, lines, statement, "test", None, ast.Constant(truth))
            yield edit, statement.test, truth
    for node in _expressions(statement):
        yield from _edits_of_expression(node, lines)
    yield from _edits_of_block(statement, answers)


def _lines(statement: ast.stmt) -> range:
    """Return the lines of a statement, without those of nested statements."""
    body = getattr(statement, "body", None)
    end = body[0].lineno - 1 if body else statement.end_lineno or 0
    return range(statement.lineno, max(statement.lineno, end) + 1)


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes in the expressions of a statement, not of nested statements."""
    work: list[ast.AST] = [statement]
    while work:
        node = work.pop()
        yield node
        work += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _edits_of_expression(node: ast.AST, lines: range) -> Iterator[_Change]:
    if isinstance(node, ast.BoolOp) and len(node.values) > 1:
        neutral = isinstance(node.op, ast.And)
        for index, value in enumerate(node.values):
            what = f"without `{_text(value)}`"
            edit = _Edit(what, lines, node, "values", index, ast.Constant(neutral))
            yield edit, value, neutral
    if isinstance(node, ast.comprehension):
        for index, test in enumerate(node.ifs):
            what = f"without `if {_text(test)}`"
            yield _Edit(what, lines, node, "ifs", index, ast.Constant(True)), test, True
    if isinstance(node, ast.IfExp):
        for truth in (True, False):
            what = f"{truth} in place of `{_text(node.test)}`"
            edit = _Edit(what, lines, node, "test", None, ast.Constant(truth))
            yield edit, None, truth


def _text(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())
