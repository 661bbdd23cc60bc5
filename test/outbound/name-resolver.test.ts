import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lookupBy, type NameResolverOptions, nameResolver } from "../../server/outbound/name-resolver.ts";
import { openOutbound } from "../../server/outbound/outbound.ts";
import { systemNames } from "../../server/outbound/system-names.ts";
import { type NameAnswer, type NameQuestion, startNameServer } from "../support/name-server.ts";

const loopback6 = "0:0:0:0:0:0:0:1";

/** Files of a system, which a test can change. */
function newFiles({ hosts = "", resolvConf = "" } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "platonic-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { hosts: join(folder, "hosts"), resolvConf: join(folder, "resolv.conf") };
  const write = (name: keyof typeof files, text: string) => writeFileSync(files[name], text);
  write("hosts", hosts);
  write("resolvConf", resolvConf);
  return { ...files, write };
}

async function namesBy(
  answer: (question: NameQuestion) => NameAnswer,
  { files = newFiles(), ...options }: NameResolverOptions & { files?: ReturnType<typeof newFiles> } = {},
) {
  const server = await startNameServer(answer);
  const resolve = nameResolver({ servers: [server.address], system: systemNames(files), ...options });
  return { resolve, asked: () => [...new Set(server.questions.map(({ name }) => name))], ...server };
}

describe("a name", () => {
  test("has the addresses of both families, those of IPv4 first", async () => {
    const { resolve } = await namesBy(({ type }) => (type === "A" ? ["192.0.2.1", "192.0.2.2"] : [loopback6]), {
      otherFamilyMs: 60_000,
    });
    const found = await resolve("Receiver.Example");
    expect(found.map(({ family }) => family)).toEqual([4, 4, 6]);
    expect(found.map(({ address }) => address).sort()).toEqual(["192.0.2.1", "192.0.2.2", "::1"]);
  });

  test.each(["A", "AAAA"] as const)(
    "is found though its name server leaves the other question than %s open",
    async (type) => {
      const address = type === "A" ? "192.0.2.1" : loopback6;
      const { resolve } = await namesBy((question) => (question.type === type ? [address] : undefined), {
        otherFamilyMs: 1,
      });
      expect(await resolve("receiver.example")).toHaveLength(1);
    },
  );

  test("in the hosts file has the addresses there, whatever its case, and no name server is asked", async () => {
    const files = newFiles({ hosts: "192.0.2.7 Mail mail.example # the relay\n::1 mail\nnonsense mail\n" });
    const { resolve, questions } = await namesBy(() => ["198.51.100.1"], { files });
    expect(await resolve("MAIL")).toEqual([
      { address: "192.0.2.7", family: 4 },
      { address: "::1", family: 6 },
    ]);
    expect(await resolve("mail.example.")).toEqual([{ address: "192.0.2.7", family: 4 }]);
    expect(questions).toEqual([]);
    files.write("hosts", "192.0.2.200 mail # and longer than before");
    expect(await resolve("mail")).toEqual([{ address: "192.0.2.200", family: 4 }]);
  });

  test("of this machine is loopback without a file", async () => {
    const { resolve, questions } = await namesBy(() => undefined);
    for (const name of ["localhost", "LOCALHOST.", "service.localhost"]) {
      expect((await resolve(name)).map(({ address }) => address)).toEqual(["127.0.0.1", "::1"]);
    }
    expect(questions).toEqual([]);
  });

  test("without a full stop is completed by the domains to search; one with a full stop afterwards; one that ends so never", async () => {
    const files = newFiles({ resolvConf: "domain old.example\nsearch one.example two.example\n" });
    const { resolve, asked } = await namesBy(({ name }) => (name === "mail.two.example" ? ["192.0.2.1"] : "NXDOMAIN"), {
      files,
    });
    expect(await resolve("mail")).toHaveLength(1);
    expect(asked()).toEqual(["mail.one.example", "mail.two.example"]);
    await expect(resolve("a.b")).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(asked().slice(2)).toEqual(["a.b", "a.b.one.example", "a.b.two.example"]);
    await expect(resolve("c.d.")).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(asked().slice(5)).toEqual(["c.d"]);
    files.write("resolvConf", "search three.example\noptions timeout:1 ndots:2");
    await expect(resolve("e.f")).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(asked().slice(6)).toEqual(["e.f.three.example", "e.f"]);
  });

  test("in letters of the world is asked for as DNS has it", async () => {
    const { resolve, asked } = await namesBy(() => ["192.0.2.1"]);
    await resolve("bücher.example");
    expect(asked()).toEqual(["xn--bcher-kva.example"]);
  });

  test("that is none is not asked for", async () => {
    const { resolve, questions } = await namesBy(() => ["192.0.2.1"]);
    for (const name of ["", "a b", "x".repeat(64)]) await expect(resolve(name)).rejects.toThrow();
    expect(questions).toEqual([]);
  });

  test("that its server refuses to tell is told so", async () => {
    const { resolve } = await namesBy(() => "SERVFAIL");
    await expect(resolve("receiver.example")).rejects.toMatchObject({ code: "ESERVFAIL" });
  });

  test("without an answer is given up when the time is over, and when nobody wants it any more", async () => {
    const { resolve } = await namesBy(() => undefined, { timeoutMs: 1 });
    await expect(resolve("silent.example")).rejects.toMatchObject({ code: "ETIMEOUT" });
    const patient = await namesBy(() => undefined);
    const asking = new AbortController();
    const asked = patient.resolve("silent.example", asking.signal);
    asking.abort();
    await expect(asked).rejects.toThrow();
  });

  test("is found while a hundred others have no answer", async () => {
    const { resolve } = await namesBy(({ name, type }) =>
      name === "good.example" ? (type === "A" ? ["192.0.2.1"] : []) : undefined,
    );
    const asking = new AbortController();
    const others = Array.from({ length: 100 }, (_, index) => resolve(`${index}.silent.example`, asking.signal));
    expect(await resolve("good.example")).toEqual([{ address: "192.0.2.1", family: 4 }]);
    asking.abort();
    const settled = await Promise.allSettled(others);
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
  });
});

test("a request connects to the address that is found, by the name", async () => {
  const { address } = await startNameServer(({ type }) => (type === "A" ? ["127.0.0.1"] : []));
  const { fetch, close } = openOutbound({ servers: [address] });
  onTestFinished(close);
  const server = createServer((request, response) => response.end(request.headers.host));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://rates.example:${port}/`);
  expect(await answer.text()).toBe(`rates.example:${port}`);
});

test("a connection of one family has an address of it alone", async () => {
  const { resolve } = await namesBy(({ type }) => (type === "A" ? ["192.0.2.1"] : [loopback6]), {
    otherFamilyMs: 60_000,
  });
  const found = (options: { family?: number; all?: boolean }) =>
    new Promise((done) => lookupBy(resolve)("receiver.example", options, (...result) => done(result)));
  expect(await found({ family: 6 })).toEqual([null, "::1", 6]);
  expect(await found({ family: 4, all: true })).toEqual([null, [{ address: "192.0.2.1", family: 4 }]]);
});
