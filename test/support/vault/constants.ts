import { rotationIntervalMs } from "../../../server/modules/vault/interval.ts";

/** So that tests are not slow; the service has no way to ask for it. */
export const quickStretching = { iterations: 1, iterationsMin: 1 };

export const passphrase = "correct horse battery staple";

/** The time of the first start in these tests, in milliseconds since 1970, and the first time a rotation is due. */
export const firstStart = 1_763_700_000_000;
export const due = firstStart + rotationIntervalMs;
