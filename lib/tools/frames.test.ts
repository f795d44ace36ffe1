import { expect, test } from "vitest";
import { encodeFrame, FrameReader } from "./frames.ts";

test("frames come out whole however the stream is cut", () => {
  const stream = Buffer.concat([
    encodeFrame("1", "héllo"),
    encodeFrame("X", ""),
    encodeFrame("2", Buffer.alloc(70_000, 7)),
  ]);
  for (const size of [1, 3, 4096, stream.length]) {
    const reader = new FrameReader();
    const frames = [];
    for (let at = 0; at < stream.length; at += size) frames.push(...reader.push(stream.subarray(at, at + size)));
    expect(frames.map(({ type, payload }) => [type, payload.length])).toEqual([
      ["1", 6],
      ["X", 0],
      ["2", 70_000],
    ]);
    expect(frames[0]?.payload.toString()).toBe("héllo");
  }
});
