import type { UserDatabaseService } from "../../../../gen/es/host/v1/user_database_pb.js";
import { Fault } from "../../../core/fault.ts";
import type { Operations } from "../../../rpc/operations.ts";
import type { HostAccounts, HostUser } from "../../identity/index.ts";

/** What all users of the host have in common. */
export interface HostUserSettings {
  readonly gid: number;
  /** In which each has a folder of its name. */
  readonly homeDirectory: string;
  readonly shell: string;
}

/** The group of all users. No group is named after a user, whose owner would choose a name that others trust. */
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

  async function everybody() {
    const users = [];
    for await (const user of accounts.all()) users.push(recordOf(user));
    return users;
  }

  return {
    async getUserRecord(request) {
      const { userName, uid } = request;
      const byNumber = Object.hasOwn(request, "uid");
      if (userName === "" && !byNumber) {
        const users = await everybody();
        return users.length > 0 ? { users } : nobody();
      }
      const user = userName === "" ? await accounts.byUid(numberOf(uid)) : await accounts.byName(userName);
      if (user === undefined) return nobody();
      if (byNumber && user.uid !== numberOf(uid)) throw twoOfThem("uid");
      return { users: [recordOf(user)] };
    },

    getGroupRecord(request) {
      const byNumber = Object.hasOwn(request, "gid");
      const isName = request.groupName === groupName;
      const isNumber = byNumber && numberOf(request.gid) === gid;
      if (request.groupName !== "" && byNumber && isName !== isNumber) throw twoOfThem("gid");
      if ((request.groupName !== "" && !isName) || (byNumber && !isNumber)) return nobody();
      return { groups: [{ groupName, gid: BigInt(gid) }] };
    },

    getMemberships: nobody,
  };
}

/** Beyond what a number can be, there is nobody either. */
function numberOf(value: bigint): number {
  return value >= 0n && value < 2n ** 32n - 1n ? Number(value) : -1;
}

function nobody(): never {
  throw new Fault("RESOURCE_NOT_FOUND", "The service knows no such user, group or membership.");
}

function twoOfThem(parameter: string): Fault {
  return new Fault("RESOURCE_CONFLICT", "The name and the number are of two.", { parameter });
}
