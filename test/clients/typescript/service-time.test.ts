import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { TransferOrderSchema } from "#contract/wallet/v1/transaction_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { ServiceTime } from "../../../clients/typescript/src/identity/service-time.ts";
import { Client, MemoryStorage, type Operation, Session, TokenMinter } from "../../../clients/typescript/src/index.ts";
import { heldBy, newHolder, phaseOf, standard, walletOf } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

const hourMs = 3_600_000;
const toldAt = Date.parse("2027-01-15T08:00:00Z");
const told = new Headers({ Date: "Fri, 15 Jan 2027 08:00:00 GMT" });

/** Clocks that a test sets, and the time of the service. */
function clocks(wallMs: number) {
  const set = { wallMs, clockMs: 0.5 };
  const time = new ServiceTime(() => set.wallMs, { now: () => set.clockMs });
  const pass = (ms: number) => {
    set.wallMs += ms;
    set.clockMs += ms;
  };
  return { set, time, pass };
}

describe("the time of the service", () => {
  test("is this machine's until it is told", () => {
    const { time, pass } = clocks(toldAt - hourMs);
    pass(10);
    expect([time.now(), time.isKnown]).toEqual([toldAt - hourMs + 10, false]);
    time.learn(new Headers());
    time.learn(new Headers({ Date: "soon" }));
    expect([time.now(), time.isKnown]).toEqual([toldAt - hourMs + 10, false]);
  });

  test.each([-hourMs, hourMs])("is what was told, in whole ms, on a machine whose clock is off by %i ms", (offset) => {
    const { time, pass } = clocks(toldAt + offset);
    time.learn(told);
    pass(1_500.25);
    expect([time.now(), time.isKnown]).toEqual([toldAt + 1_500, true]);
  });

  test("is this machine's if that is right, which is more exact than whole seconds", () => {
    const { time, pass } = clocks(toldAt + 900);
    time.learn(told);
    pass(100);
    expect(time.now()).toBe(toldAt + 1_000);
  });

  test("runs on when somebody sets the clock of the machine, and is to be asked for again", () => {
    const { set, time, pass } = clocks(toldAt);
    time.learn(told);
    set.wallMs += hourMs;
    pass(1_000);
    expect([time.now(), time.isKnown]).toEqual([toldAt + 1_000, false]);
    time.learn(told);
    expect([time.now(), time.isKnown]).toEqual([toldAt, true]);
  });
});

const server = sharedServer();

/** A clock that is off by so much. */
const off = (ms: number) => () => Date.now() + ms;

/** Keeps what was stored. */
class KeptStorage extends MemoryStorage {
  readonly kept: Operation[] = [];

  override async put(operation: Operation): Promise<void> {
    this.kept.push(operation);
    await super.put(operation);
  }
}

describe.each([
  ["an hour behind", -hourMs],
  ["an hour ahead", hourMs],
])("a client whose clock is %s", (_, offset) => {
  test("opens a session, also after another client of this machine", async () => {
    const { url } = server();
    const { id, credentials } = await newHolder(url);
    for (const now of [Date.now, off(offset), Date.now]) {
      const session = new Session(url, new TokenMinter({ credentials, clientId: "app", now }));
      const { wallet } = await new Client(session).of(WalletService).getWallet({ identityId: id });
      expect(wallet?.identityId).toBe(id);
    }
  });

  test.each([true, false])(
    "pays, with the channel: %s, and its orders have the time of the service",
    async (useChannel) => {
      const { url } = server();
      const [ada, bob] = [await newHolder(url, "10"), await newHolder(url)];
      const storage = new KeptStorage();
      const wallet = walletOf(url, ada, { now: off(offset), storage, configuration: { useChannel } });
      if (useChannel) await phaseOf(wallet, "open");
      const { status, id } = await wallet.pay(standard(bob, "3"));
      expect(status).toBe("completed");
      expect(await heldBy(url, bob.id)).toBe("3");
      const { createdAt } = fromBinary(TransferOrderSchema, storage.kept[0]?.order as Uint8Array);
      expect(Math.abs(Number(createdAt) - Date.now())).toBeLessThan(20_000);
      // The first 48 bits of the id are a time, too.
      expect(Math.abs(Number.parseInt(id.replace("-", "").slice(0, 12), 16) - Date.now())).toBeLessThan(20_000);
      wallet.close();
    },
  );
});

test("a page of another origin may read the time of the service", async () => {
  const headers = { Origin: "https://shop.example" };
  const answer = await fetch(`${server().url}/healthz`, { headers });
  expect(answer.headers.get("access-control-expose-headers")).toMatch(/\bDate\b/);
  expect(Math.abs(Date.parse(answer.headers.get("date") ?? "") - Date.now())).toBeLessThan(20_000);
});
