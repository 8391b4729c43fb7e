"""The language server: its open texts, settings and messages."""

from __future__ import annotations

import asyncio
import traceback
import uuid
from contextlib import suppress
from importlib.metadata import version
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from bufferize import DiagnosticError
from bufferize.diagnostics import Severity
from bufferize_lsp.documents import Document, Text
from bufferize_lsp.findings import Findings, Problem, Request
from bufferize_lsp.presentation import ClientLines, Presentation
from bufferize_lsp.settings import SECTION, Settings
from bufferize_lsp.workers import WorkerDied, Workers

_LONG: Final = 1.0
"""The number of seconds after which the editor shows progress."""


class Server(LanguageServer):
    """The server and its state."""

    def __init__(self, settings: Settings) -> None:
        # Whole texts: pygls and editors disagree about line endings.
        super().__init__("bufferize", version("bufferize-lsp"), types.TextDocumentSyncKind.Full)
        self.given = settings
        """The settings of the command line."""
        self.settings = settings
        self.documents: dict[str, Document] = {}
        self.workers: Workers | None = None
        self.is_shut_down = False
        self.status = 0
        """The exit status of the process: 1 if the editor ends it without a shutdown."""
        self._configuring = asyncio.Lock()
        self._told: set[str] = set()
        self._shown: set[asyncio.Task[None]] = set()

    # Open texts

    def open(self, uri: str, text: Text) -> None:
        """Analyze a text from now on."""
        self.close(uri)
        path = to_fs_path(uri) or uri
        name = path.replace("\\", "/").rpartition("/")[2] or uri
        document = Document(uri, name, self._ask, self._publish, self._report)
        self.documents[uri] = document
        document.change(text, self.settings, pause=0)

    def close(self, uri: str) -> None:
        """Stop analyzing a text, and forget it."""
        document = self.documents.pop(uri, None)
        if document is not None:
            document.cancel()

    async def presentation(self, uri: str) -> Presentation | None:
        """Wait for the findings about a text.

        Return None if it is not open or changes meanwhile.
        """
        document = self.documents.get(uri)
        found = None if document is None else await document.known()
        return None if document is None or found is None else self._present(document, found)

    def _present(self, document: Document, findings: Findings) -> Presentation:
        lines = ClientLines(document.text.source, self.workspace.position_codec)
        capabilities = self.client_capabilities.text_document
        published = None if capabilities is None else capabilities.publish_diagnostics
        related = published is not None and bool(published.related_information)
        return Presentation(document.uri, lines, findings, related)

    async def _ask(self, request: Request) -> Findings:
        assert self.workers is not None
        done = asyncio.Event()
        progress = asyncio.ensure_future(self._show_progress(request, done))
        self._shown.add(progress)
        progress.add_done_callback(self._shown.discard)
        try:
            return await self.workers.ask(request)
        except WorkerDied as problem:
            self._tell_once(f"{request.name}: {problem}", types.MessageType.Error)
            return Findings(problems=[Problem(Severity.ERROR, f"not analyzed: {problem}", None)])
        finally:
            done.set()

    async def _show_progress(self, request: Request, done: asyncio.Event) -> None:
        """Show progress until work is done, if it takes long and the editor can.

        This task is never cancelled: pygls would treat an answer to its request as an error.
        """
        window = self.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(done.wait(), _LONG)
            return
        token = str(uuid.uuid4())
        await self.work_done_progress.create_async(token)
        what = "trying what helps in" if request.trials else "bufferizing"
        begin = types.WorkDoneProgressBegin(title=f"{what} {request.name}")
        self.work_done_progress.begin(token, begin)
        await done.wait()
        self.work_done_progress.end(token, types.WorkDoneProgressEnd())

    def _publish(self, document: Document) -> None:
        assert document.findings is not None
        for warning in document.findings.warnings:
            self._tell_once(warning, types.MessageType.Warning)
        found = self._present(document, document.findings).diagnostics()
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(document.uri, found, document.text.version)
        )

    # Settings

    async def configure(self, given: object) -> None:
        """Apply the editor's settings; errors are shown, and leave the settings unchanged."""
        try:
            await self.use(self.given.with_client(given))
        except DiagnosticError as problem:
            self.tell(str(problem), types.MessageType.Error)

    async def use(self, settings: Settings) -> bool:
        """Apply settings and analyze all texts again.

        Return whether they are valid. Errors are shown.
        """
        assert self.workers is not None
        async with self._configuring:
            if settings == self.settings:
                return True
            wrong = await self.workers.ask(settings)
            if wrong:
                self.tell(wrong, types.MessageType.Error)
                return False
            self.settings = settings
            for document in self.documents.values():
                document.change(document.text, settings, pause=0)
        workspace = self.client_capabilities.workspace
        hints = None if workspace is None else workspace.inlay_hint
        if hints is not None and hints.refresh_support:
            await self.workspace_inlay_hint_refresh_async(None)
        return True

    async def pull_settings(self) -> None:
        """Ask the editor for its settings and apply them, if it supports that."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.configuration:
            item = types.ConfigurationItem(section=SECTION)
            (given,) = await self.workspace_configuration_async(types.ConfigurationParams([item]))
            await self.configure(given)

    # Messages

    def tell(self, message: str, kind: types.MessageType) -> None:
        """Show a message, and log it."""
        self.window_show_message(types.ShowMessageParams(kind, message))
        self.window_log_message(types.LogMessageParams(kind, message))

    def _tell_once(self, message: str, kind: types.MessageType) -> None:
        if message not in self._told:
            self._told.add(message)
            self.tell(message, kind)

    def _report(self, error: Exception) -> None:
        self.report_server_error(error, JsonRpcInternalError)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an exception and show it; the server continues."""
        text = "".join(traceback.format_exception(error))
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))
        shown = f"internal error of bufferize lsp: {error}"
        self.window_show_message(types.ShowMessageParams(types.MessageType.Error, shown))
