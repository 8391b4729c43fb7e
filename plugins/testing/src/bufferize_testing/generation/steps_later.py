"""Steps with regions that may run later, or by several threads: async, gpu and omp.

They are a vocabulary of their own, since such programs can be interpreted only.
"""

from __future__ import annotations

from bufferize_testing.generation.maker import Vocabulary
from bufferize_testing.generation.text import I32, Maker, Value, Values

LATER: Vocabulary[Maker, Values] = Vocabulary()
TOKEN, PROMISE, GROUP = "!async.token", f"!async.value<{I32}>", "!async.group"
GPU_TOKEN = "!gpu.async.token"


def _inside(maker: Maker, scope: Values, depth: int, *given: Value) -> Values:
    """Fill a region, and print a tensor in it; return the values in it."""
    inner = scope.copy(*given)
    maker.steps(inner, 3, depth - 1)
    maker.print(inner, maker.tensor(inner, defined=True))
    return inner


def _known(maker: Maker, scope: Values, *types: str) -> Value | None:
    return maker.pick(scope, lambda value: value.type in types)


# Async


@LATER.step("async", 4, nested=True)
def execute(maker: Maker, scope: Values, depth: int) -> None:
    """Add `async.execute`, and maybe what waits for it after a few steps."""
    token = Value(maker.name("t"), TOKEN)
    before = _known(maker, scope, TOKEN) if maker.chance(0.2) else None
    after = f" [{before.name}]" if before is not None else ""
    if maker.chance(0.4):
        promise = Value(maker.name("p"), PROMISE)
        maker.emit(f"{token.name}, {promise.name} = async.execute{after} -> {PROMISE} {{")
        inner = _inside(maker, scope, depth)
        maker.emit(f"async.yield {maker.scalar(inner)} : {I32}\n}}")
        scope.add(promise)
    else:
        maker.emit(f"{token.name} = async.execute{after} {{")
        _inside(maker, scope, depth)
        maker.emit("async.yield\n}")
    scope.add(token)
    group = _known(maker, scope, GROUP)
    if group is not None and maker.chance(0.7):
        rank = f"async.add_to_group {token.name}, {group.name} : {TOKEN}"
        maker.emit(f"{maker.name()} = {rank}")
    elif maker.chance(0.4):
        maker.steps(scope, 2, 0)
        maker.emit(f"async.await {token.name} : {TOKEN}")


@LATER.step("async", 2)
def wait(maker: Maker, scope: Values, depth: int) -> None:
    """Wait for a token, a value or a group, or add a group."""
    awaited = _known(maker, scope, TOKEN, PROMISE, GROUP)
    if awaited is None:
        type = GROUP
        maker.new(f"async.create_group {maker.constant(4)} : {type}", scope, type)
    elif awaited.type == GROUP:
        maker.emit(f"async.await_all {awaited.name}")
    elif awaited.type == TOKEN:
        maker.emit(f"async.await {awaited.name} : {TOKEN}")
    else:
        maker.new(f"async.await {awaited.name} : {PROMISE}", scope, I32)


# Devices


@LATER.step("gpu", 3, nested=True)
def launch(maker: Maker, scope: Values, depth: int) -> None:
    """Add `gpu.launch`, often asynchronous, of one or two threads."""
    one, size = maker.constant(1), maker.constant(maker.rng.choice([1, 2]))
    names = [maker.name("g") for _ in range(12)]
    token = maker.name("t") if maker.chance(0.8) else None
    before = _known(maker, scope, GPU_TOKEN) if maker.chance(0.3) else None
    given = "" if token is None else f"{token} = "
    marks = ("" if token is None else " async") + ("" if before is None else f" [{before.name}]")
    sizes = [f"{name} = {size if n == 0 else one}" for n, name in enumerate(names[6:])]
    maker.emit(
        f"{given}gpu.launch{marks} blocks({', '.join(names[:3])}) in ({', '.join(sizes[:3])}) "
        f"threads({', '.join(names[3:6])}) in ({', '.join(sizes[3:])}) {{"
    )
    _inside(maker, scope, depth, Value(names[0], "index", limit=2))
    maker.emit("gpu.terminator\n}")
    if token is not None:
        scope.add(Value(token, GPU_TOKEN))


@LATER.step("gpu", 1)
def gpu_wait(maker: Maker, scope: Values, depth: int) -> None:
    """Wait for a launch."""
    awaited = _known(maker, scope, GPU_TOKEN)
    if awaited is not None:
        maker.emit(f"gpu.wait [{awaited.name}]")


# Threads


@LATER.step("omp", 4, nested=True)
def region(maker: Maker, scope: Values, depth: int) -> None:
    """Add a region of omp: a task or a group of tasks, or one that threads run."""
    two = maker.constant(2, I32)
    op = maker.rng.choice(
        [
            *["omp.task"] * 4,
            *["omp.taskgroup", "omp.critical", "omp.single nowait", "omp.master"],
            *[f"omp.parallel num_threads({two} : {I32})"] * 2,
        ]
    )
    maker.emit(f"{op} {{")
    _inside(maker, scope, depth)
    maker.emit("omp.terminator\n}")


@LATER.step("omp", 2, nested=True)
def loop(maker: Maker, scope: Values, depth: int) -> None:
    """Add a loop whose iterations are shared, or are tasks."""
    wrapper = maker.rng.choice(["omp.wsloop", "omp.simd", "omp.taskloop", "omp.taskloop nogroup"])
    zero, one, two = (maker.constant(n) for n in (0, 1, 2))
    counter = Value(maker.name("i"), "index", limit=2)
    maker.emit(f"{wrapper} {{")
    bounds = f"({zero}) to ({two}) step ({one})"
    maker.emit(f"omp.loop_nest ({counter.name}) : index = {bounds} {{")
    _inside(maker, scope, depth, counter)
    maker.emit("omp.yield\n}\n}")


@LATER.step("omp", 1, nested=True)
def sections(maker: Maker, scope: Values, depth: int) -> None:
    """Add two sections."""
    maker.emit("omp.sections {")
    for _ in range(2):
        maker.emit("omp.section {")
        _inside(maker, scope, depth)
        maker.emit("omp.terminator\n}")
    maker.emit("omp.terminator\n}")


@LATER.step("omp", 1)
def taskwait(maker: Maker, scope: Values, depth: int) -> None:
    """Wait for tasks."""
    maker.emit("omp.taskwait")
