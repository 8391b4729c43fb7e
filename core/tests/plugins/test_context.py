from __future__ import annotations

import types
import warnings
from collections.abc import Callable, Generator, Iterator
from types import SimpleNamespace

import pytest

from bufferize import define as d
from bufferize.diagnostics import PassError, PluginError
from bufferize.driver import BufferizableOpInterface
from bufferize.ir import (
    INDEX,
    Builder,
    Location,
    Operation,
    Type,
    UnregisteredOp,
    Value,
    parameters,
)
from bufferize.models import ReadOnlyOperands
from bufferize.passes import Pass
from bufferize.plugins import (
    API_VERSION,
    Context,
    OpModelRegistry,
    PluginWarning,
    Registry,
    adding,
    hookimpl,
)


def dialect(name: str, *mnemonics: str) -> d.Dialect:
    made = d.Dialect(name)
    for mnemonic in mnemonics:

        @made.op(mnemonic)
        class SomeOp(d.Operation):
            """An op."""

    return made


class ReadModel(ReadOnlyOperands[Operation]):
    def bufferize(self, op: object, rewriter: object) -> None:
        pass


def plugin(name: str, **hooks: Callable[..., object]) -> types.ModuleType:
    module = types.ModuleType(name)
    for hook_name, function in hooks.items():
        function.__name__ = hook_name
        setattr(module, hook_name, hookimpl(function))
    return module


def dialects(name: str, made: object) -> Callable[[Registry], None]:
    def register(registry: Registry) -> None:
        registry.add(name, made)

    return register


def test_hooks_that_only_add_entries() -> None:
    plugin = SimpleNamespace(
        __name__="mine",
        register_dialects=adding({"a": dialect("a", "x"), "b": dialect("b", "y")}),
        register_op_models=adding({"a": {"a.x": ReadModel()}}),
    )
    context = Context([plugin])
    assert {"a", "b"} <= set(context.dialect_names())
    assert context.model_plugin("a.x") == "mine"


def test_the_core_stands_alone() -> None:
    context = Context(plugins=[])
    assert context.dialect_names() == ["bufferization", "builtin", "memref"]
    assert context.pass_names() == [
        "insert-tensor-copies",
        "one-shot-bufferize",
        "test-tensor-copy-insertion",
    ]
    assert context.command_names() == []


def test_contexts_share_nothing() -> None:
    with_a = Context([plugin("p", register_dialects=dialects("a", dialect("a", "x")))])
    without = Context([])
    assert with_a.op_class("a.x") is not None
    assert without.op_class("a.x") is None


def test_a_dialect_may_come_in_parts() -> None:
    context = Context(
        [
            plugin("p", register_dialects=dialects("a", dialect("a", "x"))),
            plugin("q", register_dialects=dialects("a", dialect("a", "y"))),
        ]
    )
    assert context.op_class("a.x") is not None
    assert context.op_class("a.y") is not None


def test_two_declarations_of_an_op_name_both_plugins() -> None:
    context = Context(
        [
            plugin("p", register_dialects=dialects("a", dialect("a", "x"))),
            plugin("q", register_dialects=dialects("a", dialect("a", "x"))),
        ]
    )
    with pytest.raises(PluginError, match=r"op 'a\.x' is declared by the plugins") as caught:
        context.op_class("a.x")
    assert "'p'" in str(caught.value)
    assert "'q'" in str(caught.value)


def test_two_declarations_of_a_type_name_both_plugins() -> None:
    def part() -> d.Dialect:
        made = d.Dialect("a")
        made.type("t")(parameters(type("T", (Type,), {})))
        return made

    plugins = [
        plugin("p", register_dialects=dialects("a", part())),
        plugin("q", register_dialects=dialects("a", part())),
    ]
    with pytest.raises(PluginError, match=r"type 'a\.t' is declared by the plugins 'p' and 'q'"):
        Context(plugins).dialect("a")


def test_two_given_plugins_of_one_name() -> None:
    given = plugin("p", register_dialects=dialects("a", dialect("a", "x")))
    with pytest.raises(PluginError, match="two of the plugins that are given are called 'p'"):
        Context([given, given])
    with pytest.raises(PluginError, match="two of the plugins that are given are called 'ub'"):
        Context(["ub", "ub"])


def test_a_generator_function_that_is_no_wrapper_is_told() -> None:
    def register(registry: Registry) -> Iterator[None]:
        registry.add("a", dialect("a", "x"))
        yield

    bad = plugin("bad", register_dialects=register)
    told = "register_dialects must fill the registry, and return nothing: <generator"
    with pytest.warns(PluginWarning, match=told):
        Context([bad])


Hook = Callable[[Registry], object]
FIRST: Callable[[Hook], Hook] = hookimpl(tryfirst=True)
LAST: Callable[[Hook], Hook] = hookimpl(trylast=True)
WRAPPERS: dict[str, Callable[[Hook], Hook]] = {
    "wrapper": hookimpl(wrapper=True),
    "hookwrapper": hookimpl(hookwrapper=True),
}


def calls_of_hooks(*names: str, **marks: Callable[[Hook], Hook]) -> list[str]:
    """Return these names of plugins in the order in which their hooks are called.

    `marks` are the marks of the hooks of some; a wrapper is there twice, before and after the others.
    """
    called: list[str] = []

    def made(name: str) -> SimpleNamespace:
        mark = marks.get(name, hookimpl)

        def register_passes(registry: Registry) -> None:
            registry.add(name, "no.such:Pass")
            called.append(name)

        def wrapping(registry: Registry) -> Generator[None, object, object]:
            register_passes(registry)
            result = yield
            called.append(name)
            return result

        hook = mark(wrapping if mark in WRAPPERS.values() else register_passes)
        return SimpleNamespace(__name__=name, register_passes=hook)

    assert set(names) <= set(Context([made(name) for name in names]).pass_names())
    return called


def test_the_marks_of_pluggy_order_hooks() -> None:
    assert calls_of_hooks("p", "q", "r") == ["p", "q", "r"]
    assert calls_of_hooks("p", "q", "r", p=LAST) == ["q", "r", "p"]
    assert calls_of_hooks("p", "q", "r", r=FIRST) == ["r", "p", "q"]


@pytest.mark.parametrize("mark", WRAPPERS)
def test_a_wrapper_runs_around_the_others(mark: str) -> None:
    assert calls_of_hooks("p", "w", "q", w=WRAPPERS[mark]) == ["w", "p", "q", "w"]


@pytest.mark.parametrize("mark", WRAPPERS)
def test_a_wrapper_sees_what_the_others_register(mark: str) -> None:
    seen: list[list[str]] = []

    @WRAPPERS[mark]
    def register_passes(registry: Registry) -> Generator[None, object, object]:
        seen.append(registry.names())
        result = yield
        seen.append(registry.names())
        registry.add("last", "no.such:Pass")
        return result

    wrapping = SimpleNamespace(__name__="w", register_passes=register_passes)
    context = Context([plugin("p", register_passes=adding({"mine": "no.such:Pass"})), wrapping])
    before, after = seen
    assert before == []
    assert {"mine", "one-shot-bufferize"} <= set(after)
    assert {"mine", "last"} <= set(context.pass_names())
    with pytest.raises(PluginError, match="plugin 'w': cannot load"):
        context.pass_class("last")


@pytest.mark.parametrize("mark", WRAPPERS)
@pytest.mark.parametrize("where", ["before", "after"])
def test_a_failing_wrapper_is_one_warning_and_stops_no_other(mark: str, where: str) -> None:
    @WRAPPERS[mark]
    def register_passes(registry: Registry) -> Generator[None, object, object]:
        registry.add("wrapped", "no.such:Pass")
        if where == "before":
            raise RuntimeError("no luck")
        yield
        raise RuntimeError("no luck")

    bad = SimpleNamespace(
        __name__="bad",
        register_passes=register_passes,
        register_dialects=adding({"a": dialect("a", "x")}),
    )
    good = plugin("good", register_passes=adding({"mine": "no.such:Pass"}))
    context = Context([bad, good], warn=False)
    (warning,) = context.plugin_warnings()
    assert warning.message.startswith("plugin 'bad' of ")
    assert warning.message.endswith("is not used: register_passes failed: RuntimeError: no luck")
    assert {"mine", "one-shot-bufferize"} <= set(context.pass_names())
    assert "wrapped" not in context.pass_names()
    assert "a" not in context.dialect_names()  # nothing of that plugin stays


def test_two_models_of_an_op_name_both_plugins() -> None:
    def register(registry: OpModelRegistry) -> None:
        registry.add("a", {"a.x": ReadModel()})

    context = Context(
        [
            plugin(
                "p",
                register_dialects=dialects("a", dialect("a", "x")),
                register_op_models=register,
            ),
            plugin("q", register_op_models=lambda registry: register(registry)),
        ]
    )
    with pytest.raises(PluginError, match=r"a model of op 'a\.x' is registered by the plugins"):
        context.model("a.x")


def test_models_of_ops_of_another_dialect_are_refused() -> None:
    def register(registry: OpModelRegistry) -> None:
        registry.add("my-plugin", {"a.x": ReadModel()})

    with pytest.raises(PluginError, match="'a.x' is registered for the dialect 'my-plugin'"):
        Context([plugin("p", register_op_models=register)])


def test_a_wrong_model_is_refused() -> None:
    def register(registry: OpModelRegistry) -> None:
        registry.add("a", {"a.x": BufferizableOpInterface()})

    context = Context(
        [
            plugin(
                "p",
                register_dialects=dialects("a", dialect("a", "x")),
                register_op_models=register,
            )
        ]
    )
    with pytest.raises(PluginError, match=r"does not override bufferize\(\)"):
        context.model("a.x")


def test_two_passes_of_one_name_name_both_plugins() -> None:
    class Mine(Pass):
        """Does nothing."""

        name = "mine"

    def first(registry: Registry) -> None:
        registry.add("mine", Mine)

    def second(registry: Registry) -> None:
        registry.add("mine", Mine)

    with pytest.raises(PluginError, match="pass 'mine' is registered by the plugins"):
        Context([plugin("p", register_passes=first), plugin("q", register_passes=second)])


def test_a_failing_hook_is_one_warning_and_leaves_nothing() -> None:
    def register(registry: Registry) -> None:
        registry.add("a", dialect("a", "x"))
        raise RuntimeError("no luck")

    bad = plugin("bad", register_dialects=register)
    good = plugin("good", register_dialects=dialects("b", dialect("b", "y")))
    with pytest.warns(
        PluginWarning, match="'bad'.*register_dialects failed: RuntimeError: no luck"
    ):
        context = Context([bad, good])
    assert context.op_class("a.x") is None
    assert context.op_class("b.y") is not None


def test_a_hook_of_unknown_name_is_told() -> None:
    bad = plugin("bad", register_dialect=dialects("a", dialect("a", "x")))
    with pytest.warns(PluginWarning, match="'bad'.*register_dialect"):
        Context([bad])


@pytest.mark.parametrize(
    ("version", "advice"),
    [
        (API_VERSION + 1, "pip install -U bufferize-core"),
        (API_VERSION - 1, rf"for plugin API {API_VERSION}: pip install -U"),
    ],
)
def test_another_api_version_says_what_to_install(version: int, advice: str) -> None:
    bad = plugin("bad", register_dialects=dialects("a", dialect("a", "x")))
    bad.BUFFERIZE_API = version  # type: ignore[attr-defined]
    with pytest.warns(PluginWarning, match=advice):
        context = Context([bad])
    assert context.op_class("a.x") is None


def test_warnings_can_be_asked_for_instead() -> None:
    bad = plugin("bad", register_dialect=dialects("a", dialect("a", "x")))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        context = Context([bad], warn=False)
    (warning,) = context.plugin_warnings()
    assert "plugin 'bad'" in warning.message


def test_an_import_string_is_loaded_when_needed_and_its_failure_names_the_plugin() -> None:
    context = Context([plugin("p", register_dialects=dialects("a", "no.such.module:DIALECT"))])
    assert context.op_class("memref.load") is not None
    with pytest.raises(PluginError, match=r"plugin 'p': cannot load 'no\.such\.module:DIALECT'"):
        context.op_class("a.x")


def test_something_else_in_place_of_a_dialect() -> None:
    context = Context([plugin("p", register_dialects=dialects("a", 42))])
    with pytest.raises(PluginError, match="dialect 'a' must be a Dialect, not a int"):
        context.op_class("a.x")


def test_semantics_are_found_by_op_name() -> None:
    def double(value: int) -> int:
        return 2 * value

    def register(registry: Registry) -> None:
        registry.add("a", {"a.x": double})

    context = Context([plugin("p", register_semantics=register)])
    assert context.semantics("a.x") is double
    assert context.semantics("a.y") is None
    assert context.semantics("b.x") is None
    assert context.semantics_plugin("a.x") == "p"
    assert context.semantics_plugin("a.y") is None


def test_several_plugins_may_say_what_ops_of_one_dialect_compute() -> None:
    plugins = [
        plugin("p", register_semantics=adding({"a": {"a.x": abs}})),
        plugin("q", register_semantics=adding({"a": {"a.y": len}})),
    ]
    context = Context(plugins)
    assert context.semantics_of("a") == {"a.x": abs, "a.y": len}
    assert context.semantics_plugin("a.y") == "q"
    plugins.append(plugin("r", register_semantics=adding({"a": {"a.x": len, "b.x": 5, "a.z": 5}})))
    with pytest.raises(PluginError) as failure:
        Context(plugins).semantics("a.x")
    assert [d.message for d in failure.value.diagnostics] == [
        "the semantics of 'b.x' are registered for the dialect 'a': its ops are called 'a.…'",
        "the semantics of op 'a.x' are registered by the plugins 'p' and 'r'",
        "plugin 'r': the semantics of op 'b.x' cannot be called: 5",
        "plugin 'r': the semantics of op 'a.z' cannot be called: 5",
    ]


def test_the_plugin_that_makes_index_constants_is_asked_and_no_other() -> None:
    def make(builder: Builder, value: int, location: Location) -> Value:
        return UnregisteredOp.named("a.constant", result_types=[INDEX]).results[0]

    given = plugin(
        "p",
        register_dialects=dialects("a", "no_such_module:DIALECT"),
        register_constants=adding({"index": make}),
    )
    assert Context([given]).materialize_index(Builder(), 3).type is INDEX
    with pytest.raises(PassError, match="the index constant 3 is needed"):
        Context([]).materialize_index(Builder(), 3)


def test_installed_plugins_can_be_blocked() -> None:
    assert "tensor" in Context().dialect_names()
    assert "tensor" not in Context(block=["tensor"]).dialect_names()


def test_what_to_do_about_a_dialect_that_is_not_there() -> None:
    assert Context([]).way_to_get_dialect("tensor") == "install a plugin that declares it"
    assert Context(["tools"]).way_to_get_dialect("tensor") == "install bufferize-tensor"
    assert Context(["tools"]).way_to_get_dialect("mine") == "install a plugin that declares it"
    blocking = Context(block=["tensor"])
    assert blocking.way_to_get_dialect("tensor") == "do not block the plugin 'tensor'"


def test_a_dialect_that_only_the_program_declares_is_missing() -> None:
    context = Context(["func"])
    context.register_dialect(d.Dialect("tensor"))
    assert [context.is_missing(name) for name in ("tensor", "func", "builtin")] == [
        True,
        False,
        False,
    ]
