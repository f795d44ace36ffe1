const LENGTH = 15;

/** An id for a message, made by who sends it, so that sending it twice is sending it once. */
export function createMessageId(): string {
  const random = crypto.getRandomValues(new Uint8Array(LENGTH));
  return `msg_${Array.from(random, (byte) => (byte % 36).toString(36)).join("")}`;
}
