import { describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { Channel, Client, channelTransport, PlatonicError } from "../../../clients/typescript/src/index.ts";

const transform = { data: { values: [1, 2, 3, 4] }, sourceDimensions: 4, targetDimensions: 3 };

/** A network that never answers, as `fetch` does it: aborted calls reject with the reason of the signal. */
const silent: typeof globalThis.fetch = (_, init) =>
  new Promise((_, reject) => {
    const signal = init?.signal as AbortSignal;
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
  });

const client = new Client({ endpoint: "https://platonic.example", fetch: silent });

/** A channel that never connects. */
function silentChannel(options: Partial<ConstructorParameters<typeof Channel>[0]> = {}): Channel {
  const webSocket = class {
    addEventListener() {}
  } as never;
  const credentials = async () => ({ sessionToken: "token" });
  return new Channel({
    endpoint: "wss://platonic.example/channel",
    serverKey: { staticKeys: [] },
    credentials,
    webSocket,
    ...options,
  });
}

const calls: readonly [name: string, call: (signal: AbortSignal) => Promise<unknown>][] = [
  ["a call", (signal) => client.of(GeocodeService).transform(transform, { signal })],
  [
    "an iterator over pages",
    (signal) => client.items(WalletService.method.listLedgerEntries, { identityId: "i" }, { signal }).next(),
  ],
  [
    "a call on the channel",
    (signal) =>
      new Client({ transport: channelTransport(silentChannel()) }).of(IdentityService).getIdentity({}, { signal }),
  ],
];

const reasons: readonly [name: string, reason: unknown][] = [
  ["an error of the caller's", new Error("the page was left")],
  ["a text", "the page was left"],
  ["nothing", undefined],
];

describe.each(calls)("%s", (_, call) => {
  test.each(reasons)("that is aborted with %s is ABORTED, and names the reason as its cause", async (_, reason) => {
    const abort = new AbortController();
    const failure = call(abort.signal).catch((error: unknown) => error);
    abort.abort(reason);
    const error = await failure;
    expect(error).toBeInstanceOf(PlatonicError);
    expect(error).toMatchObject({ reason: "ABORTED", message: "the call was aborted by its signal" });
    expect((error as PlatonicError).cause).toBe(abort.signal.reason);
    await expect(call(abort.signal)).rejects.toMatchObject({ reason: "ABORTED" });
  });

  test("whose signal times out is TIMED_OUT", async () => {
    const abort = new AbortController();
    const failure = call(abort.signal).catch((error: unknown) => error);
    abort.abort(new DOMException("the operation timed out", "TimeoutError"));
    expect(await failure).toMatchObject({ reason: "TIMED_OUT" });
  });
});

describe("a timeout of a call on the channel", () => {
  test.each([0, -1, Number.NaN])("of %s is refused", async (timeoutMs) => {
    const channel = silentChannel();
    await expect(channel.call(IdentityService.method.getIdentity, {}, { timeoutMs })).rejects.toThrow(RangeError);
    await expect(channel.resolve(crypto.randomUUID(), true, { timeoutMs })).rejects.toThrow(RangeError);
  });

  test("of 0 is none in the terms of Connect", async () => {
    const abort = new AbortController();
    const after = (_: number, act: () => void) => {
      act();
      return () => {};
    };
    const client = new Client({ transport: channelTransport(silentChannel({ clock: { now: () => 0, after } })) });
    const failure = client.of(IdentityService).getIdentity({}, { timeoutMs: 0, signal: abort.signal });
    abort.abort();
    await expect(failure).rejects.toMatchObject({ reason: "ABORTED" });
  });
});
