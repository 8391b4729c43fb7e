"""The names of values and blocks in printed text."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import ANY_TYPE, Dialect, IsolatedFromAbove, Operation
from bufferize.define.dialect_context import DialectContext
from bufferize.ir import I32, Block, Region, UnregisteredOp
from bufferize.syntax import PrintOptions, operation_text, parse_module, print_module

T = Dialect("t")


@T.op("named")
class NamedOp(Operation):
    """Suggests the name that its attribute gives."""

    __slots__ = ()
    value = d.result(ANY_TYPE)

    def result_names(self) -> list[str]:
        return [str(self.attributes["is"]).strip('"')]


@T.op("groups")
class GroupsOp(Operation):
    """Results in groups: two without a name, one `a`, two `b`."""

    __slots__ = ()
    values = d.variadic_result(ANY_TYPE)

    def result_names(self) -> list[str]:
        return ["", "", "a", "b", ""]


@T.op("loop")
class LoopOp(Operation):
    """Names its first argument."""

    __slots__ = ()
    body = d.region()

    def block_argument_names(self, region: Region) -> list[str]:
        return ["iv"]


@T.op("isolated")
class IsolatedOp(Operation):
    """Numbers start where those around end, isolated or not."""

    __slots__ = ()
    body = d.region()
    traits = (IsolatedFromAbove(),)


def printed(text: str, options: PrintOptions | None = None) -> list[str]:
    context = DialectContext({"t": T})
    context.allow_unregistered_dialects = True
    module = parse_module(f'"builtin.module"() ({{\n{text}\n}}) : () -> ()', context)
    output = print_module(module, options or PrintOptions())
    return output.splitlines()[1:-1]


def test_values_are_numbered_in_order() -> None:
    lines = printed(
        """^bb0(%x: i32):
        %a = "x.a"() : () -> i32
        %b = "x.b"(%x, %a) : (i32, i32) -> i32"""
    )
    assert lines == [
        "^bb0(%arg0: i32):",
        '  %0 = "x.a"() : () -> i32',
        '  %1 = "x.b"(%arg0, %0) : (i32, i32) -> i32',
    ]


def test_several_results_share_a_number() -> None:
    lines = printed('%a:3 = "x.a"() : () -> (i32, i32, i32)\n"x.b"(%a#2, %a#0) : (i32, i32) -> ()')
    assert lines == [
        '  %0:3 = "x.a"() : () -> (i32, i32, i32)',
        '  "x.b"(%0#2, %0#0) : (i32, i32) -> ()',
    ]


def test_groups_of_results() -> None:
    lines = printed(
        '%a:5 = "t.groups"() : () -> (i32, i32, i32, i32, i32)\n'
        '"x.b"(%a#1, %a#2, %a#4) : (i32, i32, i32) -> ()'
    )
    assert lines == [
        '  %0:2, %a, %b:2 = "t.groups"() : () -> (i32, i32, i32, i32, i32)',
        '  "x.b"(%0#1, %a, %b#1) : (i32, i32, i32) -> ()',
    ]


def test_names_that_are_taken_get_a_number() -> None:
    lines = printed("\n".join(f'%{i} = "t.named"() {{is = "c"}} : () -> i32' for i in "abc"))
    assert [line.split()[0] for line in lines] == ["%c", "%c_0", "%c_1"]


def test_names_are_made_valid() -> None:
    lines = printed(
        '%a = "t.named"() {is = "1 x"} : () -> i32\n%b = "t.named"() {is = "a+b"} : () -> i32'
    )
    assert [line.split()[0] for line in lines] == ["%_1_x", "%a2Bb"]


def test_siblings_repeat_numbers_and_parents_come_first() -> None:
    region = (
        '({\n^bb0(%y: i32):\n%z = "x.z"() : () -> i32\n%c = "t.named"() {is = "c"} : () -> i32\n})'
    )
    lines = printed(
        f'%a = "x.a"() {region} : () -> i32\n"x.b"() {region} : () -> ()\n'
        '%e = "x.e"() : () -> i32\n%c = "t.named"() {is = "c"} : () -> i32'
    )
    assert [line.strip().split(" = ")[0] for line in lines if " = " in line] == [
        "%0",
        "%2",
        "%c_0",
        "%2",
        "%c_0",
        "%1",
        "%c",
    ]


def test_the_generic_form_has_unique_numbers_and_no_suggestions() -> None:
    region = '({\n^bb0(%y: i32):\n%c = "t.named"() {is = "c"} : () -> i32\n})'
    lines = printed(
        f'"x.a"() {region} : () -> ()\n"x.b"() {region} : () -> ()', PrintOptions(generic=True)
    )
    assert [line.strip() for line in lines if "named" in line or "bb0" in line] == [
        "^bb0(%arg1: i32):",
        '%1 = "t.named"() {is = "c"} : () -> i32',
        "^bb0(%arg0: i32):",
        '%0 = "t.named"() {is = "c"} : () -> i32',
    ]


def test_suggested_argument_names() -> None:
    lines = printed('"t.loop"() ({\n^bb0(%a: i32, %b: i32):\n}) : () -> ()')
    assert lines[1] == "  ^bb0(%iv: i32, %arg0: i32):"


def test_blocks_tell_their_predecessors() -> None:
    lines = printed(
        """"x.f"() ({
          "x.br"()[^a, ^b] : () -> ()
        ^a:
          "x.br"()[^b] : () -> ()
        ^b:
          "x.end"() : () -> ()
        ^c(%x: i32):
          "x.use"(%x)[^a, ^a] : (i32) -> ()
        }) : () -> ()"""
    )
    assert [line.strip() for line in lines if "^bb" in line] == [
        '"x.br"()[^bb1, ^bb2] : () -> ()',
        "^bb1:  // 3 preds: ^bb0, ^bb3, ^bb3",
        '"x.br"()[^bb2] : () -> ()',
        "^bb2:  // 2 preds: ^bb0, ^bb1",
        "^bb3(%0: i32):  // no predecessors",
        '"x.use"(%0)[^bb1, ^bb1] : (i32) -> ()',
    ]


def test_an_operation_alone_has_the_names_of_its_function() -> None:
    context = DialectContext({"t": T})
    context.allow_unregistered_dialects = True
    module = parse_module(
        '"t.isolated"() ({\n%a = "x.a"() : () -> i32\n%b = "x.b"(%a) : (i32) -> i32\n}) : () -> ()',
        context,
    )
    last = next(op for op in module.walk() if op.name == "x.b")
    assert operation_text(last) == '%1 = "x.b"(%0) : (i32) -> i32'


def test_a_value_from_nowhere_is_remarked() -> None:
    block = Block([I32])
    op = UnregisteredOp.named("x.a", operands=block.arguments)
    assert print_module(op) == '"x.a"(<<UNKNOWN SSA VALUE>>) : (i32) -> ()\n'
