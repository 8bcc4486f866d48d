"""The command of a team, built from the schema of its request when it is called."""

from __future__ import annotations

import inspect
import re
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

import typer

from kasen.cli import completing
from kasen.cli.drive import Output, formats_of, start
from kasen.cli.formats import check_folder, check_formats
from kasen.cli.pause import can_ask
from kasen.cli.signals import run_async
from kasen.cli.team_options import DEFAULTS, PANELS, about, common
from kasen.cli.verbs import verbs_help, with_verbs
from kasen.errors import UsageError
from kasen.form import described
from kasen.prompts.outside import printable
from kasen.team import AUTO, Team, load, request_type

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from kasen.runtime.rows import Options
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings

    OpenRunner = Callable[[Settings], AbstractAsyncContextManager[Runner]]


def command_for(name: str, opened: OpenRunner | None = None) -> typer.Typer:
    """A typer app with the one command of the team `name`; `opened` opens its runner (see `open_runner`), for tests."""
    team = load(name)
    request = request_type(team)
    fields = request.model_fields

    def command(ctx: typer.Context, **values: Any) -> None:
        asked = {key: values.pop(key) for key in fields}
        _run(team, ctx.obj or {}, {key: asked[key] for key in fields if _is_given(ctx, key)}, values, opened)

    parameters = [inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)]
    parameters += _from_schema(fields, team.default_mode)
    parameters += [_parameter(key, hint, DEFAULTS.get(key), info) for key, (hint, info) in common(team).items()]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    command.__doc__ = about(team)
    app = typer.Typer()
    app.command(name, cls=with_verbs(team), epilog=verbs_help(team) or None)(command)
    return app


def _from_schema(fields: dict[str, FieldInfo], default_mode: str) -> Iterator[inspect.Parameter]:
    """The first required text is the argument; everything else is an option with its own default."""
    argument = next((key for key, field in fields.items() if field.is_required() and field.annotation is str), "")
    for key, field in fields.items():
        hint: Any = field.annotation
        if key == argument:
            help_text = f"{field.description} Not with --batch."
            asks = typer.Argument(metavar=key.upper(), help=help_text, show_default=False)
            yield _parameter(key, str | None, None, asks)
        else:
            default = field.get_default(call_default_factory=True, validated_data={})
            words = described(field.description or "", field.json_schema_extra, default_mode)
            marks = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
            option = typer.Option(
                f"--{key.replace('_', '-')}",
                help=words,
                show_default=default not in (None, [], False, ""),
                rich_help_panel=PANELS.get(str(marks.get("section"))),
                autocompletion=_completion(marks),
            )
            yield _parameter(key, _plain(hint), default, option)


def _completion(marks: dict[str, Any]) -> completing.Complete | None:
    """What a shell offers for a field; choices of an enum are offered anyhow."""
    choices = marks.get("choices")
    return completing.bases if marks.get("kb") else completing.one_of(choices) if isinstance(choices, dict) else None


def _is_given(ctx: typer.Context, key: str) -> bool:
    """Whether an option stands on the command line; a follow-up takes the others from the run before it."""
    source = ctx.get_parameter_source(key)
    return source is not None and source.name != "DEFAULT"


def _plain(hint: Any) -> Any:
    """`X | None` and plain types as typer reads them."""
    if get_origin(hint) in (Union, types.UnionType):
        inner = [part for part in get_args(hint) if part is not type(None)]
        return inner[0] | None
    return hint


def _parameter(name: str, hint: Any, default: Any, info: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[hint, info])


def _run(
    team: Team, flags: dict[str, Any], request: dict[str, Any], common: dict[str, Any], opened: OpenRunner | None
) -> None:
    from kasen.cli.logs import begin
    from kasen.runtime.local import open_runner, options_of
    from kasen.runtime.request import argument_of, keeps_argument

    caps = {key: common[key] for key in ("budget_usd", "budget_tokens", "budget_seconds", "budget_calls")}
    settings = begin(flags, preset=common["preset"], **caps)
    if common["estimate"]:
        _estimate(team, settings, common, request)
        return
    to = Output(
        json=common["json"],
        quiet=settings.log_level == "ERROR",
        out=common["out"],
        formats=formats_of(common["format"]),
        print=common["print"],
    )
    if settings.lang and request.get("lang", "auto") == "auto" and not common["continues"]:
        request["lang"] = settings.lang
    if can_ask() and not (common["yes"] or common["json"] or common["batch"]):
        request = {**_on_terminal(request_type(team).model_fields), **request}
    argument = argument_of(request_type(team))
    is_kept = bool(common["continues"]) and keeps_argument(request_type(team))
    goes_on = keeps_argument(request_type(team))
    _check_asked(common["batch"], request.get(argument), "" if is_kept else argument, goes_on=goes_on)
    check_folder(to.out)

    async def work() -> None:
        await check_formats(team.name, to.formats)
        async with (opened or open_runner)(settings) as runner:
            mode = _mode(team, common, request)
            options = options_of(
                settings,
                team,
                yes=common["yes"],
                mode=mode,
                source=_source(common),
                models=common["model"] or (),
                reuse_answers=common["reuse_answers"],
                fresh=common["fresh"],
                local_only=common["local_only"] or await _was_local_only(runner, common["continues"]),
                **_given(common),
            )
            if common["batch"]:
                from kasen.cli.batch import Requests, run_batch

                wanted = Requests(file=common["batch"], flags=request, mode=common["mode"], jobs=common["jobs"])
                await run_batch(runner, settings, team, wanted, options, to)
                return
            if not to.json and not to.quiet and sys.stderr.isatty():
                _say_expected(team, settings, mode, options)
            await start(runner, settings, team.name, request, common["mode"], options, to)

    run_async(work(), how="`kasen runs list` shows what was begun.")


def _on_terminal(fields: dict[str, FieldInfo]) -> dict[str, Any]:
    """Defaults where a person sits at the terminal: `on_terminal` in the schema of a field."""
    extra = {key: field.json_schema_extra for key, field in fields.items()}
    return {key: said["on_terminal"] for key, said in extra.items() if isinstance(said, dict) and "on_terminal" in said}


async def _was_local_only(runner: Runner, run_id: str | None) -> bool:
    """Whether the run that is gone on from sent nothing anywhere: then models are chosen that can do the same."""
    return bool(run_id) and (await runner.store.run(run_id or "")).options.local_only


def _check_asked(batch: Path | None, words: str | None, argument: str, *, goes_on: bool) -> None:
    """Raises UsageError where nothing is asked, or the same thing in two ways."""
    if batch is None and words is None and argument:
        hint = "Say it, go on from a run with --continue RUN, or give --batch FILE."
        hint = hint if goes_on else "Say it, or give --batch FILE."
        raise UsageError(f"missing argument '{argument.upper()}'", hint=hint)
    if batch is not None and words is not None:
        raise UsageError(f"`--batch` and '{argument.upper()}' exclude each other", hint="Put it into the file.")


def _given(common: dict[str, Any]) -> dict[str, Any]:
    """What run this one follows, where it asks, how many steps it may take, where its results are wanted."""
    nodes = tuple(dict.fromkeys(re.findall(r"[^\s,、，]+", common["interrupt_before"] or "")))
    steps = {"steps": common["steps"]} if common["steps"] else {}
    out = {"out": str(common["out"].absolute())} if common["out"] and not common["batch"] else {}
    return {"continues": common["continues"] or "", "interrupt_before": nodes, **steps, **out}


def _mode(team: Team, common: dict[str, Any], request: dict[str, Any]) -> str:
    """The mode that a request will be worked in, as far as that is known before it begins: of a batch it is not."""
    named = team.mode(common["mode"])
    if named != AUTO or common["batch"] or common["continues"]:
        return named
    from kasen.runtime.request import parse_request

    return team.mode_for(named, parse_request(team, request))[0]


def _source(common: dict[str, Any]) -> str:
    return "--preset" if common["preset"] else ""


def _estimate(team: Team, settings: Settings, common: dict[str, Any], request: dict[str, Any]) -> None:
    """Print what the run is expected to take; nothing is asked, recorded or written."""
    from kasen.cli.estimate import as_json, lines
    from kasen.models.access import access_of
    from kasen.runtime.answering import chosen
    from kasen.runtime.estimate import estimate
    from kasen.runtime.local_only import local_access

    access = access_of(settings)
    access = local_access(access) if common["local_only"] else access
    picked = chosen(settings, access, team=team, flags=common["model"] or (), source=_source(common))
    expected = estimate(team, _mode(team, common, request), picked.preset, picked.models, access)
    print(as_json(expected, picked) if common["json"] else printable_lines(lines(expected, picked)))


def printable_lines(texts: Iterable[str]) -> str:
    """Lines as one text without terminal escapes."""
    return "\n".join(map(printable, texts))


def _say_expected(team: Team, settings: Settings, mode: str, options: Options) -> None:
    from kasen.cli.estimate import one_line
    from kasen.models.access import access_of
    from kasen.runtime.estimate import estimate

    expected = estimate(team, mode, options.preset, options.models, access_of(settings))
    if text := one_line(expected):
        print(printable(f"  {text}"), file=sys.stderr)
