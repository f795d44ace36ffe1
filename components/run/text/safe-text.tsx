import { Fragment } from "react";
import { readHidden } from "./hidden.ts";

/** Text of a tool as text: nothing in it is markup, and what would not be seen has a sign with its code point. */
export function SafeText({ text }: { text: string }) {
  return readHidden(text).map((piece, index) =>
    "shown" in piece ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
      <Fragment key={index}>{piece.shown}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity
      <span key={index} title={piece.codePoint} className="rounded-xs bg-warn-soft px-0.5 text-warn-text">
        {piece.hidden}
        {piece.times > 1 ? `×${piece.times}` : null}
      </span>
    ),
  );
}
