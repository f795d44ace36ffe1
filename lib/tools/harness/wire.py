"""Frames between the studio and the processes that serve it: `u32le length | u8 type | payload`, on one connection each."""

import json
import os
import struct


class StudioGone(Exception):
    """Nobody is at the other end any more."""


class Wire:
    def __init__(self, descriptor):
        self.descriptor = descriptor

    def read_frame(self, expected):
        length, kind = struct.unpack("<Ic", self.read_exactly(5))
        payload = self.read_exactly(length)
        if kind != expected:
            raise ValueError("frame %r instead of %r" % (kind, expected))
        return payload

    def read_exactly(self, size):
        data = bytearray()
        while len(data) < size:
            piece = os.read(self.descriptor, min(size - len(data), 1 << 20))
            if not piece:
                raise StudioGone
            data += piece
        return bytes(data)

    def send(self, kind, payload):
        data = memoryview(struct.pack("<Ic", len(payload), kind) + payload)
        try:
            while data:
                data = data[os.write(self.descriptor, data) :]
        except (BrokenPipeError, ConnectionResetError):
            raise StudioGone from None

    def send_json(self, kind, value):
        self.send(kind, json.dumps(value).encode())
