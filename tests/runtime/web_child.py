"""The command of a team in a process of its own that may read pages of one port of this machine: `PORT TEAM …`."""

from __future__ import annotations

import sys
from functools import partial

from kasen.cli.run import command_for
from kasen.runtime.local import open_runner
from kasen.tools.addresses import Addresses

if __name__ == "__main__":
    port, team, *arguments = sys.argv[1:]
    addresses = Addresses(allow=[("127.0.0.1", int(port))])
    command_for(team, partial(open_runner, addresses=addresses))(arguments)
