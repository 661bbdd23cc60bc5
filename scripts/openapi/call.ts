import type { DescMethod } from "@bufbuild/protobuf";
import { callTermsOf } from "../call-terms.ts";
import { defined, type JsonObject } from "./json.ts";

/** Returns the extension `x-platonic-call`, which tells client generators how an operation is called. */
export function callExtension(method: DescMethod): JsonObject {
  const { idempotency, takesKey, idField, deadlineMs, retryAfter, page, signed, answerSigned } = callTermsOf(method);
  return defined({
    idempotency,
    idempotency_key: takesKey ? "Idempotency-Key" : undefined,
    id_field: idField,
    deadline_ms: deadlineMs === 0 ? undefined : deadlineMs,
    retry_after: retryAfter,
    page,
    signed: signed.length > 0 ? signed : undefined,
    answer_signed: answerSigned.length > 0 ? answerSigned : undefined,
  });
}

/** Returns the terms of a method in words. */
export function callText(method: DescMethod): string {
  const { permission, idempotency, takesKey, idField, deadlineMs, retryAfter, page, signed } = callTermsOf(method);
  const key = takesKey ? "with the same `Idempotency-Key`" : "";
  const id = idField === undefined ? "" : `with the same \`${idField}\``;
  const alike = [id, key].filter((way) => way !== "").join(" or ") || "as it is";
  const isRepeatable = takesKey || idempotency !== "none";
  return [
    `Permission: \`${permission}\`.`,
    deadlineMs === 0 ? "" : `Deadline of a caller that sets none: ${deadlineMs / 1000} s.`,
    isRepeatable ? `It may be sent again ${alike}, by itself after ${retryAfter.map(code).join(" and ")}.` : "",
    page === undefined ? "" : `The next page has the \`${page.next}\` of this one as \`${page.token}\`.`,
    ...signed.map(({ purpose, signature }) => `\`${signature}\` is made for the purpose \`${purpose}\`.`),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function code(text: string): string {
  return `\`${text}\``;
}
