"""Addresses that are no web page of a stranger: forms of this machine and its network, and what is no address at all.

`{port}` is the port of a server of this machine that counts who comes (`trap.py`).
"""

from __future__ import annotations

LOOPBACK = (
    "http://127.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://127.0.1:{port}/",
    "http://127.255.255.254:{port}/",
    "http://2130706433:{port}/",  # decimal
    "http://0x7f000001:{port}/",
    "http://0x7f.1:{port}/",
    "http://0x7f.0x0.0x0.0x1:{port}/",
    "http://017700000001:{port}/",  # octal
    "http://0177.0.0.1:{port}/",
    "http://0177.0.0.01:{port}/",
    "http://127.0.0.1.:{port}/",
    "http://0.0.0.0:{port}/",
    "http://0:{port}/",
    "http://localhost:{port}/",
    "http://LOCALHOST:{port}/",
    "http://localhost.:{port}/",
    "http://localhost.localdomain:{port}/",
    "http://kasen.localhost:{port}/",
    "http://[::1]:{port}/",
    "http://[0:0:0:0:0:0:0:1]:{port}/",
    "http://[::]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",  # IPv4-mapped
    "http://[::ffff:7f00:1]:{port}/",
    "http://[::127.0.0.1]:{port}/",  # IPv4-compatible
    "http://[64:ff9b::127.0.0.1]:{port}/",  # NAT64
    "http://[64:ff9b:1::127.0.0.1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",  # 6to4
    "http://[fe80::1%25lo]:{port}/",
    "http://127。0。0。1:{port}/",  # unicode full stops
    "http://127．0．0．1:{port}/",
    "http://１２７.0.0.1:{port}/",  # full-width digits
    "http://①②⑦.⓪.⓪.①:{port}/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:{port}/",
    "http://ｌｏｃａｌｈｏｓｔ:{port}/",
    "http://loc\u00adalhost:{port}/",  # soft hyphen
    "http://local\u200bhost:{port}/",
    "http://ⅼocalhost:{port}/",  # a Roman numeral
    "https://127.0.0.1:{port}/",
)
"""Forms of this machine."""
WITHOUT_PORT = (
    "http://127.0.0.1/",
    "https://localhost/",
    "http://[::1]/",
    "http://10.0.0.1/",
    "http://10.255.255.255/",
    "http://172.16.0.1/",
    "http://172.31.255.254/",
    "http://192.168.1.1/admin",
    "http://100.64.0.1/",  # carrier-grade NAT
    "http://169.254.1.1/",
    "http://198.18.0.1/",
    "http://192.0.0.8/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://240.0.0.1/",
    "http://[fc00::1]/",
    "http://[fd12:3456::1]/",
    "http://[fe80::1]/",
    "http://[ff02::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[2002:c0a8:101::]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",  # Teredo
    "http://0xa.0.0.1/",
    "http://167772161/",
    "http://012.0.0.1/",
    "http://router/",
    "http://intranet.local/",
    "http://db.internal/",
    "http://nas.lan/",
    "http://printer.home.arpa/",
)
"""Networks of their own."""
METADATA = (
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.169.254/computeMetadata/v1/?recursive=true",
    "http://2852039166/latest/",
    "http://0xa9fea9fe/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/latest/",
    "http://100.100.100.200/latest/",  # Alibaba
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://metadata/computeMetadata/v1/",
    "http://METADATA.GOOGLE.INTERNAL./",
)
"""Services that hand out keys."""
MALFORMED = (
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "ftp://127.0.0.1:{port}/",
    "gopher://127.0.0.1:{port}/_GET",
    "dict://127.0.0.1:{port}/",
    "data:text/html,<script>alert(1)</script>",
    "javascript:fetch('http://127.0.0.1:{port}/')",
    "blob:http://127.0.0.1:{port}/1",
    "view-source:http://127.0.0.1:{port}/",
    "jar:http://127.0.0.1:{port}/!/",
    "//127.0.0.1:{port}/",
    "http:127.0.0.1:{port}/",
    "http:/127.0.0.1:{port}/",
    "http:///127.0.0.1:{port}/",
    "http:\\\\127.0.0.1:{port}\\",
    "http://example.com\\@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}\\@example.com/",
    "http://example.com@127.0.0.1:{port}/",
    "http://example.com:80@127.0.0.1:{port}/",
    "http://user:test-key@example.com/",
    "http://127.0.0.1:{port}#@example.com/",
    "http://127.0.0.1:{port}?@example.com/",
    "http://127.0.0.1\t:{port}/",
    "http://127.0.0.1\n:{port}/",
    "ht\ttp://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}/\r\nHost: example.com",
    "http://127.0.0.1%00.example.com/",
    "http://127.0.0.1%2eexample.com/",
    "http://example.com:22/",
    "http://example.com:25/",
    "http://example.com:6379/",
    "http://example.com:99999/",
    "http://example.com:-80/",
    "http://example.com:８０/",
    "http://[::1/",
    "http://[127.0.0.1]:{port}/",
    "http://::1:{port}/",
    "http://256.256.256.256/",
    "http://1.2.3.4.5/",
    "http:// 127.0.0.1:{port}/",
    "http://-example.com/",
    "http://exa mple.com/",
    "http://",
    "",
    "http://" + "a" * 5000 + ".example/",
)
"""What is no address of a page, or tries to look like another."""
HOSTILE = (*LOOPBACK, *WITHOUT_PORT, *METADATA, *MALFORMED)
PRIVATE_ANSWERS = (
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.20.0.1",
    "192.168.0.10",
    "169.254.169.254",
    "100.64.1.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::7",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::1",
    "224.0.0.5",
    "255.255.255.255",
)
"""What a name of a stranger may resolve to."""
