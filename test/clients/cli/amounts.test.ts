import { expect, test } from "vitest";
import { amountProblem } from "../../../clients/typescript/src/amount.ts";
import { machine } from "./machine.ts";

const bob = "01920000-0000-7000-8000-000000000001";

test.each(["1", "12.5", "0.000001", "007", "1.50"])("amountProblem() finds nothing in %s", (text) => {
  expect(amountProblem(text, 6)).toBeUndefined();
});

test.each([
  ["", "Write digits, and a point before the decimals, such as 12.5"],
  ["1,5", "Write 1.5:"],
  ["1,234", "such as 12.5"],
  ["1,234.5", "Write 1234.5:"],
  ["1.234,5", "Write 1234.5:"],
  ["1 000", "Write 1000:"],
  ["1'000.25", "Write 1000.25:"],
  ["-5", "no sign"],
  ["+5", "no sign"],
  ["1e3", "such as 12.5"],
  [".5", "such as 12.5"],
  ["5.", "such as 12.5"],
  ["٥", "such as 12.5"],
  ["0", "more than 0"],
  ["0.000", "more than 0"],
  ["0.0000000001", "10 decimal places, of which there are at most 6"],
])("amountProblem() tells the format of %j", (text, advice) => {
  expect(amountProblem(text, 6)).toContain(advice);
});

const commands = (amount: string) => [
  ["wallet", "pay", bob, amount],
  ["wallet", "hold", bob, amount],
  ["wallet", "exchange", amount, "TOKEN_STANDARD", "TOKEN_MICRO"],
  ["wallet", "deposit", amount],
  ["ledger", "deposit", bob, amount],
];

test.each(["1,5", "0", "abc"])(
  "an amount of %s is a mistake of usage, told with the format, before anything is sent",
  async (amount) => {
    const { run } = machine({ PLATONIC_URL: "http://127.0.0.1:9", PLATONIC_API_KEY: "key" });
    for (const command of commands(amount)) {
      const { code, err } = await run(...command);
      // Without a profile that is told first where the amount is read later.
      expect([command.join(" "), code]).toEqual([command.join(" "), 2]);
      expect(err).toMatch(/is not an amount\. |there is no profile/);
    }
  },
);

test("an address that is none is a mistake of usage, with an example", async () => {
  const { code, err } = await machine({}).run("wallet", "pay", "bob", "1");
  expect([code, err]).toEqual([2, expect.stringContaining("bob is not the address of a wallet, such as 01920000-")]);
});
