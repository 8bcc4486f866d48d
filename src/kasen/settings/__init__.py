"""Every setting, where it may come from, and the only place that reads the environment.

Precedence: flags > environment > `.env` of the current folder > `kasen.toml` of the current folder >
`kasen.toml` of the user's configuration folder > defaults. For keys, addresses and commands the current
folder comes last: what a folder brings never replaces what its user set (see `FOLDER_LAST`).
"""

from kasen.settings.environment import export_environment
from kasen.settings.fields import Settings, variable, variables
from kasen.settings.layers import FOLDER_LAST
from kasen.settings.load import load_settings, usable_home
from kasen.settings.redact import Redactor, redactor_of

__all__ = [
    "FOLDER_LAST",
    "Redactor",
    "Settings",
    "export_environment",
    "load_settings",
    "redactor_of",
    "usable_home",
    "variable",
    "variables",
]
