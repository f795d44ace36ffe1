/** Decodes CP949, the Korean code page of Windows and Excel; bytes that mean nothing become "�". Keeps a cut letter between chunks. */
export function createCp949Decoder(): { decode(bytes: Uint8Array, options?: { stream: boolean }): string } {
  const letters = letterTable();
  let lead: number | null = null;
  return {
    decode(bytes, { stream } = { stream: false }) {
      const units = new Uint16Array(bytes.length + 2);
      let length = 0;
      for (const byte of bytes) {
        if (lead !== null) {
          const letter = letters.get(lead * 256 + byte);
          units[length++] = letter ?? REPLACEMENT;
          // A broken pair must not swallow a comma or a line end.
          if (letter === undefined && byte < 0x80) units[length++] = byte;
          lead = null;
        } else if (byte < 0x80) units[length++] = byte;
        else if (byte === 0x80 || byte === 0xff) units[length++] = REPLACEMENT;
        else lead = byte;
      }
      if (!stream && lead !== null) {
        units[length++] = REPLACEMENT;
        lead = null;
      }
      return UTF16.decode(units.subarray(0, length));
    },
  };
}

const REPLACEMENT = 0xfffd;
const UTF16 = new TextDecoder("utf-16le", { ignoreBOM: true });
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = 11_172;

// Added to KS X 1001 in 1998: the euro sign and the registered trademark.
const LATER = [
  [0xa2e6, 0x20ac],
  [0xa2e7, 0x00ae],
] as const;

let table: Map<number, number> | undefined;

/**
 * Node's own "euc-kr" knows only the 2,350 syllables of KS X 1001. CP949 puts the other 8,822, in the order of Unicode,
 * on the byte pairs that KS X 1001 leaves free, so the whole table follows from the smaller one.
 */
function letterTable(): Map<number, number> {
  if (table) return table;
  const letters = new Map<number, number>();
  const standard = new TextDecoder("euc-kr");
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const letter = standard.decode(Uint8Array.of(lead, trail));
      if (letter.length === 1 && letter !== "�") letters.set(lead * 256 + trail, letter.charCodeAt(0));
    }
  }
  for (const [pair, letter] of LATER) letters.set(pair, letter);
  const taken = new Set(letters.values());
  const free = freePairs();
  for (let letter = FIRST_SYLLABLE; letter < FIRST_SYLLABLE + SYLLABLES; letter++) {
    if (taken.has(letter)) continue;
    const pair = free.next();
    if (!pair.done) letters.set(pair.value, letter);
  }
  table = letters;
  return letters;
}

function* freePairs(): Generator<number> {
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      yield lead * 256 + trail;
    }
  }
}
