import type { UserDatabaseService } from "#contract/host/v1/user_database_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Operations } from "../../../rpc/operations.ts";
import type { HostAccounts, HostUser } from "../../identity/index.ts";

/** Values common to all users of the host. */
export interface HostUserSettings {
  readonly gid: number;
  /** Parent of their home directories. */
  readonly homeDirectory: string;
  readonly shell: string;
}

/** The group of all users. There is no group per user: its owner could choose the name of a trusted group. */
const groupName = "platonic-users";

/** The operations of host.v1.UserDatabaseService. */
export function userDatabaseOperations(
  accounts: Omit<HostAccounts, "settle">,
  { gid, homeDirectory, shell }: HostUserSettings,
): Operations<typeof UserDatabaseService> {
  const recordOf = ({ name, uid }: HostUser) => ({
    userName: name,
    uid: BigInt(uid),
    gid: BigInt(gid),
    homeDirectory: `${homeDirectory}/${name}`,
    shell,
  });

  async function allUsers() {
    const users = [];
    for await (const user of accounts.all()) users.push(recordOf(user));
    return users;
  }

  return {
    async getUserRecord(request) {
      const { userName, uid } = request;
      const byNumber = Object.hasOwn(request, "uid");
      if (userName === "" && !byNumber) {
        const users = await allUsers();
        return users.length > 0 ? { users } : notFound();
      }
      const user = userName === "" ? await accounts.byUid(numberOf(uid)) : await accounts.byName(userName);
      if (user === undefined) return notFound();
      if (byNumber && user.uid !== numberOf(uid)) throw mismatch("uid");
      return { users: [recordOf(user)] };
    },

    getGroupRecord(request) {
      const byNumber = Object.hasOwn(request, "gid");
      const isName = request.groupName === groupName;
      const isNumber = byNumber && numberOf(request.gid) === gid;
      if (request.groupName !== "" && byNumber && isName !== isNumber) throw mismatch("gid");
      if ((request.groupName !== "" && !isName) || (byNumber && !isNumber)) return notFound();
      return { groups: [{ groupName, gid: BigInt(gid) }] };
    },

    getMemberships: notFound,
  };
}

/** Returns the number as UID or GID; -1, which nothing has, if it is out of range. */
function numberOf(value: bigint): number {
  return value >= 0n && value < 2n ** 32n - 1n ? Number(value) : -1;
}

function notFound(): never {
  throw new Fault("RESOURCE_NOT_FOUND", "The service knows no such user, group or membership.");
}

function mismatch(parameter: string): Fault {
  return new Fault("RESOURCE_CONFLICT", "User name and UID, or group name and GID, belong to different records.", {
    parameter,
  });
}
