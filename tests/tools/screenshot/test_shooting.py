from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Browser

from kasen.errors import ConfigurationError, InputError
from kasen.models.pictures import LONG_EDGE, TILE, fit
from kasen.models.role import Picture
from kasen.tools.addresses import Addresses
from kasen.tools.screenshot.model import Shot
from kasen.tools.screenshot.shooting import MOST_HTML, shoot_page, shoot_url, shown
from tools.fetch.site import Answer, site
from tools.screenshot.visiting import picture, visited

pytestmark = pytest.mark.asyncio(loop_scope="module")

CURIOUS = """<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title><body><p>Hello from here.</p>
<img src="TRAP/img"><img src="/own.png"><iframe src="TRAP/frame"></iframe><link rel="stylesheet" href="TRAP/css">
<iframe srcdoc="<img src='TRAP/srcdoc'>"></iframe><img src="/redirect"><img src="http://0x7f000001:PORT/hex">
<link rel="prefetch" href="TRAP/prefetch"><img src="http://169.254.169.254/latest/"><img src="file:///etc/passwd">
<object data="http://[::ffff:127.0.0.1]:PORT/mapped"></object><img src="http://localhost:PORT/name">
<a id="file" href="data:application/zip,xx" download>d</a>
<script>
  const ignore = () => 0;
  fetch("TRAP/fetch").catch(ignore);
  fetch("/own-fetch");
  fetch("/redirect").catch(ignore);
  fetch("/own-post", { method: "POST", body: "x".repeat(50) });
  navigator.sendBeacon("TRAP/beacon", "x");
  new WebSocket("ws://127.0.0.1:PORT/socket");
  new WebSocket("ws://" + location.host + "/own-socket");
  new EventSource("TRAP/events");
  new Worker(URL.createObjectURL(new Blob(["fetch('TRAP/worker').catch(() => 0)"])));
  const call = (Peer) => {
    const peer = new Peer({ iceServers: [{ urls: "stun:127.0.0.1:PORT" }] });
    peer.createDataChannel("x");
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  };
  try { call(RTCPeerConnection); } catch { document.body.append("no calls "); }
  const inner = document.body.appendChild(document.createElement("iframe"));
  try { call(inner.contentWindow.RTCPeerConnection); } catch { document.body.append("none inside "); }
  try { new WebTransport("https://127.0.0.1:PORT/transport"); } catch { ignore(); }
  navigator.serviceWorker.register("/own-worker.js").catch(ignore);
  window.open("TRAP/popup");
  file.click();
  setTimeout(() => alert("hi"), 10);
  setTimeout(() => prompt("name?"), 30);
</script>"""
REACHABLE = {"/img", "/frame", "/css", "/srcdoc", "/fetch", "/socket", "/worker", "/redirected", "/popup", "/hex"}


class Datagrams(asyncio.DatagramProtocol):
    def __init__(self) -> None:
        self.seen = 0

    def datagram_received(self, data: bytes, addr: object) -> None:
        self.seen += 1


@pytest.mark.parametrize("is_allowed", [False, True])
async def test_a_page_reaches_its_own_origin_and_nothing_else_on_this_machine(
    browser: Browser, is_allowed: bool
) -> None:
    """The second time the policy allows the other port: then it is reached, so the first time proves something."""
    async with site({f"/{n}": Answer("") for n in ("x",)}) as trap, site() as own:
        loop = asyncio.get_running_loop()
        transport, datagrams = await loop.create_datagram_endpoint(Datagrams, local_addr=("127.0.0.1", trap.port))
        here = f"http://127.0.0.1:{trap.port}"
        own.pages["/"] = Answer(CURIOUS.replace("TRAP", here).replace("PORT", str(trap.port)))
        own.pages["/redirect"] = Answer(status=302, headers={"Location": f"{here}/redirected"})
        policy = Addresses(allow={("127.0.0.1", trap.port)}) if is_allowed else Addresses()
        shot = await visited(browser, own.url(), addresses=policy)
        transport.close()
    assert {"/", "/own.png", "/own-fetch", "/own-post", "/own-socket", "/redirect"} <= set(own.paths())
    assert "/own-worker.js" not in own.paths()
    assert datagrams.seen == 0
    assert shot.facts.height == 1080
    if is_allowed:
        assert set(trap.paths()) >= REACHABLE
    else:
        assert (trap.paths(), trap.connections) == ([], 0)


async def test_a_tall_page_is_seen_piece_by_piece_in_a_size_that_can_be_read_and_an_endless_one_has_an_end(
    browser: Browser,
) -> None:
    rows = "".join(f'<div style="background: rgb({n % 256},{n // 256 * 80},0)">row {n}</div>' for n in range(600))
    tall = f"<!doctype html><style>body {{ margin: 0 }} div {{ height: 100px; color: #fff }}</style>{rows}"
    endless = """<body><div style="height: 3000px">x</div><script>addEventListener("scroll", () => {
        document.body.append(document.createElement("p"), "more");
        document.querySelector("p:last-of-type").style.height = "5000px"; });</script>"""
    async with site({"/tall": Answer(tall), "/endless": Answer(endless)}) as own:
        shot, other = await asyncio.gather(visited(browser, own.url("/tall")), visited(browser, own.url("/endless")))
    assert other.facts.height == shot.facts.height == 30_000
    assert [view.kind for view in shot.views] == ["overview", *["tile"] * 6, "mobile"]
    assert shot.unseen == 30_000 - (6 * 1400 + 100)
    for nth, tile in enumerate(shot.views[1:-1]):
        image = picture(tile)
        assert tile.width <= TILE[0]
        assert tile.height == TILE[1]
        for y in (0, 750, 1499):
            row = (nth * 1400 + y) // 100
            seen = image.getpixel((image.width - 1, y))
            assert seen == (row % 256, row // 256 * 80, 0), (nth, y)
    for view in (*shot.views, *other.views):
        assert max(view.width, view.height) <= LONG_EDGE
        given = Picture(view.data, "image/png")
        assert fit(given) == [given], "nothing is shrunk twice"


PAGE = """<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>as it was</title>
<meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'">
<link rel="stylesheet" href="style.css"><script>document.documentElement.innerHTML = "ran"</script>
<meta name="viewport" content="width=device-width"></head>
<body onload="document.body.textContent = 'ran'"><main><h1>職務経歴書</h1>
<img src="画像/photo.png" alt="photo" width="40" height="30"><img src="../outside.png" alt="no">
<img src="link.png" alt="no"><img src="file:///SECRET" alt="no"><img src="http://127.0.0.1:PORT/x.png" alt="no">
<p class="small">ごく小さい文字</p><p style="font-size: 2px">・</p>
<p style="position:absolute;left:-9999px;font-size:1px">words beside the page</p>
<p>クラウド基盤の設計と運用を担当し、可用性を高めました。監視の自動化により障害対応の時間を半分に減らし、十名の班を率いました。</p>
<p>Led the migration of twelve services to Kubernetes and cut the time of a deployment from hours to minutes.</p>
<a href="https://a.example/">link</a><img src="javascript:alert(1)" alt="">
<svg onload="document.body.textContent='ran'"></svg>
<iframe srcdoc="<script>parent.document.body.textContent='ran'</script>" title="x"></iframe>
<div style="width: 700px">wide</div></main></body></html>"""


def reds(shot: Shot) -> int:
    return list(picture(shot.views[1]).convert("RGB").get_flattened_data()).count((255, 0, 0))


async def test_a_page_made_here_is_measured_and_runs_no_script_and_has_pictures_of_its_folder_only(
    browser: Browser, tmp_path: Path
) -> None:
    folder = tmp_path / "my page"
    (folder / "画像").mkdir(parents=True)
    Image.new("RGB", (40, 30), "red").save(folder / "画像" / "photo.png")
    (folder / "style.css").write_text(
        "body { font: 16px/1.6 serif; width: 480px; margin: 0 } .small { font-size: 9px }"
    )
    Image.new("RGB", (40, 30), "red").save(tmp_path / "outside.png")
    (folder / "link.png").symlink_to(tmp_path / "outside.png")
    async with site() as other:
        html = PAGE.replace("SECRET", str(folder / "画像" / "photo.png")).replace("PORT", str(other.port))
        shot = await shown(browser, html, folder=str(folder), source="preview")
        bare = await shown(browser, html, source="preview")
    assert other.connections == 0
    facts = shot.facts
    assert (shot.source, facts.smallest_font, facts.links, facts.fonts) == ("preview", 9.0, 1, ("serif",))
    assert 220 <= (facts.mobile_overflow or 0) <= 340
    assert 25 <= (facts.line_length or 0) <= 75
    assert (facts.pages, facts.axe[:2]) == (1, "4.")
    assert (facts.ats_text or 0) > 0.9
    assert {"region", "landmark-one-main"}.isdisjoint(problem.rule for problem in facts.problems)
    assert "image-alt" not in {problem.rule for problem in facts.problems}
    assert [reds(s) for s in (shot, bare)] == [40 * 30, 0], "one picture is of the folder, and only with the folder"
    assert bare.facts.smallest_font != 9.0


async def test_nothing_of_another_place_is_answered(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret words")
    html = """<!doctype html><body>Hello page<iframe src="secret.txt"></iframe>
        <meta http-equiv="refresh" content="0;url=secret.txt">"""
    shot = await shown(browser, html, folder=str(tmp_path), source="quarto")
    assert shot.facts.lost == ()
    assert shot.facts.ats_text == 1.0


async def test_what_is_too_large_is_refused_before_it_is_shown(browser: Browser) -> None:
    with pytest.raises(InputError, match="too large"):
        await shown(browser, "x" * (MOST_HTML + 1), source="preview")


@pytest.mark.parametrize(
    "url",
    [
        *("file:///etc/passwd", "ftp://a.example/", "javascript:alert(1)", "data:text/html,x", "about:blank", ""),
        *("http://person:secret@127.0.0.1/", "http://169.254.169.254/latest/", "view-source:http://127.0.0.1/"),
    ],
)
async def test_what_is_no_address_of_a_page_opens_no_browser(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(InputError, match="the page cannot be shown: ") as error:
        await shoot_url(url, Addresses())
    assert "secret" not in str(error.value)
    with pytest.raises(InputError):
        await shoot_url("http://127.0.0.1/", Addresses(shared=True))


async def test_without_the_package_the_extra_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    for asked in (shoot_url("http://127.0.0.1/", Addresses()), shoot_page("<p>x", source="preview")):
        with pytest.raises(ConfigurationError, match="pictures of a page needs the package `playwright`") as error:
            await asked
        assert "kasen[resume]" in error.value.hint


async def test_a_page_at_an_address_and_one_made_here_in_browsers_of_their_own() -> None:
    html = "<!doctype html><html lang=en><title>t</title><main><h1>One page</h1><p>with a few words</p></main>"
    async with site({"/cv?x=1": Answer(html)}) as own:
        at, here = await asyncio.gather(
            shoot_url(f" {own.url('/cv?x=1')}#part ", Addresses()), shoot_page(html, source="preview")
        )
    assert at.source == f"{own.url('/cv?x=1')}#part"
    assert re.fullmatch(r"\d+\.\d+\.\d+", at.facts.axe)
    assert (at.facts, [v.kind for v in at.views]) == (here.facts, [v.kind for v in here.views])


async def test_the_whole_page_is_pictured_1920_pixels_wide(browser: Browser) -> None:
    """Blue below the first screen where the window is as wide as it should be, else red; 1,600 pixels high in all."""
    page = """<!doctype html><style>body { margin: 0 } div { height: 800px; background: red }
        @media (width: 1920px) { div + div { background: blue } }</style><div></div><div></div>"""
    async with site({"/": Answer(page)}) as own:
        shot = await visited(browser, own.url())
    whole = picture(shot.views[0]).convert("RGB")
    assert (shot.views[0].kind, shot.facts.width, shot.facts.height) == ("overview", 1920, 1600)
    assert abs(whole.width / whole.height - 1920 / 1600) < 0.01
    halves = [whole.getpixel((whole.width - 2, whole.height * part // 4)) for part in (1, 3)]
    assert halves == [(255, 0, 0), (0, 0, 255)]
