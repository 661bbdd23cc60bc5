/** Thrown for a command line or an environment that is not valid. */
export class UsageError extends Error {}
