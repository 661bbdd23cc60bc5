import type { Session } from "#contract/identity/v1/authentication_service_pb.js";
import { deviceName } from "../browser/device.ts";

/** A device or program that is signed in: one client, however many sessions it has, as each renewal of a channel makes one. */
export interface Device {
  readonly clientId: string;
  readonly name: string;
  readonly isThis: boolean;
  /** Those of the client, the newest first. */
  readonly sessions: readonly Session[];
  /** Addresses from which they were opened. */
  readonly addresses: readonly string[];
}

/** Gathers sessions by their clients: this browser first, then those that were used last. */
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
