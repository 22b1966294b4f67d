import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IANA IPv4 special-purpose registry (including globally reachable blocks: no merchant is there), and multicast. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // A public address that one large cloud answers from the machine's own host.
  '168.63.129.16/32',
].map((block) => ipaddr.IPv4.parseCIDR(block))

/** All routed IPv6 addresses: mapped, compatible, NAT64, unique local, link-local and multicast are outside. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** IANA IPv6 special-purpose registry, inside 2000::/3. */
const specialIpv6 = [
  // Protocol assignments: Teredo, benchmarking, AMT, AS112, ORCHID, drone remote id.
  '2001::/23',
  '2001:db8::/32',
  // 6to4, which embeds an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((block) => ipaddr.IPv6.parseCIDR(block))

/** True for an address of the public internet; false for all others, and for anything but an IP in plain notation. */
export function isPublicAddress(ip: string): boolean {
  if (isIPv4(ip)) {
    const address = ipaddr.IPv4.parse(ip)
    return !specialIpv4.some((block) => address.match(block))
  }
  if (!isIPv6(ip) || ip.includes('%')) return false
  const address = ipaddr.IPv6.parse(ip)
  if (!address.match(globalIpv6) || isIsatap(address.parts)) return false
  return !specialIpv6.some((block) => address.match(block))
}

/** True if both texts are the same address. */
export function isSameAddress(one: string, other: string): boolean {
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false
  return ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString()
}

/** ISATAP embeds an IPv4 address after 0000:5efe or 0200:5efe, under any prefix. */
function isIsatap(parts: readonly number[]): boolean {
  return (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe
}
