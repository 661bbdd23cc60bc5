import type { FileRegistry } from "@bufbuild/protobuf";
import { type CallTerms, callTermsOf } from "../call-terms.ts";
import { servicesOf } from "../contract-registry.ts";
import { code, table } from "./table.ts";

/** Writes the terms of every operation's calls. */
export function calls(registry: FileRegistry): string {
  return `The contract declares how each operation is called (\`proto/platonic/call/v1\`). The server keeps these terms, the client for
TypeScript follows them, and the OpenAPI document has them as \`x-platonic-call\`.

- **Deadline**: of a call whose caller sets none. The server answers \`DEADLINE_EXCEEDED\` only for a call that has changed
  nothing; a call that may have changed something is answered when its outcome is known.
- **Retry after**: failures after which a client repeats the call by itself, within its deadline and after \`Retry-After\`.
  \`UNAVAILABLE\` stands for a lost answer, too.
- **Once by**: what makes a repetition take effect once. Operations that read need nothing; “nothing” is said of those that
  make another each time. “The request” is idempotent as it is.
- **Pages**: field of the request, and field of the answer that has its next value.
- **Signed**: field with the signature, and its purpose; those of the answer are the service's. [Vectors](../vectors.md)
  have examples of each.

${servicesOf(registry)
  .map((service) => {
    const rows = service.methods.map((method) => [code(method.name), ...cellsOf(callTermsOf(method))]);
    return `## ${service.typeName}\n\n${table(["operation", "deadline", "retry after", "once by", "pages", "signed"], rows)}\n`;
  })
  .join("\n")}`;
}

function cellsOf({ deadlineMs, retryAfter, page, signed, answerSigned, ...terms }: CallTerms): string[] {
  const signatures = [
    ...signed.map(({ signature, purpose }) => `${code(signature)}: ${purpose}`),
    ...answerSigned.map(({ signature, purpose }) => `answer's ${code(signature)}: ${purpose}`),
  ];
  return [
    deadlineMs === 0 ? "" : `${deadlineMs / 1000} s`,
    retryAfter.map(code).join(", "),
    onceBy(terms),
    page === undefined ? "" : `${code(page.token)}, ${code(page.next)}`,
    signatures.join("<br>"),
  ];
}

function onceBy({ idempotency, takesKey, idField }: Pick<CallTerms, "idempotency" | "takesKey" | "idField">): string {
  if (idempotency === "no-side-effects") return "";
  const ways = [idField === undefined ? "" : code(idField), takesKey ? "`Idempotency-Key`" : ""].filter(
    (way) => way !== "",
  );
  if (ways.length > 0) return ways.join(" or ");
  return idempotency === "idempotent" ? "the request" : "nothing";
}
