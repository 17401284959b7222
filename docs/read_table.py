#!/usr/bin/env python3
"""Reads values from a table of Zermelo, with none of its code: docs/table-format.md in a hundred lines.

  read_table.py FILE              what the table is
  read_table.py FILE SLOT…        the value of each slot, one a line; '-' reads them from stdin
"""
import functools, json, struct, sys
from zstandard import ZstdDecompressor, ZstdError  # Debian: python3-zstandard
# XXH3 with 64 bits, for inputs of nine bytes and more: no part of a table is shorter.
M, Q = (1 << 64) - 1, 0x9E3779B1
P1, P2, P3, P4, P5 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
# bits of a slot, the code of no position, the code of a draw
ENCODINGS = {"plies8": (8, 254, 255), "plies16": (16, 65534, 65535), "wdl2": (2, 3, 0), "score8": (8, 128, 0),
             "loss8": (8, 254, 255), "loss16": (16, 65534, 65535), "loss2": (2, 3, 0)}  # packed: losses alone
SECRET = bytes.fromhex("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221"
                       "b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                       "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb"
                       "170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")
word = lambda d, i: int.from_bytes(d[i:i + 8], "little")
fold = lambda a, b: (a * b ^ a * b >> 64) & M

def avalanche(h):
    h = (h & M ^ (h & M) >> 37) * 0x165667919E3779F9 & M
    return h ^ h >> 32

def xxh3(d, seed=0):
    n = len(d)
    mix = lambda i, s: fold(word(d, i) ^ word(SECRET, s) + seed & M, word(d, i + 8) ^ word(SECRET, s + 8) - seed & M)
    if n <= 16:
        a, b = ((word(SECRET, i) ^ word(SECRET, i + 8)) + s & M for i, s in ((24, seed), (40, -seed)))
        a, b = word(d, 0) ^ a, word(d, n - 8) ^ b
        return avalanche(n + int.from_bytes(a.to_bytes(8, "little"), "big") + b + fold(a, b))
    if n <= 128:
        return avalanche(n * P1 + sum(mix(16 * i, 32 * i) + mix(n - 16 * i - 16, 32 * i + 16) for i in range((n - 1) // 32 + 1)))
    if n <= 240:
        first = avalanche(n * P1 + sum(mix(16 * i, 16 * i) for i in range(8)))
        return avalanche(first + sum(mix(16 * i, 16 * i - 125) for i in range(8, n // 16)) + mix(n - 16, 119))
    secret = struct.pack("<24Q", *((word(SECRET, 8 * i) + (-seed if i % 2 else seed)) & M for i in range(24)))
    keys = [struct.unpack_from("<8Q", secret, 8 * i) for i in range(17)]
    acc = [0xC2B2AE3D, P1, P2, P3, P4, 0x85EBCA77, P5, Q]
    def stripe(at, key):
        for i, x in enumerate(struct.unpack_from("<8Q", d, at)):
            y = x ^ key[i]
            acc[i ^ 1] += x
            acc[i] = acc[i] + (y & 0xFFFFFFFF) * (y >> 32) & M
    for k in range((n - 1) // 64):
        stripe(64 * k, keys[k % 16])
        if k % 16 == 15:
            acc[:] = [(a & M ^ (a & M) >> 47 ^ s) * Q & M for a, s in zip(acc, keys[16])]
    stripe(n - 64, struct.unpack_from("<8Q", secret, 121))
    keyed = [a & M ^ word(secret, 11 + 8 * i) for i, a in enumerate(acc)]
    return avalanche(n * P1 + sum(fold(keyed[i], keyed[i + 1]) for i in range(0, 8, 2)))

class Table:
    def __init__(self, path):
        self.file = open(path, "rb")
        start = self.part(0, 64)
        magic, version, h, self.size, self.per_block, end, *hashes = struct.unpack("<8sII6Q", start)
        self.ask(magic == b"Zrmlo\n\x1a\n" and version == 1, "is no table of Zermelo, or of another version of the format")
        self.ask(xxh3(start[:56]) == hashes[2] and 0 < self.per_block <= 1 << 24 and h <= 1 << 22, "is damaged at its start")
        self.header = json.loads(self.part(64, h, hashes[0]))
        self.blocks = list(struct.iter_unpack("<3Q", self.part(end, 24 * -(-self.size // self.per_block), hashes[1])))
        self.ask(self.header["kind"] == "table" and not self.file.read(1), "is a checkpoint, or goes on behind its end")
        self.bits, self.empty, self.draw = ENCODINGS[self.header["encoding"]]

    def ask(self, holds, why):
        if not holds:
            sys.exit(f"{self.file.name} {why}")

    def part(self, at, n, check=None, seed=0):
        self.file.seek(min(at, 1 << 62))
        found = self.file.read(min(n, 1 << 32))
        self.ask(len(found) == n and (check is None or n > 8 and xxh3(found, seed) == check), f"is cut or damaged at byte {at}")
        return found

    @functools.lru_cache(64)
    def block(self, i):
        return ZstdDecompressor().decompress(self.part(*self.blocks[i], i), max_output_size=self.per_block)

    def value(self, slot):
        byte, shift = divmod(slot * self.bits, 8)
        block, byte = divmod(byte, self.per_block)
        code = int.from_bytes(self.block(block)[byte:byte + 2], "little") >> shift & (1 << self.bits) - 1
        if code in (self.empty, self.draw):
            other = "no loss" if self.header["encoding"].startswith("loss") else "draw"  # the moves tell a win: see the format
            return other if code == self.draw else "no position"
        if self.draw == 0:  # without distances: a score, or who wins
            return ("win" if code < 1 << self.bits - 1 else "loss") + (f" by {min(code, 256 - code)}" if self.bits == 8 else "")
        return f"{'win' if code % 2 else 'loss'} in {code if self.bits == 8 else code // 2}"

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    try:
        table = Table(sys.argv[1])
        if len(sys.argv) == 2:
            print(*(f"{key}: {table.header[key]}" for key in ("game", "set", "slots", "encoding")), sep="\n")
        for slot in sys.stdin if sys.argv[2:] == ["-"] else sys.argv[2:]:
            table.ask(slot.strip().isdecimal() and int(slot) < table.header["slots"], f"has no slot {slot.strip()!r}")
            print(table.value(int(slot)))
    except (OSError, ValueError, KeyError, ZstdError) as e:
        sys.exit(f"{sys.argv[1]} cannot be read: {e}")
