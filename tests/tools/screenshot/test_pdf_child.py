from __future__ import annotations

import json
import subprocess
import sys

SMALL = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F 12 Tf 20 100 Td (Words on paper) Tj ET
endstream endobj 5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
6 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>"""


def served(data: bytes, seconds: float = 30.0) -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-m", "kasen.tools.screenshot.pdf_child", str(seconds), str(2 << 30)]
    return subprocess.run(line, input=data, capture_output=True, check=False, timeout=60)


def test_each_page_is_read_as_it_is() -> None:
    done = served(SMALL)
    assert (done.returncode, json.loads(done.stdout)) == (0, ["Words on paper", ""])


def test_it_ends_itself_when_it_takes_too_long_and_says_when_it_cannot_read() -> None:
    assert served(b"no pdf").returncode == 1
    line = [sys.executable, "-m", "kasen.tools.screenshot.pdf_child", "0.3", str(2 << 30)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.wait(timeout=30) == -14
