import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "vitest";
import { exchange, openSession } from "../../transports/http/http2-client.ts";
import { legal, path } from "../../transports/http/requests.ts";
import { until } from "../until.ts";
import { RawConnection, requestText } from "./raw-connection.ts";

const mebibyte = 1024 * 1024;
/** Caches and compiled code grow a little with every test. */
const leftMebibytesMax = 24;

/** A normal call is answered over either HTTP version, each on a connection of its own. */
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

/** Open connections of this process, both ends of those to a server in it. */
export function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}

/** What the objects and buffers that are still needed take up. */
function bytesHeld(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** How things stand before an abuse, to be compared with afterwards. */
export class Calm {
  readonly #url: string;
  readonly #sockets: number;
  readonly #bytes: number;

  private constructor(url: string) {
    this.#url = url;
    this.#sockets = openSockets();
    this.#bytes = bytesHeld();
  }

  /** After a first call, because that makes what stays. */
  static async before(url: string): Promise<Calm> {
    const sockets = openSockets();
    await expectAlive(url);
    await until(() => openSockets() <= sockets);
    return new Calm(url);
  }

  /** More than then by less than so many MiB. */
  expectHeld(mebibytes: number): void {
    expect(this.#mebibytesMore()).toBeLessThan(mebibytes);
  }

  #mebibytesMore(): number {
    return (bytesHeld() - this.#bytes) / mebibyte;
  }

  expectAlive(): Promise<void> {
    return expectAlive(this.#url);
  }

  /** Calls are answered, and of the abuse nothing is left. */
  async expectBack(): Promise<void> {
    await expectAlive(this.#url);
    await until(() => openSockets() <= this.#sockets);
    // What was let go of just now may take a few turns to be free.
    for (let turn = 0; turn < 10 && this.#mebibytesMore() >= leftMebibytesMax; turn++) await setImmediate();
    this.expectHeld(leftMebibytesMax);
  }
}
