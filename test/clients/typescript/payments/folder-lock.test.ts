import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import * as files from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Operation, WalletClient } from "../../../../clients/typescript/src/index.ts";
import { removeLeftLock, type SeenLock, seenLock } from "../../../../clients/typescript/src/node/lock-file.ts";
import { FileStorage } from "../../../../clients/typescript/src/node.ts";

vi.mock("node:fs/promises", { spy: true });
afterEach(() => {
  for (const mocked of [files.link, files.rm]) vi.mocked(mocked).mockReset();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "platonic-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a journal that is closed with the test. */
function journalIn(folder: string): FileStorage {
  const storage = new FileStorage(folder);
  onTestFinished(() => storage.close());
  return storage;
}

/** Returns a wallet that reaches no service. */
function walletOn(storage: FileStorage): WalletClient {
  const rotationKey = { version: 1, secret: new Uint8Array(32) };
  return new WalletClient({
    endpoint: "http://127.0.0.1:9",
    credentials: { identityId: "i", keyId: "k", sign: async () => new Uint8Array(64), rotationKey },
    storage,
    fetch: async () => Response.error(),
  });
}

function operation(): Operation {
  return { id: crypto.randomUUID(), order: Uint8Array.of(1), keyId: "key", signature: Uint8Array.of(2) };
}

/** Member of a lock for this system, as it is documented. */
const system = {
  system: `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`,
};
const elsewhere = { host: "elsewhere.example", process: 4711, token: crypto.randomUUID() };

function lockedBy(folder: string, holder: object | string): string {
  const file = join(folder, "lock");
  writeFileSync(file, typeof holder === "string" ? holder : JSON.stringify(holder));
  return file;
}

/** Writes a file at once, so that nobody reads a part of it. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.next`, text);
  renameSync(`${file}.next`, file);
}

function holderIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, "lock"), "utf8"));
}

/** Lets the time pass by which locks are judged, until a promise is settled, from timer to timer: the disk takes none of it. */
async function whileTimePasses<Result>(promise: Promise<Result>, act: () => void = () => {}): Promise<Result> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    act();
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    await setImmediate();
  }
  return promise;
}

function passTime(): void {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

describe("the lock of a folder", () => {
  test("names this process on one line that its owner alone can read, and goes when the last journal is closed", async () => {
    const folder = newFolder();
    const other = `${folder}-link`;
    symlinkSync(folder, other);
    onTestFinished(() => rmSync(other));
    const [first, second] = [journalIn(folder), journalIn(other)];
    await first.list();
    await second.put(operation());
    const token = expect.stringMatching(/^[\w-]{36}$/);
    expect(holderIn(folder)).toEqual({ host: hostname(), ...system, process: process.pid, token });
    expect(readFileSync(join(folder, "lock"), "utf8")).toMatch(/^\{.*\}\n$/);
    expect(statSync(join(folder, "lock")).mode & 0o777).toBe(0o600);
    await first.close();
    await first.close();
    expect(existsSync(join(folder, "lock"))).toBe(true);
    await second.close();
    expect(existsSync(join(folder, "lock"))).toBe(false);
    await first.list();
    expect(existsSync(join(folder, "lock"))).toBe(true);
  });

  test("is held until the last wallet that uses a journal is closed", async () => {
    const folder = newFolder();
    const storage = journalIn(folder);
    const [first, second] = [walletOn(storage), walletOn(storage)];
    for (const wallet of [first, second]) expect(await wallet.reconcile()).toEqual([]);
    await first.close();
    await first.close();
    expect(holderIn(folder)).toMatchObject({ process: process.pid });
    await second.close();
    expect(existsSync(join(folder, "lock"))).toBe(false);
  });

  test("is held by a journal that is opened while another one is being closed", async () => {
    const folder = newFolder();
    const [first, second] = [new FileStorage(folder), journalIn(folder)];
    await first.list();
    const { rm } = await vi.importActual<typeof files>("node:fs/promises");
    vi.mocked(files.rm).mockImplementationOnce(async (...parameters) => {
      // A slow disk.
      for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
      await rm(...parameters);
    });
    await Promise.all([first.close(), second.list()]);
    expect(holderIn(folder)).toMatchObject({ process: process.pid });
  });

  test("is taken over at once from a process that has ended, with what that has not finished", async () => {
    const folder = newFolder();
    lockedBy(folder, { host: hostname(), ...system, process: 2 ** 22 + 1, token: "t" });
    writeFileSync(join(folder, "payment.operation.1.new"), "{");
    // No time passes.
    passTime();
    await journalIn(folder).list();
    expect(holderIn(folder)).toMatchObject({ process: process.pid });
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  test.each([
    ["of another host", elsewhere],
    ["that is empty", ""],
    ["that is damaged", '{"host": "elsewhere'],
    ["of a process that runs", { host: hostname(), ...system, process: process.ppid, token: "t" }],
    ["of another thread", { host: hostname(), ...system, process: process.pid, token: "t" }],
    ["of a container with this name", { host: hostname(), system: "1 pid:[1]", process: 2 ** 22 + 1, token: "t" }],
    ["of a client that does not tell its system", { host: hostname(), process: 2 ** 22 + 1, token: "t" }],
  ])("%s is taken over after 10 s without a beat", async (_, holder) => {
    const folder = newFolder();
    lockedBy(folder, holder);
    passTime();
    const startMs = performance.now();
    await whileTimePasses(journalIn(folder).list());
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(10_000);
    expect(holderIn(folder)).toMatchObject({ process: process.pid });
  });

  test.each([
    ["changes its time", (file: string, beat: number) => utimesSync(file, 1, beat)],
    ["writes it", (file: string, beat: number) => replace(file, JSON.stringify({ ...elsewhere, beat }))],
  ])("is that of a process which lives as soon as it %s", async (_, beat) => {
    const folder = newFolder();
    const file = lockedBy(folder, elsewhere);
    passTime();
    let beats = 0;
    const text = `the journal's folder ${folder} is used by process 4711 on host ${elsewhere.host}: give each`;
    await expect(whileTimePasses(journalIn(folder).list(), () => beat(file, ++beats))).rejects.toMatchObject({
      reason: "STATE_INVALID",
      message: expect.stringContaining(text),
    });
  });

  test("is waited for while its process lives, as long as the journal is told to", async () => {
    const folder = newFolder();
    const file = lockedBy(folder, elsewhere);
    passTime();
    let beats = 0;
    const opened = (lockWaitMs: number) => {
      const storage = new FileStorage(folder, { lockWaitMs });
      onTestFinished(() => storage.close());
      return storage.list();
    };
    const startMs = performance.now();
    const beat = () => utimesSync(file, 1, ++beats);
    await expect(whileTimePasses(opened(30_000), beat)).rejects.toMatchObject({ reason: "STATE_INVALID" });
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(30_000);
    beats = 0;
    const beatOrEnd = () => {
      beats += 1;
      if (beats < 300) utimesSync(file, 1, beats);
      if (beats === 300) rmSync(file);
    };
    expect(await whileTimePasses(opened(600_000), beatOrEnd)).toEqual([]);
    expect(holderIn(folder)).toMatchObject({ process: process.pid });
  });

  test("is taken when the process that lives removes it", async () => {
    const folder = newFolder();
    const file = lockedBy(folder, elsewhere);
    passTime();
    const startMs = performance.now();
    const looks = () => vi.mocked(files.readFile).mock.calls.filter(([path]) => path === file).length;
    let isRemoved = false;
    // The lock is taken before the journal is read, which may take any time of this clock: it shows each 2 s that it lives.
    let takenMs = Number.POSITIVE_INFINITY;
    const removing = () => {
      if (isRemoved && existsSync(file)) takenMs = Math.min(takenMs, performance.now());
      if (isRemoved || looks() < 2) return;
      isRemoved = true;
      rmSync(file);
    };
    expect(await whileTimePasses(journalIn(folder).list(), removing)).toEqual([]);
    expect(takenMs - startMs).toBeLessThan(10_000);
    expect(holderIn(folder)).toMatchObject({ process: process.pid });
  });

  test.each([
    [
      "is taken over",
      (file: string) => replace(file, JSON.stringify(elsewhere)),
      "process 4711 on host elsewhere.example",
    ],
    ["is removed", (file: string) => rmSync(file), "removed its file lock"],
  ])("shows each 2 s that its process lives, and is lost when it %s", async (_, harm, taker) => {
    const folder = newFolder();
    const file = join(folder, "lock");
    passTime();
    const storage = journalIn(folder);
    await storage.list();
    utimesSync(file, 1, 1);
    while (statSync(file).mtimeMs === 1_000) {
      await vi.advanceTimersByTimeAsync(2_000);
      await setImmediate();
    }
    harm(file);
    const lost = {
      reason: "STATE_INVALID",
      message: expect.stringContaining(`the journal's folder ${folder} was taken over by`),
    };
    let failure: Error | undefined;
    while (failure === undefined) {
      await vi.advanceTimersByTimeAsync(2_000);
      await setImmediate();
      failure = await storage.list().then(
        () => undefined,
        (error) => error,
      );
    }
    expect(failure).toMatchObject(lost);
    expect(failure.message).toContain(taker);
    await expect(storage.put(operation())).rejects.toMatchObject(lost);
    await storage.close();
    expect(existsSync(file)).toBe(taker.startsWith("process"));
  });

  test("that changes while it is taken over is put back, with hard links or without", async () => {
    for (const code of [undefined, "EPERM"]) {
      const folder = newFolder();
      const file = lockedBy(folder, elsewhere);
      const judged = (await seenLock(file)) as SeenLock;
      const other = { ...elsewhere, token: "other" };
      lockedBy(folder, other);
      if (code !== undefined) withoutLinks(code);
      await removeLeftLock(file, judged, join(folder, "lock.aside"));
      expect(holderIn(folder)).toEqual(other);
      expect(readdirSync(folder)).toEqual(["lock"]);
    }
  });

  test("is not waited for by a wallet that is closed", async () => {
    const folder = newFolder();
    lockedBy(folder, elsewhere);
    const wallet = walletOn(new FileStorage(folder));
    const order = { recipient: "r", tokenType: 1, amount: "1" };
    const failures = [wallet.reconcile(), wallet.pay(order)].map((call) => call.catch((error: unknown) => error));
    await setImmediate();
    wallet.close();
    for (const failure of failures) expect(await failure).toMatchObject({ reason: "STATE_INVALID" });
    expect(holderIn(folder)).toEqual(elsewhere);
  });
});

/** Has the system refuse hard links, as file systems without them do. */
function withoutLinks(code: string): void {
  vi.mocked(files.link).mockRejectedValue(Object.assign(new Error(`${code}: operation not permitted, link`), { code }));
}

describe("a folder without hard links", () => {
  test.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])("keeps each operation once (%s)", async (code) => {
    withoutLinks(code);
    const folder = newFolder();
    const storage = journalIn(folder);
    const first = operation();
    await storage.put(first);
    await expect(storage.put({ ...first, keyId: "other" })).rejects.toMatchObject({ reason: "RESOURCE_CONFLICT" });
    expect(await storage.list()).toEqual([first]);
    expect(readdirSync(folder).toSorted()).toEqual([`${first.id}.operation`, "lock"].toSorted());
  });
});

describe("a folder that cannot be used", () => {
  test("is named, with the system's own words, and used once it can be", async () => {
    const folder = newFolder();
    const journal = join(folder, "file", "journal");
    writeFileSync(join(folder, "file"), "");
    const storage = journalIn(journal);
    for (const use of [() => storage.put(operation()), () => storage.list(), () => storage.replace(operation())]) {
      await expect(use()).rejects.toMatchObject({
        reason: "STATE_INVALID",
        message: expect.stringMatching(new RegExp(`^the journal's folder ${journal} cannot be used: ENOTDIR`)),
      });
    }
    rmSync(join(folder, "file"));
    await storage.put(operation());
    expect(await storage.list()).toHaveLength(1);
  });
});
