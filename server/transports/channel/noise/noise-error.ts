/** What came is not what the Noise protocol lets come: nothing of it may be used, and nothing may follow it. */
export class NoiseError extends Error {}
