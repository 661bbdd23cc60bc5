import { type DescMethodUnary, getOption } from "@bufbuild/protobuf";
import { request_bytes_max as requestBytesMax } from "#contract/access/v1/access_pb.js";
import { limits } from "../core/limits.ts";
import type { Access } from "./authorization.ts";
import type { Call } from "./call.ts";

/** Returns the bound of the body of a call, by its method and by whether it comes without credentials. */
export type BodyBound = (call: Pick<Call, "authorization" | "principal">) => number;

/** Compiles the bound of a method. */
export function compileBodyBound(method: DescMethodUnary, access: Access): BodyBound {
  const bytesMax = getOption(method, requestBytesMax);
  const anonymousMax = Math.min(bytesMax, limits.anonymousRequestBytesMax);
  return (call) => (isAnonymous(call, access) ? anonymousMax : bytesMax);
}

/** Whether a call comes without credentials to a method that needs none. */
export function isAnonymous(
  { authorization, principal }: Pick<Call, "authorization" | "principal">,
  { isOpen, isLimited }: Access,
): boolean {
  return principal === undefined && isOpen && (!isLimited || (authorization ?? "") === "");
}
