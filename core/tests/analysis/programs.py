"""Random programs in the toy dialect.

They are small: most wrong decisions show in programs of a few operations, and then can be read.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

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

from .program_shapes import LEFT_OUT, NESTED, Shape
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
    TrustOp,
    UpdateOp,
    ViewOp,
    WindowOp,
    YieldOp,
    ZipOp,
    add,
    branch_on,
    call,
    counted_loop,
    finish,
    function,
    loop,
    make,
    module,
    scope,
    while_loop,
)

FORCED_KINDS = ("cast", "select", "call")


@dataclass
class ProgramMaker:
    """Makes a module from random numbers."""

    rng: random.Random
    shape: Shape
    functions: list[FuncOp] = field(default_factory=list)
    callees: list[FuncOp] = field(default_factory=list)
    thrift: float = 0.0
    """How often a value is not used again, so that more can be in place."""

    def module(self) -> Operation:
        """A few functions, the last of which call those before it."""
        parent = module()
        rng = self.rng
        self.thrift = rng.choice((0.0, 0.4, 0.8))
        for i in range(self.shape.functions):
            external = i < self.shape.functions - 1 and rng.random() < 0.25
            arguments, results = rng.randint(1, 3), rng.randint(1, 2)
            func = function(parent, f"f{i}", arguments, results, external)
            self.functions.append(func)
            for number in range(arguments):
                if external and rng.random() < 0.6:
                    access = rng.choice(("none", "read", "write", "read-write"))
                    func.set_arg_attr(number, "bufferization.access", StringAttr(access))
                if rng.random() < self.shape.locked:
                    func.attributes[f"locked{number}"] = UnitAttr()
        for func in self.functions:
            if not func.is_external:
                self.fill_function(func)
        return parent

    def fill_function(self, func: FuncOp) -> None:
        """Give a function its body."""
        self.callees = self.functions[: self.functions.index(func)]
        if self.rng.random() < self.shape.circles:
            self.callees = self.functions
        results = len(func.signature.results)
        self.fill_region(
            func.regions[0], [], self.shape.depth, self.shape.blocks, ReturnOp, results
        )

    def fill_region(
        self,
        region: Region,
        outer: list[Value],
        depth: int,
        most: int,
        terminator: type[Operation],
        results: int,
    ) -> None:
        """Give a region up to `most` blocks, which pass one tensor on to each other."""
        edges = self.control_flow(self.rng.randint(1, most))
        count = len(edges)
        blocks = [region.entry, *(region.append(Block([TENSOR])) for _ in range(count - 1))]
        dominators = [
            {b for b in range(count) if not edge_path(edges, 0, block, b)} | {0}
            for block in range(count)
        ]
        made: dict[int, list[Value]] = {}
        size = self.shape.size if terminator is ReturnOp else max(1, self.shape.size // 2)
        for i in sorted(range(count), key=lambda block: len(dominators[block])):
            inherited = [v for b in sorted(dominators[i] - {i}) for v in made[b]]
            values = [*outer, *inherited, *blocks[i].arguments]
            if not values:
                values.append(make(blocks[i], NewOp).result)
            self.fill_block(blocks[i], values, depth, size)
            made[i] = [v for v in values if v not in outer and v not in inherited]
            if edges[i]:
                successors = [blocks[target] for target in edges[i]]
                blocks[i].append(BranchOp.create([self.pick(values)], successors=successors))
            else:
                finish(blocks[i], *(self.pick(values) for _ in range(results)), cls=terminator)
        others = region.blocks[1:]
        self.rng.shuffle(others)
        region.blocks[1:] = others

    def control_flow(self, count: int) -> list[list[int]]:
        """The successors of each block; none for those that leave. All blocks are reached."""
        rng = self.rng
        edges: list[list[int]] = [[] for _ in range(count)]
        for block in range(1, count):
            edges[rng.choice([b for b in range(block) if len(edges[b]) < 2])].append(block)
        leaving = rng.choice([b for b in range(count) if not edges[b]])
        for block in range(count):
            if block != leaving and len(edges[block]) < 2 and count > 1 and rng.random() < 0.5:
                edges[block].append(rng.randrange(1, count))
        return edges

    def pick(self, values: list[Value]) -> Value:
        """A value, rather a late one. It may be the last time."""
        value = self.rng.choice(values)
        if self.rng.random() < self.shape.recency:
            value = values[-self.rng.randint(1, min(3, len(values)))]
        if len(values) > 1 and self.rng.random() < self.thrift:
            values.remove(value)
        return value

    def fill_block(self, block: Block, values: list[Value], depth: int, size: int) -> None:
        """Append up to `size` operations to `block`; `values` grows by their results."""
        kinds = [k for k in self.shape.kinds if depth > 0 or k not in NESTED]
        if not self.callees:
            kinds = [k for k in kinds if k not in ("call", "tile_call")]
        for _ in range(self.rng.randint((size + 1) // 2, size)):
            kind = self.rng.choice(kinds)
            last = block.last_op
            if kind in NESTED:
                values.append(self.nested(block, values, kind, depth))
            elif kind in IDIOMS:
                values += getattr(self, kind)(block, values)
            else:
                values += self.simple(block, values, kind)
            following = block.first_op if last is None else last.next_op
            assert following is not None
            if kind in FORCED_KINDS and self.rng.random() < self.shape.forced:
                following.attributes[FORCED] = UnitAttr()
            if self.rng.random() < self.shape.left_out:
                following.attributes[LEFT_OUT] = UnitAttr()

    def simple(self, block: Block, values: list[Value], kind: str) -> tuple[Value, ...]:
        """Append one operation without regions, or a few that belong together."""
        rng = self.rng
        at = rng.randrange(self.shape.parts)

        def pick() -> Value:
            return self.pick(values)

        if kind in ONE_OPERAND:
            return make(block, ONE_OPERAND[kind], pick()).results
        if kind in TWO_OPERANDS:
            return make(block, TWO_OPERANDS[kind], pick(), pick()).results
        if kind in ("new", "const"):
            return make(block, NewOp if kind == "new" else ConstOp).results
        if kind in ("pair", "split"):
            cls, operands = (PairOp, [pick(), pick()]) if kind == "pair" else (SplitOp, [pick()])
            return make(block, cls, *operands, results=2).results
        if kind == "reshape":
            return add(block, ReshapeOp.create([pick()], [rng.choice([FLAT, TENSOR])])).results
        if kind == "view":
            return make(block, ViewOp, pick(), at=at).results
        if kind == "put":
            return make(block, PutOp, pick(), pick(), at=at).results
        if kind in ("window", "put_window"):
            operands = [pick(), self.index(block)] if kind == "window" else [pick(), pick()]
            if kind == "window":
                return make(block, WindowOp, *operands, at=self.window()).results
            return make(block, PutWindowOp, *operands, self.index(block), at=self.window()).results
        if kind == "index":
            add(block, IndexOp.create([], [INDEX]))
            return ()
        if kind == "shared_put":
            arguments = [v for v in values if isinstance(v, BlockArgument)] or values
            return make(block, SharedPutOp, pick(), rng.choice(arguments), at=at, results=0).results
        if kind == "tile":
            source = pick()
            part = make(block, ViewOp, source, at=at).result
            if rng.random() < 0.8:
                part = make(block, rng.choice([FillOp, UpdateOp]), part).result
            into = source if rng.random() < 0.8 else pick()
            return (part, make(block, PutOp, part, into, at=at).result)
        if kind == "unknown":
            number = add(block, UnregisteredOp.named("other.number", [], [F32])).result
            operands = [number, *(pick() for _ in range(rng.randint(0, 2)))]
            results = [TENSOR] * rng.randint(0, 2)
            return add(block, UnregisteredOp.named("other.op", operands, results)).results
        if kind == "call":
            callee = rng.choice(self.callees)
            signature = callee.signature
            operands = [pick() for _ in signature.inputs]
            return call(block, callee.symbol_name, operands, len(signature.results)).results
        assert kind in ("read", "force"), kind
        return make(block, ReadOp if kind == "read" else ForceOp, pick(), results=0).results

    def index(self, block: Block) -> Value:
        """A number, new or one that there is, maybe plus some other number."""
        rng = self.rng
        found: list[Value] = []
        around: Block | None = block
        while around is not None:
            found += [r for op in around.ops for r in op.results if r.type is INDEX]
            found += [argument for argument in around.arguments if argument.type is INDEX]
            around = around.parent_op.parent if around.parent_op is not None else None
        if not found or rng.random() < 0.2:
            return add(block, IndexOp.create([], [INDEX])).result
        value = rng.choice(found)
        if rng.random() < 0.6:
            by = {"by": i64_attr(rng.choice((-2, -1, 1, 1, 2)))}
            return add(block, PlusOp.create([value], [INDEX], attributes=by)).result
        return value

    # What several rules are about, and seldom comes by chance

    def zip_cast(self, block: Block, values: list[Value]) -> list[Value]:
        """Element-wise access of a tensor by two names."""
        source = make(block, FillOp, self.pick(values)).result
        names = [source, make(block, self.rng.choice([CastOp, ViewOp]), source, at=0).result]
        self.rng.shuffle(names)
        return [make(block, ZipOp, *names).result]

    def tile_choice(self, block: Block, values: list[Value]) -> list[Value]:
        """The update of one of two parts."""
        source = make(block, FillOp, self.pick(values)).result
        parts = [
            make(block, ViewOp, source, at=self.rng.randrange(self.shape.parts)).result
            for _ in range(2)
        ]
        part = make(block, FillOp, make(block, SelectOp, *parts).result).result
        at = self.rng.randrange(self.shape.parts)
        return [part, make(block, PutOp, part, source, at=at).result]

    def beside(self, block: Block, values: list[Value]) -> list[Value]:
        """A part that is read after a write to what may be another part, maybe in a loop."""
        rng = self.rng
        source: Value = make(block, FillOp, self.pick(values)).result
        part = self.part(block, source)
        body, op = block, None
        if rng.random() < 0.5:
            init = source if rng.random() < 0.5 else self.pick(values)
            first = rng.randrange(2)
            op = counted_loop(block, init, first, first + 2)
            body = op.regions[0].entry
            if rng.random() < 0.5:
                source = body.arguments[1]
            if rng.random() < 0.3:
                source = make(body, WindowOp, source, self.index(body), at=self.window()).result
            if rng.random() < 0.7:
                part = self.part(body, source)
        if rng.random() < 0.3:
            part = self.part(body, part)
        into = make(body, CastOp, source).result if rng.random() < 0.3 else source
        written = make(body, FillOp, make(body, NewOp).result).result
        kind = rng.choice((PutOp, PutWindowOp, FillOp, None))
        if kind is None:  # every other quarter
            at, by = len(WINDOWS) - 1, {"by": i64_attr(rng.choice((1, 2)))}
            index = self.index(body)
            part = make(body, WindowOp, source, index, at=at).result
            index = add(body, PlusOp.create([index], [INDEX], attributes=by)).result
            new = make(body, PutWindowOp, written, into, index, at=at).result
        elif kind is PutOp:
            new = make(body, PutOp, written, into, at=rng.randrange(self.shape.parts)).result
        elif kind is PutWindowOp:
            at = self.window()
            new = make(body, PutWindowOp, written, into, self.index(body), at=at).result
        else:
            new = make(body, FillOp, self.part(body, into)).result
        make(body, ReadOp, part, results=0)
        if op is None:
            return [new, part]
        finish(body, self.pick([body.arguments[1], new, source]))
        return [op.result]

    def part(self, block: Block, source: Value) -> Value:
        """One of the parts of a tensor."""
        if self.rng.random() < 0.5:
            return make(block, WindowOp, source, self.index(block), at=self.window()).result
        return make(block, ViewOp, source, at=self.rng.randrange(self.shape.parts)).result

    def window(self) -> int:
        """The number of a kind of window, mostly that of one quarter."""
        return max(0, self.rng.randint(-1, len(WINDOWS) - 1))

    def tile_call(self, block: Block, values: list[Value]) -> list[Value]:
        """The update of a part of what is called by another name, that of a call's result."""
        callee = self.rng.choice(self.callees)
        operands = [self.pick(values) for _ in callee.signature.inputs]
        before, into = self.rng.choice(operands), self.rng.choice(operands)
        part = make(block, ViewOp, before, at=0).result
        part = make(block, self.rng.choice([CastOp, FillOp]), part).result
        op = call(block, callee.symbol_name, operands, len(callee.signature.results))
        op.attributes[FORCED] = UnitAttr()
        if self.rng.random() < 0.5:
            part = make(block, ViewOp, op.results[0], at=0).result
        else:
            into = op.results[0]
        part = make(block, FillOp, part).result
        return [part, make(block, PutOp, part, into, at=0).result]

    def revisit(self, block: Block, values: list[Value]) -> list[Value]:
        """A read in nested regions, and a write further out or in another region."""
        rng = self.rng
        value = make(block, rng.choice([FillOp, CastOp]), self.pick(values)).result
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
        if rng.random() < 0.3:
            target = make(other, SelectOp, value, make(other, NewOp).result).result
        if rng.random() < 0.1:
            make(other, ForceOp, target, results=0)
        else:
            make(other, rng.choice([FillOp, UpdateOp]), target)
        for op in reversed(ops):
            for region in op.regions:
                body = region.entry
                given = [*body.arguments, *(r for o in body.ops for r in o.results)]
                own = [v for v in given if v.type == TENSOR]
                finish(body, rng.choice(own) if own else make(body, NewOp).result)
        return [value, *ops[0].results]

    def nested(self, block: Block, values: list[Value], kind: str, depth: int) -> Value:
        """Append one operation with regions."""
        if kind == "unknown_region":
            regions = [Region([Block([TENSOR])]) for _ in range(self.rng.randint(1, 2))]
            operands = [self.pick(values)]
            op: Operation = UnregisteredOp.named(
                "other.region", operands, [TENSOR], regions=regions
            )
            add(block, op)
        elif kind in ("if", "scope", "graph"):
            op = branch_on(block) if kind == "if" else scope(block, *SCOPES[kind])
        elif kind == "count":
            first = self.rng.randrange(3)
            op = counted_loop(block, self.pick(values), first, first + self.rng.randint(2, 3))
        elif kind == "while":
            op = while_loop(block, self.pick(values))
        else:
            op = loop(block, self.pick(values), ParallelOp if kind == "parallel" else LoopOp)
        for region in op.regions:
            if kind == "scope":
                self.fill_region(region, values, depth - 1, self.shape.blocks, YieldOp, 1)
                continue
            inner = [*values, *(a for a in region.entry.arguments if a.type is TENSOR)]
            self.fill_block(region.entry, inner, depth - 1, max(1, self.shape.size // 2))
            if kind == "graph":
                ops = list(region.entry.ops)
                self.rng.shuffle(ops)
                for inner_op in ops:
                    inner_op.detach()
                    region.entry.append(inner_op)
            finish(region.entry, self.pick(inner))
        return op.results[0]


ONE_OPERAND: dict[str, type[Operation]] = {"update": UpdateOp, "fill": FillOp, "cast": CastOp}
TWO_OPERANDS: dict[str, type[Operation]] = {
    "zip": ZipOp,
    "select": SelectOp,
    "trust": TrustOp,
    "replace": ReplaceOp,
}
IDIOMS = ("zip_cast", "tile_choice", "beside", "tile_call", "revisit")
SCOPES: dict[str, tuple[type[Operation], ...]] = {"scope": (), "graph": (GraphOp,)}


def edge_path(edges: list[list[int]], start: int, target: int, barrier: int) -> bool:
    """Whether a path of blocks from `start` to `target` avoids `barrier`."""
    if start == barrier:
        return False
    seen = {start}
    work = [start]
    while work:
        for block in edges[work.pop()]:
            if block != barrier and block not in seen:
                seen.add(block)
                work.append(block)
    return target in seen


def random_module(seed: int, shape: Shape) -> Operation:
    """A module of a few functions."""
    return ProgramMaker(random.Random(seed), shape).module()
