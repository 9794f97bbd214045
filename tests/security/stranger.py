"""A hostile program of another user: calls every control channel that it can find, with or without words.

`stranger.py WORDS SECONDS` becomes user 65534, connects again and again to each abstract name in /proc/net/unix and to
each TCP address in the command line of an engine, and sends WORDS (empty: nothing). It prints `leaked` when
it sees a secret.
"""

import os
import pathlib
import re
import socket
import sys
import time

words, seconds = sys.argv[1].encode().decode("unicode_escape").encode("latin-1"), float(sys.argv[2])
os.setgid(65534)
os.setuid(65534)
held = []
print("ready", flush=True)
end = time.monotonic() + seconds
while time.monotonic() < end:
    with open("/proc/net/unix", encoding="utf-8", errors="replace") as table:
        names = re.findall(r" 00010000 0001 01 +\d+ @([0-9a-f]{5})$", table.read(), re.MULTILINE)
    targets = {(socket.AF_UNIX, b"\0" + name.encode()) for name in names}
    for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words_there = entry.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        found = re.findall(r"\0--control\0tcp:([0-9.]+):(\d+)\0", words_there)
        if "RANKWISE_SECRET=" in words_there:
            print("leaked", flush=True)
        targets |= {(socket.AF_INET, (host, int(port))) for host, port in found}
    for family, address in targets:
        caller = socket.socket(family)
        caller.settimeout(0.1)
        try:
            caller.connect(address)
            caller.send(words)
            held = [*held[-50:], caller]
        except OSError:
            caller.close()
