"""A pytest plugin, which pytest loads by itself: the fixture `check_model`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from bufferize.plugins import Context


class CheckModel(Protocol):
    """The fixture `check_model`: a function that fails the test if a model says something false."""

    def __call__(
        self,
        op_name: str,
        *samples: str,
        context: Context | None = None,
        meant: tuple[str, ...] = (),
    ) -> None:
        """Runs the ops called `op_name` in `samples`, the texts of programs.

        Without a `context` it is one of all installed plugins. `meant` are declarations that are
        meant to be as they are, whatever is found.
        """


@pytest.fixture(scope="session")
def check_model() -> CheckModel:
    """A function that fails the test if the model of an op says something false of it.

        def test_scale(check_model):
            check_model("mydsl.scale", PROGRAM)

    See `bufferize_interpreter.model_tests.check_op_model`.
    """
    # Every run of pytest loads this module, wherever bufferize-interpreter is installed.
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
