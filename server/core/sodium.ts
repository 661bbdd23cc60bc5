export type Sodium = typeof import("sodium-native");

/** libsodium; undefined on platforms for which sodium-native has no build, where node:crypto is used instead. */
export const sodium: Sodium | undefined = await import("sodium-native").catch(() => undefined);
