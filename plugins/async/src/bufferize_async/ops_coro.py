"""Coroutines, as LLVM has them."""

from __future__ import annotations

from bufferize import define as d
from bufferize_async.base import ASYNC, CORO_HANDLE, CORO_ID, CORO_STATE


@ASYNC.op("coro.id")
class CoroIdOp(d.Operation):
    """Which coroutine it is."""

    id: d.Result = d.result(CORO_ID)
    assembly_format = "attr-dict"


@ASYNC.op("coro.begin")
class CoroBeginOp(d.Operation):
    """Allocates the frame of the coroutine, and gives what it is resumed by."""

    id: d.Operand = d.operand(CORO_ID)
    handle: d.Result = d.result(CORO_HANDLE)
    assembly_format = "$id attr-dict"


@ASYNC.op("coro.free")
class CoroFreeOp(d.Operation):
    """Frees the frame of the coroutine."""

    id: d.Operand = d.operand(CORO_ID)
    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$id `,` $handle attr-dict"


@ASYNC.op("coro.end")
class CoroEndOp(d.Operation):
    """Marks the end of the coroutine, in the block that it is suspended to."""

    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$handle attr-dict"


@ASYNC.op("coro.save")
class CoroSaveOp(d.Operation):
    """Where the coroutine goes on once it is resumed."""

    handle: d.Operand = d.operand(CORO_HANDLE)
    state: d.Result = d.result(CORO_STATE)
    assembly_format = "$handle attr-dict"


@ASYNC.op("coro.suspend")
class CoroSuspendOp(d.Operation):
    """Suspends the coroutine: to its caller, to where it is resumed, or to where it is destroyed."""

    state: d.Operand = d.operand(CORO_STATE)
    suspend_dest: d.Successor = d.successor(name="suspendDest")
    resume_dest: d.Successor = d.successor(name="resumeDest")
    cleanup_dest: d.Successor = d.successor(name="cleanupDest")
    traits = (d.IsTerminator(),)
    assembly_format = "$state `,` $suspendDest `,` $resumeDest `,` $cleanupDest attr-dict"
