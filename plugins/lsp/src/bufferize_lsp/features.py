"""The supported requests of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lsprotocol import types

from bufferize import DiagnosticError
from bufferize_lsp.documents import Text
from bufferize_lsp.findings import HelpFound
from bufferize_lsp.presentation import Presentation
from bufferize_lsp.server import Server
from bufferize_lsp.settings import SECTION, Settings
from bufferize_lsp.workers import Workers

TRY_MORE: Final = "bufferize.tryMore"
"""The command to try all changes that may help, however long; its argument is the URI."""
USE_FLAG: Final = "bufferize.useFlag"
"""The command that changes the options of bufferization; its argument is the flag."""


def create_server(settings: Settings) -> Server:
    """Make a server with all features; `settings` are from the command line."""
    server = Server(settings)
    _add_life(server)
    _add_texts(server)
    _add_views(server)
    _add_actions(server)
    return server


def _add_life(server: Server) -> None:
    initial: list[Any] = []

    @server.feature(types.INITIALIZE)
    def initialize(ls: Server, params: types.InitializeParams) -> None:
        ls.workers = Workers()
        initial.append(params.initialization_options)

    @server.feature(types.INITIALIZED)
    async def initialized(ls: Server, _: types.InitializedParams) -> None:
        try:
            given = ls.given.with_client(_section(initial.pop()))
        except DiagnosticError as problem:
            ls.tell(str(problem), types.MessageType.Error)
        else:
            if await ls.use(given):
                ls.given = given
        await ls.pull_settings()
        workspace = ls.client_capabilities.workspace
        changes = None if workspace is None else workspace.did_change_configuration
        if changes is not None and changes.dynamic_registration:
            method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
            wanted = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
            await ls.client_register_capability_async(
                types.RegistrationParams([types.Registration(SECTION, method, wanted)])
            )

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(
        ls: Server, params: types.DidChangeConfigurationParams
    ) -> None:
        if isinstance(params.settings, Mapping) and SECTION in params.settings:
            await ls.configure(params.settings[SECTION])
        else:  # the editor does not say what has changed
            await ls.pull_settings()

    @server.feature(types.SHUTDOWN)
    def shutdown(ls: Server, _: None) -> None:
        # Nothing is awaited: `exit` may come at once, and would prevent the answer.
        ls.is_shut_down = True
        for uri in list(ls.documents):
            ls.close(uri)
        if ls.workers is not None:
            ls.workers.kill()

    @server.feature(types.EXIT)
    def exit(ls: Server, _: None) -> None:
        ls.status = 0 if ls.is_shut_down else 1  # pygls ends the loop, but drops its own status


def _section(given: object) -> object:
    """Return the settings, whether they are in their own section or not."""
    return given[SECTION] if isinstance(given, Mapping) and SECTION in given else given


def _add_texts(server: Server) -> None:
    def text_of(ls: Server, uri: str) -> Text:
        document = ls.workspace.get_text_document(uri)
        return Text(document.source, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
        uri = params.text_document.uri
        ls.open(uri, text_of(ls, uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = ls.documents.get(uri)
        if document is not None:
            document.change(text_of(ls, uri), ls.settings)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        ls.close(uri)
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def _add_views(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hint(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint] | None:
        shown = await ls.presentation(params.text_document.uri)
        return None if shown is None else shown.hints(params.range)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
        shown = await ls.presentation(params.text_document.uri)
        return None if shown is None else shown.hover(params.position)


def _add_actions(server: Server) -> None:
    options = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_action(
        ls: Server, params: types.CodeActionParams
    ) -> list[types.CodeAction] | None:
        only = params.context.only
        if only and not any(types.CodeActionKind.QuickFix.startswith(kind) for kind in only):
            return None
        shown = await ls.presentation(params.text_document.uri)
        if shown is None:
            return None
        first, last = shown.lines.place(params.range.start), shown.lines.place(params.range.end)
        found = []
        for problem in shown.problems_at(first, last):
            found += _actions(problem.help, shown.of_problem(problem), shown)
        for copy in shown.copies_at(first, last):
            found += _actions(copy.help, shown.of_copy(copy), shown)
            if not copy.help and not shown.findings.is_complete:
                more = types.Command("Try more", TRY_MORE, arguments=[shown.uri])
                title = "try more of what may help"
                found.append(_action(title, shown.of_copy(copy), command=more))
        return found

    @server.command(TRY_MORE)
    def try_more(ls: Server, uri: str) -> None:
        document = ls.documents.get(uri)
        if document is not None:
            document.try_more(ls.settings)

    @server.command(USE_FLAG)
    async def use_flag(ls: Server, flag: str) -> None:
        try:
            settings = ls.settings.with_flag(flag)
        except DiagnosticError as problem:
            ls.tell(str(problem), types.MessageType.Error)
            return
        if await ls.use(settings):
            message = f"bufferized by {flag} until the settings of '{SECTION}' are changed"
            ls.tell(message, types.MessageType.Info)


def _actions(
    helps: Sequence[HelpFound], about: types.Diagnostic, shown: Presentation
) -> list[types.CodeAction]:
    """Return the actions that may avoid a copy or a refusal, which `about` shows."""
    found = []
    for help in helps:
        if help.edits is not None:
            edit = types.WorkspaceEdit({shown.uri: shown.edits(help.edits)})
            found.append(_action(help.text, about, edit=edit))
        elif help.flag is not None:
            command = types.Command("Bufferize so", USE_FLAG, arguments=[help.flag])
            found.append(_action(help.text, about, command=command))
    return found


def _action(
    title: str,
    about: types.Diagnostic,
    *,
    edit: types.WorkspaceEdit | None = None,
    command: types.Command | None = None,
) -> types.CodeAction:
    kind = types.CodeActionKind.QuickFix
    return types.CodeAction(title, kind=kind, diagnostics=[about], edit=edit, command=command)
