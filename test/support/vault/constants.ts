import { rotationPeriodMs } from "../../../server/modules/vault/rotation-period.ts";

/** Minimal key stretching, which keeps tests fast. No setting of the service allows it. */
export const quickStretching = { iterations: 1, iterationsMin: 1 };

export const passphrase = "correct horse battery staple";

/** Time of the first start and of the first due rotation, in ms since 1970. */
export const firstStart = 1_763_700_000_000;
export const due = firstStart + rotationPeriodMs;
