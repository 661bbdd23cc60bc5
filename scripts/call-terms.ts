import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { permission } from "#contract/access/v1/access_pb.js";
import { PurposeSchema, type Signed } from "#contract/call/v1/call_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { word } from "#contract/rest/v1/rest_pb.js";
import { compileTerms, declaredTerms } from "../server/rpc/terms/terms.ts";

/**
 * Terms of a method's calls, as documents show them: the options of its call, of its access and of protobuf combined.
 */
export interface CallTerms {
  readonly permission: string;
  readonly idempotency: "no-side-effects" | "idempotent" | "none";
  readonly takesKey: boolean;
  readonly idField: string | undefined;
  /** 0 for streams. */
  readonly deadlineMs: number;
  readonly retryAfter: readonly string[];
  readonly page: { readonly [part in "token" | "size" | "items" | "next"]: string } | undefined;
  readonly signed: readonly SignedField[];
  readonly answerSigned: readonly SignedField[];
}

/** A signature in a request or an answer; absent members are empty in the contract. */
export interface SignedField {
  readonly purpose: string;
  readonly message?: string;
  readonly signature: string;
  readonly key_id?: string;
}

/** Reads the terms of a method's calls. Throws for a method without terms. */
export function callTermsOf(method: DescMethod): CallTerms {
  const { isReading, isIdempotent, takesKey } = compileTerms(method);
  const { deadlineMs, retryAfter, idField, page, signed, answerSigned } = declaredTerms(method) as NonNullable<
    ReturnType<typeof declaredTerms>
  >;
  return {
    permission: getOption(method, permission),
    idempotency: isReading ? "no-side-effects" : isIdempotent ? "idempotent" : "none",
    takesKey,
    idField: idField === "" ? undefined : idField,
    deadlineMs,
    retryAfter: retryAfter.map((reason) => Reason[reason] as string),
    page: page && { token: page.token, size: page.size, items: page.items, next: page.next },
    signed: signed.map(fieldOf),
    answerSigned: answerSigned.map(fieldOf),
  };
}

function fieldOf({ purpose, message, signature, keyId }: Signed): SignedField {
  const value = PurposeSchema.values.find(({ number }) => number === purpose);
  return {
    purpose: value === undefined ? "" : getOption(value, word),
    ...(message !== "" && { message }),
    signature,
    ...(keyId !== "" && { key_id: keyId }),
  };
}
