/** Creates a UUID of version 7 (RFC 9562), which sorts by time. */
export function newTransactionId(nowMs = Date.now()): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, "0");
  // One of version 4 has its random bits in the same places; platforms make them in advance.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Returns the time in an id of UUID version 7, in ms since 1970; undefined for other versions. */
export function timeOfId(id: string): bigint | undefined {
  return id[14] === "7" ? BigInt(`0x${id.slice(0, 8)}${id.slice(9, 13)}`) : undefined;
}

/** Whether a text is a UUID in lower case, as the ledger requires. */
export function isTransactionId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
