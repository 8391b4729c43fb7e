"""The common tests of all dialects, on a folder of golden files."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bufferize.define import Dialect, DialectContext
from bufferize.diagnostics import DiagnosticError
from bufferize.plugins import Context
from bufferize.syntax import print_module
from bufferize_testing.programs import (
    GoldenPart,
    first_error,
    generic_text,
    golden_parts,
    parse_valid,
    uncovered_ops,
)
from bufferize_testing.reference import (
    REFERENCE_TOOL,
    reference_dialects,
    reference_errors,
    reference_output,
)
from bufferize_testing.samples import NoSampleError, find_sample

_OP_PREFIX = re.compile(r"^'[\w.]+' op ")


class DialectTests:
    """Tests of a dialect's syntax and verification, also compared with MLIR's own tool.

    A test module subclasses it, with a name that pytest collects, and sets `dialect`. The folder of
    golden files is relative to that module. Each file has programs between lines `// -----` (see
    GoldenPart):

    - `printed.mlir`: valid programs exactly as printed; together they have every op.
    - `accepted.mlir`, if it exists: more valid programs, in any form.
    - `invalid.mlir`, if it exists: invalid ones, each after a line `// error: message`.
    - `models.mlir`, if it exists: functions on tensors that execute every op that has a model. They
      are run, on tensors and on buffers, to check the models. That needs bufferize-interpreter and
      the semantics of the ops.

    `pytest --update-golden` rewrites `printed.mlir` and the messages in `invalid.mlir`. Programs are
    added to `models.mlir` for ops with a model that are in none, where they can be generated. Ops
    that are only in `models.mlir` are added to `printed.mlir`.
    """

    dialect: ClassVar[Dialect]
    golden: ClassVar[str] = "golden"
    model_problems: ClassVar[Mapping[tuple[str, str], str]] = {}
    """The expected problems of models, by op and declaration, with explanations."""
    _context: ClassVar[DialectContext | None]

    def __init_subclass__(cls) -> None:
        """Remove the tests whose golden file does not exist."""
        super().__init_subclass__()
        cls._context = None
        for file in ("accepted", "invalid", "models"):
            exists = cls._file(file).exists()
            for name in (f"test_{file}", f"test_{file}_have_samples", f"test_reference_{file}"):
                if not hasattr(DialectTests, name):
                    continue
                if not exists:
                    setattr(cls, name, None)
                elif getattr(cls, name) is None:  # a base has no such file
                    found = (vars(base).get(name) for base in cls.__mro__)
                    setattr(cls, name, next(filter(None, found)))

    @classmethod
    def make_context(cls) -> DialectContext:
        """Return a context for the programs: all plugins, unregistered dialects allowed."""
        context = Context()
        context.allow_unregistered_dialects = True
        return context

    @classmethod
    def _file(cls, name: str) -> Path:
        module = getattr(sys.modules[cls.__module__], "__file__", None) or ""
        return Path(module).parent / cls.golden / f"{name}.mlir"

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Parametrize tests by programs, named by their error or position."""
        for name in ("printed", "accepted", "invalid"):
            if name in metafunc.fixturenames:
                parts = golden_parts(self._file(name))
                ids = [part.error or f"{name}.mlir:{part.lines.start}" for part in parts]
                metafunc.parametrize(name, parts, ids=ids)

        if "op_with_model" in metafunc.fixturenames:
            listed = (op for op, _ in self.model_problems)  # an op without a model must fail, too
            metafunc.parametrize("op_with_model", sorted({*self._ops_with_models(), *listed}))

    @classmethod
    def _ops_with_models(cls) -> Iterable[str]:
        context = cls._made_context()
        return context.models_of(cls.dialect.name) if isinstance(context, Context) else ()

    @classmethod
    def _made_context(cls) -> DialectContext:
        if cls._context is None:
            cls._context = cls.make_context()
        return cls._context

    @pytest.fixture
    def context(self) -> DialectContext:
        """Return the context, one for all tests of the class."""
        return self._made_context()

    @pytest.fixture
    def known_to_reference(self) -> None:
        """Skip tests of a dialect that MLIR's own tool does not have."""
        if self.dialect.name not in reference_dialects():
            pytest.skip(f"{REFERENCE_TOOL} has no dialect '{self.dialect.name}'")

    def test_declarations_are_sound(self) -> None:
        self.dialect.check()

    def test_models_have_samples(self, context: Context, update_golden: bool) -> None:
        """Check that `models.mlir` has each op with a model, or add programs with it."""
        file = self._file("models")
        programs = [part.text for part in golden_parts(file)]
        found = {op.name for text in programs for op in parse_valid(text, context).walk()}
        meant = {op for op, declared in self.model_problems if declared == "model"}
        missing = sorted({*self._ops_with_models()} - found - meant)
        why = dict.fromkeys(missing, "`pytest --update-golden` generates one if it can")
        if update_golden:
            why = self._add_samples(missing, programs, context)
        if why:
            pytest.fail(
                "\n".join(
                    f"'{op}' has a model, but no program in {file.name} executes it: {reason}; by hand, "
                    f"write a function on tensors that executes '{op}' into {file}"
                    for op, reason in why.items()
                ),
                pytrace=False,
            )

    def _add_samples(
        self, ops: Sequence[str], programs: Sequence[str], context: Context
    ) -> dict[str, str]:
        """Add generated programs to `models.mlir`; return why there are none, by op."""
        why: dict[str, str] = {}
        for op in ops:
            try:
                text = find_sample(op, context, programs, _model_tester().check_op_model)
            except NoSampleError as problem:
                why[op] = f"none can be generated, since {problem}"
            else:
                with self._file("models").open("a", encoding="utf-8") as file:
                    file.write(f"\n// -----\n\n{text}")
        return why

    def test_every_op_is_printed(self, context: DialectContext, update_golden: bool) -> None:
        texts = [generic_text(part.text, context) for part in golden_parts(self._file("printed"))]
        missing = uncovered_ops(self.dialect, "".join(texts))
        if update_golden and missing and self._file("models").exists():
            missing = self._print_samples(missing, context)
        assert missing == set()

    def _print_samples(self, ops: set[str], context: DialectContext) -> set[str]:
        """Add samples of `ops` from `models.mlir` to `printed.mlir`; return the ops without one."""
        with self._file("printed").open("a", encoding="utf-8") as file:
            for part in golden_parts(self._file("models")):
                module = parse_valid(part.text, context)
                found = ops & {op.name for op in module.walk()}
                if found:
                    text = print_module(module)
                    unknown = sorted(op for op in found if self._reference_lacks(op, text))
                    note = f"// The reference differs: it has no {', '.join(unknown)}.\n"
                    file.write(f"// -----\n{note if unknown else ''}{text}")
                    ops = ops - found
        return ops

    def _reference_lacks(self, op: str, text: str) -> bool:
        """Return whether MLIR's own tool has the dialect, but rejects a program because it lacks an op."""
        if shutil.which(REFERENCE_TOOL) is None or self.dialect.name not in reference_dialects():
            return False
        return any(f"custom op '{op}' is unknown" in said for said in reference_errors([text]))

    def test_printed(
        self, printed: GoldenPart, context: DialectContext, update_golden: bool
    ) -> None:
        text = print_module(parse_valid(printed.text, context))
        if update_golden:
            printed.update(text=text)
        else:
            assert text == printed.text

    def test_generic_form(self, printed: GoldenPart, context: DialectContext) -> None:
        generic = generic_text(printed.text, context)
        custom = re.compile(rf"(?<!\"){self.dialect.name}\.\w+ [%(\[]")
        assert custom.search(generic) is None
        assert generic_text(generic, context) == generic
        again = print_module(parse_valid(generic, context))
        assert again == print_module(parse_valid(printed.text, context))

    def test_accepted(self, accepted: GoldenPart, context: DialectContext) -> None:
        text = print_module(parse_valid(accepted.text, context))
        assert print_module(parse_valid(text, context)) == text

    def test_invalid(
        self, invalid: GoldenPart, context: DialectContext, update_golden: bool
    ) -> None:
        assert invalid.error is not None, "there is no line '// error: message'"
        error = first_error(invalid.text, context)
        assert error is not None, "the program is valid"
        if update_golden:
            invalid.update(error=error.message)
        else:
            assert error.message == invalid.error
        assert error.position is not None
        assert error.position.line <= invalid.text.count("\n")

    def test_models(self, op_with_model: str, context: DialectContext) -> None:
        """Check the model of an op against executions of the op."""
        tester = _model_tester()
        samples = [part.text for part in golden_parts(self._file("models"))]
        meant = {declared for op, declared in self.model_problems if op == op_with_model}
        try:
            found = tester.check_op_model(op_with_model, samples, context)
            problems = [str(problem) for problem in found if problem.declaration not in meant]
        except DiagnosticError as problem:
            found, problems = [], [str(problem)]
        problems += [
            f"`model_problems` lists {declared} of '{op_with_model}', about which nothing is found"
            for declared in sorted(meant - {problem.declaration for problem in found})
            if not problems
        ]
        if problems:
            pytest.fail("\n".join(problems), pytrace=False)

    @pytest.mark.reference
    @pytest.mark.usefixtures("known_to_reference")
    def test_reference_printed(self, printed: GoldenPart, context: DialectContext) -> None:
        ours = generic_text(printed.text, context)
        try:
            text = reference_output(printed.text)
            generic = reference_output(printed.text, "--mlir-print-op-generic")
        except ValueError:  # an op that it does not have
            if not printed.reference_differs:
                raise
            return
        if printed.reference_differs:
            assert (text, generic) != (printed.text, ours), "the reference does not differ"
        else:
            assert text == printed.text
            assert generic == ours

    @pytest.mark.reference
    @pytest.mark.usefixtures("known_to_reference")
    def test_reference_reads(self, printed: GoldenPart, context: DialectContext) -> None:
        """Check that both tools parse the other's generic form to the same program."""
        try:
            generic = reference_output(printed.text, "--mlir-print-op-generic")
        except ValueError:  # an op that it does not have
            if not printed.reference_differs:
                raise
            return
        ours = generic_text(printed.text, context)
        assert reference_output(ours, "--mlir-print-op-generic") == generic
        assert print_module(parse_valid(generic, context)) == printed.text

    @pytest.mark.reference
    @pytest.mark.usefixtures("known_to_reference")
    def test_reference_accepted(self, accepted: GoldenPart) -> None:
        assert _reference_says(accepted) == ""

    @pytest.mark.reference
    @pytest.mark.usefixtures("known_to_reference")
    def test_reference_invalid(self, invalid: GoldenPart) -> None:
        assert invalid.error is not None, "there is no line '// error: message'"
        said = _reference_says(invalid)
        assert said, "the reference accepts it"
        words = _OP_PREFIX.sub("", invalid.error)
        assert (words in said) is not invalid.reference_differs, said


def _model_tester() -> Any:
    """Return the module of bufferize-interpreter that tests models; skip the test without it."""
    return pytest.importorskip(
        "bufferize_interpreter.model_tests",
        reason="models are tested by running their ops: install bufferize-interpreter",
    )


def _reference_says(part: GoldenPart) -> str:
    return _file_errors(part.path)[part.index]


@cache
def _file_errors(path: Path) -> list[str]:
    return reference_errors([part.text for part in golden_parts(path)])
