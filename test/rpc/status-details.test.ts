import type { DescFile } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { FaultDetailSchema, StatusDetailsSchema } from "#contract/fault/v1/fault_pb.js";
import { ErrorInfoSchema, RetryInfoSchema } from "#contract/google/rpc/error_details_pb.js";
import { contractServices } from "../support/contract-services.ts";

/** Names of the messages in a file and in all that it imports. */
function messagesFrom({ messages, dependencies }: DescFile): string[] {
  return [...messages.map(({ typeName }) => typeName), ...dependencies.flatMap(messagesFrom)];
}

test("the details of every service's errors can be read from the files of that service alone", async () => {
  const all = await contractServices();
  expect(all.length).toBeGreaterThan(10);
  for (const { file, typeName } of all) {
    const messages = messagesFrom(file);
    for (const { typeName: detail } of [FaultDetailSchema, ErrorInfoSchema, RetryInfoSchema]) {
      expect(messages, `${typeName} without ${detail}`).toContain(detail);
    }
  }
});

test("the contract lists the messages among the details in their order", () => {
  expect(StatusDetailsSchema.fields.map(({ message }) => message?.typeName)).toEqual([
    FaultDetailSchema.typeName,
    ErrorInfoSchema.typeName,
    RetryInfoSchema.typeName,
  ]);
});
