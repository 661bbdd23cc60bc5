import type { MessageFormat, MessageFormats } from "../../rpc/codec/protobuf/message-format.ts";

/** Returns the codec that a content type names after its family, such as `application/grpc` with or without `+json`. */
export function codecAfter(family: string, contentType: string, codecs: MessageFormats): MessageFormat | undefined {
  const rest = contentType.slice(family.length);
  const end = rest.indexOf(";");
  const suffix = (end === -1 ? rest : rest.slice(0, end)).trimEnd();
  if (suffix === "" || suffix === "+proto") return codecs.proto;
  return suffix === "+json" ? codecs.json : undefined;
}
