import { Fault } from "../../../../core/fault.ts";

/** @throws Fault PARAMETER_REQUIRED for a response without a code */
export function requireCode(code: string): void {
  if (code === "") throw new Fault("PARAMETER_REQUIRED", "code is required for this method", { parameter: "code" });
}
