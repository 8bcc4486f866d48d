"""The data analyst: figures of the user's tables, by code that runs in the sandbox, or by the shape of the data."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import orjson
from langgraph.runtime import Runtime

from kasen.errors import ConfigurationError, InputError
from kasen.models.role import RULE, Role
from kasen.team import Deps
from kasen.teams.slides.data import saying
from kasen.teams.slides.data.analysing import Analysis, Analyst, Propose
from kasen.teams.slides.data.kept import brought_before, keep
from kasen.teams.slides.data.rule import figures_of
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.data.tables import ANALYSIS, reopened, unchanged
from kasen.teams.slides.data.views import views
from kasen.teams.slides.rules.data_analyst import no_code
from kasen.teams.slides.schemas.envelope import Envelope, Step, StepStatus
from kasen.teams.slides.schemas.findings import Figure, TableProfile
from kasen.teams.slides.schemas.outputs import DataAnalystOutput
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.state import Done, Task
from kasen.teams.slides.telling import about_of

DATA_ANALYST = Role(
    name="data_analyst",
    package="kasen.teams.slides",
    reply=DataAnalystOutput,
    rule=no_code,
    tier="reasoning",
    answer_tokens=2000,
    target_s=60.0,
)
_STEP_IDS = 20
"""Figures of the second step of analysis are numbered from F21: steps that run at once share no id."""


async def data_analyst(state: Task, runtime: Runtime[Deps]) -> Done:
    """Do the step. It never raises for what is in the data or the code: then it is `failed`, and says why."""
    deps, step = runtime.context, state["step"]
    before = await brought_before(deps, step)
    if before is not None:
        deps.note(before["finished"][0].result_summary)
        return before
    done = await _done(deps, state)
    await keep(deps, step, done)
    return done


async def _done(deps: Deps, state: Task) -> Done:
    step, lang = state["step"], state["lang"]
    if not state["tables"]:
        return _over(deps, step, "skipped", saying.no_tables(lang))
    wanted = _wanted(state)
    try:
        await unchanged(wanted)
        tables, analysis = await _analysed(deps, state, wanted)
    except InputError as error:
        told = saying.unreadable(str(error), lang)
        await deps.emit("warning", text=told)
        return _over(deps, step, "failed", told)
    notes = await _warned(deps, state, analysis)
    figures = analysis.figures or await asyncio.to_thread(
        figures_of, tables, f"{state['request'].wish}\n{step.instruction}", lang=lang, first=_first(state)
    )
    if not figures:
        return _over(deps, step, "failed", saying.nothing_to_show(lang), notes=notes)
    return await _kept(deps, state, figures, analysis, notes)


async def _analysed(deps: Deps, state: Task, wanted: Sequence[TableProfile]) -> tuple[list[Table], Analysis]:
    """The tables, and what code made of them where a model and a sandbox are there; nothing where they are not."""
    lang = state["lang"]
    if not deps.ask.models(DATA_ANALYST):
        return await reopened(wanted, lang=lang), Analysis()
    if deps.python is None:
        from kasen.tools.python.sandbox import available

        why = await asyncio.to_thread(available)
        return await reopened(wanted, lang=lang), Analysis(problems=[saying.no_sandbox(why, lang)])
    propose = _asking(deps, state, wanted)
    reading = asyncio.create_task(reopened(wanted, lang=lang))
    try:
        first = await propose("", [])
    except (ConfigurationError, InputError) as error:
        return await reading, _without(error, lang)
    else:
        tables = await reading
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)

    async def answered(code: str, problems: Sequence[str]) -> tuple[DataAnalystOutput, str]:
        return await propose(code, problems) if problems else first

    artifact = ANALYSIS if _place(state) == 0 else f"analysis_{state['step'].id}.py"
    analyst = Analyst(deps=deps, python=deps.python, tables=tables, lang=lang, first=_first(state), artifact=artifact)
    try:
        found = await analyst.analysed(answered)
    except (ConfigurationError, InputError) as error:
        return tables, _without(error, lang)
    return tables, found if found.artifact else Analysis(problems=[saying.no_code(lang)])


def _without(error: ConfigurationError | InputError, lang: Lang) -> Analysis:
    said = saying.no_sandbox if isinstance(error, ConfigurationError) else saying.refused
    return Analysis(problems=[said(str(error), lang)])


def _asking(deps: Deps, state: Task, wanted: Sequence[TableProfile]) -> Propose:
    """Asks for code, of what the reader noted of the tables: their rows are read meanwhile."""
    lang, outline, shown = state["lang"], state["outline"], views(wanted)
    slides = [f"{slide.title}: {slide.message}" for slide in outline.slides] if outline else []

    async def propose(code: str, problems: Sequence[str]) -> tuple[DataAnalystOutput, str]:
        if problems:
            await deps.emit("progress", text=saying.repairing(lang), done=0, total=0)
        answer = await deps.ask(
            DATA_ANALYST,
            about=about_of(state),
            instruction=state["step"].instruction,
            tables=shown,
            slides=slides,
            code=code,
            problems=list(problems),
            lang=deps.lang,
        )
        return answer.value, answer.by

    return propose


async def _warned(deps: Deps, state: Task, analysis: Analysis) -> list[str]:
    """What the user should know: that no model's code was used though there is a model, or only a part of it."""
    if not analysis.problems:
        return []
    if analysis.figures:
        told = saying.some_refused(len(analysis.problems), state["lang"])
    elif analysis.artifact:
        told = saying.refused(analysis.problems[0], state["lang"])
    else:
        told = analysis.problems[0]
    await deps.emit("warning", text=told)
    return [told]


async def _kept(deps: Deps, state: Task, figures: Sequence[Figure], analysis: Analysis, notes: list[str]) -> Done:
    step, lang = state["step"], state["lang"]
    name = "figures.json" if _place(state) == 0 else f"figures_{step.id}.json"
    body = orjson.dumps([figure.model_dump(mode="json") for figure in figures], option=orjson.OPT_INDENT_2)
    version = await deps.artifacts.write(name, body, "application/json")
    by_code = [(analysis.artifact, analysis.version)] if analysis.figures else []
    envelopes = [
        Envelope(id=id, type="data", producer="data_analyst", version=number)
        for id, number in [*by_code, (name, version)]
    ]
    told = saying.summary(figures, by_rule=figures[0].by == RULE, lang=lang)
    done = _over(deps, step, "completed", told, *(one.id for one in envelopes), notes=notes)
    return {**done, "figures": list(figures), "envelopes": envelopes}


def _over(deps: Deps, step: Step, status: StepStatus, said: str, *artifacts: str, notes: Sequence[str] = ()) -> Done:
    deps.note(said)
    told = [*notes, said] if status == "failed" else list(notes)
    return {"finished": [step.ended(status, said, *artifacts)], "notes": told}


def _wanted(state: Task) -> list[TableProfile]:
    """The tables that the step names; all where it names none."""
    words = " ".join(state["step"].inputs).casefold()
    named = [table for table in state["tables"] if table.file.casefold() in words]
    return named or list(state["tables"])


def _place(state: Task) -> int:
    steps = [step.id for step in state["plan"].steps if step.role == "data_analyst"]
    return steps.index(state["step"].id) if state["step"].id in steps else 0


def _first(state: Task) -> int:
    return 1 + _STEP_IDS * _place(state)
