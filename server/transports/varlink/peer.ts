import type { Socket } from "node:net";
import { endianness } from "node:os";
import type { Libc } from "./libc.ts";

/** Credentials of the process at the other end of a Unix socket, at the time when it connected. */
export interface Peer {
  readonly uid: number;
  readonly gid: number;
  /** Supplementary groups. */
  readonly groups: readonly number[];
}

/** Port: identifies the process at the other end. */
export type PeerReader = (socket: Socket) => Peer;

/** Creates a reader that asks the kernel. */
export function peerReader({ socketOption }: Libc): PeerReader {
  return (socket) => {
    const descriptor = descriptorOf(socket);
    // struct ucred: pid, uid, gid, each of 32 bits in the machine's order.
    const credentials = numbersOf(socketOption(descriptor, socketLevel, peerCredentials, 12));
    if (credentials.length !== 3) throw new Error("SO_PEERCRED returned an unexpected length");
    const groups = numbersOf(socketOption(descriptor, socketLevel, peerGroups, 4 * groupsMax));
    return { uid: credentials[1] as number, gid: credentials[2] as number, groups };
  };
}

/** SOL_SOCKET, SO_PEERCRED and SO_PEERGROUPS of `<asm-generic/socket.h>`. */
const [socketLevel, peerCredentials, peerGroups] = [1, 17, 59];
/** NGROUPS_MAX of Linux. */
const groupsMax = 65_536;

function numbersOf(bytes: Buffer): readonly number[] {
  const read = endianness() === "LE" ? bytes.readUInt32LE : bytes.readUInt32BE;
  return Array.from({ length: bytes.length / 4 }, (_, index) => read.call(bytes, 4 * index));
}

/** Returns the file descriptor of a socket, for which Node has no public interface. */
function descriptorOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle: { fd?: number } | null };
  if (handle?.fd === undefined || handle.fd < 0) throw new Error("the socket is closed already");
  return handle.fd;
}
