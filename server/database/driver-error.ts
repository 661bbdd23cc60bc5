/** Returns the error that the driver threw, without TypeORM's wrapper. */
export function driverErrorOf(error: unknown): { code?: string; errno?: number; fatal?: boolean; message?: string } {
  return (error as { driverError?: object } | undefined)?.driverError ?? (error as object | undefined) ?? {};
}

/** Returns the driver's code of an error, such as `ER_DUP_ENTRY`; empty if it has none. */
export function errorCodeOf(error: unknown): string {
  return driverErrorOf(error).code ?? "";
}
