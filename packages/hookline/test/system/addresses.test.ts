import { describe, expect, test } from "vitest";
import { reachable } from "../../src/system/http/addresses.ts";

const closed = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.0.9",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "64:ff9b::10.0.0.1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fe80::1%2",
  "::1%lo",
  "fec0::1",
  "ff02::1",
];

const open = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.169.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
  "2606:4700::1111",
  "2a00:1450:4001::1",
];

describe("public reach", () => {
  test.each(closed)("refuses %s", (address) => {
    expect(reachable(address, "public", address)).toBe(false);
    expect(reachable(address, "any", address)).toBe(true);
  });

  test.each(open)("allows %s", (address) => {
    expect(reachable(address, "public", "example.com")).toBe(true);
    expect(reachable(address, "public-and-literal-loopback", "example.com")).toBe(true);
  });

  test("refuses what is no address", () => {
    expect(reachable("localhost", "public", "localhost")).toBe(false);
    expect(reachable("", "public-and-literal-loopback", "localhost")).toBe(false);
  });
});

describe("literal loopback", () => {
  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.8.9.10", "127.8.9.10"],
    ["::1", "::1"],
    ["::ffff:7f00:1", "::ffff:7f00:1"],
    ["127.0.0.1", "localhost"],
    ["::1", "LOCALHOST."],
  ])("%s is reached as %s", (address, host) => {
    expect(reachable(address, "public-and-literal-loopback", host)).toBe(true);
    expect(reachable(address, "public", host)).toBe(false);
  });

  test.each([
    ["127.0.0.1", "rebound.example.com"],
    ["127.0.0.1", "127.0.0.1.example.com"],
    ["127.0.0.1", "notlocalhost"],
    ["10.0.0.1", "localhost"],
    ["10.0.0.1", "10.0.0.1"],
    ["169.254.169.254", "169.254.169.254"],
    ["0.0.0.0", "0.0.0.0"],
  ])("%s is not reached as %s", (address, host) => {
    expect(reachable(address, "public-and-literal-loopback", host)).toBe(false);
  });
});
