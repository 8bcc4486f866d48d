"""Every exception Kasen raises on purpose.

    KasenError
    ├── UsageError            exit 2     a command or call that cannot mean anything
    │   ├── UnknownName                  a team, mode, run, knowledge base that does not exist
    │   ├── RunBusy                      the run is being driven by another process
    │   └── OtherVersion                 the run was begun by a Kasen whose state of the team is another
    ├── ConfigurationError    exit 3     settings, environment, a missing extra or program
    │   └── HomeUnusable                 KASEN_HOME cannot be read, written or migrated
    ├── InputError            exit 4     what the user gave cannot be used
    │   └── WrongValue                   an argument that takes one of a few values; a ValueError too
    ├── BudgetSpent           exit 5     the cap on money, tokens, seconds or calls is reached
    ├── StepsSpent            exit 5     the cap on steps of the graph is reached
    ├── ProviderError         exit 6     a model or search provider failed
    │   ├── Retryable                    worth asking again (timeout, 429, 5xx)
    │   │   └── Malformed                an answer that does not satisfy the schema
    │   └── Refused                      not worth asking again
    │       ├── KeyRefused               the key is wrong or may not do this (401, 403)
    │       ├── ModelNotFound            the provider has no such model (404)
    │       ├── TooLong                  more text than the model takes (413, context length)
    │       ├── Declined                 the model or the provider's filter would not answer
    │       └── AccountClosed            the account is not asked at the moment: spent quota, too many failures
    │           └── Offline              this machine has no network, or no name server answers
    ├── NotPassed             exit 1     the run came to its end, and its work did not pass
    ├── Stopped               exit 130   the user stopped it
    ├── Paused                exit 75    a run waits for a person
    └── InternalError         exit 70    a bug, or a machine that fails under us
        ├── Fenced                       a write from an attempt that is no longer the current one
        └── StoreFailed                  the database refused a write (disk full, I/O error)

The command line prints one sentence and exits with `exit_code`; the server maps classes to
status codes. `hint` says the next step and is printed after the sentence.
"""

from __future__ import annotations


class KasenError(Exception):
    """Base of all. `str(error)` is one sentence: what is wrong and where; `hint` says what to do."""

    exit_code = 70

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(KasenError):
    """A command or call that cannot mean anything."""

    exit_code = 2


class UnknownName(UsageError):
    """A name that does not exist; the message lists or suggests those that do."""


class RunBusy(UsageError):
    """Another process is driving the run."""


class OtherVersion(UsageError):
    """The run was begun with another version of its team, and this Kasen has no way to go on from there."""


class ConfigurationError(KasenError):
    """Settings, environment, a missing extra or a missing program."""

    exit_code = 3


class HomeUnusable(ConfigurationError):
    """KASEN_HOME cannot be read, written, locked or migrated."""


class InputError(KasenError):
    """What the user gave cannot be used."""

    exit_code = 4


class WrongValue(InputError, ValueError):
    """An argument that takes one of a few values was given another; the message lists them."""


class BudgetSpent(KasenError):
    """The cap on money, tokens, seconds or calls is reached."""

    exit_code = 5


class StepsSpent(KasenError):
    """The cap on steps of the graph is reached before the run came to its end; with a higher one it goes on."""

    exit_code = 5


class ProviderError(KasenError):
    """A model or search provider failed."""

    exit_code = 6


class Retryable(ProviderError):
    """Worth asking again: timeout, rate limit, server error.

    `retry_after`: the provider's own wish, in seconds. `limited`: it works, but is asked too often (429).
    """

    def __init__(
        self, message: str, *, hint: str = "", retry_after: float | None = None, limited: bool = False
    ) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after
        self.limited = limited


class Malformed(Retryable):
    """An answer that does not satisfy the schema; the message says what is wrong with it."""


class Refused(ProviderError):
    """Not worth asking again: bad key, unknown model, a refusal."""


class KeyRefused(Refused):
    """The key is wrong or may not do this (401, 403): no other call of the account can pass either."""


class ModelNotFound(Refused):
    """The provider has no such model, or the account may not use it (404)."""


class TooLong(Refused):
    """The request holds more than the model takes (413, context length)."""


class Declined(Refused):
    """The model or the provider's filter would not answer (safety, recitation, refusal)."""


class AccountClosed(Refused):
    """The account is not asked at the moment: its quota is spent, or it failed too often in a row.

    `reset_s`: seconds until it may be asked again; None when the provider did not say.
    """

    def __init__(self, message: str, *, hint: str = "", reset_s: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.reset_s = reset_s


class Offline(AccountClosed):
    """This machine has no network, or no name server answers: nobody elsewhere can be asked at the moment."""


class Stopped(KasenError):
    """The user stopped the run; what it finished is kept."""

    exit_code = 130


class NotPassed(KasenError):
    """The run came to its end, and its work did not pass; what passed of it is kept."""

    exit_code = 1


class Paused(KasenError):
    """The run waits for a person."""

    exit_code = 75


class InternalError(KasenError):
    """A bug, or a machine that fails under us."""


class Fenced(InternalError):
    """A write from an attempt that is no longer the current one."""


class StoreFailed(InternalError):
    """The database refused a write: disk full, I/O error, lock not to be had."""
