import type { DescMessage } from "@bufbuild/protobuf";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { expect, test } from "vitest";
import { CreateKeyRequestSchema, RevokeKeyRequestSchema } from "#contract/admin/v1/keys_pb.js";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { VectorSchema } from "#contract/geocode/v1/geometry_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { inlineField, untaggedOneof } from "../../../server/rpc/dialect-options.ts";
import type { Issue } from "../../../server/rpc/validation/issue.ts";
import { compileValidator } from "../../../server/rpc/validation/validate.ts";
import { law } from "../../support/laws/law.ts";
import { messagesOf } from "../../support/laws/messages.ts";

const requests: DescMessage[] = [
  ...GeocodeService.methods.map((method) => method.input),
  CreateKeyRequestSchema,
  RevokeKeyRequestSchema,
  ...[WalletService, TransactionService, ExchangeService, LedgerService].flatMap(({ methods }) =>
    methods.map(({ input }) => input),
  ),
];

const reference = createValidator();

for (const request of requests) {
  law(`compileValidator() finds what protovalidate finds in ${request.name}`, messagesOf(request), (message) => {
    const issues: Issue[] = [];
    compileValidator(request)?.(message, "", issues);
    const found = reference.validate(request, message);
    if (found.kind === "error") throw found.error;
    const expected = (found.violations ?? []).filter((violation) => !isNumberOfList(violation)).map(pathOf);
    // The letters that people can be shown are no rule of protovalidate: see `texts.test.ts`.
    const comparable = issues.filter(({ message: text }) => !/ to see$| could not see /.test(text));
    expect([...new Set(comparable.map((issue) => issue.path))].sort()).toEqual([...new Set(expected)].sort());
  });
}

test("compileValidator() accepts a legal request and reports the range of an illegal number", () => {
  const legal = { data: { $typeName: "x" }, sourceDimensions: 3, targetDimensions: 13 };
  const issues: Issue[] = [];
  const validate = compileValidator(GeocodeService.method.transform.input);
  validate?.(legal, "", issues);
  expect(issues).toEqual([]);
  validate?.({ ...legal, sourceDimensions: 14 }, "", issues);
  expect(issues.map(({ path, validRange }) => ({ path, validRange }))).toEqual([
    { path: "source_dimensions", validRange: [3, 13] },
  ]);
});

/** Whether the number is in a list: the operations check those, after the lengths. */
function isNumberOfList(violation: Violation): boolean {
  return violation.field.some((step) => step.kind === "field" && step.parent.typeName === VectorSchema.typeName);
}

/** Path of a violation in REST form: inline lists and untagged alternatives have no name of their own. */
function pathOf(violation: Violation): string {
  let path = "";
  for (const step of violation.field) {
    if (step.kind === "list_sub") path += `[${step.index}]`;
    else if (step.kind === "map_sub") path += `.${String(step.key)}`;
    else if (step.kind === "field" && inlineField(step.parent) === undefined && step.oneof === undefined) {
      path += path === "" ? step.name : `.${step.name}`;
    } else if (step.kind === "oneof" && untaggedOneof(step.parent) !== step) path += step.name;
  }
  return path;
}
