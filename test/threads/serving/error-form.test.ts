import { expect, test } from "vitest";
import { Fault } from "../../../server/core/fault.ts";
import { TransportRefusal } from "../../../server/rpc/call.ts";
import { errorOf, formOfError } from "../../../server/threads/serving/error-form.ts";

const sent = (error: unknown) => errorOf(structuredClone(formOfError(error)));

test("an unexpected error is sent with its name and stack, though it holds what cannot be sent", () => {
  const error = new TypeError("x is no function", { cause: () => {} });
  expect(() => structuredClone(error)).toThrow("could not be cloned");
  expect(sent(error)).toMatchObject({
    message: error.message,
    name: "TypeError",
    stack: error.stack,
  });
});

test("a fault and a refusal of a transport are sent as what they are", () => {
  const fault = new Fault("PARAMETER_INVALID", "is wrong", { parameter: "data" });
  expect(sent(fault)).toEqual(fault);
  expect(sent(fault)).toBeInstanceOf(Fault);
  expect(sent(new TransportRefusal("gone"))).toBeInstanceOf(TransportRefusal);
});
