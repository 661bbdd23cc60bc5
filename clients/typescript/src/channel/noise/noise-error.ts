/** A message that the Noise protocol does not allow. Nothing of it may be used, and the connection must end. */
export class NoiseError extends Error {}
