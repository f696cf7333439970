// Encoders of Mode S and of the Beast format for tests, written from the formulas of DO-260B and without the decoder.

/** Returns the 24 bits of parity of some bytes by a division bit by bit. */
function parity(bytes: readonly number[]): number {
  const bits = [...bytes, 0, 0, 0].flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1));
  const generator = [...'1111111111111010000001001'].map(Number);
  for (let at = 0; at + 24 < bits.length; at += 1)
    if (bits[at] === 1)
      for (const [offset, bit] of generator.entries()) bits[at + offset] = (bits[at + offset] as number) ^ bit;
  return bits.slice(-24).reduce((value, bit) => value * 2 + bit, 0);
}

const bytesOf = (value: number, count: number) =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 2 ** (8 * (count - 1 - at))) % 256);

/** Returns an extended squitter. @param content seven bytes */
export function squitter(address: number, content: readonly number[], first = 0x8d): number[] {
  const bytes = [first, ...bytesOf(address, 3), ...content];
  return [...bytes, ...bytesOf(parity(bytes), 3)];
}

/** Returns a short reply, whose parity has the address. */
export function reply(address: number, format: 4 | 5, code: number): number[] {
  const bytes = [format << 3, 0, code >> 8, code & 255];
  return [...bytes, ...bytesOf(parity(bytes) ^ address, 3)];
}

const modulo = (value: number, length: number) => value - length * Math.floor(value / length);

/** Number of zones of longitude by the formula, without a table. */
export function zonesAt(lat: number): number {
  if (lat === 0) return 59;
  if (Math.abs(lat) === 87) return 2;
  if (Math.abs(lat) > 87) return 1;
  const part = (1 - Math.cos(Math.PI / 30)) / Math.cos((Math.PI / 180) * Math.abs(lat)) ** 2;
  return Math.floor((2 * Math.PI) / Math.acos(1 - part));
}

/** Returns the two numbers of 17 bits of a position. @param degrees 360 in flight, 90 on the ground */
export function encoded(lat: number, lon: number, isOdd: boolean, degrees: 360 | 90 = 360): [number, number] {
  const odd = isOdd ? 1 : 0;
  const height = degrees / (60 - odd);
  const row = Math.floor((131_072 * modulo(lat, height)) / height + 0.5);
  const nearLat = height * (row / 131_072 + Math.floor(lat / height));
  const width = degrees / Math.max(1, zonesAt(nearLat) - odd);
  const column = Math.floor((131_072 * modulo(lon, width)) / width + 0.5);
  return [row % 131_072, column % 131_072];
}

/** Returns the content of a position in flight at an altitude in steps of 25 feet. */
export function airborne(lat: number, lon: number, isOdd: boolean, feet = 38_000, code = 11): number[] {
  const [row, column] = encoded(lat, lon, isOdd);
  const steps = (feet + 1_000) / 25;
  const altitude = ((steps & 0x7f0) << 1) | 0x10 | (steps & 0xf);
  return packed([code << 3, altitude >> 4, (altitude & 15) << 4], row, column, isOdd);
}

/** Returns the content of a position on the ground. */
export function surface(lat: number, lon: number, isOdd: boolean, movement = 39, track = 64): number[] {
  const [row, column] = encoded(lat, lon, isOdd, 90);
  return packed(
    [(7 << 3) | (movement >> 4), ((movement & 15) << 4) | 8 | (track >> 4), (track & 15) << 4],
    row,
    column,
    isOdd,
  );
}

const packed = ([one = 0, two = 0, three = 0]: number[], row: number, column: number, isOdd: boolean) => [
  one,
  two,
  three | (isOdd ? 4 : 0) | (row >> 15),
  (row >> 7) & 255,
  ((row & 127) << 1) | (column >> 16),
  (column >> 8) & 255,
  column & 255,
];

export const hex = (text: string): number[] => [...Buffer.from(text, 'hex')];

/** Returns a message of the Beast format, with doubled escapes. @param ticks time of a clock of 12 MHz */
export function beast(content: readonly number[], ticks = 0, signal = 128): Buffer {
  const type = { 2: 0x31, 7: 0x32, 14: 0x33 }[content.length] as number;
  const data = [...bytesOf(ticks, 6), signal, ...content].flatMap((byte) => (byte === 0x1a ? [byte, byte] : [byte]));
  return Buffer.from([0x1a, type, ...data]);
}
