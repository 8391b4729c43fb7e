from __future__ import annotations

import pytest

from bufferize import define as d
from bufferize.ir import F32, I32, INDEX, UNIT, Block, Region, StringAttr, dense_i32, i64_attr

T = d.Dialect("t")


@T.op("single")
class SingleOp(d.Operation):
    """All fields are single."""

    __slots__ = ()

    lhs = d.operand()
    rhs = d.operand()
    result = d.result()
    label = d.optional_attr(d.STR_ATTR)
    size = d.default_attr(d.I64_ATTR, i64_attr(7), name="the_size")


@T.op("rest")
class RestOp(d.Operation):
    """One variadic field between single ones."""

    __slots__ = ()

    first = d.operand()
    middle = d.variadic_operand()
    last = d.operand()
    outs = d.variadic_result()


@T.op("sized")
class SizedOp(d.Operation):
    """Several fields that are not single."""

    __slots__ = ()

    before = d.variadic_operand()
    only = d.operand()
    maybe = d.optional_operand()
    after = d.variadic_operand()
    left = d.optional_result()
    right = d.result()


@T.op("same")
class SameSizeOp(d.Operation):
    """Two variadic fields of one size."""

    __slots__ = ()

    first = d.variadic_operand()
    middle = d.operand()
    second = d.variadic_operand()
    traits = (d.SameVariadicOperandSize(),)


@T.op("nested")
class NestedOp(d.Operation):
    """A variadic of variadics."""

    __slots__ = ()

    parts = d.variadic_of_variadic_operand(segments="part_sizes")
    part_sizes = d.attr(d.DENSE_I32_ARRAY)


@T.op("control")
class ControlOp(d.Operation):
    """Regions and successors."""

    __slots__ = ()

    body = d.region()
    others = d.variadic_region()
    dest = d.successor()
    cases = d.variadic_successor()


@T.op("plain")
class PlainOp(d.Operation):
    """Fields that mean the same as those of every operation."""

    __slots__ = ()

    operands = d.variadic_operand()
    results = d.variadic_result()


BLOCK = Block([F32, F32, INDEX, I32])
A, B, C, D = BLOCK.arguments


def test_single_fields() -> None:
    op = SingleOp.build(lhs=A, rhs=B, result_types=[F32])
    assert op.lhs is A
    assert op.rhs is B
    assert op.result is op.results[0]
    assert op.label is None
    assert op.size is i64_attr(7)
    assert op.properties == {"the_size": i64_attr(7)}


def test_single_fields_can_be_assigned() -> None:
    op = SingleOp.build(lhs=A, rhs=B, result_types=[F32])
    for name, value in (("rhs", C), ("label", StringAttr("x")), ("size", i64_attr(9))):
        setattr(op, name, value)
    assert op.operands == (A, C)
    assert op.label is StringAttr("x")
    assert op.properties["the_size"] is i64_attr(9)
    SingleOp.definition.fields["label"].__set__(op, None)
    assert "label" not in op.properties


def test_variadic_field_takes_the_rest() -> None:
    op = RestOp.build(first=A, middle=[B, C], last=D, outs=[F32, F32])
    assert (op.first, op.middle, op.last) == (A, (B, C), D)
    assert op.outs == op.results
    assert RestOp.build(first=A, last=D).middle == ()
    assert "operandSegmentSizes" not in op.properties


def test_variadic_field_cannot_be_assigned() -> None:
    op = RestOp.build(first=A, middle=[B, C], last=D)
    with pytest.raises(AttributeError, match="only single ones can"):
        RestOp.definition.fields["middle"].__set__(op, (A,))


def test_segment_sizes() -> None:
    op = SizedOp.build(before=[A, B], only=C, after=[D], right=F32)
    assert op.properties["operandSegmentSizes"] is dense_i32([2, 1, 0, 1])
    assert op.before == (A, B)
    assert op.only is C
    assert op.maybe is None
    assert op.after == (D,)
    assert op.left is None
    assert op.right is op.results[0]
    assert op.has_trait(d.AttrSizedOperandSegments)
    assert not op.has_trait(d.AttrSizedResultSegments)
    full = SizedOp.build(only=C, maybe=A, left=F32, right=I32)
    assert full.maybe is A
    assert full.left is full.results[0]
    assert full.right is full.results[1]


def test_same_size() -> None:
    op = SameSizeOp.build(first=[A, B], middle=C, second=[D, D])
    assert (op.first, op.middle, op.second) == ((A, B), C, (D, D))
    assert op.properties == {}


def test_variadic_of_variadics() -> None:
    op = NestedOp.build(parts=[[A, B], [], [C]])
    assert op.parts == ((A, B), (), (C,))
    assert op.part_sizes is dense_i32([2, 0, 1])


def test_regions_and_successors() -> None:
    target, other = Block(), Block()
    regions = [Region(), Region()]
    op = ControlOp.build(others=regions, dest=target, cases=[other, other])
    assert op.body is op.regions[0]
    assert op.others == tuple(regions)
    assert op.dest is target
    assert op.cases == (other, other)


def test_fields_of_the_same_meaning() -> None:
    op = PlainOp.build(operands=[A, B], results=[F32, I32])
    assert op.operands == (A, B)
    assert len(op.results) == 2


@pytest.mark.parametrize("name", ["location", "attributes", "build", "operand", "results"])
def test_field_that_hides_an_attribute_of_every_operation(name: str) -> None:
    body = {"__slots__": (), name: d.variadic_operand(name="x")}
    with pytest.raises(d.DefinitionError, match=f"'{name}' hides an attribute of every operation"):
        d.Dialect("t").op("bad")(type("BadOp", (d.Operation,), body))


def test_inherited_fields_come_first_and_are_separate() -> None:
    dialect = d.Dialect("t")

    class Base(d.Operation):
        """Not an op itself."""

        __slots__ = ()

        source = d.operand()

    @dialect.op("one")
    class One(Base):
        """Has another operand."""

        __slots__ = ()

        extra = d.operand()

    @dialect.op("two")
    class Two(Base):
        """Has a variadic one."""

        __slots__ = ()

        more = d.variadic_operand()

    one = One.build(source=A, extra=B)
    two = Two.build(source=C, more=[A, B])
    assert (one.source, one.extra) == (A, B)
    assert (two.source, two.more) == (C, (A, B))


def test_field_of_undeclared_class() -> None:
    class Undeclared(d.Operation):
        """Without Dialect.op."""

        __slots__ = ()

        source = d.operand()

    with pytest.raises(TypeError, match="is not declared"):
        _ = Undeclared.create([A]).source


def test_several_variadic_regions_are_refused() -> None:
    with pytest.raises(d.DefinitionError, match="several variadic region fields"):

        @d.Dialect("t").op("bad")
        class BadOp(d.Operation):
            """Two variadic regions."""

            __slots__ = ()

            one = d.variadic_region()
            two = d.variadic_region()


def test_result_names_come_from_fields() -> None:
    op = SizedOp.build(only=C, left=F32, right=I32)
    assert op.result_names() == ["left", "right"]
    assert SizedOp.build(only=C, right=I32).result_names() == ["right"]
    assert SingleOp.build(lhs=A, rhs=B, result_types=[F32]).result_names() is None


def test_unit_attribute_field() -> None:
    @d.Dialect("t").op("flag")
    class FlagOp(d.Operation):
        """A flag."""

        __slots__ = ()

        flag = d.optional_attr(d.UNIT_ATTR)

    assert FlagOp.build(flag=UNIT).flag is UNIT
    assert FlagOp.build().flag is None
