import { expect, onTestFinished, test } from "vitest";
import { onEveryDatabase, type TestLocation } from "../../support/database/databases.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { enrolTotp, freshAddress, newOwner } from "../../support/identity/owner.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { startServer } from "../../support/server.ts";

onEveryDatabase("the notices to an owner", (engine) => {
  async function serviceOn(location: TestLocation, mailServer: Record<string, string>) {
    const server = await startServer({ ...location.environment, ...mailServer });
    let isClosed = false;
    const close = async () => {
      if (!isClosed) await server.close();
      isClosed = true;
    };
    onTestFinished(close);
    return { ...server, close };
  }

  /** An identity with recovery codes, and the two changes of which its owner is told. */
  async function changesOf(server: Awaited<ReturnType<typeof serviceOn>>) {
    const api = new ApiClient(server);
    const email = freshAddress();
    const ada = await newOwner(api, { email });
    await enrolTotp(ada);
    return {
      email,
      async renew() {
        return (await api.call("POST", "/api/verification/recovery-codes", { identity_id: ada.id })).status;
      },
      async move() {
        return (await api.call("PUT", `/api/identities/${ada.id}`, { email: freshAddress() })).status;
      },
    };
  }

  const subjectsOf = (mails: readonly string[]) => mails.map((mail) => /^Subject: (.*)\r$/m.exec(mail)?.[1]).toSorted();
  const subjects = ["Platonic: your e-mail address was changed", "Platonic: your recovery codes were renewed"];

  test("are sent while nobody waits for the mail server", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<undefined>();
    const mailServer = await startMailServer(() => taken);
    const { email, renew, move } = await changesOf(
      await serviceOn(await engine.createForTest(), mailServer.environment),
    );
    // The mail server answers after both calls.
    expect([await renew(), await move()]).toEqual([200, 200]);
    take(undefined);
    const mails = await mailServer.until(2);
    expect(subjectsOf(mails)).toEqual(subjects);
    for (const mail of mails) expect(mail).toContain(`To: ${email}`);
  });

  test("that a service could not send are sent once by the next one on its database, and are sealed until then", async () => {
    const location = await engine.createForTest();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const busy = await startMailServer(async () => {
      resolve();
      return { responseCode: 451 };
    });
    const first = await serviceOn(location, busy.environment);
    const { email, renew, move } = await changesOf(first);
    expect([await renew(), await move()]).toEqual([200, 200]);
    await asked;
    await first.close();
    const { manager } = await engine.open(location);
    const rows = (await manager.query("SELECT id, sealed FROM owner_notices")) as { id: string; sealed: Buffer }[];
    expect(rows).toHaveLength(2);
    for (const { sealed } of rows) expect(Buffer.from(sealed).toString("latin1")).not.toContain(email);
    // The pause after the refusal is over.
    await manager.query("UPDATE owner_notices SET due_at = 0");
    const mailServer = await startMailServer();
    const second = await serviceOn(location, mailServer.environment);
    await mailServer.until(2);
    await second.close();
    await (await serviceOn(location, mailServer.environment)).close();
    const mails = await mailServer.until(2);
    expect(subjectsOf(mails)).toEqual(subjects);
    for (const { id } of rows) expect(mails.filter((mail) => mail.includes(`<${id}@example.org>`))).toHaveLength(1);
  });
});
