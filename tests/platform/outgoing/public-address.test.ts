import { expect, it } from "vitest";
import { isPublicAddress } from "~/platform/outgoing/public-address.server";

it.each([
  ..."0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255".split(" "),
  ..."192.0.0.8 192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 255.255.255.255".split(" "),
  ..."::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fe80::1 fc00::1 fd00:ec2::254 ff02::1".split(
    " ",
  ),
  ..."2001:db8::1 2001::1 2002:7f00:1::1".split(" "),
])("%s is not a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  "93.184.215.14",
  "8.8.8.8",
  "172.32.0.1",
  "100.128.0.1",
  "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
])("%s is a public address", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
