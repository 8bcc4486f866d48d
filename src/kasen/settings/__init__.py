"""Every setting, where it may come from, and the only place that reads the environment.

Precedence: flags > environment > `.env` of the current folder > `kasen.toml` of the current folder >
`kasen.toml` of the user's configuration folder > defaults. Of caps that stand in files the lowest counts.
Before `kasen trust`, a folder brings its keys last, and no address, no command and no place of Kasen's own files.
"""

from kasen.settings.environment import export_environment, plain_environment
from kasen.settings.fields import Settings, variable, variables
from kasen.settings.folder import KEYS, NEEDS_TRUST
from kasen.settings.load import load_settings, usable_home
from kasen.settings.redact import Redactor, redactor_of
from kasen.settings.trust import read_trusted, trusted

__all__ = [
    "KEYS",
    "NEEDS_TRUST",
    "Redactor",
    "Settings",
    "export_environment",
    "load_settings",
    "plain_environment",
    "read_trusted",
    "redactor_of",
    "trusted",
    "usable_home",
    "variable",
    "variables",
]
