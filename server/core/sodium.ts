/** What is used of libsodium. */
export type Sodium = typeof import("sodium-native");

/** It is built for the usual platforms. On others it is absent, and node:crypto does everything. */
export const sodium: Sodium | undefined = await import("sodium-native").catch(() => undefined);
