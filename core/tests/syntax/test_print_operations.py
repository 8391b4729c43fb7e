"""The layout of operations, in custom and generic form, and the printer's options."""

from __future__ import annotations

import pickle

import pytest

from bufferize import define as d
from bufferize.define import ANY_TYPE, STR_ATTR, Dialect, IsTerminator, Operation
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.dialect_context import DialectContext
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import (
    UNIT,
    AffineDimExpr,
    AffineMap,
    AffineSymbolExpr,
    Block,
    Region,
    StringAttr,
    UnregisteredOp,
    require_valid,
    symbol_references,
)
from bufferize.ir.copying import clone, is_equivalent
from bufferize.syntax import PrintOptions, parse_module, print_module
from bufferize.syntax.names import name_in_location
from bufferize_testing import reference_output

T = Dialect("t")


class Handwritten(Operation):
    """Base of ops that are only printed in these tests."""

    __slots__ = ()

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        raise parser.error("is written in generic form here")


@T.op("box")
class BoxOp(Handwritten):
    """A region whose operations need no prefix."""

    __slots__ = ()
    label = d.optional_attr(STR_ATTR)
    body = d.region()
    default_dialect = "t"

    def print(self, printer: AsmPrinter) -> None:
        printer.print_attr_dict_with_keyword(self, ["label"])
        printer.write(" ")
        printer.print_region(self.body, print_terminators=False)


@T.op("loop")
class LoopOp(Handwritten):
    """Prints the arguments of its region itself."""

    __slots__ = ()
    body = d.region()

    def print(self, printer: AsmPrinter) -> None:
        printer.write(" (")
        printer.print_region_argument(self.body.entry.arguments[0], {"t.x": UNIT})
        printer.write(") ")
        printer.print_region(self.body, print_entry_args=False)


@T.op("maps")
class MapsOp(Handwritten):
    """Prints affine maps over its operands."""

    __slots__ = ()
    values = d.variadic_operand(ANY_TYPE)

    def print(self, printer: AsmPrinter) -> None:
        d0, s0 = AffineDimExpr(0), AffineSymbolExpr(0)
        printer.write(" [")
        printer.print_affine_map_of_ssa_ids(AffineMap(1, 1, (d0 + s0, d0 * 2)), self.values)
        printer.write("] ")
        printer.print_affine_expr_of_ssa_ids(
            AffineMap(1, 1, (d0 - s0,)), self.values[:1], self.values[1:]
        )


@T.op("end")
class EndOp(Handwritten):
    """A terminator."""

    __slots__ = ()
    traits = (IsTerminator(),)

    def print(self, printer: AsmPrinter) -> None:
        printer.print_attr_dict(self)


@T.op("go")
class GoOp(Handwritten):
    """A branch."""

    __slots__ = ()
    target = d.successor()
    values = d.variadic_operand(ANY_TYPE)
    traits = (IsTerminator(),)

    def print(self, printer: AsmPrinter) -> None:
        printer.write(" ")
        printer.print_successor_and_operands(self.target, self.values)


def printed(text: str, options: PrintOptions | None = None) -> str:
    context = DialectContext({"t": T})
    context.allow_unregistered_dialects = True
    module = parse_module(f'"builtin.module"() ({{\n{text}\n}}) : () -> ()', context)
    return print_module(module, options or PrintOptions())


def body(text: str, options: PrintOptions | None = None) -> str:
    return "\n".join(line[2:] for line in printed(text, options).splitlines()[1:-1])


def test_attributes_are_sorted_and_quoted_where_need_be() -> None:
    assert body('"x.a"() {b, "0a" = 1, "x y" = "s", a.b = 2.0 : f32} : () -> ()') == (
        '"x.a"() {"0a" = 1 : i64, a.b = 2.000000e+00 : f32, b, "x y" = "s"} : () -> ()'
    )


def test_properties_have_a_place_of_their_own() -> None:
    text = '"x.a"() <{p = 1 : i32}> {a} : () -> ()'
    assert body(text) == text


def test_operands_successors_regions_and_types() -> None:
    text = """%0 = "x.a"() : () -> ((i32) -> i32)
"x.b"(%0) ({
  "x.c"()[^bb1] : () -> ()
^bb1:  // pred: ^bb0
}, {
}, {
^bb0:
}) : ((i32) -> i32) -> (i32, i32)"""
    assert body(text.replace('"x.b"', '%1:2 = "x.b"')) == text.replace('"x.b"', '%1:2 = "x.b"')


def test_default_dialects_are_left_out_where_they_are_known() -> None:
    text = '"t.box"() ({\n"t.maps"() : () -> ()\n"x.u"() ({\n"t.end"() : () -> ()\n}) : () -> ()\n"t.end"() : () -> ()\n}) : () -> ()'
    assert "t.box {\n" in printed(text.replace('"t.maps"() : () -> ()\n', ""))
    assert body(text.replace('"t.maps"() : () -> ()\n', "")) == (
        't.box {\n  "x.u"() ({\n    t.end\n  }) : () -> ()\n}'
    )
    assert body('"t.box"() ({\n"t.end"() {a} : () -> ()\n}) {z} : () -> ()').startswith(
        "t.box attributes {z} {"
    )


def test_nothing_is_lost_from_terminators_that_are_printed() -> None:
    inner = '"t.box"() ({\n"t.box"() ({\n^bb0:\n}) : () -> ()\n"t.end"() : () -> ()\n}) : () -> ()'
    assert body(inner) == "t.box {\n  box {\n  }\n}"


def test_arguments_printed_by_the_operation() -> None:
    assert body('"t.loop"() ({\n^bb0(%a: i32):\n"t.end"() : () -> ()\n}) : () -> ()') == (
        "t.loop (%arg0: i32 {t.x}) {\n  t.end\n}"
    )


def test_successors_with_operands() -> None:
    assert body(
        '"x.f"() ({\n^bb0(%a: i32):\n"t.go"(%a)[^b] : (i32) -> ()\n^b(%b: i32):\n'
        '"t.go"()[^c] : () -> ()\n^c:\n}) : () -> ()'
    ).splitlines()[2:5] == [
        "  t.go ^bb1(%arg0 : i32)",
        "^bb1(%0: i32):  // pred: ^bb0",
        "  t.go ^bb2",
    ]


def test_affine_maps_over_values() -> None:
    text = '%0:2 = "x.a"() : () -> (index, index)\n"t.maps"(%0#0, %0#1) : (index, index) -> ()'
    assert body(text).splitlines()[1] == (
        "t.maps [%0#0 + symbol(%0#1), %0#0 * 2] %0#0 - symbol(%0#1)"
    )


def test_the_generic_form_on_request() -> None:
    text = '"t.box"() ({\n  "t.end"() : () -> ()\n}) : () -> ()'
    assert body(text, PrintOptions(generic=True)) == text


def test_regions_can_be_skipped() -> None:
    assert (
        print_module(
            UnregisteredOp.named("x.a", regions=[Region([Block()])]),
            PrintOptions(skip_regions=True),
        )
        == '"x.a"() ({...}) : () -> ()\n'
    )


def test_large_elements() -> None:
    text = '"x.a"() {v = dense<[1, 2, 3]> : tensor<3xi8>, w = dense<1> : tensor<9xi8>} : () -> ()'
    assert body(text) == text
    assert 'v = dense<"0x010203"> : tensor<3xi8>, w = dense<1>' in body(
        text, PrintOptions(hex_elements_if_larger=2)
    )
    assert "v = dense_resource<__elided__> : tensor<3xi8>, w = dense<1>" in body(
        text, PrintOptions(elide_elements_if_larger=2)
    )
    many = ", ".join(map(str, range(101)))
    text = f'"x.a"() {{v = dense<[{many}]> : tensor<101xi8>}} : () -> ()'
    assert 'dense<"0x0001' in body(text)
    assert body(text, PrintOptions(hex_elements_if_larger=-1)) == text


def test_deep_nesting_is_no_problem() -> None:
    block = Block()
    for _ in range(500):
        holder = BoxOp.create(regions=[Region([block])])
        block = Block()
        block.append(holder)
    assert print_module(holder).count("{") == 500


def test_resources_that_are_mentioned_follow() -> None:
    module = parse_module(
        '"x.a"() {a = dense_resource<k> : tensor<1xi8>, b = dense_resource<"q r"> : tensor<1xi8>}'
        " : () -> ()",
        _open_context(),
    )
    resources = {"builtin": {"q r": '"0x01"', "unused": '"0x02"', "k": '"0x03"'}}
    text = print_module(module, PrintOptions(), resources)
    assert text.partition("\n\n")[2] == (
        '{-#\n  dialect_resources: {\n    builtin: {\n      k: "0x03",\n      "q r": "0x01"\n'
        "    }\n  }\n#-}\n"
    )
    assert "{-#" not in print_module(module, PrintOptions(local_scope=True), resources)


def _open_context() -> DialectContext:
    context = DialectContext({})
    context.allow_unregistered_dialects = True
    return context


@pytest.mark.reference
def test_types_and_attributes_print_as_in_mlir_opt() -> None:
    text = r""""x.a"() {"0x" = 2 : i8, a = [1, 2 : i32, 3.0, 4.0 : f32, true, "s", @a, @"a b"::@c,
  unit, 0x7FF0000000000000 : f64, dense<1> : tensor<2xi64>, "q" : i32], c = complex<f32>,
  d = {a, b = 1.0, "c\22" = "x\00y\\\n\tz é"}, da = array<i1: true, false>, de = array<i64>,
  db = array<f32: 1.0, 0x7F800000>, e = dense<[[[1, 2], [3, 4]]]> : tensor<1x2x2xui8>, ed = {},
  ev = [], fn = (i32) -> (), fn2 = (i32, i32) -> ((i32) -> i32), fn3 = () -> (i32, i32),
  ix = -3 : index, m1 = memref<2x?xf32, strided<[?, 1], offset: ?>, 1>, m3 = memref<*xf32>,
  m2 = memref<2xf32, 2 : i32>, m4 = memref<*xf32, "x">, m5 = memref<f32>, o = #foo<"x y"> : i32,
  m6 = memref<?xf32, strided<[2]>, {a = 1 : i32}>, n = none, o2 = #foo.bar<[1,2]>,
  sp = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, t = tensor<2x?xf32, #foo.bar<1>>,
  ss = dense<["a", "b\""]> : tensor<2x!foo.str>, tt = !foo.bar<x,"y">, ty = !foo<"a b">,
  tup = tuple<i32, tuple<>, f32>, ui = 255 : ui8, v = vector<2x[4]xf32>, v0 = vector<f32>,
  s0 = dense<> : tensor<0xf32>, s1 = dense<2> : tensor<0xi32>, u = tensor<*xf32>} : () -> ()"""
    output = reference_output(text, "--mlir-print-op-generic")
    ours = print_module(parse_module(text, _open_context()), PrintOptions(generic=True))
    assert ours.strip() == output.strip()


# Parts that are shared, so that the text doubles with each alias

SHARED = {
    "arrays": ("#a0 = [1, 2]", "#a{} = [#a{}, #a{}]", "#", "attribute"),
    "dictionaries": ("#a0 = {x}", "#a{} = {{x = #a{}, y = #a{}}}", "#", "attribute"),
    "types": ("!a0 = i32", "!a{} = tuple<!a{}, !a{}>", "!", "type"),
    "functions": ("!a0 = i32", "!a{} = (!a{}) -> !a{}", "!", "type"),
    "locations": ("#a0 = loc(unknown)", "#a{} = loc(callsite(#a{} at #a{}))", "", "attribute"),
}
DEPTH = 60


@pytest.mark.parametrize(("first", "pair", "sigil", "what"), SHARED.values(), ids=list(SHARED))
def test_shared_parts_stay_shared(first: str, pair: str, sigil: str, what: str) -> None:
    """Written out, these would have 2 to the power of 60 parts; only printing needs that."""
    aliases = [first, *(pair.format(i, i - 1, i - 1) for i in range(1, DEPTH))]
    last = f"a{DEPTH - 1}"
    use = f" {{x = {sigil}{last}}} : () -> ()" if sigil else f" : () -> () loc(#{last})"
    module = parse_module("\n".join([*aliases, f'"t.x"(){use}']), _open_context())
    (op,) = [op for op in module.walk() if op.name == "t.x"]
    require_valid(module)
    assert is_equivalent(op, clone(op))
    assert list(symbol_references(op)) == []
    assert pickle.loads(pickle.dumps(dict(op.attributes))) == op.attributes
    assert (op.location.position() is None) == (not sigil)
    assert name_in_location(op.location) is None
    options = PrintOptions(local_scope=True, debuginfo=True)
    with pytest.raises(DiagnosticError, match=f"the text of the {what} has more than") as failure:
        print_module(module, options)
    if sigil:
        position = failure.value.diagnostics[0].position
        assert position is not None
        assert position.line == DEPTH + 1


def test_long_data_is_printed() -> None:
    """The limit is on texts that grow with their depth, not on data."""
    text = "x" * (2**26 + 1)
    assert len(str(StringAttr(text))) == len(text) + 2
