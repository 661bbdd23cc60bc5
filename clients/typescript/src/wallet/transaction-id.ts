/** Creates a UUID of version 7 (RFC 9562), which sorts by time. */
export function newTransactionId(nowMs = Date.now()): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, "0");
  // One of version 4 has its random bits in the same places; platforms make them in advance.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Whether a text is a UUID in lower case, as the ledger requires. */
export function isTransactionId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
