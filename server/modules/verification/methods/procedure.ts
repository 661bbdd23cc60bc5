import type { Factor } from "../domain/factors.ts";
import type { Method } from "../domain/levels.ts";
import type { Concealed } from "../domain/masking.ts";

/** Whom a challenge is for. */
export interface Subject {
  readonly id: string;
  readonly username: string;
  readonly email: string | undefined;
}

/** What a procedure begins with. */
export interface ProcedureInput {
  readonly subject: Subject;
  readonly challengeId: string;
  readonly expiresAt: Date;
  /** Where a code shall be sent, when the caller says so. */
  readonly address: string | undefined;
  /** What is there already. */
  readonly factor: Factor | undefined;
}

/** What is kept with the challenge, and what the client is told. */
export interface ProcedureStart {
  readonly secret: Uint8Array;
  readonly parameters: { readonly [name: string]: unknown };
  /** Brings a code to its address, once the challenge is kept. */
  readonly send?: () => Promise<void>;
}

/** An answer, as it came. */
export interface Response {
  readonly code: string;
  readonly answers: { readonly [question: string]: string };
  readonly credential: unknown;
}

/** What a right answer leaves: the factor's payload from now on, and what it proves. */
export interface Proof {
  readonly payload: Uint8Array;
  readonly methods: readonly Method[];
}

/** One way of proving something. */
export interface Procedure {
  /** By which its challenges are known. */
  readonly method: Method;
  begin(beginning: ProcedureInput): Promise<ProcedureStart>;
  /** The proof, when the answer is right. Throws a Fault for what cannot be an answer, which uses up no attempt. */
  check(
    subject: Subject,
    challengeId: string,
    secret: Concealed<Uint8Array>,
    factor: Factor | undefined,
    response: Response,
    now: Date,
  ): Promise<Proof | undefined>;
}

/** Something plain as bytes, to be sealed. */
export function bytesOf(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value), "utf8");
}

/** What `bytesOf` was given. */
export function valueIn<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes).toString("utf8")) as Value;
}
