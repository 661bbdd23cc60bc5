/** The error that the driver threw, without what TypeORM wrapped around it. */
export function driverErrorOf(error: unknown): { code?: string; errno?: number; fatal?: boolean; message?: string } {
  return (error as { driverError?: object } | undefined)?.driverError ?? (error as object | undefined) ?? {};
}

/** The driver's code of an error, such as `ER_DUP_ENTRY`. Empty: it has none. */
export function errorCodeOf(error: unknown): string {
  return driverErrorOf(error).code ?? "";
}
