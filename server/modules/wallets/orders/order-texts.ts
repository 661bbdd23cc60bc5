import { Fault } from "../../../core/fault.ts";
import { unreadableSign } from "../../../core/readable-text.ts";
import type { Order } from "../../ledger/domain/requests.ts";

/**
 * Refuses a new order whose description or recipient has invisible or misleading characters. The bytes are signed and
 * cannot be changed; orders already in the ledger are read unchanged.
 *
 * @throws Fault PARAMETER_INVALID
 */
export function requireReadable(order: Order | undefined, parameter: string): void {
  const sign = order && (unreadableSign(order.description) ?? unreadableSign(order.recipient));
  if (sign === undefined) return;
  const problem = `must be an order whose texts have no ${sign}: people could not see them for what they are`;
  throw new Fault("PARAMETER_INVALID", `${parameter} ${problem}`, { parameter });
}
