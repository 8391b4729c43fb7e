"""Models of one dialect from several plugins: in conflict, replaced, of ops that are not there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bufferize import Context
from bufferize import define as d
from bufferize.diagnostics import PluginError
from bufferize.models import NeedsNoRewriting, ReadOnlyOperands
from bufferize.plugins import OpModelRegistry, Registry, hookimpl


class ReadModel(NeedsNoRewriting[Any], ReadOnlyOperands[Any]):
    """Reads."""


def model_of(context: Context, op_name: str) -> object:
    guarded = context.model(op_name)
    assert guarded is not None
    return guarded.model


TOY = d.Dialect("toy")


@TOY.op("pad")
class PadOp(d.Operation):
    """An op."""


TOY.op_aliases["toy.padding"] = "toy.pad"


def dialect_plugin(dialect: d.Dialect = TOY) -> object:
    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add(dialect.name, dialect)

    return SimpleNamespace(__name__="dialect", register_dialects=register_dialects)


def models_plugin(name: str, models: Any, dialect: str = "toy", **flags: Any) -> object:
    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        registry.add(dialect, models, **flags)

    return SimpleNamespace(__name__=name, register_op_models=register_op_models)


PAD, OTHER_PAD, THIRD_PAD = ReadModel(), ReadModel(), ReadModel()
ORIGINAL = models_plugin("original", {"toy.pad": PAD})
OTHER = models_plugin("other", {"toy.pad": OTHER_PAD}, replaces="toy.pad")


@pytest.mark.parametrize("plugins", [[ORIGINAL, OTHER], [OTHER, ORIGINAL]])
def test_one_model_is_replaced(plugins: list[object]) -> None:
    context = Context([dialect_plugin(), *plugins])
    assert model_of(context, "toy.pad") is OTHER_PAD
    assert context.model_plugin("toy.pad") == "other"


def test_who_gave_a_model() -> None:
    context = Context([dialect_plugin(), ORIGINAL])
    assert context.model_plugin("toy.pad") == "original"
    assert context.model_plugin("toy.none") is None
    context.models["toy.pad"] = OTHER_PAD
    assert context.model_plugin("toy.pad") is None


def test_a_model_of_an_installed_plugin_is_replaced() -> None:
    model = ReadModel()
    models = {"tensor.pad": model}
    other = models_plugin("other", models, "tensor", replaces=["tensor.pad"])
    context = Context(["tensor", other])
    assert model_of(context, "tensor.pad") is model
    assert model_of(context, "tensor.extract") is not None


def message(*plugins: object) -> str:
    with pytest.raises(PluginError) as caught:
        Context([dialect_plugin(), *plugins]).model("toy.pad")
    return str(caught.value)


def test_who_does_not_say_so_does_not_replace() -> None:
    said = message(ORIGINAL, models_plugin("other", {"toy.pad": OTHER_PAD}))
    assert "a model of op 'toy.pad' is registered by the plugins 'original' and 'other'" in said
    assert "--block-plugin=other" in said
    assert "registry.add(…, replaces='toy.pad')" in said


def test_one_plugin_registers_two() -> None:
    @hookimpl
    def register_op_models(registry: OpModelRegistry) -> None:
        registry.add("toy", {"toy.pad": PAD})
        registry.add("toy", {"toy.pad": OTHER_PAD})

    twice = SimpleNamespace(__name__="twice", register_op_models=register_op_models)
    assert "a model of op 'toy.pad' is registered twice by the plugin 'twice'" in message(twice)


def test_two_replace_the_same() -> None:
    third = models_plugin("third", {"toy.pad": THIRD_PAD}, replaces="toy.pad")
    said = message(OTHER, ORIGINAL, third)
    assert "the model of op 'toy.pad' is replaced by the plugins 'other' and 'third'" in said
    assert "--block-plugin=third" in said


def test_nothing_to_replace() -> None:
    assert "plugin 'other' replaces the model of 'toy.pad', but no other plugin has" in message(
        OTHER
    )


def test_nothing_to_replace_it_with() -> None:
    empty = models_plugin("empty", {}, replaces="toy.pad")
    said = message(ORIGINAL, empty)
    assert "plugin 'empty' replaces the model of 'toy.pad', but gives no other" in said


def test_replaced_ops_are_of_the_dialect() -> None:
    other = models_plugin("other", {"toy.pad": PAD}, replaces="tensor.pad")
    assert "the model of 'tensor.pad' is registered for the dialect 'toy'" in message(other)


@pytest.mark.parametrize(
    ("name", "meant"), [("toy.pda", "toy.pad"), ("toy.padding", "toy.pad"), ("toy.zzzzz", None)]
)
def test_a_model_of_an_op_that_the_dialect_lacks(name: str, meant: str | None) -> None:
    said = message(models_plugin("wrong", {name: PAD}))
    assert f"plugin 'wrong' has a model of '{name}', but the dialect 'toy' has no such op" in said
    assert ("did you mean 'toy.pad'?" in said) is (meant is not None)


def test_models_of_a_dialect_that_is_not_installed() -> None:
    models = {"nowhere.op": PAD}
    context = Context([models_plugin("mine", models, "nowhere")])
    assert model_of(context, "nowhere.op") is PAD


def test_models_of_ops_that_a_part_of_a_dialect_leaves_out() -> None:
    part = d.Dialect("toy", partial="only pad")
    context = Context([dialect_plugin(part), models_plugin("mine", {"toy.other": PAD})])
    assert model_of(context, "toy.other") is PAD
