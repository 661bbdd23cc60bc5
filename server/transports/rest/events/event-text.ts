import { type DescMessage, getOption } from "@bufbuild/protobuf";
import { event_id as eventId } from "#contract/rest/v1/rest_pb.js";

/** Milliseconds after which a client of Server-Sent Events connects again. */
const reconnectMs = 1_000;

/** First line of every stream. */
export const reconnectText = `retry: ${reconnectMs}\n\n`;

/**
 * Compiles the writer of answers as events. JSON has no line breaks; the id is the field that the contract declares.
 */
export function compileEventText(output: DescMessage): (answer: object, json: string) => string {
  const name = output.fields.find((field) => getOption(field, eventId))?.localName;
  return (answer, json) => {
    const id = name === undefined ? undefined : (answer as { readonly [member: string]: unknown })[name];
    return `${typeof id === "string" && id !== "" ? `id: ${id}\n` : ""}data: ${json}\n\n`;
  };
}

/** Writes an error as the last event. */
export function lastText(json: string): string {
  return `event: error\ndata: ${json}\n\n`;
}
