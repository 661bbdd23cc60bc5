import type { Session } from "#contract/identity/v1/authentication_service_pb.js";
import { deviceName } from "../browser/device.ts";

/**
 * A signed-in device or program: one client, whatever its number of sessions, since each renewal of a channel opens
 * one.
 */
export interface Device {
  readonly clientId: string;
  readonly name: string;
  readonly isThis: boolean;
  /** Sessions of the client, newest first. */
  readonly sessions: readonly Session[];
  /** Addresses from which they were opened. */
  readonly addresses: readonly string[];
}

/** Groups sessions by client: this browser first, then the most recently used. */
export function devicesOf(sessions: readonly Session[]): readonly Device[] {
  const byClient = Map.groupBy(sessions, ({ clientId }) => clientId);
  const devices = [...byClient].map(([clientId, own]) => ({
    clientId,
    name: deviceName(clientId),
    isThis: own.some(({ isCurrent }) => isCurrent),
    sessions: own,
    addresses: [...new Set(own.map(({ address }) => address).filter((address) => address !== ""))],
  }));
  return devices.sort((one, other) => Number(other.isThis) - Number(one.isThis) || lastUseOf(other) - lastUseOf(one));
}

function lastUseOf({ sessions }: Device): number {
  return Math.max(...sessions.map(({ lastUsedAt }) => Number(lastUsedAt?.seconds ?? 0n)));
}
