"""Random programs in the toy dialect: another vocabulary for the generator of the project.

They are small: most wrong decisions show in programs of a few operations, and then can be read.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bufferize.ir import (
    F32,
    INDEX,
    Block,
    BlockArgument,
    Operation,
    Region,
    StringAttr,
    UnitAttr,
    UnregisteredOp,
    Value,
    i64_attr,
)
from bufferize_testing.generation import ProgramMaker, Scope, Step, Vocabulary
from bufferize_testing.generation.graphs import fill_blocks, random_edges

from .program_shapes import LEFT_OUT, Shape
from .toy import (
    FLAT,
    FORCED,
    TENSOR,
    WINDOWS,
    BranchOp,
    CastOp,
    ConstOp,
    FillOp,
    ForceOp,
    FuncOp,
    GraphOp,
    GroupOp,
    IfOp,
    IndexOp,
    LoopOp,
    NewOp,
    PairOp,
    ParallelOp,
    PlusOp,
    PutOp,
    PutWindowOp,
    ReadOp,
    ReplaceOp,
    ReshapeOp,
    ReturnOp,
    SelectOp,
    SharedPutOp,
    SplitOp,
    TaskOp,
    TrustOp,
    UpdateOp,
    ViewOp,
    WaitOp,
    WindowOp,
    YieldOp,
    ZipOp,
    add,
    branch_on,
    call,
    carrying_loop,
    counted_loop,
    finish,
    function,
    loop,
    make,
    module,
    scope,
    task,
    turns,
    while_loop,
)

Values = Scope[Value]


class ToyMaker(ProgramMaker[Value]):
    """Makes a module from random numbers."""

    def __init__(self, rng: random.Random, shape: Shape) -> None:
        self.shape = replace(shape, thrift=rng.choice((0.0, 0.4, 0.8)))
        super().__init__(rng, self.shape, TOY)
        self.functions: list[FuncOp] = []
        self.callees: list[FuncOp] = []
        self.block = Block()
        """Where operations are appended."""

    def module(self) -> Operation:
        """A few functions, the last of which call those before it."""
        parent, rng = module(), self.rng
        for i in range(self.shape.functions):
            external = i < self.shape.functions - 1 and self.chance(0.25)
            arguments, results = rng.randint(1, 3), rng.randint(1, 2)
            func = function(parent, f"f{i}", arguments, results, external)
            self.functions.append(func)
            for number in range(arguments):
                if external and self.chance(0.6):
                    access = rng.choice(("none", "read", "write", "read-write"))
                    func.set_arg_attr(number, "bufferization.access", StringAttr(access))
                if self.chance(self.shape.non_writable):
                    func.attributes[f"non_writable{number}"] = UnitAttr()
        for i, func in enumerate(self.functions):
            self.callees = self.functions[: None if self.chance(self.shape.circles) else i]
            if not func.is_external:
                region, results = func.regions[0], len(func.signature.results)
                self.region(region, Scope(), self.shape.depth, self.shape.size, ReturnOp, results)
        return parent

    def region(
        self,
        region: Region,
        outer: Values,
        depth: int,
        size: int,
        terminator: type[Operation] = YieldOp,
        results: int = 1,
    ) -> None:
        """Give a region a few blocks, which pass one tensor on to each other."""
        edges = random_edges(self.rng, self.rng.randint(1, self.shape.blocks))
        blocks = [region.entry, *(region.append(Block([TENSOR])) for _ in edges[1:])]

        def fill(number: int, inner: Values) -> None:
            block = blocks[number]
            inner.values += block.arguments
            if not inner.values:
                inner.add(make(block, NewOp).result)
            self.fill(block, inner, depth, size)
            if edges[number]:
                targets = [blocks[target] for target in edges[number]]
                block.append(BranchOp.create([self.any(inner)], successors=targets))
            else:
                finish(block, *(self.any(inner) for _ in range(results)), cls=terminator)

        fill_blocks(edges, outer, fill)
        others = region.blocks[1:]
        self.rng.shuffle(others)
        region.blocks[1:] = others

    def fill(self, block: Block, values: Values, depth: int, size: int) -> None:
        """Append operations to a block."""
        around, self.block = self.block, block
        self.steps(values, size, depth)
        self.block = around

    def taken(self, step: Step[Any, Any], scope: Values, depth: int) -> None:
        """Take a step, and maybe mark what it appends first."""
        block, last = self.block, self.block.last_op
        super().taken(step, scope, depth)
        following = block.first_op if last is None else last.next_op
        assert following is not None
        if step.feature in ("cast", "select", "call") and self.chance(self.shape.forced):
            following.attributes[FORCED] = UnitAttr()
        if self.chance(self.shape.left_out):
            following.attributes[LEFT_OUT] = UnitAttr()

    def any(self, values: Values) -> Value:
        """A value, of which there is one. It may be the last time."""
        value = self.pick(values)
        assert value is not None
        return value

    def make(self, cls: type[Operation], *operands: Value, **others: int) -> Value:
        """Append an operation with a result."""
        return make(self.block, cls, *operands, at=others.get("at")).result

    def at(self) -> int:
        """The number of a part of a tensor."""
        return self.rng.randrange(self.shape.parts)

    def window(self) -> int:
        """The number of a kind of window, mostly that of one quarter."""
        return max(0, self.rng.randint(-1, len(WINDOWS) - 1))

    def index(self, block: Block) -> Value:
        """A number, new or one that there is, maybe plus some other number."""
        found: list[Value] = []
        around: Block | None = block
        while around is not None:
            found += [r for op in around.ops for r in op.results if r.type is INDEX]
            found += [argument for argument in around.arguments if argument.type is INDEX]
            around = around.parent_op.parent if around.parent_op is not None else None
        if not found or self.chance(0.2):
            return add(block, IndexOp.create([], [INDEX])).result
        value = self.rng.choice(found)
        if self.chance(0.6):
            by = {"by": i64_attr(self.rng.choice((-2, -1, 1, 1, 2)))}
            return add(block, PlusOp.create([value], [INDEX], attributes=by)).result
        return value

    def part(self, block: Block, source: Value) -> Value:
        """One of the parts of a tensor."""
        if self.chance(0.5):
            return make(block, WindowOp, source, self.index(block), at=self.window()).result
        return make(block, ViewOp, source, at=self.at()).result


TOY: Vocabulary[ToyMaker, Values] = Vocabulary()


def random_module(seed: int, shape: Shape) -> Operation:
    """A module of a few functions."""
    return ToyMaker(random.Random(seed), shape).module()


# Operations without regions

SIMPLE: dict[str, tuple[type[Operation], int, int]] = {
    "new": (NewOp, 0, 1),
    "const": (ConstOp, 0, 1),
    "update": (UpdateOp, 1, 1),
    "fill": (FillOp, 1, 1),
    "cast": (CastOp, 1, 1),
    "zip": (ZipOp, 2, 1),
    "select": (SelectOp, 2, 1),
    "trust": (TrustOp, 2, 1),
    "replace": (ReplaceOp, 2, 1),
    "pair": (PairOp, 2, 2),
    "split": (SplitOp, 1, 2),
    "read": (ReadOp, 1, 0),
    "force": (ForceOp, 1, 0),
}
"""The class, and how many tensors it takes and gives."""


def _simple(name: str, cls: type[Operation], operands: int, results: int) -> None:
    @TOY.step(name)
    def append(maker: ToyMaker, values: Values, depth: int) -> None:
        given = [maker.any(values) for _ in range(operands)]
        values.values += make(maker.block, cls, *given, results=results).results


for _name, _counts in SIMPLE.items():
    _simple(_name, *_counts)


@TOY.step("reshape")
def reshape(maker: ToyMaker, values: Values, depth: int) -> None:
    type = maker.rng.choice([FLAT, TENSOR])
    values.add(add(maker.block, ReshapeOp.create([maker.any(values)], [type])).result)


@TOY.step("view")
def view(maker: ToyMaker, values: Values, depth: int) -> None:
    values.add(maker.make(ViewOp, maker.any(values), at=maker.at()))


@TOY.step("put")
def put(maker: ToyMaker, values: Values, depth: int) -> None:
    values.add(maker.make(PutOp, maker.any(values), maker.any(values), at=maker.at()))


@TOY.step("window")
def window(maker: ToyMaker, values: Values, depth: int) -> None:
    source, index = maker.any(values), maker.index(maker.block)
    values.add(maker.make(WindowOp, source, index, at=maker.window()))


@TOY.step("put_window")
def put_window(maker: ToyMaker, values: Values, depth: int) -> None:
    operands = (maker.any(values), maker.any(values), maker.index(maker.block))
    values.add(maker.make(PutWindowOp, *operands, at=maker.window()))


@TOY.step("index")
def index(maker: ToyMaker, values: Values, depth: int) -> None:
    add(maker.block, IndexOp.create([], [INDEX]))


@TOY.step("shared_put")
def shared_put(maker: ToyMaker, values: Values, depth: int) -> None:
    source = maker.any(values)
    arguments = [v for v in values.values if isinstance(v, BlockArgument)] or values.values
    into = maker.rng.choice(arguments)
    make(maker.block, SharedPutOp, source, into, at=maker.at(), results=0)


@TOY.step("unknown")
def unknown(maker: ToyMaker, values: Values, depth: int) -> None:
    number = add(maker.block, UnregisteredOp.named("other.number", [], [F32])).result
    operands = [number, *(maker.any(values) for _ in range(maker.rng.randint(0, 2)))]
    results = [TENSOR] * maker.rng.randint(0, 2)
    values.values += add(maker.block, UnregisteredOp.named("other.op", operands, results)).results


@TOY.step("call", needs=lambda maker: bool(maker.callees))
def call_function(maker: ToyMaker, values: Values, depth: int) -> None:
    callee = maker.rng.choice(maker.callees)
    operands = [maker.any(values) for _ in callee.signature.inputs]
    results = len(callee.signature.results)
    values.values += call(maker.block, callee.symbol_name, operands, results).results


# What several rules are about, and seldom comes by chance


@TOY.step("tile")
def tile(maker: ToyMaker, values: Values, depth: int) -> None:
    """The update of a part."""
    source, at = maker.any(values), maker.at()
    part = maker.make(ViewOp, source, at=at)
    if maker.chance(0.8):
        part = maker.make(maker.rng.choice([FillOp, UpdateOp]), part)
    into = source if maker.chance(0.8) else maker.any(values)
    values.values += [part, maker.make(PutOp, part, into, at=at)]


@TOY.step("zip_cast")
def zip_cast(maker: ToyMaker, values: Values, depth: int) -> None:
    """Element-wise access of a tensor by two names."""
    source = maker.make(FillOp, maker.any(values))
    names = [source, maker.make(maker.rng.choice([CastOp, ViewOp]), source, at=0)]
    maker.rng.shuffle(names)
    values.add(maker.make(ZipOp, *names))


@TOY.step("tile_choice")
def tile_choice(maker: ToyMaker, values: Values, depth: int) -> None:
    """The update of one of two parts."""
    source = maker.make(FillOp, maker.any(values))
    parts = [maker.make(ViewOp, source, at=maker.at()) for _ in range(2)]
    part = maker.make(FillOp, maker.make(SelectOp, *parts))
    values.values += [part, maker.make(PutOp, part, source, at=maker.at())]


@TOY.step("tile_call", needs=lambda maker: bool(maker.callees))
def tile_call(maker: ToyMaker, values: Values, depth: int) -> None:
    """The update of a part of what is called by another name, that of a call's result."""
    callee = maker.rng.choice(maker.callees)
    operands = [maker.any(values) for _ in callee.signature.inputs]
    before, into = maker.rng.choice(operands), maker.rng.choice(operands)
    part = maker.make(ViewOp, before, at=0)
    part = maker.make(maker.rng.choice([CastOp, FillOp]), part)
    op = call(maker.block, callee.symbol_name, operands, len(callee.signature.results))
    op.attributes[FORCED] = UnitAttr()
    if maker.chance(0.5):
        part = maker.make(ViewOp, op.results[0], at=0)
    else:
        into = op.results[0]
    part = maker.make(FillOp, part)
    values.values += [part, maker.make(PutOp, part, into, at=0)]


@TOY.step("beside")
def beside(maker: ToyMaker, values: Values, depth: int) -> None:
    """A part that is read after a write to what may be another part, maybe in a loop."""
    rng, block = maker.rng, maker.block
    source: Value = make(block, FillOp, maker.any(values)).result
    part = maker.part(block, source)
    body, op = block, None
    if maker.chance(0.5):
        init = source if maker.chance(0.5) else maker.any(values)
        first = rng.randrange(2)
        op = counted_loop(block, init, first, first + 2)
        body = op.regions[0].entry
        if maker.chance(0.5):
            source = body.arguments[1]
        if maker.chance(0.3):
            source = make(body, WindowOp, source, maker.index(body), at=maker.window()).result
        if maker.chance(0.7):
            part = maker.part(body, source)
    if maker.chance(0.3):
        part = maker.part(body, part)
    into = make(body, CastOp, source).result if maker.chance(0.3) else source
    written = make(body, FillOp, make(body, NewOp).result).result
    kind = rng.choice((PutOp, PutWindowOp, FillOp, None))
    if kind is None:  # every other quarter
        at, by = len(WINDOWS) - 1, {"by": i64_attr(rng.choice((1, 2)))}
        index = maker.index(body)
        part = make(body, WindowOp, source, index, at=at).result
        index = add(body, PlusOp.create([index], [INDEX], attributes=by)).result
        new = make(body, PutWindowOp, written, into, index, at=at).result
    elif kind is PutOp:
        new = make(body, PutOp, written, into, at=maker.at()).result
    elif kind is PutWindowOp:
        at = maker.window()
        new = make(body, PutWindowOp, written, into, maker.index(body), at=at).result
    else:
        new = make(body, FillOp, maker.part(body, into)).result
    make(body, ReadOp, part, results=0)
    if op is None:
        values.values += [new, part]
        return
    finish(body, rng.choice([body.arguments[1], new, source]))
    values.add(op.result)


@TOY.step("revisit")
def revisit(maker: ToyMaker, values: Values, depth: int) -> None:
    """A read in nested regions, and a write further out or in another region."""
    rng, block = maker.rng, maker.block
    value = make(block, rng.choice([FillOp, CastOp]), maker.any(values)).result
    ops: list[Operation] = []
    blocks = [block]
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice((LoopOp, LoopOp, ParallelOp, IfOp))
        new = make(blocks[-1], NewOp).result
        inner = branch_on(blocks[-1]) if kind is IfOp else loop(blocks[-1], new, kind)
        ops.append(inner)
        blocks.append(rng.choice(inner.regions).entry)
    make(blocks[-1], ReadOp, value, results=0)
    other = rng.choice([b for op in ops for r in op.regions for b in r.blocks])
    target = value
    if maker.chance(0.3):
        target = make(other, SelectOp, value, make(other, NewOp).result).result
    if maker.chance(0.1):
        make(other, ForceOp, target, results=0)
    else:
        make(other, rng.choice([FillOp, UpdateOp]), target)
    for op in reversed(ops):
        for region in op.regions:
            body = region.entry
            given = [*body.arguments, *(r for o in body.ops for r in o.results)]
            own = [v for v in given if v.type == TENSOR]
            finish(body, rng.choice(own) if own else make(body, NewOp).result)
    values.values += [value, *ops[0].results]


# Operations with regions


def _task(name: str, cls: type[Operation]) -> None:
    @TOY.step(name, nested=True)
    def append(maker: ToyMaker, values: Values, depth: int) -> None:
        block = task(maker.block, cls).regions[0].entry
        maker.fill(block, values.copy(), depth - 1, max(1, maker.shape.size // 2))
        finish(block)


_task("task", TaskOp)
_task("group", GroupOp)


@TOY.step("wait")
def wait(maker: ToyMaker, values: Values, depth: int) -> None:
    add(maker.block, WaitOp.create())


def _nested(
    name: str, create: Callable[[ToyMaker, Values], Operation], several_blocks: bool = False
) -> None:
    @TOY.step(name, nested=True)
    def append(maker: ToyMaker, values: Values, depth: int) -> None:
        op, size = create(maker, values), max(1, maker.shape.size // 2)
        for region in op.regions:
            if several_blocks:
                maker.region(region, values, depth - 1, size)
                continue
            block = region.entry
            inner = values.copy(*(a for a in block.arguments if a.type is TENSOR))
            maker.fill(block, inner, depth - 1, size)
            if isinstance(op, GraphOp):
                ops = list(block.ops)
                maker.rng.shuffle(ops)
                for nested in ops:
                    nested.detach()
                    block.append(nested)
            finish(block, *(maker.any(inner) for _ in range(max(1, len(op.operands)))))
        values.values += op.results


def _count(maker: ToyMaker, values: Values) -> Operation:
    """A loop that counts: also none, and up to below zero."""
    first = maker.rng.choice((0, 0, 1, 2, -1, -2))
    count = maker.rng.choice((2, 2, 2, 3, 3, 1, 0, -1))
    return counted_loop(maker.block, maker.any(values), first, first + count)


def _carry(maker: ToyMaker, values: Values) -> Operation:
    """Add a loop that may yield its arguments in another order, or a tensor from outside."""
    return carrying_loop(maker.block, *(maker.any(values) for _ in range(maker.rng.randint(1, 2))))


def _turns(maker: ToyMaker, values: Values) -> Operation:
    """A loop of two regions, where each may write to what the other one passes on."""
    return turns(maker.block, *(maker.any(values) for _ in range(maker.rng.randint(1, 2))))


def _unknown_region(maker: ToyMaker, values: Values) -> Operation:
    regions = [Region([Block([TENSOR])]) for _ in range(maker.rng.randint(1, 2))]
    op = UnregisteredOp.named("other.region", [maker.any(values)], [TENSOR], regions=regions)
    return add(maker.block, op)


_nested("if", lambda maker, values: branch_on(maker.block))
_nested("scope", lambda maker, values: scope(maker.block), several_blocks=True)
_nested("graph", lambda maker, values: scope(maker.block, GraphOp))
_nested("loop", lambda maker, values: loop(maker.block, maker.any(values)))
_nested("parallel", lambda maker, values: loop(maker.block, maker.any(values), ParallelOp))
_nested("while", lambda maker, values: while_loop(maker.block, maker.any(values)))
_nested("turns", _turns)
_nested("count", _count)
_nested("carry", _carry)
_nested("unknown_region", _unknown_region)
