/** A frame between the studio and a harness: `u32le length | u8 type | payload`; the type is one ASCII character. */
export type Frame = { type: string; payload: Buffer };

export function encodeFrame(type: string, payload: Uint8Array | string): Buffer {
  const body = typeof payload === "string" ? Buffer.from(payload) : payload;
  const frame = Buffer.allocUnsafe(5 + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.write(type, 4, "latin1");
  frame.set(body, 5);
  return frame;
}

/** Cuts a byte stream, in whatever chunks it comes, into whole frames. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = 5;

  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const frames: Frame[] = [];
    while (this.#length >= this.#needed) {
      const bytes = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
      const end = 5 + bytes.readUInt32LE(0);
      this.#chunks = [bytes];
      this.#needed = end;
      if (bytes.length < end) break;
      frames.push({ type: bytes.toString("latin1", 4, 5), payload: bytes.subarray(5, end) });
      this.#chunks = [bytes.subarray(end)];
      this.#length = bytes.length - end;
      this.#needed = 5;
    }
    return frames;
  }
}
