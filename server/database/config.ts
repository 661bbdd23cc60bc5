import { z } from "zod";
import { isReadable } from "../core/config/primitives.ts";
import { settings } from "../core/config/settings.ts";
import { type DatabaseServer, readDatabaseUrl } from "./mysql/database-url.ts";

const databaseUrl = z.string().transform((text, context): DatabaseServer => {
  try {
    const server = readDatabaseUrl(text);
    if (server.tls?.caFile === undefined || isReadable(server.tls.caFile)) return server;
    context.addIssue({ code: "custom", message: "has a tlsCaFile that cannot be read" });
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
  return z.NEVER;
});

/** Where data are kept: in SQLite in a folder, or on a database server. */
export const databaseSettings = settings({
  variables: {
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: databaseUrl.optional(),
  },
  read: (read) => ({
    dataDirectory: read.DATA_DIR,
    /** Undefined: SQLite in the data directory. */
    databaseServer: read.DATABASE_URL,
  }),
});
