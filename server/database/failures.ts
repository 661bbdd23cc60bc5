/** Whether a write failed because what must be unique is there already. */
export function isDuplicate(error: unknown): boolean {
  const { code, driverError } = error as { code?: string; driverError?: { code?: string } };
  const found = driverError?.code ?? code;
  return found === "SQLITE_CONSTRAINT_UNIQUE" || found === "SQLITE_CONSTRAINT_PRIMARYKEY" || found === "ER_DUP_ENTRY";
}
