"""Frames between the studio and a harness: `u32le length | u8 type | payload`, on descriptor 3."""

import json
import os
import struct

STUDIO = 3


class StudioGone(Exception):
    """Nobody is at the other end any more."""


def read_frame(expected):
    header = read_exactly(5)
    length, kind = struct.unpack("<Ic", header)
    payload = read_exactly(length)
    if kind != expected:
        raise ValueError("frame %r instead of %r" % (kind, expected))
    return payload


def read_exactly(size):
    data = bytearray()
    while len(data) < size:
        piece = os.read(STUDIO, min(size - len(data), 1 << 20))
        if not piece:
            raise StudioGone
        data += piece
    return bytes(data)


def send(kind, payload):
    data = memoryview(struct.pack("<Ic", len(payload), kind) + payload)
    try:
        while data:
            data = data[os.write(STUDIO, data) :]
    except (BrokenPipeError, ConnectionResetError):
        raise StudioGone from None


def send_json(kind, value):
    send(kind, json.dumps(value).encode())
