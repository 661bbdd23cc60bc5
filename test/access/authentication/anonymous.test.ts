import { expect, test } from "vitest";
import { createAnonymousCaller } from "../../../server/access/authentication/anonymous.ts";
import { networkOf } from "../../../server/core/network.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
])("the network of the address %s is “%s”", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("all addresses of one IPv6 /64 network are the same anonymous caller", () => {
  const callerAt = createAnonymousCaller({ name: "anonymous", requestsPerMinute: 60, concurrentRequests: 10 });
  expect(callerAt("2001:db8:1:2::1").id).toBe(callerAt("2001:db8:1:2:ffff::2").id);
  expect(callerAt("2001:db8:1:3::1").id).not.toBe(callerAt("2001:db8:1:2::1").id);
  expect(callerAt("::1").permissions).toEqual([]);
});
