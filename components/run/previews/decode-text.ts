/** Bytes as text: by their byte order mark, as UTF-8, as the Korean EUC-KR that spreadsheets still write, or as Latin letters. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const candidates = marked ? [marked.encoding] : ["UTF-8", "EUC-KR", "windows-1252"];
  for (const encoding of candidates) {
    const text = tryDecode(bytes, encoding);
    if (text !== null) return { text, encoding };
  }
  return { text: new TextDecoder().decode(bytes), encoding: "UTF-8" };
}

const MARKS = [
  { encoding: "UTF-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "UTF-16LE", mark: [0xff, 0xfe] },
  { encoding: "UTF-16BE", mark: [0xfe, 0xff] },
];

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    // As a stream: a letter that was cut in two at the end of a preview is left out, not an error.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
