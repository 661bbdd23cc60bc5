/** Encodes a plain value, which may contain dates and bytes. */
export function bytesOfValue(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(encodable(value)), "utf8");
}

/** Decodes a value encoded by `bytesOfValue`. */
export function valueOfBytes<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes).toString("utf8"), (_, held) => {
    if (typeof held?.[moment] === "string") return new Date(held[moment]);
    return typeof held?.[octets] === "string" ? new Uint8Array(Buffer.from(held[octets], "base64")) : held;
  }) as Value;
}

const moment = "$moment";
const octets = "$bytes";

function encodable(value: unknown): unknown {
  if (value instanceof Date) return { [moment]: value.toISOString() };
  if (value instanceof Uint8Array) return { [octets]: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(encodable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, encodable(held)]));
}
