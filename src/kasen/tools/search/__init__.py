"""Search of the web: the port, the providers behind it, and several of them as one.

`open_search` opens what the settings name; `Steady` makes a port of a provider; `MergedSearch` asks several at once.
"""

from kasen.tools.search.port import Outcome, Results, SearchProvider, WebSearch, copies_of, outcomes_of
from kasen.tools.search.wanted import Wanted, wanted

__all__ = ["Outcome", "Results", "SearchProvider", "Wanted", "WebSearch", "copies_of", "outcomes_of", "wanted"]
