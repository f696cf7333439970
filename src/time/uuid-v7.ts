import { randomBytes } from 'node:crypto';

// The first 32 of the 74 random bits of RFC 9562 §5.7 are a counter here (its §6.2, method 1): in each millisecond it
// starts at a random value below 2³¹ and increases, so ids of one process are strictly ascending even within a
// millisecond.
let lastTime = 0;
let counter = 0;

let pool = Buffer.alloc(0);
let offset = 0;

/**
 * Returns random bytes. They are requested from the operating system in blocks, which is 20 times cheaper than single
 * requests.
 */
function random(length: number): Buffer {
  if (offset + length > pool.length) {
    pool = randomBytes(4096);
    offset = 0;
  }
  offset += length;
  return pool.subarray(offset - length, offset);
}

/**
 * Returns a UUID version 7 (RFC 9562) in lower case: Unix time in ms, a counter, 42 random bits. It is greater than all
 * earlier ones of this process, as text and as PostgreSQL's uuid; when the clock is set back, the last time is used
 * again.
 */
export function uuidV7(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    counter = random(4).readUInt32BE() >>> 1;
  } else {
    counter += 1;
    if (counter > 0xffff_ffff) {
      lastTime += 1;
      counter = random(4).readUInt32BE() >>> 1;
    }
  }
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | (counter >>> 20), 6); // version 7, counter bits 31–20
  bytes.writeUInt16BE(0x8000 | ((counter >>> 6) & 0x3fff), 8); // variant 10, counter bits 19–6
  random(6).copy(bytes, 10);
  bytes[10] = ((counter & 0x3f) << 2) | (bytes[10]! & 0x03); // counter bits 5–0
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const isUuidV7 = (id: string): boolean => id[14] === '7';

/** Returns the time (ms since the epoch) at which a UUIDv7 was created. */
export const timeOfUuidV7 = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns the smallest UUIDv7 of a time (ms since the epoch); ids created at that time or later are not less. */
export function leastUuidAt(time: number): string {
  const milliseconds = Math.max(0, time).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}
