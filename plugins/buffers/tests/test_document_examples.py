"""The examples of the document "Bufferization on MLIR", from buffer placement to copy removal.

`docs/documents.md` says which example is which test.
"""

from __future__ import annotations

import bufferize
from bufferize.passes import pipeline_from_text


def printed(text: str, passes: str = "") -> str:
    """A program as it is printed, after `passes`."""
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    pipeline_from_text(f"builtin.module({passes})", context).run(module, context)
    return bufferize.print_module(module)


# Movement and placement of allocations


def test_an_allocation_moves_above_the_branch() -> None:
    before = """
    func.func @choice(%c: i1, %given: memref<2xf32>, %out: memref<2xf32>) {
      cf.cond_br %c, ^given, ^new
    ^given:
      cf.br ^end(%given : memref<2xf32>)
    ^new:
      %new = memref.alloc() : memref<2xf32>
      "test.use"(%new) : (memref<2xf32>) -> ()
      cf.br ^end(%new : memref<2xf32>)
    ^end(%either: memref<2xf32>):
      memref.copy %either, %out : memref<2xf32> to memref<2xf32>
      return
    }
    """
    after = """
    func.func @choice(%c: i1, %given: memref<2xf32>, %out: memref<2xf32>) {
      %new = memref.alloc() : memref<2xf32>
      cf.cond_br %c, ^given, ^new
    ^given:
      cf.br ^end(%given : memref<2xf32>)
    ^new:
      "test.use"(%new) : (memref<2xf32>) -> ()
      cf.br ^end(%new : memref<2xf32>)
    ^end(%either: memref<2xf32>):
      memref.copy %either, %out : memref<2xf32> to memref<2xf32>
      return
    }
    """
    assert printed(before, "buffer-hoisting") == printed(after)


CHOICE_OF_ANY_SIZE = """
    func.func @choice(%c: i1, %given: memref<?xf32>, %out: memref<?xf32>, %n: index) {
      cf.cond_br %c, ^given, ^new(%n : index)
    ^given:
      cf.br ^end(%given : memref<?xf32>)
    ^new(%size: index):
      %new = memref.alloc(%size) : memref<?xf32>
      "test.use"(%new) : (memref<?xf32>) -> ()
      cf.br ^end(%new : memref<?xf32>)
    ^end(%either: memref<?xf32>):
      memref.copy %either, %out : memref<?xf32> to memref<?xf32>
      return
    }
    """


def test_an_allocation_stays_below_its_extents() -> None:
    assert printed(CHOICE_OF_ANY_SIZE, "buffer-hoisting") == printed(CHOICE_OF_ANY_SIZE)
