import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import { exchange, openSession } from "../../transports/http/http2-client.ts";
import { legal, path } from "../../transports/http/requests.ts";
import { collectGarbage } from "../memory/garbage.ts";
import { until } from "../until.ts";
import { RawConnection, requestText } from "./raw-connection.ts";

const mebibyte = 1024 * 1024;
/** Allowed growth after an abuse: caches and compiled code grow a little with every test. */
const leftMebibytesMax = 24;

/** Expects a normal call to be answered over both HTTP versions, each on its own connection. */
export async function expectAlive(url: string): Promise<void> {
  const connection = await RawConnection.open(url);
  connection.write(requestText("POST", path, legal));
  const first = await connection.answer();
  connection.socket.destroy();
  const session = await openSession(url);
  const second = await exchange(session, { ":path": path }, legal);
  session.destroy();
  expect([first?.status, second.status]).toEqual([200, 200]);
}

/** Returns the number of TCP sockets of this process; connections to a server in it count twice. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}

/** Returns the bytes of live objects and buffers, after a garbage collection. */
function bytesHeld(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Sockets and memory before an abuse, for comparison with those afterwards. */
export class ResourceBaseline {
  readonly #url: string;
  readonly #sockets: number;
  readonly #bytes: number;

  private constructor(url: string) {
    this.#url = url;
    this.#sockets = openSockets();
    this.#bytes = bytesHeld();
  }

  /** Measures after a first call, which creates lasting objects. */
  static async measure(url: string): Promise<ResourceBaseline> {
    const sockets = openSockets();
    await expectAlive(url);
    await until(() => openSockets() <= sockets);
    return new ResourceBaseline(url);
  }

  /** Expects memory to have grown by less than this many MiB. */
  expectGrowthBelow(mebibytes: number): void {
    expect(this.#grownMebibytes()).toBeLessThan(mebibytes);
  }

  #grownMebibytes(): number {
    return (bytesHeld() - this.#bytes) / mebibyte;
  }

  expectAlive(): Promise<void> {
    return expectAlive(this.#url);
  }

  /** Expects calls to be answered, and sockets and memory to be released. */
  async expectRestored(): Promise<void> {
    await expectAlive(this.#url);
    await until(() => openSockets() <= this.#sockets);
    // Resources may take a few turns of the event loop to be released.
    for (let turn = 0; turn < 10 && this.#grownMebibytes() >= leftMebibytesMax; turn++) await setImmediate();
    this.expectGrowthBelow(leftMebibytesMax);
  }
}
