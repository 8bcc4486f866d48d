"""Addresses that lead to a person: profiles, own domains, repositories under the own account."""

from __future__ import annotations

import re
from collections.abc import Iterator

_URL = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]|\"'、。，「」（）\u3000]+", re.IGNORECASE)
_HOSTS = (
    r"github\.com|gitlab\.com|bitbucket\.org|linkedin\.com/(?:in|pub)|(?:twitter|x)\.com|qiita\.com|zenn\.dev|"
    r"note\.com|speakerdeck\.com|"
    r"slideshare\.net|stackoverflow\.com/users|medium\.com|dev\.to|facebook\.com|instagram\.com|kaggle\.com|"
    r"huggingface\.co|atcoder\.jp/users|"
    r"orcid\.org|scholar\.google\.[a-z.]+|researchmap\.jp|wantedly\.com/(?:id|users)|youtrust\.jp/users|"
    r"lapras\.com/public|connpass\.com/user|"
    r"hackerrank\.com|leetcode\.com|behance\.net|dribbble\.com|youtube\.com|t\.me|keybase\.io|gist\.github\.com|"
    r""
    r"bsky\.app/profile|threads\.net|codepen\.io|hub\.docker\.com/u|about\.me|linktr\.ee|xing\.com/profile|"
    r"researchgate\.net/profile"
)
_PROFILE = re.compile(
    rf"(?<![\w.@-])(?:https?://)?(?:www\.|[a-z]{{2,3}}\.)?(?P<host>{_HOSTS})/(?P<at>[@~]?)(?P<handle>[\w.-]{{2,60}})"
    rf"(?P<rest>/[^\s<>()\[\]|\"'、。，「」（）\u3000]*)?"
    r"(?:\?[^\s<>()\[\]|\"']*)?",
    re.IGNORECASE,
)
_HOSTED = re.compile(
    r"(?<![\w.@-])(?:https?://)?(?P<handle>[\w-]{3,40})\.(?:github\.io|gitlab\.io|netlify\.app|vercel\.app|"
    r"hatenablog\.(?:com|jp)|wordpress\.com|"
    r"blogspot\.com|substack\.com|medium\.com|notion\.site|wixsite\.com|tumblr\.com|pages\.dev|carrd\.co)"
    r"(?:/[^\s<>()\[\]|\"']*)?",
    re.IGNORECASE,
)
_SHARED_WORDS = (
    "orgs topics features about explore settings company jobs apps sponsors search in watch playlist events "
    "articles tags"
)
_SHARED = frozenset(_SHARED_WORDS.split())
_SHARED_HOSTS_WORDS = (
    "github.com gitlab.com bitbucket.org linkedin.com twitter.com x.com qiita.com zenn.dev note.com "
    "speakerdeck.com slideshare.net stackoverflow.com medium.com dev.to facebook.com instagram.com "
    "kaggle.com huggingface.co atcoder.jp orcid.org google.com researchmap.jp wantedly.com youtrust.jp "
    "lapras.com connpass.com hackerrank.com leetcode.com behance.net dribbble.com youtube.com t.me "
    "keybase.io bsky.app threads.net codepen.io docker.com about.me linktr.ee xing.com "
    "researchgate.net hatenablog.com shields.io wikipedia.org amazon.co.jp quarto.org "
)
_SHARED_HOSTS = tuple(_SHARED_HOSTS_WORDS.split())
_OWNED = ("github", "gitlab", "bitbucket", "huggingface", "gist", "kaggle")
"""Hosts where another path below the account may be somebody else's product."""
_FREE_MAIL = (
    "gmail",
    "yahoo",
    "outlook",
    "hotmail",
    "icloud",
    "example",
    "proton",
    "ymail",
    "docomo",
    "ezweb",
    "softbank",
    "me.com",
    "live",
    "nifty",
    "mail",
)


def urls_in(folded: str) -> Iterator[tuple[int, int, str]]:
    """Every web address with its range, without punctuation that only ends a sentence."""
    for found in _URL.finditer(folded):
        words = found.group().rstrip(".,;:!?'\"*_")
        yield found.start(), found.start() + len(words), words.lower()


def profiles_in(folded: str) -> Iterator[tuple[int, int, str]]:
    """Addresses of profiles, with the account's name; a repository is one only where it says nothing else."""
    for found in _PROFILE.finditer(folded):
        handle = found["handle"].rstrip(".").lower()
        host = found["host"].lower()
        deeper = (found["rest"] or "").strip("/")
        if handle in _SHARED or (deeper and host.startswith(_OWNED)):
            continue
        yield found.start(), found.start() + len(found.group().rstrip(".,;:")), handle
    for found in _HOSTED.finditer(folded):
        yield found.start(), found.start() + len(found.group().rstrip(".,;:")), found["handle"].lower()


def own_domain(mail: str) -> str:
    """The domain of a mail address when it is not a provider's; empty otherwise."""
    domain = mail.rpartition("@")[2].lower()
    return "" if any(free in domain for free in _FREE_MAIL) else domain


def is_shared(host: str) -> bool:
    """True for a host on which many people have their pages."""
    return any(host == name or host.endswith("." + name) for name in _SHARED_HOSTS)
