"""What the runtime of the dialect does: tokens, values and groups that are counted and waited for."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ANY_TYPE,
    I1,
    I64_ATTR,
    INDEX,
    POSITIVE,
    Operation,
    TypesMatchWith,
    confined,
)
from bufferize.ir import IntegerAttr
from bufferize_async.base import (
    ANY_ASYNC,
    ASYNC,
    CORO_HANDLE,
    GROUP,
    VALUE,
    VALUE_OR_TOKEN,
    value_type,
)

_VALUE_MATCHES = "type of 'value' matches element type of 'storage'"


@ASYNC.op("runtime.create")
class RuntimeCreateOp(Operation):
    """A token or a value that is not there yet."""

    __slots__ = ()

    result: d.Result = d.result(VALUE_OR_TOKEN)
    assembly_format = "attr-dict `:` type($result)"


@ASYNC.op("runtime.create_group")
class RuntimeCreateGroupOp(Operation):
    """A group of so many tokens and values."""

    __slots__ = ()

    size: d.Operand = d.operand(INDEX)
    result: d.Result = d.result(GROUP)
    assembly_format = "$size `:` type($result) attr-dict"


class RuntimeStateOp(Operation):
    """Base of the ops that change the state of a token or a value."""

    __slots__ = ()

    changed: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.set_available")
class RuntimeSetAvailableOp(RuntimeStateOp):
    """It is there now."""

    __slots__ = ()


@ASYNC.op("runtime.set_error")
class RuntimeSetErrorOp(RuntimeStateOp):
    """It will not be there: there was an error."""

    __slots__ = ()


@ASYNC.op("runtime.is_error")
class RuntimeIsErrorOp(Operation):
    """Whether there was an error."""

    __slots__ = ()

    asked: d.Operand = d.operand(ANY_ASYNC, name="operand")
    is_error: d.Result = d.result(I1)
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.await")
class RuntimeAwaitOp(Operation):
    """Blocks the thread until it is there."""

    __slots__ = ()

    awaited: d.Operand = d.operand(ANY_ASYNC, name="operand")
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.resume")
class RuntimeResumeOp(Operation):
    """Resumes a coroutine on a thread of the runtime."""

    __slots__ = ()

    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$handle attr-dict"


@ASYNC.op("runtime.await_and_resume")
class RuntimeAwaitAndResumeOp(Operation):
    """Resumes a coroutine as soon as it is there."""

    __slots__ = ()

    awaited: d.Operand = d.operand(ANY_ASYNC, name="operand")
    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$operand `,` $handle attr-dict `:` type($operand)"


@ASYNC.op("runtime.store")
class RuntimeStoreOp(Operation):
    """Puts the value into what stands for it."""

    __slots__ = ()

    value: d.Operand = d.operand(ANY_TYPE)
    storage: d.Operand = d.operand(VALUE)
    traits = (TypesMatchWith("storage", "value", value_type, _VALUE_MATCHES),)
    assembly_format = "$value `,` $storage attr-dict `:` type($storage)"


@ASYNC.op("runtime.load")
class RuntimeLoadOp(Operation):
    """Gets the value from what stands for it."""

    __slots__ = ()

    storage: d.Operand = d.operand(VALUE)
    result: d.Result = d.result(ANY_TYPE)
    traits = (TypesMatchWith("storage", "result", value_type, _VALUE_MATCHES),)
    assembly_format = "$storage attr-dict `:` type($storage)"


@ASYNC.op("runtime.add_to_group")
class RuntimeAddToGroupOp(Operation):
    """Adds a token or a value to a group; the result is which one of the group it is."""

    __slots__ = ()

    member: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    group: d.Operand = d.operand(GROUP)
    rank: d.Result = d.result(INDEX)
    assembly_format = "$operand `,` $group attr-dict `:` type($operand)"


class RuntimeRefOp(Operation):
    """Base of the ops that count references."""

    __slots__ = ()

    counted: d.Operand = d.operand(ANY_ASYNC, name="operand")
    count: d.Attr[IntegerAttr, int] = d.attr(confined(I64_ATTR, POSITIVE))
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.add_ref")
class RuntimeAddRefOp(RuntimeRefOp):
    """There are so many references more."""

    __slots__ = ()


@ASYNC.op("runtime.drop_ref")
class RuntimeDropRefOp(RuntimeRefOp):
    """There are so many references less; without any, it is freed."""

    __slots__ = ()


@ASYNC.op("runtime.num_worker_threads")
class RuntimeNumWorkerThreadsOp(Operation):
    """How many threads the runtime has."""

    __slots__ = ()

    result: d.Result = d.result(INDEX)
    assembly_format = "attr-dict `:` type($result)"
