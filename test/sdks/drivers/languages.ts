import type { Driver } from "./driver.ts";
import { goDriver } from "./go/driver.ts";
import { javaDriver } from "./java/driver.ts";
import { asyncioDriver, pythonDriver } from "./python/driver.ts";
import { rustDriver } from "./rust/driver.ts";
import { typescriptDriver } from "./typescript/driver.ts";

/** The languages that play the scenarios. */
export const drivers: readonly Driver[] = [
  typescriptDriver,
  goDriver,
  javaDriver,
  rustDriver,
  pythonDriver,
  asyncioDriver,
];
