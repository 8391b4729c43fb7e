from __future__ import annotations

from bufferize.dialects.builtin import ModuleOp
from bufferize.ir import (
    ArrayAttr,
    Block,
    DictionaryAttr,
    Operation,
    Region,
    StringAttr,
    SymbolRefAttr,
    SymbolTable,
    SymbolTables,
    UnregisteredOp,
    symbol_name,
    symbol_references,
)


def module(name: str | None, *symbols: Operation) -> ModuleOp:
    block = Block()
    for symbol in symbols:
        block.append(symbol)
    properties = {"sym_name": StringAttr(name)} if name else None
    return ModuleOp.create(properties=properties, regions=[Region([block])])


def symbol(name: str) -> UnregisteredOp:
    return UnregisteredOp.named("t.symbol", attributes={"sym_name": StringAttr(name)})


def test_lookup_and_nested_references() -> None:
    leaf = symbol("leaf")
    inner = module("inner", leaf)
    outer = module(None, inner, symbol("other"))
    tables = SymbolTables()
    assert tables.lookup_in(outer, SymbolRefAttr("inner")) is inner
    assert tables.lookup_in(outer, SymbolRefAttr("inner", ("leaf",))) is leaf
    assert tables.lookup_in(outer, SymbolRefAttr("other", ("leaf",))) is None
    assert tables.lookup_in(outer, SymbolRefAttr("leaf")) is None
    assert symbol_name(leaf) == "leaf"
    assert symbol_name(outer) is None


def test_unique_names() -> None:
    outer = module(None, symbol("a"), symbol("a_0"))
    table = SymbolTable(outer)
    assert table.unique_name("b") == "b"
    assert table.unique_name("a") == "a_1"
    table.erase(outer.regions[0].entry.terminator)
    assert table.lookup("a_0") is None


def test_insertion_renames() -> None:
    table = SymbolTable(module(None, symbol("a")))
    new = module("a")
    assert table.insert(new) == "a_0"
    assert symbol_name(new) == "a_0"
    assert table.lookup("a_0") is new


def test_references_of_an_operation() -> None:
    f, g = SymbolRefAttr("f"), SymbolRefAttr("m", ("g",))
    nested = ArrayAttr((DictionaryAttr.of({"x": ArrayAttr((f,))}), StringAttr("f")))
    op = UnregisteredOp.named("t.use", properties={"callee": f}, attributes={"a": nested, "b": g})
    assert sorted(map(str, symbol_references(op))) == ["@f", "@f", "@m::@g"]


def test_similar_names_are_suggested_for_those_that_nothing_defines() -> None:
    attributes = {
        "a": SymbolRefAttr("produces"),
        "b": SymbolRefAttr("producer", ("no",)),
        "c": SymbolRefAttr("other"),
    }
    user = UnregisteredOp.named("t.user", attributes=attributes)
    module(None, symbol("producer"), user)
    notes = [note.message for note in SymbolTables().suggestions(user)]
    assert notes == ["did you mean '@producer'?"]
