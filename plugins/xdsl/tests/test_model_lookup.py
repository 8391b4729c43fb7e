"""Models given to a pass, and models of installed distributions."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def
from xdsl.parser import Parser

import bufferize
from bufferize.diagnostics import PluginError
from bufferize_xdsl import BufferizationFailed, model_lookup, pass_class
from bufferize_xdsl.models import DestinationStyle, NoMemoryAccess, OpModel, model
from plugins.xdsl.tests.downstream import ACCEL, StreamOp
from plugins.xdsl.tests.modules import xdsl_context, xdsl_text
from plugins.xdsl.tests.test_models import PROGRAM, StreamModel
from plugins.xdsl.tests.test_xdsl_model import StreamModel as ClassOfStream

MODELS = [model(StreamOp, DestinationStyle(inits="outputs"))]
CLASSES = [model(StreamOp, ClassOfStream())]
TWICE = MODELS * 2
NOT_MODELS = [StreamOp]
NO_LIST = 3
HERE = __name__


@irdl_op_definition
class ForeignOp(IRDLOperation):
    name = "foreign.op"
    source = operand_def()


FOREIGN = [model(ForeignOp, NoMemoryAccess())]


def bufferized(models: list[OpModel] | None = None) -> str:
    """Return the program after one-shot-bufferize with these models in addition to installed ones."""
    theirs = xdsl_context().clone()
    theirs.load_dialect(ACCEL)
    module = Parser(theirs, PROGRAM).parse_module()
    cls: Any = pass_class("one-shot-bufferize", models or ())
    cls(bufferize_function_boundaries=True).apply(theirs, module)
    module.verify()
    return xdsl_text(module)


def install(folder: Path, distribution: str, value: str, name: str = "accel") -> None:
    """Install a distribution with an entry point."""
    info = folder / f"{distribution}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{model_lookup.GROUP}]\n{name} = {value}\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for distributions."""
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    model_lookup._entry_points.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    model_lookup._entry_points.cache_clear()


def test_given_to_the_pass() -> None:
    text = bufferized(MODELS)
    assert "tensor<" not in text
    assert '"accel.stream"(%a, %b)' in text
    with pytest.raises(BufferizationFailed, match="has no bufferization model"):
        bufferized()  # they are of the one pass alone


def test_a_model_of_bufferize() -> None:
    given = [model(StreamOp, StreamModel())]
    assert bufferized(given) == bufferized(MODELS)


def test_a_class_on_the_op_of_xdsl(site: Path) -> None:
    install(site, "accel-models", f"{HERE}:CLASSES")
    assert bufferized() == bufferized(CLASSES) == bufferized(MODELS)


def test_installed(site: Path) -> None:
    install(site, "accel-models", f"{HERE}:MODELS")
    install(site, "broken-models", "there_is_no_such_module:MODELS", "other")  # is not loaded
    assert bufferized() == bufferized(MODELS)


def test_what_is_given_comes_before_what_is_installed(site: Path) -> None:
    install(site, "accel-models", f"{HERE}:MODELS")
    given = [model(StreamOp, DestinationStyle(inits="inputs"))]
    assert '"func.return"(%b)' in bufferized()
    assert '"func.return"(%a)' in bufferized(given)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("there_is_no_such_module:MODELS", "cannot be loaded: ModuleNotFoundError"),
        (f"{HERE}:NAMELESS", "cannot be loaded: AttributeError"),
        (f"{HERE}:NO_LIST", "cannot be loaded: TypeError"),
        (f"{HERE}:NOT_MODELS", "which is no model of an op of xDSL"),
        (f"{HERE}:FOREIGN", "a model for 'foreign.op', which is of another dialect"),
    ],
)
def test_a_bad_entry_point(site: Path, value: str, message: str) -> None:
    install(site, "accel-models", value)
    with pytest.raises(BufferizationFailed) as caught:
        bufferized()
    text = str(caught.value)
    assert "entry point 'accel' of bufferize_xdsl.models" in text
    assert message in text
    assert f"mend {value} in distribution 'accel-models'" in text


def test_two_installed_models_of_one_op(site: Path) -> None:
    install(site, "accel-models", f"{HERE}:MODELS")
    install(site, "more-models", f"{HERE}:MODELS")
    with pytest.raises(BufferizationFailed) as caught:
        bufferized()
    assert "two models for 'accel.stream' are installed" in str(caught.value)
    assert "'accel-models'" in str(caught.value)
    assert "'more-models'" in str(caught.value)
    assert "tensor<" not in bufferized(MODELS)


def test_given_twice() -> None:
    with pytest.raises(BufferizationFailed, match=r"two models for 'accel\.stream' are given"):
        bufferized(TWICE)


def test_given_for_an_op_that_the_context_does_not_have() -> None:
    with pytest.raises(BufferizationFailed, match=r"'foreign\.op', but the context of xDSL"):
        bufferized(FOREIGN)


def test_what_is_no_model() -> None:
    with pytest.raises(BufferizationFailed, match="no model of an op of xDSL"):
        bufferized(NOT_MODELS)  # type: ignore[arg-type]


def test_an_op_that_a_plugin_declares() -> None:
    theirs = xdsl_context().clone()
    cls = theirs.get_op("linalg.fill")
    assert issubclass(cls, IRDLOperation)
    given = [model(cls, DestinationStyle(inits="outputs"))]
    with pytest.raises(PluginError, match="a plugin of bufferize declares 'linalg.fill' itself"):
        model_lookup.give(given, bufferize.Context(), theirs)
