import { BlockList, isIPv6 } from 'node:net';
import type { AddressClass } from './session.js';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');
// Private, unique local and link-local ranges: RFC 1918, RFC 4193, RFC 3927, RFC 4291 §2.5.6.
const local = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  local.addSubnet(net, bits);
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local.addSubnet(net, bits, 'ipv6');

/** Returns the class of a caller's address, which is stored with a session instead of the address. */
export function addressClassOf(address: string): AddressClass {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (loopback.check(address, family)) return 'loopback';
  return local.check(address, family) ? 'private' : 'public';
}
