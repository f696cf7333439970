import type { Layer } from '../../layer.js';
import type { Movement } from '../../movement.js';
import type { Fix } from './fence-engine.js';

const NUMBERS = 7;
const [IS_AIRCRAFT, IS_FIRST, IS_EXPIRED] = [1, 2, 4];

/** A queue of movements for the engine. A movement takes 65 bytes. */
export class MovementQueue {
  private numbers = new Float64Array(NUMBERS * 1_024);
  private flags = new Uint8Array(1_024);
  private head = 0;
  length = 0;
  /** Latest time of receipt of the movements taken so far (ms). */
  takenUntil = Number.NEGATIVE_INFINITY;
  private readonly fix: Fix = {
    layer: 'vessels',
    key: 0,
    lat: 0,
    lon: 0,
    observedAt: 0,
    altitudeFeet: 0,
    accuracyMeters: 0,
    isFirst: false,
  };

  constructor(private readonly capacity = 262_144) {}

  /** Queues a movement. @returns false when the queue is full */
  push({ layer, key, lat, lon, observedAt, altitudeFeet, accuracyMeters, previousLat, receivedAt }: Movement): boolean {
    const flags = (layer === 'aircraft' ? IS_AIRCRAFT : 0) | (Number.isNaN(previousLat) ? IS_FIRST : 0);
    return this.put(flags, key, lat, lon, observedAt, altitudeFeet, accuracyMeters, receivedAt);
  }

  /** Queues that an object stopped reporting. @returns false when the queue is full */
  pushExpired(layer: Layer, key: number): boolean {
    return this.put(
      (layer === 'aircraft' ? IS_AIRCRAFT : 0) | IS_EXPIRED,
      key,
      0,
      0,
      0,
      0,
      0,
      Number.NEGATIVE_INFINITY,
    );
  }

  /**
   * Removes up to `count` of the oldest entries and passes them to the callbacks. The same `fix` object is reused for
   * every call.
   */
  take(count: number, moved: (fix: Fix) => void, expired: (layer: Layer, key: number) => void): void {
    const { fix } = this;
    for (let left = Math.min(count, this.length); left > 0; left -= 1) {
      const flags = this.flags[this.head] as number;
      const at = this.head * NUMBERS;
      this.head = (this.head + 1) % this.flags.length;
      this.length -= 1;
      fix.layer = flags & IS_AIRCRAFT ? 'aircraft' : 'vessels';
      fix.key = this.numbers[at] as number;
      if (flags & IS_EXPIRED) {
        expired(fix.layer, fix.key);
        continue;
      }
      fix.lat = this.numbers[at + 1] as number;
      fix.lon = this.numbers[at + 2] as number;
      fix.observedAt = this.numbers[at + 3] as number;
      fix.altitudeFeet = this.numbers[at + 4] as number;
      fix.accuracyMeters = this.numbers[at + 5] as number;
      fix.isFirst = (flags & IS_FIRST) !== 0;
      this.takenUntil = Math.max(this.takenUntil, this.numbers[at + 6] as number);
      moved(fix);
    }
  }

  /** Drops up to `count` of the oldest entries. */
  drop(count: number): void {
    const dropped = Math.min(count, this.length);
    this.head = (this.head + dropped) % this.flags.length;
    this.length -= dropped;
  }

  /** Drops the oldest entries up to the first movement that was received at a time (ms) or later. */
  dropReceivedBefore(receivedAt: number): void {
    while (this.length > 0 && this.receivedAt(this.head) < receivedAt) this.drop(1);
  }

  /**
   * Copies entries to another queue: the movements received after a time (ms), the last movement of each object within
   * `overlapMs` before that time, and the expiries since the first of these. Entries for which the other queue has no
   * room are left out.
   */
  copyTo(other: MovementQueue, receivedAfter: number, overlapMs: number): void {
    const last = this.lastOfEach(receivedAfter - overlapMs, receivedAfter);
    let isCopying = false;
    for (let index = 0; index < this.length; index += 1) {
      const row = (this.head + index) % this.flags.length;
      const isExpired = ((this.flags[row] as number) & IS_EXPIRED) !== 0;
      const isWanted = this.receivedAt(row) > receivedAfter || last.has(row);
      isCopying ||= isWanted;
      if (isExpired ? isCopying : isWanted)
        other.putRow(this.flags[row] as number, this.numbers.subarray(row * NUMBERS, (row + 1) * NUMBERS));
    }
  }

  clear(): void {
    this.head = 0;
    this.length = 0;
  }

  private put(
    flags: number,
    key: number,
    lat: number,
    lon: number,
    observedAt: number,
    altitudeFeet: number,
    accuracyMeters: number,
    receivedAt: number,
  ): boolean {
    if (this.length === this.flags.length && !this.grow()) return false;
    const index = (this.head + this.length) % this.flags.length;
    const { numbers } = this;
    const at = index * NUMBERS;
    this.flags[index] = flags;
    numbers[at] = key;
    numbers[at + 1] = lat;
    numbers[at + 2] = lon;
    numbers[at + 3] = observedAt;
    numbers[at + 4] = altitudeFeet;
    numbers[at + 5] = accuracyMeters;
    numbers[at + 6] = receivedAt;
    this.length += 1;
    return true;
  }

  private receivedAt(row: number): number {
    return this.numbers[row * NUMBERS + 6] as number;
  }

  /**
   * Returns the rows of the last movement of each object that was received in the range from `after` (exclusive) to
   * `until` (inclusive).
   */
  private lastOfEach(after: number, until: number): Set<number> {
    const rows = new Map<number, number>();
    for (let index = 0; index < this.length; index += 1) {
      const row = (this.head + index) % this.flags.length;
      const receivedAt = this.receivedAt(row);
      if (receivedAt <= after || receivedAt > until) continue;
      const isAircraft = ((this.flags[row] as number) & IS_AIRCRAFT) !== 0;
      rows.set(2 * (this.numbers[row * NUMBERS] as number) + Number(isAircraft), row);
    }
    return new Set(rows.values());
  }

  private putRow(flags: number, numbers: Float64Array): void {
    if (this.length === this.flags.length && !this.grow()) return;
    const index = (this.head + this.length) % this.flags.length;
    this.flags[index] = flags;
    this.numbers.set(numbers, index * NUMBERS);
    this.length += 1;
  }

  private grow(): boolean {
    const size = this.flags.length;
    if (size >= this.capacity) return false;
    const [numbers, flags] = [new Float64Array(size * 2 * NUMBERS), new Uint8Array(size * 2)];
    numbers.set(this.numbers.subarray(this.head * NUMBERS));
    numbers.set(this.numbers.subarray(0, this.head * NUMBERS), (size - this.head) * NUMBERS);
    flags.set(this.flags.subarray(this.head));
    flags.set(this.flags.subarray(0, this.head), size - this.head);
    [this.numbers, this.flags, this.head] = [numbers, flags, 0];
    return true;
  }
}
