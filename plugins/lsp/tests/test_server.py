"""The server, asked by an editor over stdin and stdout."""

from __future__ import annotations

import asyncio
import os
import textwrap
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from lsprotocol import types

from plugins.lsp.tests.editor import PATIENCE, Editor

T = TypeVar("T")

CONFLICT = """\
func.func @conflict(%t: tensor<1024xf32>, %v: f32, %i: index) -> (tensor<1024xf32>, f32) {
  %written = tensor.insert %v into %t[%i] : tensor<1024xf32>
  %old = tensor.extract %t[%i] : tensor<1024xf32>
  return %written, %old : tensor<1024xf32>, f32
}
"""
FINE = """\
func.func @fine(%t: tensor<1024xf32>, %v: f32, %i: index) -> tensor<1024xf32> {
  %written = tensor.insert %v into %t[%i] : tensor<1024xf32>
  return %written : tensor<1024xf32>
}
"""
BROKEN = "func.func @broken() {\n  return %x : f32\n}\n"
LAYOUT = """\
func.func @layout(%t: tensor<32x32xf32>) -> tensor<1024xf32> {
  %flat = tensor.collapse_shape %t [[0, 1]] : tensor<32x32xf32> into tensor<1024xf32>
  return %flat : tensor<1024xf32>
}
"""
IN = (1, 37)
"""Behind the operand that is copied in CONFLICT."""

_PLUGIN = """
from bufferize.registration import adding

BUFFERIZE_API = 1
register_dialects = adding({name: f"bad_plugin.{name}:DIALECT" for name in ("dies", "hangs", "raises")})
print("noise of a plugin")
"""
_MODULES = {
    "dies": "import os\nprint('noise')\nos._exit(3)",
    "hangs": "import time\ntime.sleep(1000)",
    "raises": "raise RuntimeError('no such thing')",
}


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One in which a plugin is installed that does harm."""
    folder = tmp_path_factory.mktemp("installed")
    package = folder / "bad_plugin"
    package.mkdir()
    (package / "__init__.py").write_text(textwrap.dedent(_PLUGIN))
    for name, text in _MODULES.items():
        (package / f"{name}.py").write_text(text)
    info = folder / "bad_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bufferize]\nbad = bad_plugin\n")
    return {**os.environ, "PYTHONPATH": str(folder)}


@pytest.fixture(scope="module")
def shared(loop: asyncio.AbstractEventLoop, environment: dict[str, str]) -> Iterator[Editor]:
    """One server for many tests; each opens texts of its own."""

    async def started() -> Editor:
        editor = Editor(environment)
        await editor.start()
        return editor

    editor = loop.run_until_complete(started())
    yield editor
    status, errors = loop.run_until_complete(editor.stop())
    assert status == 0
    assert "Traceback" not in errors


class Session:
    """A server, and the loop in which an editor talks to it."""

    def __init__(self, editor: Editor, loop: asyncio.AbstractEventLoop, uri: str) -> None:
        self.editor = editor
        self.uri = uri
        self._loop = loop

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def open(self, text: str) -> None:
        async def opened() -> None:
            self.editor.open(self.uri, text)

        self.run(opened())

    def change(self, text: str) -> int:
        async def changed() -> int:
            return self.editor.change(self.uri, text)

        return self.run(changed())

    def diagnostics(self, containing: str = "") -> list[types.Diagnostic]:
        return list(self.run(self.editor.diagnostics(self.uri, containing=containing)))

    def hints(self) -> dict[tuple[int, int], str]:
        return self.run(self.editor.hints(self.uri))

    def hover(self, line: int, character: int) -> str | None:
        return self.run(self.editor.hover(self.uri, line, character))

    def actions(
        self, line: int, character: int, only: list[str] | None = None
    ) -> list[types.CodeAction]:
        return self.run(self.editor.actions(self.uri, line, character, only))


@pytest.fixture
def session(
    shared: Editor, loop: asyncio.AbstractEventLoop, request: pytest.FixtureRequest
) -> Session:
    return Session(shared, loop, f"file:///some/{request.node.name}.mlir")


def spot(found: types.Range) -> tuple[int, int, int]:
    assert found.start.line == found.end.line
    return found.start.line, found.start.character, found.end.character


# What is shown


def test_a_copy_is_a_diagnostic_with_what_leads_to_it(session: Session) -> None:
    session.open(CONFLICT)
    (found,) = session.diagnostics("help:")
    assert spot(found.range) == (1, 35, 37)
    assert found.severity is types.DiagnosticSeverity.Information
    assert (found.source, found.code) == ("bufferize", "conflict")
    name = session.uri.rpartition("/")[2]
    assert found.message == (
        "copied (4096 bytes): in place, 'tensor.insert' would overwrite what 'tensor.extract' still "
        f"reads\nhelp: move 'tensor.extract' at {name}:3:10 before 'tensor.insert' at {name}:2:14: "
        "removes this copy: 4096 bytes"
    )
    related = found.related_information or ()
    assert [(spot(each.location.range), each.message) for each in related] == [
        ((0, 20, 22), "the contents are set here"),
        ((1, 35, 37), "in place, they would be overwritten here"),
        ((2, 24, 26), "before they are read here"),
    ]
    assert {each.location.uri for each in related} == {session.uri}


def test_a_copy_is_a_hint_behind_the_operand(session: Session) -> None:
    session.open(CONFLICT)
    assert session.hints() == {IN: "copied: 4096 bytes"}


def test_what_is_not_copied_is_not_shown(session: Session) -> None:
    session.open(FINE)
    assert session.diagnostics() == []
    assert session.hints() == {}
    assert session.actions(1, 36) == []


def test_a_new_buffer_is_called_so(session: Session) -> None:
    session.open(
        "func.func @f(%v: f32) -> (tensor<4xf32>, tensor<4xf32>) {\n"
        "  %empty = tensor.empty() : tensor<4xf32>\n"
        "  %a = linalg.fill ins(%v : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>\n"
        "  %b = linalg.fill ins(%v : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>\n"
        "  return %a, %b : tensor<4xf32>, tensor<4xf32>\n"
        "}\n"
    )
    assert set(session.hints().values()) == {"new buffer: 16 bytes"}
    (found,) = session.diagnostics()
    assert found.message.startswith("given a new buffer (16 bytes): ")


def test_the_place_of_a_copy_says_why_and_what_helps(session: Session) -> None:
    session.open(CONFLICT)
    session.diagnostics("help:")
    text = session.hover(1, 36)
    assert text is not None
    assert "**copied: 4096 bytes**" in text
    assert "(`conflict`)" in text
    assert "- the contents are set here (line 1)" in text
    assert "**help:** move 'tensor.extract'" in text
    # The value that stands there comes with it.
    assert "%t : tensor\\<" not in text
    assert "```mlir\n%t : tensor<1024xf32>\n```\nshares its buffer with no other value" in text


def test_the_name_of_an_operation_says_what_it_copies(session: Session) -> None:
    session.open(CONFLICT)
    assert "**copied: 4096 bytes**" in (session.hover(1, 15) or "")
    assert session.hover(2, 15) is None


def test_a_value_says_its_type_and_what_it_shares_memory_with(session: Session) -> None:
    session.open(FINE)
    assert session.hover(1, 35) == (
        "```mlir\n%t : tensor<1024xf32>\n```\nmay share its buffer with `%written` (line 2)"
    )
    assert session.hover(1, 27) == "```mlir\n%v : f32\n```"
    assert session.hover(2, 12) == (
        "```mlir\n%written : tensor<1024xf32>\n```\nmay share its buffer with `%t` (line 1)"
    )


def test_help_that_is_an_option_can_be_taken(session: Session) -> None:
    session.open(
        "func.func private @callee(%t: tensor<4x4xf32>)\n"
        "func.func @f(%t: tensor<8x8xf32>) {\n"
        "  %part = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>\n"
        "  call @callee(%part) : (tensor<4x4xf32>) -> ()\n"
        "  return\n"
        "}\n"
    )
    session.diagnostics()
    assert session.actions(2, 3) == []


# What is wrong


def test_an_error_of_syntax(session: Session) -> None:
    session.open(BROKEN)
    (found,) = session.diagnostics()
    assert found.severity is types.DiagnosticSeverity.Error
    assert spot(found.range) == (1, 9, 11)
    assert "%x" in found.message


def test_an_error_of_the_verifier_with_its_notes(session: Session) -> None:
    session.open("func.func @f() {\n  return\n}\nfunc.func @f() {\n  return\n}\n")
    (found,) = session.diagnostics()
    assert found.message.startswith("redefinition of symbol named 'f'")
    assert spot(found.range)[0] == 3
    (related,) = found.related_information or ()
    assert spot(related.location.range)[0] == 0


def test_what_bufferization_refuses(session: Session) -> None:
    text = (Path(__file__).parents[3] / "examples" / "explain" / "loop.mlir").read_text()
    session.open(text)
    (found,) = session.diagnostics()
    assert found.message.startswith("Yield operand #0 is not equivalent")
    assert "note: write into the carried tensor" in found.message


def test_a_dialect_that_is_not_there(session: Session) -> None:
    session.open('"far.away"() : () -> ()\n')
    (found,) = session.diagnostics()
    assert "far" in found.message
    assert "allow-unregistered-dialect" in found.message


def test_pieces_are_programs_of_their_own(session: Session) -> None:
    session.open(f"{BROKEN}// -----\n{CONFLICT}// -----  \n\n{CONFLICT}// ------ no marker\n")
    found = session.diagnostics("help:")
    assert [spot(each.range)[0] for each in found] == [1, 5, 12]
    assert session.hints() == {(5, 37): "copied: 4096 bytes", (12, 37): "copied: 4096 bytes"}


def test_an_empty_text_is_fine(session: Session) -> None:
    session.open("")
    assert session.diagnostics() == []
    assert session.hover(0, 0) is None


# Places


def test_places_are_in_units_of_utf_16(session: Session) -> None:
    session.open('"a.𝄞"() {𝄞 = 1} : () -> ()\n'.replace("𝄞 = 1", "") + CONFLICT)
    found = session.diagnostics()
    assert [spot(each.range)[0] for each in found] == [0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_end_of_a_line(end: str, session: Session) -> None:
    comment = "// \x0b\x0c\u2028 end no line, \U0001d11e and é are one character\n"
    session.open((comment + CONFLICT).replace("\n", end))
    (found,) = session.diagnostics()
    assert spot(found.range) == (2, 35, 37)
    assert session.hints() == {(2, 37): "copied: 4096 bytes"}
    assert session.hover(2, 36) is not None


@pytest.mark.parametrize(
    ("encoding", "start"), [("utf-8", 15), ("utf-16", 13), ("utf-32", 12), (None, 13)]
)
def test_places_are_counted_as_the_editor_does(
    encoding: str | None, start: int, loop: asyncio.AbstractEventLoop
) -> None:
    async def asked() -> None:
        editor = Editor()
        kinds = None if encoding is None else [types.PositionEncodingKind(encoding)]
        general = types.GeneralClientCapabilities(position_encodings=kinds)
        result = await editor.start(capabilities=types.ClientCapabilities(general=general))
        assert result.capabilities.position_encoding == (encoding or "utf-16")
        uri = "untitled:Untitled-1"
        editor.open(uri, '"a.b"() {s = "𝄞"} : () -> ()\n"𝄞" (%x) : (i1) -> ()\n')
        await editor.stop()

    loop.run_until_complete(asked())
