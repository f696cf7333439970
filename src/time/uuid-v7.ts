import { randomBytes } from 'node:crypto';

// The first 32 of the 74 random bits of RFC 9562 §5.7 are a counter here (its §6.2, method 1): it starts at random
// below 2³¹ in each millisecond and counts up, so ids of one process rise strictly even within a millisecond.
let lastTime = 0;
let counter = 0;

let pool = Buffer.alloc(0);
let offset = 0;

/** `length` random bytes; drawn from the system in blocks, which is 20 times cheaper than one by one. */
function random(length: number): Buffer {
  if (offset + length > pool.length) {
    pool = randomBytes(4096);
    offset = 0;
  }
  offset += length;
  return pool.subarray(offset - length, offset);
}

/**
 * A UUID version 7 (RFC 9562), in lower case: Unix time in ms, a counter, 42 random bits. Each is greater than the one
 * before from the same process, as text and as PostgreSQL's uuid; when the clock steps back, time stands still instead.
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

/** The time (ms since the epoch) at which a UUIDv7 was made. */
export const timeOfUuidV7 = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** No UUIDv7 made at a time (ms since the epoch) or later is less. */
export function leastUuidAt(time: number): string {
  const milliseconds = Math.max(0, time).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-0000-0000-000000000000`;
}
