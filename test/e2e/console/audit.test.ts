// @module-tag slow/browser

import { expect, test } from "vitest";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { seedRecords } from "../../support/audit/seeded-log.ts";
import { operatorKey } from "../../support/server.ts";
import { describeConsole } from "./console-page.ts";

const seeded = 10_000;
const pageSize = 50;

describeConsole("the audit log in the console", (given) => {
  test(`shows each of ${seeded} records once, page after page, while others write`, async () => {
    const { server } = given();
    const database = await openServiceDatabase({ dataDirectory: server.dataDirectory });
    await seedRecords(database, seeded, Date.now());
    await database.close();
    const { tab } = await given().open("/sign-in?to=/admin/audit");
    await tab.getByLabel("API key").fill(operatorKey);
    await tab.getByRole("button", { name: "Use the key" }).click();
    const rows = tab.getByRole("row");
    let written = 0;
    for (let pages = 1; pages <= 6; pages++) {
      await tab
        .getByRole("row")
        .nth(pages * pageSize)
        .waitFor();
      expect(await rows.count()).toBe(pages * pageSize + 1);
      const numbers = (await rows.getByText(/^\d{1,5} ?$/).allTextContents()).map(Number);
      // Those that others have written since stand in front, and take their places on the page.
      expect(numbers.length).toBeGreaterThanOrEqual(pages * pageSize - written - 2);
      expect(numbers).toEqual(numbers.map((_, index) => seeded - index));
      await server.createKey("developer");
      written += 1;
      await tab.getByRole("button", { name: "Show older ones" }).click();
    }
  });
});
