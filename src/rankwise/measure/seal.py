"""The control channel as records that only the two ends of one connection can make. engine/seal.hpp is the other."""

from __future__ import annotations

import hmac

NONCE_BYTES = 16
HEAD_BYTES = 20
MOST_BYTES = 1 << 20  # of one record
_TAG_BYTES = 16


class Forged(Exception):
    """The other end of this connection did not make the record."""


class Seal:
    """`word` says what the key is for, `nonces` makes it one of this connection.

    A record of another connection, another launch, the other direction or another place in the stream does not fit.
    """

    def __init__(self, secret: str, word: bytes, nonces: bytes, *, most_bytes: int = MOST_BYTES) -> None:
        self._key = hmac.digest(secret.encode(), word + nonces, "sha256")
        self._most_bytes = most_bytes
        self._received = bytearray()
        self._sent = self._taken = 0

    def sealed(self, data: bytes, direction: bytes = b"t") -> bytes:
        """The records that bring `data`; `t` is from the tool, `r` from a rank."""
        records: list[bytes] = []
        for begin in range(0, len(data), MOST_BYTES):
            piece = data[begin : begin + MOST_BYTES]
            records += [len(piece).to_bytes(4, "big"), self._tag(direction, self._sent, piece), piece]
            self._sent += 1
        return b"".join(records)

    def opened(self, data: bytes) -> bytes:
        """What the records that `data` completes bring. Raises Forged."""
        self._received += data
        records: list[bytes] = []
        while len(self._received) >= 4:
            length = int.from_bytes(self._received[:4], "big")
            if length > self._most_bytes:
                raise Forged
            if len(self._received) < HEAD_BYTES + length:
                break
            piece = bytes(self._received[HEAD_BYTES : HEAD_BYTES + length])
            if not hmac.compare_digest(self._received[4:HEAD_BYTES], self._tag(b"r", self._taken, piece)):
                raise Forged
            self._taken += 1
            records.append(piece)
            del self._received[: HEAD_BYTES + length]
        return b"".join(records)

    def _tag(self, direction: bytes, number: int, piece: bytes) -> bytes:
        return hmac.digest(self._key, direction + number.to_bytes(8, "big") + piece, "sha256")[:_TAG_BYTES]
