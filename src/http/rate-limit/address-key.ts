import { isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the key by which a client is counted: an IPv4 address itself, or the first 64 bits of an IPv6 address,
 * because every customer has at least a whole /64 (RFC 6177) and could otherwise use a new address for each attempt.
 * Other texts are returned unchanged.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const v4 = mapped.exec(plain);
  if (v4) return v4[1]!;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  // An IPv4 address at the end counts as two groups.
  const after = tail ? tail.split(':').length + (tail.includes('.') ? 1 : 0) : 0;
  if (tail !== undefined) {
    const zeros = 8 - groups.length - after;
    groups.push(...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : []));
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
