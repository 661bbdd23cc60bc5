import type { MessageNode } from "./tree.ts";

/** A call of the geocode service for which programs are written. */
export interface Call {
  /** Origin of the service. */
  readonly endpoint: string;
  /** Such as `/v1/geocode/phi-resonance`. */
  readonly path: string;
  /** Such as `PhiResonance`. */
  readonly method: string;
  /** The request in its REST form. */
  readonly json: object;
  /** The request as a message. */
  readonly message: MessageNode;
}
