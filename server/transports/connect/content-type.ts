import type { MessageFormat, MessageFormats } from "../../rpc/codec/protobuf/message-format.ts";
import { mediaTypeOf } from "../http/header-value.ts";

/** Returns the codec that follows the family in a content type, such as `application/grpc` with or without `+json`. */
export function codecAfter(family: string, contentType: string, codecs: MessageFormats): MessageFormat | undefined {
  const suffix = mediaTypeOf(contentType).slice(family.length);
  if (suffix === "" || suffix === "+proto") return codecs.proto;
  return suffix === "+json" ? codecs.json : undefined;
}

/** Whether a content type is gRPC-Web as base64 text. */
export function isTextType(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType).startsWith(`${grpcWebFamily}-text`);
}

export const connectStreamFamily = "application/connect+";
export const grpcFamily = "application/grpc";
export const grpcWebFamily = "application/grpc-web";
