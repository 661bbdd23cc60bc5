import { type DescField, type DescMessage, type DescMethod, getOption, ScalarType } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Level } from "@bufbuild/protobuf/wkt";
import { idempotency_key as keyOption } from "#contract/access/v1/access_pb.js";
import { type Page, Purpose, type Signed, type Terms } from "#contract/call/v1/call_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { limits } from "../../core/limits.ts";
import { type FaultRow, faultTable } from "../errors/faults.ts";

/**
 * Returns the contradictions between the terms of a method and its other options, its messages or the table of faults.
 */
export function contradictions(method: DescMethod, terms: Terms): string[] {
  return [
    ...ofDeadline(method, terms),
    ...ofRepetition(method, terms),
    ...ofId(method, terms),
    ...ofPages(method, terms.page),
    ...terms.signed.flatMap((signed) => ofSignature(method.input, signed)),
    ...terms.answerSigned.flatMap((signed) => ofSignature(method.output, signed)),
  ];
}

function ofDeadline({ methodKind }: DescMethod, { deadlineMs }: Terms): string[] {
  if (methodKind !== "unary") return deadlineMs === 0 ? [] : ["a stream has no deadline_ms"];
  if (deadlineMs > 0 && deadlineMs <= limits.callTimeoutMsMax) return [];
  return [`deadline_ms must be from 1 to ${limits.callTimeoutMsMax}`];
}

function ofRepetition(method: DescMethod, { retryAfter }: Terms): string[] {
  const takesKey = getOption(method, keyOption);
  const isReading = method.idempotency === Level.NO_SIDE_EFFECTS;
  const isRepeatable = isReading || method.idempotency === Level.IDEMPOTENT || takesKey;
  const found: string[] = [];
  if (isReading && takesKey) found.push("a method without side effects takes no idempotency key");
  if (isRepeatable && method.methodKind === "unary" && !retryAfter.includes(Reason.UNAVAILABLE)) {
    found.push("its calls can be repeated, so retry_after must have REASON_UNAVAILABLE");
  }
  for (const reason of retryAfter) {
    const passing = passingOf(reason);
    if (passing === undefined) found.push(`a repetition after ${Reason[reason]} fails alike`);
    if (passing === "unknown" && !isRepeatable) {
      found.push(`a call that fails by ${Reason[reason]} may have taken effect, and its repetition would take another`);
    }
  }
  return found;
}

function passingOf(reason: Reason): FaultRow["passing"] {
  const rows: readonly FaultRow[] = Object.values(faultTable);
  return rows.find(({ wire }) => wire === reason)?.passing;
}

function ofId(method: DescMethod, { idField }: Terms): string[] {
  if (idField === "") return [];
  const field = fieldAt(method.input, idField);
  return isText(field) ? [] : [`id_field ${idField} is no text of ${method.input.name}`];
}

function ofPages({ input, output }: DescMethod, page: Page | undefined): string[] {
  if (page === undefined) {
    const token = input.fields.find(({ name }) => name === "page_token");
    return token === undefined ? [] : ["has a page_token, and terms without a page"];
  }
  const { token, size, items, next } = page;
  return [
    ...(isText(fieldAt(input, token)) ? [] : [`page.token ${token} is no text of ${input.name}`]),
    ...(fieldAt(input, size)?.scalar === ScalarType.INT32 ? [] : [`page.size ${size} is no int32 of ${input.name}`]),
    ...(fieldAt(output, items)?.fieldKind === "list" ? [] : [`page.items ${items} is no list of ${output.name}`]),
    ...(isText(fieldAt(output, next)) ? [] : [`page.next ${next} is no text of ${output.name}`]),
  ];
}

function ofSignature(message: DescMessage, { purpose, message: signed, signature, keyId }: Signed): string[] {
  const isHeld = (path: string) => {
    const { scalar } = fieldAt(message, path) ?? {};
    return scalar === ScalarType.BYTES || scalar === ScalarType.STRING;
  };
  const isKnown = purpose !== Purpose.UNSPECIFIED && Purpose[purpose] !== undefined;
  return [
    ...(isKnown ? [] : ["a signature needs a purpose"]),
    ...(isHeld(signature) ? [] : [`signature ${signature} is not in ${message.name}`]),
    ...[signed, keyId]
      .filter((path) => path !== "" && !isHeld(path))
      .map((path) => `${path} is not in ${message.name}`),
  ];
}

function isText(field: DescField | undefined): boolean {
  return field?.fieldKind === "scalar" && field.scalar === ScalarType.STRING;
}

/** Returns the field at a path such as `signed_order.order`, or `signatures.key_id` of each message in a list. */
function fieldAt(message: DescMessage, path: string): DescField | undefined {
  const [name, ...rest] = path.split(".");
  const field = message.fields.find((candidate) => candidate.name === name);
  if (rest.length === 0) return field;
  const isInside = field?.fieldKind === "message" || field?.fieldKind === "list";
  return isInside && field.message !== undefined ? fieldAt(field.message, rest.join(".")) : undefined;
}
