import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type FailureReason,
  MemoryStorage,
  PlatonicError,
  signingKeyOfBytes,
} from "../../../clients/typescript/src/index.ts";
import type { FailureFacts } from "../../../clients/typescript/src/platonic-error.ts";
import { Payment, type Way } from "../../../clients/typescript/src/wallet/payment.ts";
import { newHolder, standard, walletOf } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";

const orderReasons: FailureReason[] = ["PARAMETER_REQUIRED", "PARAMETER_INVALID", "RESOURCE_CONFLICT"];
const stateReasons: FailureReason[] = [
  "AUTHENTICATION_REQUIRED",
  "INVALID_API_KEY",
  "RESOURCE_NOT_FOUND",
  "STATE_INVALID",
];
const limitReasons: FailureReason[] = ["RATE_LIMIT_EXCEEDED", "INTERNAL", "UNREACHABLE", "TIMED_OUT", "UNKNOWN"];

/** Effects of a payment without retries when its first request fails. */
function afterFailure(way: Way, reason: FailureReason, facts: FailureFacts = {}): string[] {
  const terms = { useChannel: way === "channel", confirmTimeoutMs: 10_000, retryCount: 0, patienceMs: 0 };
  const payment = new Payment(terms, () => 0);
  payment.start(true, 0);
  return payment.failed(1, new PlatonicError(reason, "no", facts), 10).map((effect) => effect.do);
}

describe("a payment", () => {
  test.each([...orderReasons, ...stateReasons])("whose only channel request fails with %s is refused", (reason) => {
    expect(afterFailure("channel", reason)).toEqual(["refuse"]);
    expect(afterFailure("channel", reason, { wasSentAgain: true })).toEqual(["void"]);
  });

  test.each(orderReasons)("whose order is wrong (%s) is refused over HTTP too", (reason) => {
    expect(afterFailure("http", reason)).toEqual(["refuse"]);
  });

  test.each(stateReasons)(
    "that fails with %s over HTTP is voided: an earlier copy of the request may be done",
    (reason) => {
      expect(afterFailure("http", reason)).toEqual(["void"]);
    },
  );

  test.each(stateReasons)("is refused when no session for HTTP can be opened (%s)", (reason) => {
    expect(afterFailure("http", reason, { wasNotSent: true })).toEqual(["refuse"]);
  });

  test.each(limitReasons)("that fails with %s is never refused", (reason) => {
    for (const way of ["channel", "http"] as const) expect(afterFailure(way, reason)).toEqual(["void"]);
    expect(afterFailure("http", reason, { wasNotSent: true })).toEqual(["void"]);
  });

  test("is refused when no session may be opened before its timeout", () => {
    const limited = (retryAfterSeconds: number, wasNotSent: boolean) =>
      afterFailure("http", "RATE_LIMIT_EXCEEDED", { retryAfterSeconds, wasNotSent });
    expect(limited(10, true)).toEqual(["refuse"]);
    expect(limited(9, true)).toEqual(["void"]);
    expect(limited(10, false)).toEqual(["void"]);
  });
});

const server = sharedServer();

test("pay() without a session fails with INVALID_API_KEY, and nothing is left to reconcile", async () => {
  const { url } = server();
  const ada = await newHolder(url);
  const stranger = { ...ada, credentials: { ...ada.credentials, sign: signingKeyOfBytes(randomBytes(32)).sign } };
  const storage = new MemoryStorage();
  const wallet = walletOf(url, stranger, { storage, configuration: { useChannel: false } });
  const error = await wallet.pay(standard(ada, "1")).catch((thrown) => thrown);
  expect(error).toMatchObject({ reason: "INVALID_API_KEY", wasNotSent: true });
  expect(error.message).toContain("AUTH_ERROR_SIGNATURE_INVALID");
  expect(await storage.list()).toEqual([]);
  wallet.close();
});
