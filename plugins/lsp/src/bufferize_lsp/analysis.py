"""Analysis of a text: its errors, its values, its copies, and their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from bufferize import Context, TensorCopy, analyze, ir
from bufferize.diagnostics import Diagnostic, Position
from bufferize.driver import OneShotOptions
from bufferize.interfaces import is_tensor_like, owner_of_value
from bufferize.passes import PassManager
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize.record import IN_PLACE, Help, loop_text, size_text
from bufferize.syntax import OperationSpans
from bufferize_explain import parse_module_with_spans
from bufferize_explain.fixes import Budget, Fix, Program, Refused, advise
from bufferize_explain.fixes.program import flag_in, flag_of
from bufferize_explain.labeled_source import labels_of
from bufferize_lsp.edits import Source
from bufferize_lsp.findings import (
    CopyFound,
    Edit,
    Findings,
    HelpFound,
    Note,
    Problem,
    Request,
    Use,
    ValueFound,
)
from bufferize_lsp.texts import TextLines, TextRange, normalized, pieces
from bufferize_tools.failures import diagnostics_of


def analyze_text(request: Request) -> Findings:
    """Return the findings about a text, including all errors in it."""
    analysis = _Analysis(request)
    with analysis.telling("starting"):
        context = request.settings.context()
        context.tolerates_copies = True  # all are shown, not only the first
        context.handlers.append(analysis.tell)
        analysis.found.warnings = [warning.message for warning in context.plugin_warnings()]
        for piece in pieces(analysis.text):
            _Piece(piece, context, analysis).run()
    return analysis.found


class _Analysis:
    """The state shared by all programs of a text."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.text = normalized(request.text)
        self.lines = TextLines(self.text)
        self.found = Findings()
        self.cures: tuple[HelpFound, ...] = ()
        """The changes that help against the refusal that is being raised."""

    def tell(self, problem: Diagnostic, help: tuple[HelpFound, ...] = ()) -> None:
        """Record an error or a warning, with what helps."""
        notes = [Note(note.message, self._where(note)) for note in _notes(problem)]
        where = self._where(problem)
        # A problem of an option, or of an operation without a position, says where it is itself.
        outside = "" if where is not None or problem.where is None else f"{problem.where}: "
        message = outside + problem.message
        self.found.problems.append(Problem(problem.severity, message, where, tuple(notes), help))

    def _where(self, problem: Diagnostic) -> TextRange | None:
        position = problem.position
        if position is None or position.file != self.request.name:
            return None
        return self.lines.word_at(position)

    @contextmanager
    def telling(self, doing: str) -> Iterator[None]:
        """Context manager: record failures, so that other programs can still be analyzed."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as problem:  # a plugin may even leave the process
            for diagnostic in diagnostics_of(problem, f"{doing} {self.request.name}"):
                self.tell(diagnostic, self.cures)
                self.cures = ()


def _notes(problem: Diagnostic) -> Iterator[Diagnostic]:
    for note in problem.notes:
        yield note
        yield from _notes(note)


class _Piece:
    """The analysis of one program of a text."""

    def __init__(self, text: str, context: Context, analysis: _Analysis) -> None:
        self.text = text
        self.context = context
        self.analysis = analysis
        self.request = analysis.request
        self.lines = analysis.lines
        self.found = analysis.found
        self.spans = OperationSpans()
        self.values: dict[ir.Value, int] = {}

    def run(self) -> None:
        """Analyze the program."""
        telling, name = self.analysis.telling, self.request.name
        with telling("reading"):
            module = parse_module_with_spans(
                self.text, self.context, self.spans, name, text_positions=True
            )
            self._note_values(module)
            with telling("bufferizing"):
                self._run_passes(module)

    # Values

    def _note_values(self, module: ir.Operation) -> None:
        for op in module.walk():
            position = op.location.position()
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        self._define(argument, self._argument_range(argument.location.position()))
            named = [self._span(position, result.index, is_result=True) for result in op.results]
            for result, where in zip(op.results, named, strict=True):
                self._define(result, where, result.index - named.index(where))
        for op in module.walk():
            position = op.location.position()
            for index, operand in enumerate(op.operands):
                where = self._span(position, index, is_result=False)
                if where is not None:
                    self._note_use(where, self.values[operand])

    def _define(self, value: ir.Value, where: TextRange | None, index: int = 0) -> None:
        """Record where a value is named; `index` counts the values with this name."""
        number = self.values[value] = len(self.found.values)
        written = "" if where is None else self.lines.text_of(where)
        name, colon, _ = written.partition(":")
        name += f"#{index}" if colon else ""
        self.found.values.append(ValueFound(name, str(value.type), where, None))
        if where is not None:
            self._note_use(where, number)

    def _note_use(self, where: TextRange, value: int) -> None:
        self.found.uses.setdefault(where.line, []).append(Use(where, value))

    def _argument_range(self, position: Position | None) -> TextRange | None:
        where = self.lines.word_at(position)
        written = where is not None and self.lines.text_of(where).startswith("%")
        return where if written else None

    def _span(self, position: Position | None, index: int, is_result: bool) -> TextRange | None:
        if position is None:
            return None
        find = self.spans.result if is_result else self.spans.operand
        span = find(position, index)
        return None if span is None else self.lines.of_width(*span)

    def _note_aliases(self, op: ir.Operation, options: OneShotOptions) -> None:
        """Record which values may share memory in the analysis."""
        if options.copy_before_write:  # nothing is analyzed
            return
        state = analyze(op, options, self.context, verify=False)  # it was verified before
        numbers: dict[ir.Value, int] = {}
        for value, number in self.values.items():
            if not is_tensor_like(value.type) or not _is_below(value, op):
                continue
            representative = state.alias_representative(value)
            if representative is not None:
                alias_set = numbers.setdefault(representative, number)
                known = self.found.values[number]
                self.found.values[number] = known._replace(alias_set=alias_set)

    # Copies

    def _run_passes(self, module: ir.Operation) -> None:
        settings = self.request.settings
        manager = settings.pipeline(self.context)
        if settings.pass_pipeline is None:
            (step,) = manager.steps
            self._note_copies(step, module, manager)
            return
        manager.before_pass = lambda step, op: self._note_copies(step, op, manager)
        manager.run(module, self.context)

    def _note_copies(self, step: object, op: ir.Operation, manager: PassManager) -> None:
        if not isinstance(step, OneShotBufferizePass):
            return
        in_pipeline = self.request.settings.pass_pipeline is not None
        program = Program(op, step.options, self.context)
        try:
            advice = advise(
                op,
                step.options,
                self.context,
                budget=Budget(self.request.trials, self.request.seconds),
                flag=flag_in(manager, step) if in_pipeline else flag_of,
                look=None if in_pipeline else _look,  # in a pipeline, the pass itself warns
            )
        except Refused as refused:
            self.found.is_refused = True
            fixes = [cure.fix for cure in refused.cures]
            self.analysis.cures = tuple(
                HelpFound(str(cure), cure.flag, edits)
                for cure, edits in zip(refused.cures, self._edits(fixes, program), strict=True)
            )
            raise
        self.found.is_complete &= advice.is_complete
        found = self._edits([tried.fix for tried in advice.tried], program)
        edits = dict(zip((tried.help for tried in advice.tried), found, strict=True))
        self.found.copies += [self._copy(copy, edits) for copy in advice.copies]
        self._note_aliases(op, step.options)

    def _edits(self, fixes: Sequence[Fix], program: Program) -> list[tuple[Edit, ...] | None]:
        """Return the edits of the text that each fix makes; None if there are none."""
        found: list[tuple[Edit, ...] | None] = [None] * len(fixes)
        # A pipeline may have changed the program before.
        if self.request.settings.pass_pipeline is not None:
            return found
        names = {v: name for v, n in self.values.items() if (name := self.found.values[n].name)}
        source = Source(self.text, program.module, self.spans, names)
        for number, fix in enumerate(fixes):
            if not fix.changes_options:
                with self.analysis.telling("writing help for"):
                    found[number] = source.edits(fix, program)
        return found

    def _copy(self, copy: TensorCopy, edits: Mapping[Help, tuple[Edit, ...] | None]) -> CopyFound:
        labels = labels_of(copy, self.spans)
        place = labels.pop("place", None)
        remarks = []
        if not copy.copies_contents:
            remarks.append("nothing is copied, since nobody reads the old contents")
        elif copy.of_result:
            remarks.append(
                f"only the result of '{copy.place.op_name}' is copied, not the whole operand"
            )
        if copy.forbidden_by is not None:
            remarks.append(f"`{IN_PLACE}` forbids it")
        if copy.function is not None:
            remarks.append(f"in @{copy.function}")
        remarks += [f"in {loop_text(loop)}" for loop in copy.loops]
        return CopyFound(
            where=None if place is None else self.lines.of_width(place.position, place.width),
            op=self.lines.word_at(copy.place.position),
            amount=copy.cost_text() if copy.cost is None else size_text(copy.cost),
            cost=copy.cost_text(),
            copies_contents=copy.copies_contents,
            is_forbidden=copy.forbidden_by is not None,
            reason=copy.reason.value,
            why=copy.why,
            chain=tuple(
                Note(label.text, self.lines.of_width(label.position, label.width))
                for label in labels.values()
            ),
            remarks=tuple(remarks),
            help=tuple(HelpFound(str(help), help.flag, edits.get(help)) for help in copy.help),
            tried=copy.tried,
        )


def _look(_: ir.Operation) -> None:
    """Do nothing with the bufferized program."""


def _is_below(value: ir.Value, op: ir.Operation) -> bool:
    owner = owner_of_value(value)
    return owner is not None and (owner is op or op.is_ancestor_of(owner))
