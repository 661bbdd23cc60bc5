import { join } from "node:path";
import { expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import { startServer } from "../../support/server.ts";
import { ask, askOne } from "../../transports/varlink/client.ts";
import { publicFolder } from "./machine.ts";

const service = "io.platonic.identity";
const base = 1_900_000_000;
const asUser = { "host.login": "true" };

const folder = publicFolder();
const path = () => join(folder(), "users.sock");

onEveryServer(
  "the host's users",
  ({ server, environment }) => {
    const api = () => new ApiClient(server());
    const record = (parameters: object) =>
      askOne(path(), "io.systemd.UserDatabase.GetUserRecord", { service, ...parameters });
    const group = (parameters: object) =>
      askOne(path(), "io.systemd.UserDatabase.GetGroupRecord", { service, ...parameters });
    const allUsernames = async () =>
      (await ask(path(), "io.systemd.UserDatabase.GetUserRecord", { service }, { more: true })).map(
        ({ parameters }) => parameters.record?.userName,
      );
    const notFound = { error: "io.systemd.UserDatabase.NoRecordFound", parameters: {} };
    const update = (id: string, members: object) => api().call("PUT", `/api/identities/${id}`, members);

    test("are an empty list at first", async () => {
      const replies = await ask(path(), "io.systemd.UserDatabase.GetUserRecord", { service }, { more: true });
      expect(replies).toEqual([notFound]);
    });

    test("are identities that opted in, with their public record only", async () => {
      const username = freshName();
      const { identity } = await api().identity({
        username,
        display_name: "A secret name",
        email: "secret@example.org",
        profile: { theme: "secret" },
        metadata: { ...asUser, more: "secret" },
      });
      const found = await record({ userName: username });
      expect(found).toEqual({
        parameters: {
          record: {
            userName: username,
            uid: expect.any(Number),
            gid: base,
            homeDirectory: `/home/${username}`,
            shell: "/usr/sbin/nologin",
            disposition: "regular",
            service,
          },
          incomplete: false,
        },
      });
      const { uid } = found.parameters.record;
      expect(uid).toBeGreaterThan(base);
      expect(uid).toBeLessThan(base + 1_000_000);
      expect(await record({ uid })).toEqual(found);
      expect(await record({ uid, userName: username })).toEqual(found);
      expect(await allUsernames()).toContain(username);
      expect(JSON.stringify(found)).not.toContain("secret");
      expect(JSON.stringify(found)).not.toContain(identity.id);
    });

    test.each([
      ["no entry", {}],
      ["host.login=false", { "host.login": "false" }],
      ["host.login=TRUE", { "host.login": "TRUE" }],
      ["another entry", { "host.logins": "true" }],
    ])("are not identities whose metadata have %s", async (_, metadata) => {
      const { identity } = await api().identity({ metadata });
      expect(await record({ userName: identity.username })).toEqual(notFound);
      expect(await allUsernames()).not.toContain(identity.username);
    });

    test.each(["Upper-case", "with.dot", "0digit-first", "a".repeat(32), "postgres", "sudo", "www-data", "systemd-x"])(
      "are not identities whose name is no Unix username or a reserved one: %s",
      async (name) => {
        const username = /^(postgres|sudo|www-data)$/.test(name) ? name : name.slice(0, 20) + freshName().slice(1);
        const { identity } = await api().identity({ username, metadata: asUser });
        expect(identity.username).toBe(username);
        expect(await record({ userName: username })).toEqual(notFound);
        expect(await record({ userName: username.toLowerCase() })).toEqual(notFound);
        expect(await allUsernames()).not.toContain(username);
      },
    );

    test("can opt in, out and in again, and get the same UID", async () => {
      const { identity } = await api().identity();
      const { id, username: userName } = identity;
      expect(await record({ userName })).toEqual(notFound);
      await update(id, { metadata: asUser });
      expect(await allUsernames()).toContain(userName);
      const { uid } = (await record({ userName })).parameters.record;
      await update(id, { metadata: {} });
      expect(await record({ userName })).toEqual(notFound);
      expect(await record({ uid })).toEqual(notFound);
      expect(await allUsernames()).not.toContain(userName);
      await update(id, { metadata: asUser });
      expect((await record({ userName })).parameters.record.uid).toBe(uid);
    });

    test("keep their UID under a new name, and the old name is not found", async () => {
      const { identity } = await api().identity({ metadata: asUser });
      const { id, username: userName } = identity;
      const { uid } = (await record({ userName })).parameters.record;
      const other = freshName();
      await update(id, { username: other });
      expect((await record({ userName: other })).parameters.record.uid).toBe(uid);
      expect((await record({ uid })).parameters.record.userName).toBe(other);
      expect(await record({ userName })).toEqual(notFound);
    });

    test("are found by their exact name only", async () => {
      const { identity } = await api().identity({ metadata: asUser });
      const { username } = identity;
      for (const userName of [username.toUpperCase(), ` ${username}`, `${username}\n`, `${username}%`, "%", "'"]) {
        expect(await record({ userName })).toEqual(notFound);
      }
    });

    test("are refused when name and UID belong to different records", async () => {
      const { identity } = await api().identity({ metadata: asUser });
      const { identity: other } = await api().identity({ metadata: asUser });
      const { uid } = (await record({ userName: other.username })).parameters.record;
      const conflict = { error: "io.systemd.UserDatabase.ConflictingRecordFound", parameters: {} };
      expect(await record({ userName: identity.username, uid })).toEqual(conflict);
      expect(await group({ groupName: "platonic-users", gid: base + 1 })).toEqual(conflict);
      expect(await group({ groupName: "sudo", gid: base })).toEqual(conflict);
    });

    test.each([
      { uid: 0 },
      { uid: base },
      { uid: -1 },
      { uid: 2 ** 32 - 1 },
      { uid: 2 ** 53 - 1 },
      { userName: "root" },
    ])("are not found by %j", async (parameters) => {
      expect(await record(parameters)).toEqual(notFound);
    });

    test.each([
      [{ uid: "7" }, "uid"],
      [{ uid: 1.5 }, "uid"],
      [{ uid: 1e300 }, "uid"],
      [{ userName: 7 }, "userName"],
      [{ userName: "x".repeat(257) }, "user_name"],
      [{ service: undefined }, "service"],
      [{ service: 7 }, "service"],
    ])("cannot be looked up by %j", async (parameters, parameter) => {
      expect(await record({ userName: "ada", ...parameters })).toEqual({
        error: "org.varlink.service.InvalidParameter",
        parameters: { parameter },
      });
    });

    test("are returned only under the service's own name", async () => {
      expect((await record({ userName: "ada", service: "io.systemd.Home" })).error).toBe(
        "io.systemd.UserDatabase.BadService",
      );
    });

    test("have one common group, and no other", async () => {
      const found = {
        parameters: {
          record: { groupName: "platonic-users", gid: base, disposition: "regular", service },
          incomplete: false,
        },
      };
      for (const parameters of [{ gid: base }, { groupName: "platonic-users" }]) {
        expect(await group(parameters)).toEqual(found);
      }
      const { identity } = await api().identity({ metadata: asUser });
      for (const parameters of [{ groupName: identity.username }, { groupName: "sudo" }, { gid: 0 }]) {
        expect(await group(parameters)).toEqual(notFound);
      }
      const all = await ask(path(), "io.systemd.UserDatabase.GetGroupRecord", { service }, { more: true });
      expect(all).toEqual([found]);
      const memberships = "io.systemd.UserDatabase.GetMemberships";
      expect(await ask(path(), memberships, { service }, { more: true })).toEqual([notFound]);
    });

    test("are available over REST, for keys with the permission", async () => {
      const { identity } = await api().identity({ metadata: asUser });
      const question = `/api/host/users?user_name=${identity.username}`;
      const { body } = await api().call("GET", question);
      expect(body.result.users).toMatchObject([
        { user_name: identity.username, gid: base, shell: "/usr/sbin/nologin" },
      ]);
      const { uid } = body.result.users[0];
      expect((await api().call("GET", `/api/host/users?uid=${uid}`)).body).toEqual(body);
      expect((await api().call("GET", "/api/host/users?uid=7")).status).toBe(404);
      expect((await api().call("GET", "/api/host/groups?group_name=platonic-users")).body.result.groups).toEqual([
        { group_name: "platonic-users", gid: base },
      ]);
      const { secret } = await server().createKey("developer");
      expect((await api().call("GET", question, undefined, secret)).status).toBe(403);
    });

    test("keep their UID when another range is configured", async () => {
      const { identity } = await api().identity({ metadata: asUser });
      const { uid } = (await record({ userName: identity.username })).parameters.record;
      const other = join(folder(), "other.sock");
      const settings = { HOST_SOCKET: other, HOST_UID_BASE: "70000", HOST_HOME: "/srv/homes/", HOST_SHELL: "/bin/sh" };
      const second = await startServer({ ...environment(), ...settings });
      const question = { service, userName: identity.username };
      const { parameters } = await askOne(other, "io.systemd.UserDatabase.GetUserRecord", question);
      await second.close();
      expect(parameters.record).toMatchObject({
        uid,
        gid: 70_000,
        homeDirectory: `/srv/homes/${identity.username}`,
        shell: "/bin/sh",
      });
    });
  },
  () => ({ HOST_SOCKET: path() }),
);
