import { expect } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { ApiClient } from "../../support/identity/api-client.ts";

/** An act by the name of its method, which can be repeated. */
export type Act = readonly [name: string, act: () => ReturnType<ApiClient["call"]>];

/**
 * Expects each act to change nothing while its record cannot be written, and to have a record, and no other, when it can.
 *
 * @param state reads what the acts change
 * @param records reads records, newest first, as the query says
 */
export async function expectOneTransaction(
  acts: readonly Act[],
  environment: Record<string, string>,
  state: () => Promise<unknown>,
  records: (query: string) => Promise<readonly { readonly result: string }[]>,
): Promise<void> {
  const before = await state();
  const database = await openServiceDatabase(loadConfig(environment).database);
  try {
    const rename = (from: string, to: string) => database.manager.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename("audit_chain", "audit_chain_away");
    for (const [name, act] of acts) expect((await act()).status, name).toBe(500);
    await rename("audit_chain_away", "audit_chain");
  } finally {
    await database.close();
  }
  expect(await state()).toEqual(before);
  for (const [name, act] of acts) {
    expect((await act()).status, name).toBe(200);
    expect(await records("page_size=1")).toMatchObject([{ action: expect.stringMatching(`.${name}$`), result: "OK" }]);
  }
  expect((await records("page_size=100")).filter(({ result }) => result === "BEGUN")).toEqual([]);
}
