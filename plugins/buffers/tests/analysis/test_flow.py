from __future__ import annotations

import bufferize
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, Value
from bufferize_buffers.analysis.block_graph import headers_of_loops
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_buffers.analysis.liveness import LastUses
from bufferize_transforms import strong_components


def parse(text: str) -> Operation:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    return bufferize.parse(text, context)


def named(root: Operation) -> dict[str, Value]:
    """The values by their names in the text."""
    found: dict[str, Value] = {}
    for op in root.walk():
        values: list[Value] = list(op.results)
        values += [a for region in op.regions for block in region.blocks for a in block.arguments]
        found.update({v.name_hint: v for v in values if v.name_hint is not None})
    return found


def aliases(text: str, *starts: str) -> list[set[str | None]]:
    root = parse(text)
    values, flow = named(root), BufferFlow(root)
    return [{v.name_hint for v in flow.aliases(values[start])} - {start} for start in starts]


def test_views_calls_and_unknown_operations_hand_on_and_clones_do_not() -> None:
    text = """
      func.func private @g(memref<4xf32>, i32) -> (memref<4xf32>, index)
      func.func @f(%a: memref<4xf32>, %shape: memref<2xindex>, %k: i32) {
        %cast = memref.cast %a : memref<4xf32> to memref<?xf32>
        %square = memref.reshape %a(%shape) : (memref<4xf32>, memref<2xindex>) -> memref<2x2xf32>
        %given, %n = call @g(%a, %k) : (memref<4xf32>, i32) -> (memref<4xf32>, index)
        %clone = bufferization.clone %a : memref<4xf32> to memref<4xf32>
        %any, %number = "t.op"(%given) : (memref<4xf32>) -> (!t.buffer, f32)
        return
      }
    """
    assert aliases(text, "a", "shape", "clone") == [
        {"cast", "square", "given", "any"},
        set(),
        set(),
    ]


def test_control_hands_on_operand_by_operand() -> None:
    text = """
      func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: i1, %n: index) {
        %x, %y = scf.if %c -> (memref<4xf32>, memref<4xf32>) {
          scf.yield %a, %b : memref<4xf32>, memref<4xf32>
        } else {
          scf.yield %a, %a : memref<4xf32>, memref<4xf32>
        }
        %r, %s = scf.for %i = %n to %n step %n iter_args(%p = %b, %q = %x)
            -> (memref<4xf32>, memref<4xf32>) {
          scf.yield %q, %q : memref<4xf32>, memref<4xf32>
        }
        cf.br ^next(%s : memref<4xf32>)
      ^next(%z: memref<4xf32>):
        return
      }
    """
    assert aliases(text, "a", "b", "y", "p") == [
        {"x", "y", "p", "q", "r", "s", "z"},
        {"y", "p", "r"},
        set(),
        set(),
    ]


def test_unknown_regions_get_and_give_everything() -> None:
    text = """
      func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
        %r = "t.loop"(%a) ({
        ^bb0(%p: memref<4xf32>):
          "t.yield"(%b) : (memref<4xf32>) -> ()
        }) : (memref<4xf32>) -> memref<4xf32>
        return
      }
    """
    assert aliases(text, "a", "b") == [{"p", "r"}, {"p", "r"}]


def test_all_of_many_operands_may_become_each_result() -> None:
    text = """
      func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
        %r, %s = "t.op"(%a, %b) : (memref<4xf32>, memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
        %t, %u = "t.op"(%s, %c) : (memref<4xf32>, memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
        return
      }
    """
    assert aliases(text, "a", "b", "c", "r") == [{"r", "s", "t", "u"}] * 2 + [{"t", "u"}, set()]


def test_the_ways_grow_with_the_operands_not_with_their_pairs() -> None:
    names = ", ".join(f"%a{i}" for i in range(100))
    types = ", ".join(["memref<f32>"] * 100)
    arguments = ", ".join(f"%a{i}: memref<f32>" for i in range(100))
    flow = BufferFlow(
        parse(
            f'func.func @f({arguments}) {{ %r:100 = "t.op"({names}) : ({types}) -> ({types})\nreturn }}'
        )
    )
    assert sum(map(len, flow.sources().values())) == 200


def test_what_happens_to_buffers_is_told() -> None:
    root = parse("""
      func.func @f(%a: memref<4xf32>, %h: memref<memref<4xf32>>, %n: index, %c: i1) -> memref<4xf32> {
        memref.store %a, %h[] : memref<memref<4xf32>>
        %r = scf.for %i = %n to %n step %n iter_args(%p = %a) -> memref<4xf32> {
          scf.yield %a : memref<4xf32>
        }
        %b = memref.alloc() : memref<4xf32>
        bufferization.dealloc (%b : memref<4xf32>) if (%c) retain (%r : memref<4xf32>)
        return %r : memref<4xf32>
      }
    """)
    values, flow = named(root), BufferFlow(root)
    assert flow.stored == {values["a"]}
    assert flow.carried == {values["p"]}
    assert flow.freed == {values["b"]}
    assert flow.returned == {values["r"]}


def test_a_summary_joins_all_that_is_reached_in_circles_too() -> None:
    root = parse("""
      func.func @f(%a: memref<4xf32>, %c: i1) {
        cf.br ^one(%a : memref<4xf32>)
      ^one(%b: memref<4xf32>):
        cf.cond_br %c, ^two(%b : memref<4xf32>), ^end(%b : memref<4xf32>)
      ^two(%d: memref<4xf32>):
        cf.br ^one(%d : memref<4xf32>)
      ^end(%e: memref<4xf32>):
        return
      }
    """)
    values, flow = named(root), BufferFlow(root)
    names = flow.summary(lambda v: {v.name_hint}, lambda x, y: x | y)
    found = {name: "".join(sorted(map(str, names(value)))) for name, value in values.items()}
    assert found == {"a": "abde", "b": "bde", "c": "c", "d": "bde", "e": "e"}


def test_components_come_after_what_they_reach() -> None:
    graph = {1: [2], 2: [3, 5], 3: [4], 4: [2], 5: [], 6: [6, 1]}
    found = [sorted(component) for component in strong_components([1, 6], graph.__getitem__)]
    assert found == [[5], [2, 3, 4], [1], [6]]


def test_a_long_chain_needs_no_deep_recursion() -> None:
    chain = strong_components([0], lambda node: [node + 1] if node < 50_000 else [])
    assert len(chain) == 50_001


def headers(blocks: dict[str, str]) -> dict[str, str]:
    """The header of each block that may run again; `blocks` have their successors."""
    lines = [
        f'^{name}:\n"t.br"()[{", ".join(f"^{s}" for s in successors)}] : () -> ()'
        for name, successors in blocks.items()
    ]
    root = parse('func.func @f() {\n"t.br"()[^a] : () -> ()\n' + "\n".join(lines) + "\n}")
    function = root.regions[0].blocks[0].first_op
    assert isinstance(function, FunctionOpInterface)
    name = dict(zip(function.function_body.blocks[1:], blocks, strict=True))
    found = headers_of_loops(function.function_body)
    return {name[block]: name[header] for block, header in found.items()}


def test_loops_of_blocks() -> None:
    assert headers({"a": "b", "b": ""}) == {}
    assert headers({"a": "ab", "b": ""}) == {"a": "a"}
    # A loop of b and c within one of a, b, c and d.
    nested = {"a": "b", "b": "c", "c": "bd", "d": "ae", "e": ""}
    assert headers(nested) == {"a": "a", "b": "b", "c": "b", "d": "a"}
    # A loop that is entered at both of its blocks.
    assert headers({"a": "bc", "b": "c", "c": "bd", "d": ""}) == {"b": "b", "c": "c"}


def test_the_last_use_in_a_block_may_be_in_a_region() -> None:
    root = parse("""
      func.func @f(%c: i1) {
        %a = memref.alloc() : memref<4xf32>
        %v = memref.cast %a : memref<4xf32> to memref<?xf32>
        scf.if %c {
          "t.use"(%v) : (memref<?xf32>) -> ()
        }
        memref.dealloc %a : memref<4xf32>
        return
      }
    """)
    flow = BufferFlow(root)
    buffer = named(root)["a"]
    block = buffer.parent_block
    assert block is not None
    free = next(op for op in block.ops if op.name == "memref.dealloc")
    last = LastUses(list(root.walk()), flow).in_block(buffer, block, free)
    assert last is not None
    assert last.name == "scf.if"
