// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished, test } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { type DatabaseServer, readDatabaseUrl } from "../../../server/database/mysql/database-url.ts";
import { createOn, mariadb, onMariadb } from "../../support/database/databases.ts";
import { type Mariadb, mariadbPassword, startMariadb } from "../../support/database/mariadb.ts";
import { type Certificate, hasOpenssl, makeCertificate } from "../../support/http/certificate.ts";
import { bundled } from "../../support/programs/bundled.ts";
import { programEnvironment } from "../../support/server.ts";

/** Returns the error message of a start with this URL. Neither the error nor its causes may contain the password. */
async function problemOf(url: string | DatabaseServer): Promise<string> {
  const databaseServer = typeof url === "string" ? readDatabaseUrl(url) : url;
  const error = await openServiceDatabase({ dataDirectory: "/dev/null", databaseServer }).then(
    async (database) => {
      await database.close();
      throw new Error("the database could be opened");
    },
    (error: Error) => error,
  );
  const all = inspect(error, { depth: 10 });
  for (const secret of [mariadbPassword, encodeURIComponent(mariadbPassword), "wrong-password"]) {
    expect(all).not.toContain(secret);
  }
  expect(error.message).toMatch(/^the database \S+ at \S+ \(DATABASE_URL\) cannot be used\. \S/);
  return error.message;
}

onMariadb("a start fails clearly and without the password", () => {
  it("with a wrong password", async () => {
    const url = (await mariadb.createForTest()).environment["DATABASE_URL"] as string;
    const wrong = url.replace(encodeURIComponent(mariadbPassword), "wrong-password");
    expect(await problemOf(wrong)).toContain("Access denied for user 'platonic'@'localhost'");
  });

  it("with a database that does not exist", async () => {
    const url = (await mariadb.createForTest()).environment["DATABASE_URL"] as string;
    expect(await problemOf(url.replace(/platonic_[0-9a-f]+/, "platonic_none"))).toContain(
      "Unknown database 'platonic_none'",
    );
  });

  it("with a database that the user may not use", async () => {
    const url = (await mariadb.createForTest()).environment["DATABASE_URL"] as string;
    expect(await problemOf(url.replace(/platonic_[0-9a-f]+/, "mysql"))).toContain("Access denied");
  });

  it("with a socket that does not exist", async () => {
    const problem = await problemOf("mysql://platonic:wrong-password@localhost/platonic?socketPath=/nowhere/socket");
    expect(problem).toContain("/nowhere/socket");
  });

  it("with a port on which nothing listens, on a host with several addresses", async () => {
    const port = await freePort();
    expect(await problemOf(`mysql://platonic:wrong-password@localhost:${port}/platonic`)).toContain("ECONNREFUSED");
  });
});

test("a server that cannot reach its database exits with 1 and an error without the password", async () => {
  const DATABASE_URL = "mysql://platonic:wrong-password@localhost/platonic?socketPath=/nowhere/socket";
  const child = spawn(process.execPath, [bundled("server/main.ts")], {
    env: { ...programEnvironment, DATABASE_URL },
    stdio: "pipe",
  });
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  expect(child.exitCode).toBe(1);
  expect(problem).toMatch(/^The server could not start: the database platonic at \/nowhere\/socket \(DATABASE_URL\)/);
  expect(problem + out).not.toContain("wrong-password");
});

onMariadb("TLS", () => {
  let certificate: Certificate;
  let server: Mariadb;
  let port: number;

  beforeAll(async () => {
    if (!hasOpenssl) return;
    certificate = makeCertificate();
    port = await freePort();
    const tls = [`--ssl-cert=${certificate.certFile}`, `--ssl-key=${certificate.keyFile}`];
    server = await startMariadb("--bind-address=127.0.0.1", `--port=${port}`, ...tls);
  });
  afterAll(async () => {
    await server?.remove();
    certificate?.remove();
  });

  /** The URL over TCP, with TLS. */
  const overTls =
    (parameters: string, host = "localhost") =>
    (name: string) =>
      server
        .url(name)
        .replace(/localhost/, `${host}:${port}`)
        .replace(/\?.*/, parameters);

  it.runIf(hasOpenssl)("encrypts the connection when the server's certificate is trusted", async () => {
    const ca = `?tls=true&tlsCaFile=${certificate.certFile}`;
    const { databaseServer, dataDirectory } = await createOn(server.url);
    const url = overTls(ca)((databaseServer as { database: string }).database);
    const database = await openServiceDatabase({ dataDirectory, databaseServer: readDatabaseUrl(url) });
    const [cipher] = await database.manager.query("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
    await database.close();
    expect(cipher.Value).toMatch(/^TLS_|^ECDHE/);
  });

  it.runIf(hasOpenssl).each(["REQUIRE SSL", "REQUIRE NONE"])(
    "is named as the cause when the server demands it of a user, who has %s",
    async (requirement) => {
      const isOfUser = requirement === "REQUIRE SSL";
      const { databaseServer, remove } = await createOn(server.url);
      onTestFinished(remove);
      const { database } = databaseServer as { database: string };
      const asRoot = readDatabaseUrl(server.url(database, "root"));
      const admin = await openServiceDatabase({ dataDirectory: "", databaseServer: asRoot });
      onTestFinished(() => admin.close());
      await admin.manager.query("CREATE USER one@'%' IDENTIFIED BY 'wrong-password' REQUIRE SSL");
      await admin.manager.query("GRANT ALL ON *.* TO one@'%'");
      onTestFinished(async () => void (await admin.manager.query("DROP USER one@'%'")));
      await admin.manager.query(`ALTER USER one@'%' ${requirement}`);
      const url = `mysql://one:wrong-password@127.0.0.1:${port}/${database}`;
      if (!isOfUser) await admin.manager.query("SET GLOBAL require_secure_transport = ON");
      const problem = await problemOf(url);
      await admin.manager.query("SET GLOBAL require_secure_transport = OFF");
      expect(problem).toMatch(/The server demands TLS.*append tls=true.*It said: \S/);
      const wrong = await problemOf(url.replace("wrong-password", "another"));
      expect(wrong).toContain("Access denied for user 'one'");
      expect(wrong).not.toContain("TLS");
    },
  );

  it.runIf(hasOpenssl)("is refused when the certificate is not trusted", async () => {
    expect(await problemOf(overTls("?tls=true")("platonic"))).toContain("self-signed certificate");
  });

  it.runIf(hasOpenssl)("is refused when the certificate is another host's", async () => {
    const ca = `?tls=true&tlsCaFile=${certificate.certFile}`;
    const url = readDatabaseUrl(overTls(ca)("platonic"));
    // Another spelling of the address of this machine.
    const elsewhere = { ...url, hosts: [{ host: "127.1", port }] as const };
    expect(await problemOf(elsewhere)).toContain("does not match certificate's altnames");
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
