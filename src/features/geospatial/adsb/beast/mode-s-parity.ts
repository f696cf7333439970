/** Generator polynomial of the parity of Mode S without its highest term (ICAO Annex 10, volume IV, 3.1.2.3.3). */
const POLYNOMIAL = 0xfff409;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 16;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 0x800000 ? ((rest << 1) ^ POLYNOMIAL) & 0xffffff : rest << 1;
  return rest;
});

/**
 * Returns the remainder of a message: 0 for a valid extended squitter, the address of the aircraft for a reply, and the
 * code of the interrogator for an all-call reply.
 * @param from index of the first byte
 * @param length 7 or 14 bytes
 */
export function parityOf(bytes: Uint8Array, from: number, length: number): number {
  let rest = 0;
  for (let at = from; at < from + length - 3; at += 1)
    rest = ((rest << 8) & 0xffffff) ^ (table[(rest >> 16) ^ (bytes[at] as number)] as number);
  const end = from + length;
  const sent = ((bytes[end - 3] as number) << 16) | ((bytes[end - 2] as number) << 8) | (bytes[end - 1] as number);
  return rest ^ sent;
}
