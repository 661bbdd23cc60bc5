import mysql, { type Connection, type ConnectionOptions, type RowDataPacket } from "mysql2";

/** Checks repeatedly whether a server accepts writes, over its own connection. */
export interface Probe {
  /** Returns why the server accepts no writes; undefined if it does. Never rejects. */
  look(): Promise<string | undefined>;
  close(): void;
}

/** Time without an answer after which a server counts as gone. */
const answerMs = 2_000;

/** Status and variables that identify a Galera node or a replica. Any server answers them in any state. */
const question = [
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_status', 'wsrep_local_state_comment')",
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('wsrep_on', 'read_only')",
].join("; ");

export function openProbe(options: ConnectionOptions): Probe {
  let connection: Connection | undefined;

  function connected(): Connection {
    if (connection === undefined) {
      connection = mysql.createConnection({ ...options, connectTimeout: answerMs, multipleStatements: true });
      // The query reports the same error.
      connection.on("error", () => undefined);
    }
    return connection;
  }

  function close(): void {
    connection?.destroy();
    connection = undefined;
  }

  return {
    look: () =>
      new Promise((resolve) => {
        connected().query<RowDataPacket[][]>({ sql: question, timeout: answerMs }, (error, answers) => {
          if (error === null) return resolve(problemIn(answers.flat()));
          close();
          resolve(error.message || (error.code ?? "no reason given"));
        });
      }),
    close,
  };
}

function problemIn(rows: readonly RowDataPacket[]): string | undefined {
  const values = new Map(rows.map((row) => [row["Variable_name"] as string, row["Value"] as string]));
  if (values.get("read_only") === "ON") return "it is read-only";
  if (values.get("wsrep_on") !== "ON") return undefined;
  const cluster = values.get("wsrep_cluster_status");
  if (cluster !== "Primary") return `its part of the cluster is ${cluster}`;
  const state = values.get("wsrep_local_state_comment");
  return state === "Synced" ? undefined : `it is ${state}, not Synced`;
}
