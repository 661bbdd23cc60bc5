import { driverErrorOf } from "../driver-error.ts";

/** Whether an error of the driver tells of the connection and not of a statement. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, fatal } = driverErrorOf(error);
  return (code !== undefined && lossCodes.test(code)) || fatal === true;
}

const lossCodes = /^(PROTOCOL_|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_|EHOST|ENET|ER_SERVER_SHUTDOWN$|ER_CON_COUNT_)/;
