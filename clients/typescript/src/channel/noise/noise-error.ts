/** A message that violates the Noise protocol. None of its content may be used, and the connection must end. */
export class NoiseError extends Error {}
