import { type DescMethod, getOption, hasOption } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Level } from "@bufbuild/protobuf/wkt";
import { idempotency_key as keyOption } from "#contract/access/v1/access_pb.js";
import { type Terms as Declared, terms as termsOption } from "#contract/call/v1/call_pb.js";
import { oncePerMethod } from "../once-per-method.ts";
import { contradictions } from "./contradictions.ts";

/** Terms on which the server executes the calls of a method. */
export interface Terms {
  /** Whether a call changes nothing, so that it can be abandoned at any moment. */
  readonly isReading: boolean;
  /** Whether a repeated call takes effect only once, without an idempotency key. */
  readonly isIdempotent: boolean;
  /** Whether callers may send an idempotency key. */
  readonly takesKey: boolean;
  /** Deadline of calls whose callers set none; infinite for streams. */
  readonly deadlineMs: number;
  /** Member of the request that names what the call creates; undefined if there is none. */
  readonly idMember: string | undefined;
}

/** Returns the terms as the contract declares them; undefined if it declares none. */
export function declaredTerms(method: DescMethod): Declared | undefined {
  return hasOption(method, termsOption) ? getOption(method, termsOption) : undefined;
}

/**
 * Compiles the terms of a method.
 *
 * @throws Error for a method without terms, or whose terms contradict it
 */
export const compileTerms = oncePerMethod((method): Terms => {
  const declared = declaredTerms(method);
  if (declared === undefined) throw new Error(`${method.toString()} declares no call.v1.terms`);
  const [first] = contradictions(method, declared);
  if (first !== undefined) throw new Error(`${method.toString()}: ${first}`);
  return {
    isReading: method.idempotency === Level.NO_SIDE_EFFECTS,
    isIdempotent: isIdempotent(method),
    takesKey: getOption(method, keyOption),
    deadlineMs: method.methodKind === "unary" ? declared.deadlineMs : Number.POSITIVE_INFINITY,
    idMember: method.input.fields.find(({ name }) => name === declared.idField)?.localName,
  };
});

/** Returns the terms of a method of a published protocol, whose file is not ours and declares none. */
export function publishedTerms(): Terms {
  const deadlineMs = Number.POSITIVE_INFINITY;
  return { isReading: true, isIdempotent: true, takesKey: false, deadlineMs, idMember: undefined };
}

/** Whether calls of a method can be repeated without a key: it reads, or is idempotent. */
function isIdempotent({ idempotency }: DescMethod): boolean {
  return idempotency === Level.NO_SIDE_EFFECTS || idempotency === Level.IDEMPOTENT;
}
