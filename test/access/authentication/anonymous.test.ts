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
])("whoever calls from %s is of the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("a caller of an IPv6 network is the same whichever of its addresses it takes", () => {
  const visitor = createAnonymousCaller({ name: "visitor", requestsPerMinute: 60, concurrentRequests: 10 });
  expect(visitor("2001:db8:1:2::1").id).toBe(visitor("2001:db8:1:2:ffff::2").id);
  expect(visitor("2001:db8:1:3::1").id).not.toBe(visitor("2001:db8:1:2::1").id);
  expect(visitor("::1").permissions).toEqual([]);
});
