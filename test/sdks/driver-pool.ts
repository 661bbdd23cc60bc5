import { DriverProcess } from "./driver-process.ts";
import type { Command } from "./drivers/driver.ts";

/** Commands that take what the hooks of an SDK have told. */
const takingHooks = ["settled", "warnings", "attempts"] as const;

/**
 * Starts drivers of one language, and keeps those that a scenario has left as they were: most scenarios need a process, but
 * not a new one.
 */
export class DriverPool {
  readonly #command: Command;
  readonly #free: DriverProcess[] = [];

  constructor(command: Command) {
    this.#command = command;
  }

  /** Returns a driver that nobody else uses, without a client and a wallet. */
  take(): DriverProcess {
    return this.#free.pop() ?? new DriverProcess(this.#command);
  }

  /** Takes a driver back. Ends it if it still does something; otherwise closes what it has opened. */
  async giveBack(driver: DriverProcess): Promise<void> {
    if (driver.hasEnded) return;
    if (driver.isBusy) return await driver.kill();
    for (const what of driver.opened) await driver.send("close", { what });
    driver.opened.clear();
    await Promise.all(takingHooks.map((command) => driver.send(command)));
    this.#free.push(driver);
  }

  /** Ends the drivers that nobody uses. */
  async close(): Promise<void> {
    await Promise.all(this.#free.splice(0).map((driver) => driver.kill()));
  }
}
