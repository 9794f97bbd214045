"""A hostile program of another user: calls every listening abstract socket of this machine, with or without words.

`stranger.py WORDS SECONDS` becomes user 65534, connects to each name in /proc/net/unix again and again, and sends WORDS
(empty: nothing). It prints how many connections it made.
"""

import os
import re
import socket
import sys
import time

words, seconds = sys.argv[1].encode().decode("unicode_escape").encode("latin-1"), float(sys.argv[2])
os.setgid(65534)
os.setuid(65534)
made, held = 0, []
print("ready", flush=True)
end = time.monotonic() + seconds
while time.monotonic() < end:
    with open("/proc/net/unix", encoding="utf-8", errors="replace") as table:
        names = re.findall(r" 00010000 0001 01 +\d+ @([0-9a-f]{5})$", table.read(), re.MULTILINE)
    for name in names:
        caller = socket.socket(socket.AF_UNIX)
        caller.setblocking(False)
        try:
            caller.connect(b"\0" + name.encode())
            made += 1
            caller.send(words)
            held = [*held[-50:], caller]
        except OSError:
            caller.close()
print(made, flush=True)
