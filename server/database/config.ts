import { resolve } from "node:path";
import { z } from "zod";
import { isOnMount } from "../core/config/mounts.ts";
import { folder, isReadable, unreadable } from "../core/config/primitives.ts";
import { settings } from "../core/config/settings.ts";
import { type DatabaseServer, readDatabaseUrl } from "./mysql/database-url.ts";

const databaseUrl = z
  .string()
  .transform((url, context): DatabaseServer => {
    try {
      const server = readDatabaseUrl(url);
      if (server.tls?.caFile === undefined || isReadable(server.tls.caFile)) return server;
      context.addIssue({ code: "custom", message: `has a tlsCaFile that ${unreadable(server.tls.caFile)}` });
    } catch (error) {
      context.addIssue({ code: "custom", message: (error as Error).message });
    }
    return z.NEVER;
  })
  .meta({ form: "`mysql://user:password@host:port/database`, with further hosts after commas", conceals: "password" });

/** Settings of the database: SQLite in a folder, or a database server. */
export const databaseSettings = settings({
  variables: {
    DATA_DIR: folder
      .default("./data")
      .describe("Folder of the SQLite database, and of what is kept beside any database"),
    DATA_DIR_MOUNT: z
      .enum(["any", "required"])
      .default("any")
      .describe(
        "`required`, as in the image: `DATA_DIR` must be on a volume, since the rest of a container goes with it",
      ),
    DATABASE_URL: databaseUrl.optional().describe("MySQL or MariaDB in place of SQLite"),
    MIGRATE_ON_START: z
      .enum(["true", "false"])
      .default("true")
      .describe(
        "Whether a start brings an outdated schema up to date, or refuses it; `npm run migrate` does it by itself",
      ),
  },
  secrets: ["DATABASE_URL"],
  contradictions: ({ DATA_DIR, DATA_DIR_MOUNT }) =>
    DATA_DIR_MOUNT === "any" || isOnMount(DATA_DIR)
      ? []
      : [
          `DATA_DIR is ${resolve(DATA_DIR)}, which is on no volume: what is stored there would be gone with the container. Mount a volume there, such as by --volume platonic:${resolve(DATA_DIR)}, or set DATA_DIR_MOUNT=any`,
        ],
  read: (read) => ({
    dataDirectory: read.DATA_DIR,
    /** Undefined: SQLite in the data directory. */
    databaseServer: read.DATABASE_URL,
    migrateOnStart: read.MIGRATE_ON_START === "true",
  }),
});
