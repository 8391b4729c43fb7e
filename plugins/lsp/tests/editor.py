"""An editor for tests: pygls' client, which records what the server says."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.protocol import default_converter

PATIENCE = 60.0
"""The number of seconds after which a server counts as dead."""

CAPABILITIES = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True)
    ),
    window=types.WindowClientCapabilities(work_done_progress=True),
    workspace=types.WorkspaceClientCapabilities(
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    ),
)


def _converter() -> Converter:
    """Return a converter of messages; pygls' own takes actions with a command for commands."""
    make: Callable[[], Converter] = default_converter
    converter = make()
    kind: Any = types.Command | types.CodeAction
    converter.register_structure_hook(kind, lambda it, _: converter.structure(it, types.CodeAction))
    return converter


class Editor:
    """An editor that has started a server."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = environment
        self.client = LanguageClient("editor", "1", converter_factory=_converter)
        self.messages: list[types.ShowMessageParams] = []
        self.log: list[types.LogMessageParams] = []
        self.configuration: Any = None
        """The settings that the editor has if it is asked for them."""
        self.registered: list[str] = []
        """The registrations of the server, beyond those that all servers make."""
        self.progress: list[str] = []
        """The progress that was shown, and has ended."""
        self.num_refreshed = 0
        """The number of times that the server asked for hints to be refreshed."""
        self._published: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self._versions: dict[str, int] = {}
        self._news = asyncio.Condition()
        self._listen()

    def _listen(self) -> None:
        async def published(params: types.PublishDiagnosticsParams) -> None:
            self._published.setdefault(params.uri, []).append(params)
            await self._tell()

        async def shown(params: types.ShowMessageParams) -> None:
            self.messages.append(params)
            await self._tell()

        async def logged(params: types.LogMessageParams) -> None:
            self.log.append(params)
            await self._tell()

        def configured(params: types.ConfigurationParams) -> list[Any]:
            assert [item.section for item in params.items] == ["bufferize"]
            return [self.configuration]

        async def registered(params: types.RegistrationParams) -> None:
            self.registered += [each.method for each in params.registrations]
            await self._tell()

        def created(_: types.WorkDoneProgressCreateParams) -> None:
            pass

        async def progressed(params: types.ProgressParams) -> None:
            assert params.value is not None
            self.progress.append(params.value["kind"])
            await self._tell()

        async def refreshed(_: None) -> None:
            self.num_refreshed += 1
            await self._tell()

        for name, handler in (
            (types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, published),
            (types.WINDOW_SHOW_MESSAGE, shown),
            (types.WINDOW_LOG_MESSAGE, logged),
            (types.WORKSPACE_CONFIGURATION, configured),
            (types.CLIENT_REGISTER_CAPABILITY, registered),
            (types.WINDOW_WORK_DONE_PROGRESS_CREATE, created),
            (types.PROGRESS, progressed),
            (types.WORKSPACE_INLAY_HINT_REFRESH, refreshed),
        ):
            self.client.feature(name)(handler)

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def start(
        self,
        *arguments: str,
        capabilities: types.ClientCapabilities = CAPABILITIES,
        options: object = None,
        command: Sequence[str] = (sys.executable, "-m", "bufferize", "lsp"),
    ) -> types.InitializeResult:
        """Start a server and exchange capabilities."""
        await self.client.start_io(*command, *arguments, env=self._environment)
        params = types.InitializeParams(capabilities, initialization_options=options)
        result = await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())
        return result

    async def stop(self) -> tuple[int | None, str]:
        """Stop the server; return its exit status, and what it has written to stderr."""
        server = self.client._server
        assert server is not None
        assert server.stderr is not None
        if server.returncode is None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
        errors = (await server.stderr.read()).decode()
        end: Callable[[], Awaitable[None]] = self.client.stop
        await end()
        return server.returncode, errors

    def configure(self, settings: object) -> None:
        """Send settings to the server; None says only that they have changed."""
        params = types.DidChangeConfigurationParams(settings=settings)
        self.client.workspace_did_change_configuration(params)

    # Texts

    def open(self, uri: str, text: str) -> None:
        """Open a text."""
        self._versions[uri] = 1
        item = types.TextDocumentItem(uri, "mlir", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, uri: str, text: str) -> int:
        """Change a text without saving it; return its new version."""
        self._versions[uri] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self._versions[uri], uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return self._versions[uri]

    def close(self, uri: str) -> None:
        """Close a text."""
        identifier = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    # What the server says of them

    def versions(self, uri: str) -> list[int | None]:
        """Return the versions for which diagnostics were published."""
        return [params.version for params in self._published.get(uri, [])]

    async def diagnostics(self, uri: str, *, containing: str = "") -> Sequence[types.Diagnostic]:
        """Wait for diagnostics of the present version that contain a text, and return them."""

        def found() -> Sequence[types.Diagnostic] | None:
            last = next(reversed(self._published.get(uri, [])), None)
            if last is None or last.version not in (None, self._versions[uri]):
                return None
            texts = [diagnostic.message for diagnostic in last.diagnostics]
            return last.diagnostics if not containing or containing in "\n".join(texts) else None

        await self.until(lambda: found() is not None)
        return found() or []

    async def until(self, happened: Any) -> None:
        """Wait until the server has said something."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(happened), PATIENCE)

    async def hints(self, uri: str) -> dict[tuple[int, int], str]:
        """Return the hints in a text, by line and character."""
        everywhere = types.Range(types.Position(0, 0), types.Position(1_000_000, 0))
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), everywhere)
        found = await self.client.text_document_inlay_hint_async(params)
        return {
            (hint.position.line, hint.position.character): str(hint.label) for hint in found or []
        }

    async def hover(self, uri: str, line: int, character: int) -> str | None:
        """Return the hover at a position."""
        place = types.Position(line, character)
        params = types.HoverParams(types.TextDocumentIdentifier(uri), place)
        found = await self.client.text_document_hover_async(params)
        if found is None:
            return None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value

    async def actions(
        self, uri: str, line: int, character: int, only: Sequence[str] | None = None
    ) -> list[types.CodeAction]:
        """Return the code actions at a position."""
        place = types.Position(line, character)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri),
            types.Range(place, place),
            types.CodeActionContext([], only=only),
        )
        found = await self.client.text_document_code_action_async(params)
        return [action for action in found or [] if isinstance(action, types.CodeAction)]

    async def run(self, command: types.Command) -> None:
        """Run a command of the server."""
        params = types.ExecuteCommandParams(command.command, command.arguments)
        await self.client.workspace_execute_command_async(params)
