import { describe, expect, test } from "vitest";
import { csvRecords } from "../../../../clients/cli/payments/csv.ts";
import { withIds } from "../../../../clients/cli/payments/payment-ids.ts";
import { paymentsIn } from "../../../../clients/cli/payments/payments-file.ts";

const bob = "01920000-0000-7000-8000-000000000001";

describe("a file of payments", () => {
  test.each([
    ["nothing", "", "the file contains no payments"],
    ["the names of columns alone", "recipient,amount\n", "the file contains no payments"],
    ["no names of columns", `${bob},1\n`, "line 1 must name the columns"],
    ["semicolons", `recipient;amount\n${bob};1\n`, "line 1 must name the columns"],
    ["a column twice", `recipient,amount,amount\n${bob},1,2\n`, "each once"],
    ["an unknown column", `recipient,amount,ammount\n${bob},1,2\n`, "line 2: there is no column ammount"],
    ["a field too few", `recipient,amount\n${bob},1\n${bob}\n`, "line 3: must have a field for each column"],
    ["a field too many", `recipient,amount\n${bob},1,000\n`, "line 2: must have a field for each column"],
    ["no amount", `recipient,amount\n${bob},\n`, "line 2: amount must be a decimal above 0"],
    ["no recipient", "recipient,amount\n,1\n", "line 2: recipient must be the id of an identity"],
    ["a decimal comma", `recipient,amount\n${bob},"1,5"\n`, "line 2: amount must be a decimal above 0"],
    ["a negative amount", `recipient,amount\n${bob},-1\n`, "line 2: amount must be a decimal above 0"],
    ["an amount of 0", `recipient,amount\n${bob},0.00\n`, "line 2: amount must be a decimal above 0"],
    ["an exponent", `recipient,amount\n${bob},1e3\n`, "line 2: amount must be a decimal above 0"],
    ["an unknown asset", `recipient,amount,asset\n${bob},1,gold\n`, "line 2: an asset is TOKEN_STANDARD"],
    [
      "a long description",
      `recipient,amount,description\n${bob},1,${"x".repeat(257)}\n`,
      "line 2: description must have",
    ],
    ["an id that is none", `recipient,amount,id\n${bob},1,7\n`, "line 2: id must be a UUID"],
    [
      "an id twice",
      `recipient,amount,id\n${bob},1,${bob}\n${bob},2,${bob}\n`,
      "line 3: the id is the same as in line 2",
    ],
    ["an open quotation mark", `recipient,amount,description\n${bob},1,"tea\n`, "line 2: a quotation mark"],
    ["a quotation mark in a field", `recipient,amount,description\n${bob},1,a"b\n`, "line 2: a quotation mark"],
    ["a sender, who is the wallet", `recipient,amount,sender\n${bob},1,${bob}\n`, "there is no column sender"],
    ["a number in JSON", `{"recipient": "${bob}", "amount": 1.1}`, "line 1: amount must be a text"],
    [
      "a line of JSON that is none",
      `{"recipient": "${bob}", "amount": "1"}\n{"recipient"`,
      "line 2: must have a field",
    ],
    ["a list in JSON", `{"recipient": "${bob}", "amount": "1"}\n[]`, "line 2: must have a field"],
  ])("is refused as a whole for %s", (_, text, mistake) => {
    expect(() => paymentsIn(text)).toThrow(mistake);
  });

  test("is told all of its mistakes, and that nobody was paid", () => {
    const bad = Array.from({ length: 7 }, () => `${bob},x`).join("\n");
    expect(() => paymentsIn(`recipient,amount\n${bob},1\n${bad}`)).toThrow(
      /^line 3: .+; line 7: [^;]+; and 2 more\. Nobody was paid/,
    );
  });

  test("is read the same as CSV and as lines of JSON, by line", () => {
    const csv = `\u{feff}Recipient, Amount ,description,asset\r\n${bob},1,"tea, ""black""",\r\n\r\n${bob},2.5,,USD\r\n`;
    const json = `{"recipient": "${bob}", "amount": "1", "description": "tea, \\"black\\""}\n\n{"recipient": "${bob}", "amount": "2.5", "asset": "USD"}\n`;
    const [tea, other] = paymentsIn(csv);
    expect([tea, other]).toEqual([
      { line: 2, recipient: bob, amount: "1", description: 'tea, "black"' },
      { line: 4, recipient: bob, amount: "2.5", asset: "USD" },
    ]);
    expect(paymentsIn(json)).toEqual([
      { ...tea, line: 1 },
      { ...other, line: 3 },
    ]);
  });
});

test("lines of CSV are counted through fields of several lines", () => {
  expect(csvRecords('a,"b\nc"\n"",d\n\ne')).toEqual([
    { line: 1, fields: ["a", "b\nc"] },
    { line: 3, fields: ["", "d"] },
    { line: 5, fields: ["e"] },
  ]);
});

describe("the id of a payment", () => {
  const lines = paymentsIn(`recipient,amount\n${bob},1\n${bob},2\n${bob},1\n`);
  const ids = async (batch: string, sender = "ada", given = lines) =>
    (await withIds(given, batch, sender)).map(({ id }) => id);

  test("is the same for the same payment of a batch, wherever its line is", async () => {
    const [one, two, again] = await ids("wages");
    expect(new Set([one, two, again]).size).toBe(3);
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await ids("wages", "ada", lines.slice(1).reverse())).toEqual([one, two]);
  });

  test("is another one in another batch, and for another sender", async () => {
    const all = [...(await ids("wages")), ...(await ids("other")), ...(await ids("wages", "bob"))];
    expect(new Set(all).size).toBe(9);
  });
});
