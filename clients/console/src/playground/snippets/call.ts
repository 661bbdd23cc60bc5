import type { MessageNode } from "./tree.ts";

/** A call of the geocode service, from which programs are written. */
export interface Call {
  /** Origin of the service. */
  readonly endpoint: string;
  /** Such as `/v1/geocode/phi-resonance`. */
  readonly path: string;
  /** Such as `PhiResonance`. */
  readonly method: string;
  /** The request as REST has it. */
  readonly json: object;
  /** The same as a message. */
  readonly message: MessageNode;
}
