"""The server, asked by an editor over stdin and stdout."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import textwrap
from collections.abc import Coroutine, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

import pytest
from lsprotocol import types

from bufferize_tools import tool
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
EXPLAINED = Path(__file__).parents[3] / "examples" / "explain"
BROKEN = "func.func @broken() {\n  return %x : f32\n}\n"
LAYOUT = """\
func.func @layout(%t: tensor<32x32xf32>) -> tensor<1024xf32> {
  %flat = tensor.collapse_shape %t [[0, 1]] : tensor<32x32xf32> into tensor<1024xf32>
  return %flat : tensor<1024xf32>
}
"""
IN = (1, 37)
"""The position behind the operand that is copied in CONFLICT."""

_PLUGIN = """
from bufferize.plugins import adding

BUFFERIZE_API = 2
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
    """Return an environment with an installed plugin that does harm."""
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
    """A server shared by many tests, each with texts of its own."""

    async def started() -> Editor:
        editor = Editor(environment)
        await editor.start()
        return editor

    editor = loop.run_until_complete(started())
    yield editor
    status, errors = loop.run_until_complete(editor.stop())
    assert status == 0
    # One test provokes one.
    assert sum("Error" in each.message for each in editor.log) <= 1
    assert "noise of a plugin" in errors


class Session:
    """A server, and the event loop of its editor."""

    def __init__(self, editor: Editor, loop: asyncio.AbstractEventLoop, uri: str) -> None:
        self.editor = editor
        self.uri = uri
        self.loop = loop

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

    def open(self, text: str) -> None:
        async def opened() -> None:
            self.editor.open(self.uri, text)

        self.run(opened())

    def change(self, text: str) -> int:
        async def changed() -> int:
            return self.editor.change(self.uri, text)

        return self.run(changed())

    def configure(self, settings: object) -> None:
        """Change settings that differ."""

        async def configured() -> None:
            before = self.editor.num_refreshed
            self.editor.configure({"bufferize": settings})
            await self.editor.until(lambda: self.editor.num_refreshed > before)

        self.run(configured())

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


# Diagnostics and hints


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


def test_a_copy_that_is_forbidden_is_an_error(session: Session) -> None:
    session.open(CONFLICT.replace("[%i] :", "[%i] {bufferize.in_place} :", 1))
    (found,) = session.diagnostics("help:")
    assert (spot(found.range), found.code) == ((1, 35, 37), "conflict")
    assert found.severity is types.DiagnosticSeverity.Error
    assert found.message.endswith("\nerror: `bufferize.in_place` forbids it")
    assert "forbids it" in (session.hover(1, 36) or "")


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


def test_a_part_of_several_results_is_called_as_it_is_used(session: Session) -> None:
    session.open(
        "func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %both:2 = scf.execute_region -> (tensor<4xf32>, tensor<4xf32>) {\n"
        "    scf.yield %t, %t : tensor<4xf32>, tensor<4xf32>\n"
        "  }\n"
        "  return %both#1 : tensor<4xf32>\n"
        "}\n"
    )
    assert "%both#1 : tensor<4xf32>" in (session.hover(4, 12) or "")
    assert "`%both#0` (line 2)" in (session.hover(4, 12) or "")


# What can be done


def done(text: str, action: types.CodeAction) -> str:
    """Return the text after an action's edits; all its characters take one unit."""
    assert action.edit is not None
    assert action.edit.changes is not None
    (edits,) = action.edit.changes.values()
    lines = text.splitlines(keepends=True)
    offsets = [0, *accumulate(map(len, lines))]
    for edit in reversed(edits):
        start = offsets[edit.range.start.line] + edit.range.start.character
        end = offsets[edit.range.end.line] + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_reads_is_moved_with_its_comment(end: str, session: Session) -> None:
    text = CONFLICT.replace("  %old", "  // What there was.\n  %old", 1)
    text = text.replace("xf32>\n  return", "xf32> // read\n  // The end.\n  return")
    text = text.replace("\n", end)
    session.open(text)
    session.diagnostics("help:")
    (action,) = session.actions(1, 36)
    assert action.kind == types.CodeActionKind.QuickFix
    assert action.title.startswith("move 'tensor.extract'")
    (fixed,) = action.diagnostics or ()
    assert fixed.code == "conflict"
    changed = done(text, action)
    assert changed.split(end) == [
        "func.func @conflict(%t: tensor<1024xf32>, %v: f32, %i: index) -> (tensor<1024xf32>, f32) {",
        "  %old = tensor.extract %t[%i] : tensor<1024xf32> // read",
        "  %written = tensor.insert %v into %t[%i] : tensor<1024xf32>",
        "  // What there was.",
        "  // The end.",
        "  return %written, %old : tensor<1024xf32>, f32",
        "}",
        "",
    ]
    session.change(changed)
    assert session.diagnostics() == []


def test_each_use_gets_a_fill_of_its_own(session: Session) -> None:
    text = """\
func.func @f(%v: f32, %i: index) -> (tensor<8xf32>, tensor<8xf32>) {
  // All is nothing at first.
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %fill = tensor.insert %v into %zeros[%i] : tensor<8xf32>
  %b = tensor.insert %v into %zeros[%i] : tensor<8xf32>
  return %fill, %b : tensor<8xf32>, tensor<8xf32>
}
"""
    session.open(text)
    session.diagnostics("help:")
    (action,) = session.actions(3, 34)
    assert "removes this copy and 1 other: 64 bytes" in action.title
    assert (
        done(text, action)
        == """\
func.func @f(%v: f32, %i: index) -> (tensor<8xf32>, tensor<8xf32>) {
  // All is nothing at first.
  %constant = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %fill_0 = linalg.fill ins(%constant : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %fill = tensor.insert %v into %fill_0[%i] : tensor<8xf32>
  %constant_0 = arith.constant 0.000000e+00 : f32
  %empty_0 = tensor.empty() : tensor<8xf32>
  %fill_1 = linalg.fill ins(%constant_0 : f32) outs(%empty_0 : tensor<8xf32>) -> tensor<8xf32>
  %b = tensor.insert %v into %fill_1[%i] : tensor<8xf32>
  return %fill, %b : tensor<8xf32>, tensor<8xf32>
}
"""
    )


def test_what_cannot_be_written_is_not_offered(session: Session) -> None:
    """Two operations on one line, of which one would move."""
    head, body = CONFLICT.split("  %old", 1)
    session.open(f"{head.rstrip()} %old{body}")
    (found,) = session.diagnostics("help:")
    assert "move 'tensor.extract'" in found.message
    assert session.actions(1, 36) == []


def test_who_wants_no_fixes_gets_none(session: Session) -> None:
    session.open(CONFLICT)
    session.diagnostics("help:")
    assert session.actions(1, 36, ["refactor"]) == []
    assert len(session.actions(1, 36, ["quickfix"])) == 1


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
    text = (EXPLAINED / "loop.mlir").read_text()
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


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_end_of_a_line(end: str, session: Session) -> None:
    comment = "// \x0b\x0c\u2028 end no line, \U0001d11e and é are one character\n"
    session.open((comment + CONFLICT).replace("\n", end))
    (found,) = session.diagnostics()
    assert spot(found.range) == (2, 35, 37)
    assert session.hints() == {(2, 37): "copied: 4096 bytes"}
    assert session.hover(2, 36) is not None


def test_places_behind_what_takes_two_units(session: Session) -> None:
    """In UTF-16, unless the editor says otherwise; also, `loc` is no position."""
    session.open(
        CONFLICT.replace("(%t", '(%é: f32 loc("\U0001d11e.py":1:1), %t', 1).replace("é", "e")
    )
    (found,) = session.diagnostics("help:")
    related = found.related_information or ()
    before = len('func.func @conflict(%e: f32 loc("??.py":1:1), ')
    assert spot(related[0].location.range) == (0, before, before + 2)
    assert "%t : tensor<1024xf32>" in (session.hover(0, before + 1) or "")


# All the time


def test_only_what_is_typed_last_is_analyzed(session: Session) -> None:
    session.open(FINE)
    for end in range(1, len(CONFLICT)):
        last = session.change(CONFLICT[:end])
    last = session.change(CONFLICT)
    assert len(session.diagnostics("help:")) == 1
    published = session.editor.versions(session.uri)
    assert published[-1] == last
    assert len(published) < 10
    assert session.hints() == {IN: "copied: 4096 bytes"}


def test_hints_go_with_what_does_not_parse(session: Session) -> None:
    session.open(CONFLICT)
    assert session.hints() != {}
    session.change(CONFLICT[:-2])
    assert session.hints() == {}
    (found,) = session.diagnostics()
    assert found.severity is types.DiagnosticSeverity.Error
    session.change(CONFLICT)
    assert session.hints() != {}


def test_several_texts_and_one_that_is_closed(session: Session) -> None:
    other = Session(session.editor, session.loop, session.uri.replace("file:///", "untitled:"))
    session.open(CONFLICT)
    other.open(BROKEN)
    assert len(session.diagnostics("copied")) == 1
    assert len(other.diagnostics("%x")) == 1

    async def close() -> None:
        session.editor.close(other.uri)

    session.run(close())
    session.run(session.editor.until(lambda: session.editor.versions(other.uri)[-1] is None))
    assert other.hints() == {}
    assert session.hints() != {}


def test_an_analysis_without_end_is_stopped_by_a_change(session: Session) -> None:
    async def asked() -> str | None:
        session.editor.open(session.uri, '"hangs.op"() : () -> ()\n')
        hover = asyncio.ensure_future(session.editor.hover(session.uri, 0, 3))
        # It takes long enough to be shown.
        await session.editor.until(lambda: session.editor.progress[-1:] == ["begin"])
        assert not hover.done()
        session.editor.change(session.uri, FINE)
        return await hover

    assert session.run(asked()) is None
    assert session.diagnostics() == []
    progress = session.editor.progress
    session.run(session.editor.until(lambda: progress.count("begin") == progress.count("end")))


def test_a_process_that_dies_is_said_and_the_server_lives(session: Session) -> None:
    session.open('"dies.op"() : () -> ()\n')
    (found,) = session.diagnostics()
    assert found.message == "not analyzed: the process that analyzes ended with status 3"
    message = (
        "dies_is_said_and_the_server_lives.mlir: the process that analyzes ended with status 3"
    )
    assert any(message in each.message for each in session.editor.messages)
    assert any(message in each.message for each in session.editor.log)
    session.change(CONFLICT)
    assert session.hints() != {}


def test_a_plugin_that_fails_is_named(session: Session) -> None:
    session.open(f'"raises.op"() : () -> ()\n// -----\n{CONFLICT}')
    problem, copied = session.diagnostics("copied")
    assert problem.severity is types.DiagnosticSeverity.Error
    assert "no such thing" in problem.message
    assert "bad_plugin" in problem.message
    assert copied.code == "conflict"


def test_a_message_that_is_none(session: Session) -> None:
    async def sent() -> None:
        server = session.editor.client._server
        assert server is not None
        assert server.stdin is not None
        server.stdin.write(b"Content-Length: 5\r\n\r\n{nope")
        await session.editor.until(
            lambda: any(
                "internal error of bufferize lsp" in m.message for m in session.editor.messages
            )
        )

    session.run(sent())
    assert any("JSONDecodeError" in each.message for each in session.editor.log)
    session.open(CONFLICT)
    assert session.hints() != {}


def test_places_that_are_not_in_the_text(session: Session) -> None:
    session.open(CONFLICT)
    assert session.hover(1_000, 0) is None
    assert session.hover(1, 1_000) is None
    assert session.actions(1_000, 1_000) == []


# Settings


def test_settings(loop: asyncio.AbstractEventLoop) -> None:
    """From the command line, from initialization, by request, and by notification."""

    async def asked() -> None:
        editor, uri = Editor(), "file:///settings.mlir"
        workspace = types.WorkspaceClientCapabilities(
            configuration=True,
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
            did_change_configuration=types.DidChangeConfigurationClientCapabilities(True),
        )
        editor.configuration = {"trials": 0}
        await editor.start(
            "--stdio",
            "--one-shot-bufferize=bufferize-function-boundaries",
            capabilities=types.ClientCapabilities(workspace),
            options={"oneShotBufferize": "bufferize-function-boundaries copy-before-write"},
        )
        await editor.until(lambda: editor.registered == ["workspace/didChangeConfiguration"])
        editor.open(uri, CONFLICT)
        (found,) = await editor.diagnostics(uri, containing="without an analysis")
        assert "help:" not in found.message

        editor.configure({"bufferize": {"oneShotBufferize": "bufferize-function-boundaries"}})
        (found,) = await editor.diagnostics(uri, containing="help: move")
        assert editor.num_refreshed > 0
        # This editor cannot show related places, so the message names them.
        assert "note: before they are read here (line 3)" in found.message

        editor.configuration = {"passPipeline": "builtin.module(canonicalize,cse)"}
        editor.configure(None)
        refreshed = editor.num_refreshed
        await editor.until(lambda: editor.num_refreshed > refreshed)
        assert await editor.hints(uri) == {}

        for wrong, message in (
            (3, "the settings of bufferize are an object, not 3"),
            ({"trails": 3}, "no setting of bufferize is called 'trails'"),
            ({"trials": -1}, "'trials' of bufferize is a whole number from 0 on, not -1"),
            ({"oneShotBufferize": "no-such-option"}, "no-such-option"),
            ({"passPipeline": "builtin.module(no-such-pass)"}, "no-such-pass"),
            ({"passPipeline": "", "oneShotBufferize": ""}, "cannot be used together"),
        ):
            editor.messages.clear()
            editor.configure({"bufferize": wrong})
            await editor.until(lambda: editor.messages)
            (said,) = editor.messages
            assert (said.type, message in said.message) == (types.MessageType.Error, True)
        # What was right before holds.
        assert await editor.hints(uri) == {}
        assert await editor.stop() == (0, "")

    loop.run_until_complete(asyncio.wait_for(asked(), PATIENCE))


def test_help_that_is_an_option_can_be_taken(session: Session) -> None:
    session.open((EXPLAINED / "layout.mlir").read_text())
    session.diagnostics("help:")
    (action,) = session.actions(4, 37)
    assert action.command is not None
    session.run(session.editor.run(action.command))
    assert session.hints() == {}
    assert session.diagnostics() == []
    assert "bufferized by --one-shot-bufferize='" in session.editor.messages[-1].message

    session.configure(None)
    assert len(session.diagnostics("help:")) == 1


REFUSED = """\
func.func @f(%m: memref<4xf32>, %n: index, %i: index) -> f32 {
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}
"""


def test_a_refusal_can_be_mended(session: Session) -> None:
    session.open(REFUSED)
    (found,) = session.diagnostics("help: add `restrict`")
    assert "without `restrict`" in found.message
    (action,) = session.actions(1, 10)
    assert action.title.startswith("add `restrict` to 'bufferization.to_tensor'")
    assert list(action.diagnostics or ()) == [found]
    session.change(done(REFUSED, action))
    assert session.diagnostics() == []


def test_a_refusal_can_be_mended_in_several_ways(session: Session) -> None:
    text = (EXPLAINED / "refused.mlir").read_text()
    session.open(text)
    session.diagnostics("help: run `--loop-iter-arg-destination-folding` first")
    folded, copied, allowed = session.actions(6, 6)
    assert folded.command is not None
    assert allowed.command is not None
    changed = done(text, copied)
    assert "bufferization.materialize_in_destination %exp in %carried" in changed
    assert changed.count("\n") == text.count("\n") + 1
    session.run(session.editor.run(folded.command))
    assert session.hints() == {}
    assert session.diagnostics() == []
    session.configure(None)


def test_a_flag_that_is_none(session: Session) -> None:
    command = types.Command("", "bufferize.useFlag", arguments=["--trials=3"])
    session.run(session.editor.run(command))
    assert "'--trials=3' is no option of bufferization" in session.editor.messages[-1].message


def test_more_is_tried_for_who_asks_for_it(session: Session) -> None:
    session.configure({"trials": 0})
    session.open(CONFLICT)
    (found,) = session.diagnostics()
    assert "help:" not in found.message
    assert "not all that may help was tried yet" in (session.hover(1, 36) or "")
    (action,) = session.actions(1, 36)
    assert action.title == "try more of what may help"
    assert action.command is not None
    session.run(session.editor.run(action.command))
    session.diagnostics("help: move")
    session.configure(None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--one-shot-bufferize=no-such-option"], "no-such-option"),
        (["--pass-pipeline=builtin.module(cse"], "<pass pipeline>:1:19: error: "),
        (["--one-shot-bufferize", "--pass-pipeline=builtin.module(cse)"], "together"),
    ],
)
def test_a_command_line_that_is_wrong(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main(["lsp", *arguments]) == 1
    assert message in capsys.readouterr().err


def test_an_editor_that_has_gone() -> None:
    command = [sys.executable, "-m", "bufferize", "lsp"]
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
