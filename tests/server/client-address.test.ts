import { expect, test } from "vitest";
import { clientAddress } from "~/server/client-address";

const SOCKET = "198.51.100.1";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  [" 192.0.2.7 ", "192.0.2.7"],
  ["192.0.2.7:51413", "192.0.2.7"],
  ["2001:db8::7", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["fe80::1%eth0", "fe80::1"],
  ["203.0.113.9, 192.0.2.7", "192.0.2.7"],
  ["203.0.113.9, 192.0.2.7:80", "192.0.2.7"],
])("the forwarded address %j is read as %s", (forwarded, address) => {
  expect(clientAddress(forwarded, SOCKET)).toBe(address);
});

test.each([
  "",
  " ",
  ",",
  "192.0.2.7,",
  "unknown",
  "_hidden",
  "192.0.2",
  "192.0.2.256",
  "192.0.2.7:",
  "192.0.2.7:port",
  "192.0.2.7:123456",
  "192.0.2.7 or so",
  "2001:db8::7]:443",
  "[2001:db8::7",
  "[2001:db8::7]443",
  "[192.0.2.7]",
  "2001:db8::7::1",
  "0x7f.1",
  "1".repeat(4_000),
  `fe80::1%${"e".repeat(4_000)}`,
  `192.0.2.7:${"0".repeat(4_000)}`,
])("the invalid forwarded address %j is ignored for the socket's address", (forwarded) => {
  expect(clientAddress(forwarded, SOCKET)).toBe(SOCKET);
});

test("without a forwarded address the socket's address counts", () => {
  expect(clientAddress(undefined, SOCKET)).toBe(SOCKET);
  expect(clientAddress(undefined, "fe80::1%eth0")).toBe("fe80::1");
  expect(clientAddress("garbage", undefined)).toBe("unknown");
});
