import { BlockList, isIPv6 } from "node:net";

/** IPv4 that is not public: IANA's special-purpose registry, multicast and reserved ranges. */
const NOT_PUBLIC_4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Cloud providers serve the machine's credentials at 169.254.169.254.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Only 2000::/3 of IPv6 is assigned; within it these ranges are not public, or lead to IPv4 addresses. */
const NOT_PUBLIC_6: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const blocked = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_4) blocked.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of NOT_PUBLIC_6) blocked.addSubnet(net, prefix, "ipv6");

const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is public. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? global6.check(address, "ipv6") && !blocked.check(address, "ipv6")
    : !blocked.check(address, "ipv4");
