import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Returns true for an IP address or a CIDR range, such as `127.0.0.1`, `10.1.0.0/16` or `fd00::/8`. A range of all
 * addresses (`/0`) is not allowed.
 */
export function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? 32 : 128));
}

/** Returns a list of addresses and ranges for `isListed`. @param ranges valid for `isAddressRange` */
export function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', length] = range.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, length === undefined ? { ipv4: 32, ipv6: 128 }[family] : Number(length), family);
  }
  return list;
}

/**
 * Returns true if an address is in the list. IPv6 forms of IPv4 addresses (`::ffff:10.0.0.1`) match the ranges of the
 * IPv4 address.
 */
export const isListed = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
