from __future__ import annotations

import pytest
from typing_extensions import Self

from bufferize import define as d
from bufferize.diagnostics import Diagnostic, PassError, Severity
from bufferize.ir import (
    INDEX,
    Attribute,
    Builder,
    IntegerAttr,
    Location,
    Operation,
    Type,
    Value,
    parameters,
)
from bufferize.syntax import parse_attribute, parse_type


class EmptyOp(d.Operation):
    """Nothing."""

    __slots__ = ()


def make(dialect: d.Dialect, mnemonic: str) -> type[d.Operation]:
    cls: type[d.Operation] = type("MadeOp", (EmptyOp,), {"__slots__": ()})
    return dialect.op(mnemonic)(cls)


def test_declared_op() -> None:
    dialect = d.Dialect("t")
    cls = make(dialect, "a")
    assert cls.name == "t.a"
    assert dialect.op_class("a") is cls
    assert dialect.op_class("b") is None
    assert not cls.has_custom_syntax
    assert cls.definition.dialect is dialect


def test_op_declared_twice() -> None:
    dialect = d.Dialect("t")
    make(dialect, "a")
    with pytest.raises(d.DefinitionError, match=r"op 't\.a' is declared twice"):
        make(dialect, "a")


def test_similar_ops_stand_beside_their_base() -> None:
    dialect = d.Dialect("t")
    dialect.similar_ops(EmptyOp, {"a_b": "The first.", "c": "The second."})
    cls = dialect.op_class("a_b")
    assert cls is not None
    assert cls.__doc__ == "The first."
    assert cls.__bases__ == (EmptyOp,)
    assert cls is globals()["ABOp"]
    assert set(dialect.ops) == {"a_b", "c"}


def test_lazy_ops_are_made_at_the_first_look_up() -> None:
    dialect = d.Dialect("t")
    made: list[str] = []

    def factory(mnemonic: str) -> type[d.Operation]:
        made.append(mnemonic)
        return make(dialect, mnemonic)

    dialect.lazy_ops(["a", "b"], factory)
    assert dialect.op_mnemonics == {"a", "b"}
    assert made == []
    assert dialect.op_class("b") is dialect.op_class("b")
    assert made == ["b"]
    assert set(dialect.ops) == {"a", "b"}
    assert made == ["b", "a"]


def test_lazy_op_of_another_name() -> None:
    dialect = d.Dialect("t")
    dialect.lazy_ops(["a"], lambda mnemonic: make(dialect, "z"))
    with pytest.raises(d.DefinitionError, match=r"the class made for 't\.a' is not it"):
        dialect.op_class("a")


def test_merge() -> None:
    one, two = d.Dialect("t"), d.Dialect("t")
    a, b = make(one, "a"), make(two, "b")
    two.op_aliases["t.c"] = "t.b"
    one.merge(two)
    assert dict(one.ops) == {"a": a, "b": b}
    assert one.op_aliases == {"t.c": "t.b"}


def test_attribute_and_type_without_parameters() -> None:
    dialect = d.Dialect("t")

    @dialect.type("token")
    @parameters
    class TokenType(Type):
        """`!t.token`."""

    @dialect.attribute("mark")
    @parameters
    class MarkAttr(Attribute):
        """`#t.mark`."""

    context = d.DialectContext([dialect])
    assert str(TokenType()) == "!t.token"
    assert parse_type("!t.token", context) is TokenType()
    assert parse_attribute("#t.mark", context) is MarkAttr()
    assert context.type_class("t", "token") is TokenType
    assert context.attribute_class("t", "mark") is MarkAttr
    assert context.attribute_class("t", "other") is None


def test_type_with_parameters() -> None:
    dialect = d.Dialect("t")

    @dialect.type("box")
    @parameters
    class BoxType(Type):
        """`!t.box<size, element>`."""

        size: int
        element: Type

        @classmethod
        def parse_parameters(cls, parser: d.AsmParser) -> Self:
            parser.parse_punctuation("<")
            size = parser.parse_integer()
            parser.parse_punctuation(",")
            element = parser.parse_type()
            parser.parse_punctuation(">")
            return cls(size, element)

        def print_parameters(self, printer: d.AsmPrinter) -> None:
            printer.write(f"<{self.size}, ")
            printer.print_type(self.element)
            printer.write(">")

    context = d.DialectContext([dialect])
    box = parse_type("!t.box<3, index>", context)
    assert box is BoxType(3, INDEX)
    assert str(box) == "!t.box<3, index>"


def test_half_a_syntax_is_refused() -> None:
    with pytest.raises(d.DefinitionError, match="needs both parse_parameters and print_parameters"):

        @d.Dialect("t").type("half")
        class HalfType(Type):
            """Cannot be read."""

            def print_parameters(self, printer: d.AsmPrinter) -> None: ...


def test_custom_directive_without_its_methods() -> None:
    with pytest.raises(d.DefinitionError, match="'Half' needs the methods parse and print"):

        @d.Dialect("t").custom_directive("Half")
        class Half:
            """Nothing."""


# Contexts.


def test_context_loads_a_dialect_once() -> None:
    asked: list[str] = []
    dialect = d.Dialect("t")
    cls = make(dialect, "a")

    def load(name: str) -> d.Dialect | None:
        asked.append(name)
        return dialect if name == "t" else None

    context = d.DialectContext(loader=load)
    assert context.op_class("t.a") is cls
    assert context.op_class("t.b") is None
    assert context.op_class("u.a") is None
    assert context.dialect("u") is None
    assert asked == ["t", "u"]


def test_contexts_share_nothing() -> None:
    one, two = d.Dialect("t"), d.Dialect("t")
    a, b = make(one, "a"), make(two, "a")
    assert d.DialectContext([one]).op_class("t.a") is a
    assert d.DialectContext({"t": two}).op_class("t.a") is b


def test_registered_dialect_replaces() -> None:
    context = d.DialectContext([d.Dialect("t")])
    assert context.op_class("t.a") is None
    dialect = d.Dialect("t")
    cls = make(dialect, "a")
    context.register_dialect(dialect)
    assert context.op_class("t.a") is cls


def test_alias() -> None:
    dialect = d.Dialect("t")
    dialect.op_aliases["t.old"] = "u.new"
    context = d.DialectContext([dialect])
    assert context.op_alias("t.old") == "u.new"
    assert context.op_alias("t.new") is None
    assert context.op_alias("v.new") is None


def test_index_constant() -> None:
    def constant(builder: Builder, value: int, location: Location) -> Value:
        op: Operation = ConstantOp.build(value=IntegerAttr(value, INDEX), location=location)
        return builder.insert(op).result if builder.insertion_point else op.result

    dialect = d.Dialect("t")

    @dialect.op("constant")
    class ConstantOp(d.Operation):
        """An index."""

        __slots__ = ()

        value = d.attr(d.INDEX_ATTR)
        result = d.result(d.INDEX)

    context = d.DialectContext([dialect])
    with pytest.raises(PassError, match="install a plugin that does"):
        context.materialize_index(Builder(), 3)
    context.index_constant = constant
    assert context.materialize_index(Builder(), 3).type is INDEX


def test_messages_go_to_the_handlers() -> None:
    context = d.DialectContext()
    message = Diagnostic(Severity.WARNING, "look out")
    with pytest.warns(UserWarning, match="look out"):
        context.emit(message)
    seen: list[Diagnostic] = []
    context.handlers.append(seen.append)
    context.emit(message)
    assert seen == [message]
