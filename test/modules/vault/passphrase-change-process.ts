/**
 * Process that changes the passphrase of a vault, for tests. It kills itself after the given step, as a power failure
 * would: steps are the statements of the transaction, its end, and those of the development passphrase's file.
 */
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { Database, DatabaseLocation } from "../../../server/database/source.ts";
import { replaceDevelopmentPassphrase, writeNextPassphrase } from "../../../server/modules/vault/index.ts";
import { changePassphrase } from "../../../server/modules/vault/passphrase-change.ts";
import { storedVaultRecords } from "../../../server/modules/vault/store/vault.ts";
import { quickStretching } from "../../support/vault/constants.ts";

interface Task {
  readonly location: DatabaseLocation;
  readonly present: string;
  readonly next: string;
  /** Number of the step, counted from 1. */
  readonly killAfter: number;
}

const { location, present, next, killAfter } = JSON.parse(process.argv[2] as string) as Task;
let steps = 0;

function step(): void {
  if (++steps === killAfter) process.kill(process.pid, "SIGKILL");
}

/** Counts every statement of a transaction as a step. */
function counted(database: Database): Database {
  return {
    ...database,
    transact: (work: Parameters<Database["transact"]>[0]) =>
      database.transact((writer) =>
        work(
          new Proxy(writer, {
            get(target, name) {
              const member: unknown = Reflect.get(target, name, target);
              if (typeof member !== "function" || !["query", "update", "findBy"].includes(String(name))) return member;
              return async (...args: unknown[]) => {
                const result = await member.apply(target, args);
                step();
                return result;
              };
            },
          }),
        ),
      ),
  } as Database;
}

const database = await openServiceDatabase(location);
const { dataDirectory } = location;
const outcome = await changePassphrase({
  present: Buffer.from(present),
  next: Buffer.from(next),
  records: storedVaultRecords(counted(database)),
  stretching: quickStretching,
  async prepare() {
    writeNextPassphrase(dataDirectory, Buffer.from(next));
    step();
  },
});
step();
replaceDevelopmentPassphrase(dataDirectory, Buffer.from(next));
step();
await database.close();
process.stdout.write(`${outcome} ${steps}`);
