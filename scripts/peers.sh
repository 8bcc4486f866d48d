#!/bin/sh
# Installs the programs that benchmarks/side_by_side.py compares Kasen with, each in an environment of its own:
#   scripts/peers.sh [DIR]
# Without DIR they are put where the benchmark looks for them. DIR/gptr has gpt-researcher 0.16.1 with what its wheel
# needs for a report of the web; it asks for Python 3.12 and runs on 3.11. DIR/odr has open_deep_research 0.0.16, the
# newest of the index, with all that it asks for, and LangGraph's saver for SQLite, which it does not ask for. Nothing of
# them becomes part of Kasen.
set -eu
dir=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/kasen/peers}
python=${PYTHON:-python3}
mkdir -p "$dir"
[ -x "$dir/gptr/bin/python" ] || "$python" -m venv "$dir/gptr"
"$dir/gptr/bin/pip" install -q \
    langchain langchain-openai langchain-community langchain-classic langchain-text-splitters langgraph \
    tiktoken requests beautifulsoup4 lxml colorama markdown json-repair aiofiles python-dotenv json5 loguru mistune \
    arxiv ddgs pymupdf python-docx htmldocx tavily-python
"$dir/gptr/bin/pip" install -q --no-deps --ignore-requires-python gpt-researcher==0.16.1
[ -x "$dir/odr/bin/python" ] || "$python" -m venv "$dir/odr"
"$dir/odr/bin/pip" install -q open_deep_research==0.0.16 langgraph-checkpoint-sqlite
