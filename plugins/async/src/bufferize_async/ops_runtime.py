"""What the runtime of the dialect does: tokens, values and groups that are counted and waited for."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
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
class RuntimeCreateOp(d.Operation):
    """A token or a value that is not there yet."""

    result: d.Result = d.result(VALUE_OR_TOKEN)
    assembly_format = "attr-dict `:` type($result)"


@ASYNC.op("runtime.create_group")
class RuntimeCreateGroupOp(d.Operation):
    """A group of so many tokens and values."""

    size: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(GROUP)
    assembly_format = "$size `:` type($result) attr-dict"


class RuntimeStateOp(d.Operation):
    """Base of the ops that change the state of a token or a value."""

    changed: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.set_available")
class RuntimeSetAvailableOp(RuntimeStateOp):
    """It is there now."""


@ASYNC.op("runtime.set_error")
class RuntimeSetErrorOp(RuntimeStateOp):
    """It will not be there: there was an error."""


@ASYNC.op("runtime.is_error")
class RuntimeIsErrorOp(d.Operation):
    """Whether there was an error."""

    asked: d.Operand = d.operand(ANY_ASYNC, name="operand")
    is_error: d.Result = d.result(d.I1)
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.await")
class RuntimeAwaitOp(d.Operation):
    """Blocks the thread until it is there."""

    awaited: d.Operand = d.operand(ANY_ASYNC, name="operand")
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.resume")
class RuntimeResumeOp(d.Operation):
    """Resumes a coroutine on a thread of the runtime."""

    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$handle attr-dict"


@ASYNC.op("runtime.await_and_resume")
class RuntimeAwaitAndResumeOp(d.Operation):
    """Resumes a coroutine as soon as it is there."""

    awaited: d.Operand = d.operand(ANY_ASYNC, name="operand")
    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$operand `,` $handle attr-dict `:` type($operand)"


@ASYNC.op("runtime.store")
class RuntimeStoreOp(d.Operation):
    """Puts the value into what stands for it."""

    value: d.Operand = d.operand(d.ANY_TYPE)
    storage: d.Operand = d.operand(VALUE)
    traits = (d.TypesMatchWith("storage", "value", value_type, _VALUE_MATCHES),)
    assembly_format = "$value `,` $storage attr-dict `:` type($storage)"


@ASYNC.op("runtime.load")
class RuntimeLoadOp(d.Operation):
    """Gets the value from what stands for it."""

    storage: d.Operand = d.operand(VALUE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.TypesMatchWith("storage", "result", value_type, _VALUE_MATCHES),)
    assembly_format = "$storage attr-dict `:` type($storage)"


@ASYNC.op("runtime.add_to_group")
class RuntimeAddToGroupOp(d.Operation):
    """Adds a token or a value to a group; the result is which one of the group it is."""

    member: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    group: d.Operand = d.operand(GROUP)
    rank: d.Result = d.result(d.INDEX)
    assembly_format = "$operand `,` $group attr-dict `:` type($operand)"


class RuntimeRefOp(d.Operation):
    """Base of the ops that count references."""

    counted: d.Operand = d.operand(ANY_ASYNC, name="operand")
    count: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I64_ATTR, d.POSITIVE))
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.add_ref")
class RuntimeAddRefOp(RuntimeRefOp):
    """There are so many references more."""


@ASYNC.op("runtime.drop_ref")
class RuntimeDropRefOp(RuntimeRefOp):
    """There are so many references less; without any, it is freed."""


@ASYNC.op("runtime.num_worker_threads")
class RuntimeNumWorkerThreadsOp(d.Operation):
    """How many threads the runtime has."""

    result: d.Result = d.result(d.INDEX)
    assembly_format = "attr-dict `:` type($result)"
