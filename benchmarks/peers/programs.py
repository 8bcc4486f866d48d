"""The programs that are compared: how each is started, and what its model answers."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.peers.says_gptr import GptrModel
from benchmarks.peers.says_kasen import KasenModel
from benchmarks.peers.says_odr import OdrModel
from benchmarks.peers.server import Script

ROOT = Path(__file__).parent.parent.parent
_KEYS = {"OPENAI_API_KEY": "test-key", "TAVILY_API_KEY": "tvly-test", "LANGSMITH_TRACING": "false"}


@dataclass(frozen=True)
class Program:
    """One program in one mode. `peer` is the folder of its environment under that of all peers; empty: Kasen's own."""

    name: str
    driver: str
    mode: str
    peer: str = ""
    checkpoints: bool = False

    def script(self, *, careless: bool = False) -> Script:
        """What its model answers."""
        makes: dict[str, type[KasenModel] | type[GptrModel] | type[OdrModel]]
        makes = {"drive_kasen": KasenModel, "drive_gptr": GptrModel, "drive_odr": OdrModel}
        return makes[self.driver](careless=careless)

    def python(self, peers: Path | None) -> Path:
        """The interpreter that has it; it need not be there."""
        return Path(sys.executable) if not self.peer else (peers or Path()) / self.peer / "bin" / "python"

    def environment(self, home: Path, url: str) -> dict[str, str]:
        """All variables of its process."""
        plain = {"HOME": str(home), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        if self.driver == "drive_kasen":
            return plain | {"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}"}
        plain |= _KEYS | {"OPENAI_BASE_URL": f"{url}/v1"}
        if self.driver == "drive_odr":
            return plain
        models = dict.fromkeys(("FAST_LLM", "SMART_LLM", "STRATEGIC_LLM"), "openai:m")
        found = {"RETRIEVER": "searx", "SEARX_URL": url, "ALLOW_PRIVATE_URLS": "true"}
        return plain | models | found

    def request(self, question: str, home: Path, url: str, **more: Any) -> dict[str, Any]:
        """What its driver is told."""
        kept = {"checkpoints": str(home / "checkpoints.sqlite")} if self.checkpoints else {}
        return {"question": question, "mode": self.mode, "home": str(home), "url": url, **kept, **more}


KASEN = (Program("kasen", "drive_kasen", "deep"), Program("kasen_quick", "drive_kasen", "quick"))
PEERS = (
    Program("gpt_researcher", "drive_gptr", "research_report", "gptr"),
    Program("gpt_researcher_deep", "drive_gptr", "deep", "gptr"),
    Program("open_deep_research", "drive_odr", "", "odr"),
)
SAVED = Program("open_deep_research_saver", "drive_odr", "", "odr", checkpoints=True)
"""Only for the kill: with a saver that its user would have to add."""
