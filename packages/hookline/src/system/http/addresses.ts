import { BlockList, isIP } from "node:net";
import type { HttpRequest } from "../../contract/runner.ts";

/** IPv4 ranges that are not the public internet. */
const closedIPv4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8], // unspecified, "this network"
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT; Alibaba's metadata
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure's metadata, on a public number
  ["169.254.0.0", 16], // link-local; metadata of most clouds
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments; Oracle's metadata
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
];

/** IPv6 ranges that are not the public internet. */
const closedIPv6: readonly (readonly [network: string, prefix: number])[] = [
  ["::", 96], // unspecified, loopback, IPv4-compatible
  ["::ffff:0:0:0", 96], // IPv4-translated
  ["64:ff9b:1::", 48], // local NAT64
  ["100::", 64], // discard
  ["2001::", 23], // protocol assignments, Teredo
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4
  ["3fff::", 20], // documentation
  ["5f00::", 16], // segment routing
  ["fc00::", 7], // unique local; Amazon's metadata
  ["fe80::", 10], // link-local
  ["fec0::", 10], // site-local
  ["ff00::", 8], // multicast
];

interface Ranges {
  readonly closed: BlockList;
  readonly loopback: BlockList;
}

let made: Ranges | null = null;

/** The ranges, made when the first address is looked at: most events ask no server. */
function ranges(): Ranges {
  made ??= makeRanges();
  return made;
}

function makeRanges(): Ranges {
  const closed = new BlockList();
  for (const [network, prefix] of closedIPv4) {
    // An IPv4 rule holds for mapped IPv6 addresses (::ffff:a.b.c.d) as well; the NAT64 form needs its own.
    closed.addSubnet(network, prefix, "ipv4");
    closed.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
  }
  for (const [network, prefix] of closedIPv6) closed.addSubnet(network, prefix, "ipv6");
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8, "ipv4");
  loopback.addAddress("::1", "ipv6");
  return { closed, loopback };
}

/** True if a request with this reach may connect to the address; `host` is the URL's host name, without brackets. */
export function reachable(address: string, reach: HttpRequest["reach"], host: string): boolean {
  if (reach === "any") return true;
  if (isIP(address) === 0) return false;
  if (!holds(ranges().closed, address)) return true;
  return reach === "public-and-literal-loopback" && holds(ranges().loopback, address) && namesLoopback(host);
}

function namesLoopback(host: string): boolean {
  return /^localhost\.?$/i.test(host) || holds(ranges().loopback, host);
}

function holds(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
}
