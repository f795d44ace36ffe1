import { openFile } from "../confined/open.ts";
import type { Place, Reach } from "../confined/reach.ts";
import { detectEncoding, readText } from "../confined/text.ts";
import { type JsonFormat, parseJson } from "./parse.ts";
import { select } from "./pointer.ts";
import { type JsonType, keysOfItems, lengthOf, typeOf, view } from "./view.ts";

export type JsonRequest = { path: string; pointer: string; depth: number; first_item: number; items: number };

export type JsonDescription = {
  file: string;
  place: Place;
  format: JsonFormat;
  pointer: string;
  type: JsonType;
  /** Items of a list, keys of an object, characters of a text. */
  length?: number;
  /** The keys that occur in a list's objects. */
  item_keys?: string[];
  value: unknown;
};

/** Reads a whole file of at most 32 MB and returns a view of the part that the pointer selects. */
export async function readJson(reach: Reach, request: JsonRequest): Promise<JsonDescription> {
  const file = await openFile(reach, request.path, { maxBytes: MAX_BYTES });
  try {
    let text = "";
    for await (const piece of readText(file, await detectEncoding(file))) text += piece;
    const { format, value } = parseJson(text, file.path);
    const selected = select(value, request.pointer);
    const length = lengthOf(selected);
    const keys = keysOfItems(selected);
    return {
      file: file.path,
      place: file.place,
      format,
      pointer: request.pointer,
      type: typeOf(selected),
      ...(length !== null && { length }),
      ...(keys.length > 0 && { item_keys: keys }),
      value: view(selected, { depth: request.depth, first: request.first_item, items: request.items }),
    };
  } finally {
    await file.handle.close();
  }
}

const MAX_BYTES = 32_000_000;
