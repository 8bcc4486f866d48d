"""`python -m kasen.testing.providers`: the fake providers by themselves, for any client program."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from kasen.errors import KasenError
from kasen.testing.providers.fake import DUMMY_KEY, Fake
from kasen.testing.providers.faults import FAULTS
from kasen.testing.providers.script_file import EXAMPLE, Script, load_script
from kasen.testing.providers.server import serving

PORT = 8898
VARIABLES = {
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
    "anthropic": ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    "google": ("GOOGLE_GEMINI_BASE_URL", "GOOGLE_API_KEY"),
    "ollama": ("OLLAMA_HOST", ""),
    "tavily": ("TAVILY_BASE_URL", "TAVILY_API_KEY"),
    "compatible": ("KASEN_COMPATIBLE_BASE_URL", "KASEN_COMPATIBLE_API_KEY"),
    "embeddings": ("KASEN_EMBEDDINGS_BASE_URL", "KASEN_EMBEDDINGS_API_KEY"),
}
"""Provider to the environment variables for its address and key, as its own client reads them where it has one."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C. Returns 0, or the exit code of what is wrong after saying it on stderr."""
    given = _parser().parse_args(arguments)
    try:
        script = load_script(given.script) if given.script else Script()
        asyncio.run(_serve(given, script))
    except KasenError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    except OSError as error:
        sys.stderr.write(f"port {given.port} of {given.host} cannot be used: {error.strerror or error}\n")
        return 3
    return 0


def shown(fake: Fake) -> str:
    """The base URLs, and lines for a shell that point client programs at them."""
    addresses = "\n".join(f"  {provider:<11} {base}" for provider, base in fake.addresses.items())
    lines = []
    for provider, (base, key) in VARIABLES.items():
        lines.append(f"export {base}={fake.addresses[provider]}")
        if key:
            lines.append(f"export {key}={fake.behaviour.keys.get(provider, DUMMY_KEY)}")
    return "\n".join(("# Fake providers; nothing here is a model.", addresses, "", *lines, "")).replace(
        "\n  ", "\n#   "
    )


async def _serve(given: argparse.Namespace, script: Script) -> None:
    done = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, done.set)
    async with serving(
        given.latency,
        script.keys,
        host=given.host,
        port=given.port,
        pace_s=given.pace,
        models=script.models,
    ) as fake:
        script.tell(fake)
        sys.stdout.write(shown(fake))
        sys.stdout.flush()
        await done.wait()
    counts = {provider: sum(call.provider == provider for call in fake.calls) for provider in sorted(fake.usage)}
    said = ", ".join(f"{provider or 'unknown paths'} {count}" for provider, count in counts.items())
    sys.stderr.write(f"{len(fake.calls)} requests{': ' if said else ''}{said}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m kasen.testing.providers",
        description="Fake OpenAI, Anthropic, Gemini, Ollama, Tavily and OpenAI-compatible servers on one port.\n"
        "Without a script every request gets the smallest answer that its JSON schema accepts.",
        epilog=f"A script (YAML or JSON):\n\n{EXAMPLE}\nFaults by name: {', '.join(FAULTS)}\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", help="loopback address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=_port, default=PORT, help=f"port; 0 for any free one (default {PORT})")
    parser.add_argument(
        "--latency", type=_seconds, default=0.0, metavar="S", help="seconds before each answer's first byte"
    )
    parser.add_argument(
        "--pace", type=_seconds, default=0.0, metavar="S", help="seconds between pieces of a streamed answer"
    )
    parser.add_argument("--script", type=Path, metavar="FILE", help="answers and faults, in their order")
    return parser


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError("must be seconds, 0 or more")
    return value


def _port(text: str) -> int:
    value = int(text)
    if not 0 <= value <= 65535:
        raise argparse.ArgumentTypeError("must be 0 to 65535")
    return value


if __name__ == "__main__":
    sys.exit(main())
