import { codingsOf, mediaTypeOf, parametersOf } from "../http/header-value.ts";

const encodingHeaders = ["grpc-encoding", "connect-content-encoding", "content-encoding"];

/** Lower-cases the values of case-insensitive headers, because connect-node compares them exactly. */
export function spellAsUsual(header: Headers): void {
  const contentType = header.get("content-type");
  if (contentType !== null) {
    const isPlain = parametersOf(contentType).every((parameter) => /^charset=utf-?8$/.test(parameter));
    header.set("content-type", isPlain ? mediaTypeOf(contentType) : contentType.toLowerCase());
  }
  for (const name of encodingHeaders) {
    const value = header.get(name);
    if (value === null) continue;
    const codings = codingsOf(value);
    if (codings.length === 0) header.delete(name);
    else header.set(name, codings.join(","));
  }
}
