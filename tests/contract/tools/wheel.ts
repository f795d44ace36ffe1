import { crc32 } from "node:zlib";

/** Makes a Python wheel in memory, so that tests install packages without an index. */
export function wheel({
  name,
  version,
  files,
}: {
  name: string;
  version: string;
  files: Record<string, string>;
}): Uint8Array {
  const folder = `${name}-${version}.dist-info`;
  const all: Record<string, string> = {
    ...files,
    [`${folder}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${folder}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  };
  all[`${folder}/RECORD`] = [...Object.keys(all), `${folder}/RECORD`].map((file) => `${file},,\n`).join("");
  return zip(all);
}

/** A zip of stored files, nothing compressed. */
function zip(files: Record<string, string>): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(0o644 << 16, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, tail, path]));
    local.push(entry);
    offset += entry.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(Buffer.concat(central).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, ...central, Buffer.from("PK\x05\x06"), end]);
}
