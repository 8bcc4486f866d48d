"""Pictures for slides: at once with the template's layouts as references, or one after the other in one sitting.

A picture that is there is changed by the model that drew it, with its own turn and signature before it (seed 002: Deep
Edit).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from kasen.models.images import PAINTER, Image, ImageRequest, NoImage, Sitting
from kasen.models.role import Picture
from kasen.prompts.loader import render
from kasen.team import Deps
from kasen.teams.slides.pictures import sittings, wording
from kasen.teams.slides.pictures.compiling import compiled
from kasen.teams.slides.pictures.keeping import carried, in_deck, keep_sitting, signed, stored
from kasen.teams.slides.pictures.look import nearest
from kasen.teams.slides.pictures.references import Ground
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.picturing import Look, PictureWish

PACKAGE = "kasen.teams.slides"


@dataclass(frozen=True, kw_only=True)
class Easel:
    """What all pictures of a step are drawn with."""

    deps: Deps
    ground: Ground
    look: Look
    lang: Lang


async def drawn(easel: Easel, wishes: Sequence[PictureWish]) -> list[Drawn]:
    """A picture for each wish, in their order, or why there is none. No failure of a model comes out as an error."""
    if easel.deps.draw is None:
        why = wording.no_model(easel.lang)
        return [Drawn(slide_id=one.slide_id, why=why) for one in wishes]
    told = _telling(easel, len(wishes))
    await told(0)
    if easel.ground.strategy == "template":
        return list(await asyncio.gather(*(_by_template(easel, one, told) for one in wishes)))
    return await _in_one_sitting(easel, wishes, told)


async def redrawn(
    deps: Deps, drawn: Drawn, change: str, *, lang: Lang, whole: bool = False, alt: str = "", since: int = 0
) -> Drawn:
    """The picture with that change, by the same seed, references and stored sitting.

    Where the sitting cannot go on (its model is not there any more), the picture itself is shown with its first prompt.
    What cannot be changed stays as it is, and `why` says so. `alt`: of the changed picture; empty: as it was.
    `since`: version of the sitting that is gone on from, 0 for the latest: a node that runs again asks the same again.
    """
    if deps.draw is None:
        return drawn.model_copy(update={"why": wording.no_model(lang)})
    if drawn.use is None or drawn.signature is None:
        return drawn
    kept = await stored(deps, drawn.sitting, since)
    outcome = await _changed(deps, drawn, change, kept, lang=lang, whole=whole)
    if isinstance(outcome, NoImage):
        return drawn.model_copy(update={"why": wording.why_not(outcome, lang)})
    use = await in_deck(deps, drawn.slide_id, outcome.data, alt or drawn.use.alt)
    await carried(deps, [drawn.model_copy(update={"use": None, "sitting": ""})])
    return drawn.model_copy(
        update={
            "use": use,
            "why": "",
            "signature": signed(outcome, drawn.signature.seed, drawn.signature.base_prompt),
            "sitting": await keep_sitting(deps, drawn.slide_id, sittings.continued(outcome.sitting)),
            "by": outcome.model,
        }
    )


async def _by_template(easel: Easel, wish: PictureWish, told: Callable[[int], Awaitable[None]]) -> Drawn:
    references = easel.ground.references(wish.layout)
    request = _request(easel, wish, references)
    outcome = await _made(easel.deps, request)
    await told(1)
    return await _kept(easel, wish, request, outcome, tuple(references))


async def _in_one_sitting(
    easel: Easel, wishes: Sequence[PictureWish], told: Callable[[int], Awaitable[None]]
) -> list[Drawn]:
    """Each goes on from the sitting of the last that came to a picture (seed 002: Sequential Chat)."""
    found: list[Drawn] = []
    sitting = Sitting()
    for wish in wishes:
        request = _request(easel, wish, {}, sitting)
        outcome = await _made(easel.deps, request)
        if isinstance(outcome, NoImage) and outcome.reason == "other" and outcome.note != "budget" and sitting.turns:
            # The model that holds the sitting fails; another may begin one of its own.
            request = _request(easel, wish, {})
            outcome = await _made(easel.deps, request)
        if isinstance(outcome, Image):
            sitting = sittings.continued(outcome.sitting)
        await told(1)
        found.append(await _kept(easel, wish, request, outcome, ()))
    return found


def _request(
    easel: Easel, wish: PictureWish, references: dict[str, Picture], sitting: Sitting | None = None
) -> ImageRequest:
    held = sitting if sitting is not None else Sitting()
    prompt = render(
        PACKAGE,
        "parts/picture",
        compiled=compiled(wish.prompt, wish.number),
        number=wish.number,
        style=wish.style,
        look=easel.look,
        aspect=wish.aspect,
        whole=wish.whole,
        data=wish.data,
        reference=bool(references),
        follows=bool(held.turns),
        lang=easel.lang,
    )
    return ImageRequest(
        prompt=prompt.strip(),
        seed=easel.ground.seed(wish.slide_id),
        references=tuple(references.values()),
        sitting=held,
        aspect_ratio=wish.aspect,
    )


async def _made(deps: Deps, request: ImageRequest) -> Image | NoImage:
    assert deps.draw is not None, "somebody draws"
    return await deps.draw(request, role=PAINTER)


async def _kept(
    easel: Easel, wish: PictureWish, request: ImageRequest, outcome: Image | NoImage, references: tuple[str, ...]
) -> Drawn:
    if isinstance(outcome, NoImage):
        why = wording.why_not(outcome, easel.lang)
        return Drawn(slide_id=wish.slide_id, why=why, prompt=request.prompt, by=outcome.model)
    seed = request.seed or 0
    return Drawn(
        slide_id=wish.slide_id,
        use=await in_deck(easel.deps, wish.slide_id, outcome.data, wish.alt),
        prompt=request.prompt,
        signature=signed(outcome, seed, request.prompt),
        sitting=await keep_sitting(easel.deps, wish.slide_id, sittings.last_exchange(outcome.sitting)),
        references=references,
        by=outcome.model,
    )


def _telling(easel: Easel, total: int) -> Callable[[int], Awaitable[None]]:
    done = 0

    async def told(more: int) -> None:
        nonlocal done
        done += more
        await easel.deps.emit("progress", text=wording.progress(total, easel.lang), done=done, total=total)

    return told


async def _changed(
    deps: Deps, drawn: Drawn, change: str, kept: bytes | None, *, lang: Lang, whole: bool
) -> Image | NoImage:
    assert deps.draw is not None, "somebody draws"
    sitting = sittings.continued(Sitting.model_validate_json(kept)) if kept is not None else Sitting()
    outcome: Image | NoImage | None = None
    if sitting.turns:
        request = await _change(deps, drawn, change, sitting, lang=lang, whole=whole)
        outcome = await deps.draw(request, role=PAINTER)
        if isinstance(outcome, Image) or outcome.reason != "other" or outcome.note == "budget":
            return outcome
    request = await _change(deps, drawn, change, Sitting(), lang=lang, whole=whole)
    if not request.references and outcome is not None:
        return outcome
    return await deps.draw(request, role=PAINTER)


async def _change(deps: Deps, drawn: Drawn, change: str, sitting: Sitting, *, lang: Lang, whole: bool) -> ImageRequest:
    """The change; without a sitting the picture as it is and its first prompt say what is changed."""
    assert drawn.use is not None, "there is a picture"
    assert drawn.signature is not None, "it was drawn"
    base = "" if sitting.turns else drawn.signature.base_prompt
    names = drawn.references if sitting.turns else ()
    pictures = [await stored(deps, name) for name in names]
    if not names:
        pictures = [await stored(deps, drawn.use.artifact, drawn.use.version)]
    prompt = render(PACKAGE, "parts/redraw", change=" ".join(change.split()), base=base, whole=whole, lang=lang)
    kinds = ["image/png"] * len(names) or [drawn.use.media_type]
    return ImageRequest(
        prompt=prompt.strip(),
        seed=drawn.signature.seed,
        references=tuple(Picture(data, kind) for data, kind in zip(pictures, kinds, strict=True) if data is not None),
        sitting=sitting,
        aspect_ratio=nearest(drawn.use.width, drawn.use.height),
    )
