import type { Socket } from "node:net";
import { endianness } from "node:os";
import type { Libc } from "./libc.ts";

/** The process at the other end of a Unix socket, as the kernel knew it when it connected. */
export interface Peer {
  readonly uid: number;
  readonly gid: number;
  /** Its other groups. */
  readonly groups: readonly number[];
}

/** Port: tells who is at the other end. */
export type PeerReader = (socket: Socket) => Peer;

/** Asks the kernel. */
export function peerReader({ socketOption }: Libc): PeerReader {
  return (socket) => {
    const descriptor = descriptorOf(socket);
    // struct ucred: pid, uid, gid, each of 32 bits in the machine's order.
    const credentials = numbersOf(socketOption(descriptor, socketLevel, peerCredentials, 12));
    if (credentials.length !== 3) throw new Error("the kernel tells of another kind of peer");
    const groups = numbersOf(socketOption(descriptor, socketLevel, peerGroups, 4 * groupsMax));
    return { uid: credentials[1] as number, gid: credentials[2] as number, groups };
  };
}

/** As `<asm-generic/socket.h>` numbers them: SOL_SOCKET, SO_PEERCRED and SO_PEERGROUPS. */
const [socketLevel, peerCredentials, peerGroups] = [1, 17, 59];
/** NGROUPS_MAX of Linux. */
const groupsMax = 65_536;

function numbersOf(bytes: Buffer): readonly number[] {
  const read = endianness() === "LE" ? bytes.readUInt32LE : bytes.readUInt32BE;
  return Array.from({ length: bytes.length / 4 }, (_, index) => read.call(bytes, 4 * index));
}

/** Node keeps the number of the open socket to itself. */
function descriptorOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle: { fd?: number } | null };
  if (handle?.fd === undefined || handle.fd < 0) throw new Error("the socket is closed already");
  return handle.fd;
}
