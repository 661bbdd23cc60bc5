import { expect, test } from "vitest";
import { systemOf } from "../../../server/database/mysql/system.ts";

test.each([
  ["10.11.19-MariaDB-0+deb12u1", "mariadb"],
  ["5.5.5-10.6.14-MariaDB-log", "mariadb"],
  ["8.0.42", "mysql"],
  ["8.4.5-commercial", "mysql"],
])("a server of version %s is %s", async (version, system) => {
  expect(await systemOf({ query: (async () => [{ version }]) as never })).toBe(system);
});
