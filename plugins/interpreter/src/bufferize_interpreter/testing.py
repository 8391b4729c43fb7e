"""A pytest plugin, loaded by pytest itself, with the fixture `check_model`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from bufferize.plugins import Context


class CheckModel(Protocol):
    """The fixture `check_model`, which fails a test if a model makes a false declaration."""

    def __call__(
        self,
        op_name: str,
        *samples: str,
        context: Context | None = None,
        meant: tuple[str, ...] = (),
    ) -> None:
        """Run the ops called `op_name` in `samples`, the texts of programs.

        Without a `context`, one with all installed plugins is used. Problems with the declarations
        in `meant` are ignored.
        """


@pytest.fixture(scope="session")
def check_model() -> CheckModel:
    """Return a function that fails the test if the model of an op makes a false declaration.

        def test_scale(check_model):
            check_model("mydsl.scale", PROGRAM)

    See `bufferize_interpreter.model_tests.check_op_model`.
    """
    # Imported late: every run of pytest loads this module where bufferize-interpreter is installed.
    from bufferize.diagnostics import DiagnosticError
    from bufferize.plugins import Context
    from bufferize_interpreter.model_tests import check_op_model

    known: list[Context] = []

    def check(
        op_name: str, *samples: str, context: Context | None = None, meant: tuple[str, ...] = ()
    ) -> None:
        if context is None:
            if not known:
                known.append(Context())
            context = known[0]
        try:
            found = check_op_model(op_name, samples, context)
            problems = [str(problem) for problem in found if problem.declaration not in meant]
        except DiagnosticError as problem:
            problems = [str(problem)]
        if problems:
            pytest.fail("\n".join(problems), pytrace=False)

    return check
