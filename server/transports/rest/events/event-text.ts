/** Milliseconds after which a client of Server-Sent Events connects again. */
const reconnectMs = 1_000;

/** First line of every stream. */
export const reconnectText = `retry: ${reconnectMs}\n\n`;

/** Writes an answer as an event. JSON has no line ends; the cursor, if the answer has one, is its id. */
export function eventText(answer: object, json: string): string {
  const { cursor } = answer as { readonly cursor?: unknown };
  const id = typeof cursor === "string" && cursor !== "" ? `id: ${cursor}\n` : "";
  return `${id}data: ${json}\n\n`;
}

/** Writes an error as the last event. */
export function lastText(json: string): string {
  return `event: error\ndata: ${json}\n\n`;
}
