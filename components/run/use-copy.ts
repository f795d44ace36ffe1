import { useState } from "react";

const SHOWN_MS = 2_000;

/** Puts a text on the clipboard and tells for a moment how that went: a browser may refuse it. */
export function useCopy(): { state: "ready" | "copied" | "refused"; copy: (text: string) => Promise<void> } {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  return {
    state,
    async copy(text) {
      const copied = await write(text).then(
        () => "copied" as const,
        () => "refused" as const,
      );
      setState(copied);
      setTimeout(setState, SHOWN_MS, "ready");
    },
  };
}

/** Without a secure connection there is no clipboard at all, which is a refusal too. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
