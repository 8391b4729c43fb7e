from __future__ import annotations

from bufferize.dialects.builtin import ModuleOp, UnrealizedConversionCastOp
from bufferize.ir import F32, I32, UNIT, UnregisteredOp, verify


def test_empty_module() -> None:
    module = ModuleOp.empty("name")
    assert module.block.first_op is None
    assert module.sym_name is not None
    assert module.sym_name.value == "name"
    assert verify(module) == []
    assert verify(ModuleOp.empty()) == []


def test_module_attributes_have_a_dialect() -> None:
    module = ModuleOp.empty()
    module.attributes["foo"] = UNIT
    [problem] = verify(module)
    assert "dialect-prefixed names, found: 'foo'" in problem.message


def test_cast_and_back_folds() -> None:
    source = UnregisteredOp.named("test.value", result_types=[I32]).result
    there = UnrealizedConversionCastOp.build(inputs=[source], result_types=[F32])
    back = UnrealizedConversionCastOp.build(inputs=there.outputs, result_types=[I32])
    other = UnrealizedConversionCastOp.build(inputs=there.outputs, result_types=[F32, F32])
    assert back.fold() == [source]
    assert there.fold() is None
    assert other.fold() is None
    same = UnrealizedConversionCastOp.build(inputs=[source], result_types=[I32])
    assert same.fold() == [source]
