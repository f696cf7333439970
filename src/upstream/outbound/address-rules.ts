import { type BlockList, isIP, isIPv4 } from 'node:net';
import { addressList, isListed } from '../../config/address-ranges.js';

/** Class of an address: `allowed` by the operator, otherwise `public` or `private`. */
export type AddressClass = 'public' | 'private' | 'allowed';

/**
 * IPv4 ranges that are not on the public internet, by the IANA registry of special-purpose addresses and the documents
 * named.
 */
const privateV4 = [
  ['0.0.0.0/8', 'this network, RFC 791; on most systems 0.0.0.0 is this machine'],
  ['10.0.0.0/8', 'private use, RFC 1918'],
  ['100.64.0.0/10', 'shared by carriers, RFC 6598; has the metadata service of Alibaba Cloud'],
  ['127.0.0.0/8', 'this machine, RFC 1122'],
  [
    '168.63.129.16/32',
    "a public address that Azure answers inside every virtual network, Microsoft's documentation of it",
  ],
  ['169.254.0.0/16', 'link-local, RFC 3927; has the metadata services of most clouds'],
  ['172.16.0.0/12', 'private use, RFC 1918'],
  ['192.0.0.0/24', 'IETF protocol assignments, RFC 6890; has the metadata service of Oracle Cloud'],
  ['192.0.2.0/24', 'documentation, RFC 5737'],
  ['192.88.99.0/24', '6to4 relays, withdrawn by RFC 7526'],
  ['192.168.0.0/16', 'private use, RFC 1918'],
  ['198.18.0.0/15', 'benchmarks, RFC 2544'],
  ['198.51.100.0/24', 'documentation, RFC 5737'],
  ['203.0.113.0/24', 'documentation, RFC 5737'],
  ['224.0.0.0/4', 'multicast, RFC 5771'],
  ['240.0.0.0/4', 'class E and broadcast, RFC 1112 and RFC 919'],
] as const;

/** Contains all allocated unicast IPv6 addresses (IANA, IPv6 address space); addresses outside are not public. */
const unicastV6 = '2000::/3';

/** Ranges inside `unicastV6` that are not public, by the IANA registry of special-purpose IPv6 addresses. */
const privateV6 = [
  [
    '2001::/23',
    'IETF protocol assignments, RFC 2928: Teredo (RFC 4380), benchmarks (RFC 5180), ORCHID (RFC 4843, 7343)',
  ],
  ['2001:db8::/32', 'documentation, RFC 3849'],
  ['2002::/16', '6to4, withdrawn by RFC 7526: stands for any IPv4 address'],
  ['3fff::/20', 'documentation, RFC 9637'],
] as const;

const closedV4 = addressList(privateV4.map(([range]) => range));
const closedV6 = addressList(privateV6.map(([range]) => range));
const unicast = addressList([unicastV6]);

/** Classifies addresses as public, private or allowed by the operator. */
export class AddressRules {
  readonly #allowed: BlockList;
  /** True when only public addresses are allowed. */
  readonly strict: boolean;

  /** @param allow addresses and CIDR ranges, already validated by `OutboundConfig` */
  constructor(allow: readonly string[] = []) {
    this.#allowed = addressList(allow);
    this.strict = allow.length === 0;
  }

  /**
   * Classifies an address.
   * @param address IPv4 or IPv6, optionally with a zone; text that is not an address counts as private
   */
  judge(address: string): AddressClass {
    const plain = address.replace(/%.*$/, '');
    if (isIP(plain) === 0) return 'private';
    const meant = embeddedV4(plain) ?? plain;
    if (isListed(this.#allowed, meant) || isListed(this.#allowed, plain)) return 'allowed';
    if (isIPv4(meant)) return isListed(closedV4, meant) ? 'private' : 'public';
    return isListed(unicast, meant) && !isListed(closedV6, meant) ? 'public' : 'private';
  }
}

/**
 * Returns the IPv4 address to which packets for an IPv6 address are delivered, for mapped addresses (RFC 4291 §2.5.5.2)
 * and the NAT64 prefix 64:ff9b::/96 (RFC 6052); undefined for other addresses.
 */
function embeddedV4(address: string): string | undefined {
  if (isIPv4(address)) return undefined;
  const groups = groupsOf(address);
  const prefix = groups.slice(0, 6).join();
  if (prefix !== '0,0,0,0,0,65535' && prefix !== '100,65435,0,0,0,0') return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** Returns the eight groups of an IPv6 address as numbers. The URL parser first converts it to its normal form. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  if (tail === undefined) return numbers(head);
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
