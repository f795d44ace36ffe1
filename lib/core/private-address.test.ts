import { expect, test } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "./private-address.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.215.14",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
])("%s is public", (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

test.each([
  ["unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
  ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
  ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fdff::1", "fec0::1"]],
  ["link-local", ["169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1"]],
  ["metadata", ["169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254"]],
  ["shared by a carrier", ["100.64.0.1", "100.127.255.255"]],
  ["multicast and broadcast", ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"]],
  ["reserved", ["192.0.0.1", "192.88.99.1", "240.0.0.1", "100::1", "100:0:0:1::1", "5f00::1", "4000::1", "2001:10::1"]],
  ["for benchmarks", ["198.18.0.1", "198.19.255.255", "2001:2::1"]],
  ["for documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"]],
  ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1"]],
  ["translated", ["64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::1", "2001:0:1::1"]],
  ["no address", ["", "localhost", "0x7f.1", "127.1", "2130706433", "010.0.0.1", "1.1.1.1 ", "[::1]", "1.1.1.1/8"]],
])("%s is not public", (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test("this machine is known in all its forms", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].filter(isLoopbackAddress)).toHaveLength(4);
  expect(["10.0.0.1", "0.0.0.0", "8.8.8.8", "localhost", ""].filter(isLoopbackAddress)).toEqual([]);
});
