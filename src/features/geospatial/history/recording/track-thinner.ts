import type { Fix } from '../../track-point.js';
import { isSignificant, missMeters, type Significance } from '../significance.js';

/**
 * Selects the significant points of tracks. For each object it keeps the last stored point and the latest fix.
 *
 * Every fix between two stored points is within 3 × `missMeters` of the straight line between them at its time: it is
 * within `missMeters` of the position predicted by the first point, and so is the last fix before the second point,
 * which is also stored if it is farther than that from the line.
 */
export class TrackThinner {
  private readonly slots = new Map<number, number>();
  private readonly free: number[] = [];
  private readonly kept = new FixColumns();
  private readonly latest = new FixColumns();
  /** For each slot, the number of reports since the last stored point. */
  private readonly since: number[] = [];
  private readonly before: Fix = FixColumns.empty();
  private readonly last: Fix = FixColumns.empty();

  /**
   * @param keep receives the points to store, per object in time order: a fix, which must be copied, and the number of
   * reports removed before it (NaN if unknown)
   */
  constructor(
    private readonly rule: Significance,
    private readonly keep: (key: number, fix: Fix, leftOut: number) => void,
  ) {}

  /** Number of objects with a slot. */
  get size(): number {
    return this.slots.size;
  }

  /** Processes a fix that is later than all earlier fixes of the object. */
  take(key: number, fix: Fix): void {
    const slot = this.slots.get(key);
    if (slot === undefined) this.begin(key, fix);
    else this.extendRun(key, slot, fix);
  }

  /** Stores the latest fix of an object and removes the object. */
  end(key: number): void {
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    this.keepLatest(key, slot);
    this.slots.delete(key);
    this.free.push(slot);
  }

  /** Stores the latest fix of every object. */
  keepAll(): void {
    for (const [key, slot] of this.slots) this.keepLatest(key, slot);
  }

  private begin(key: number, fix: Fix): void {
    const slot = this.free.pop() ?? this.slots.size;
    this.slots.set(key, slot);
    this.latest.write(slot, fix);
    // The number of removed reports is unknown, because there may be points before a restart.
    this.keepAt(key, slot, fix, Number.NaN);
  }

  private extendRun(key: number, slot: number, fix: Fix): void {
    const { before, last, rule } = this;
    this.kept.read(slot, before);
    const since = this.since[slot] as number;
    this.since[slot] = since + 1;
    if (isSignificant(rule, before, fix)) {
      this.latest.read(slot, last);
      // The previous fix is a corner of the track; without it, the line would cut the corner off.
      const isCorner = last.observedAt > before.observedAt && missMeters(before, last, fix) > rule.missMeters;
      if (isCorner) {
        this.keepAt(key, slot, last, since - 1);
        this.since[slot] = 1;
      }
      if (!isCorner || isSignificant(rule, last, fix)) this.keepAt(key, slot, fix, isCorner ? 0 : since);
    }
    this.latest.write(slot, fix);
  }

  private keepLatest(key: number, slot: number): void {
    if (this.latest.observedAt(slot) === this.kept.observedAt(slot)) return;
    this.latest.read(slot, this.last);
    this.keepAt(key, slot, this.last, (this.since[slot] as number) - 1);
  }

  private keepAt(key: number, slot: number, fix: Fix, leftOut: number): void {
    this.kept.write(slot, fix);
    this.since[slot] = 0;
    this.keep(key, fix, leftOut);
  }
}

/** Fixes by slot in typed arrays, so that half a million of them are only a few objects for the garbage collector. */
class FixColumns {
  private places = new Float64Array(0);
  private rest = new Float32Array(0);

  static empty(): Fix {
    return {
      lat: 0,
      lon: 0,
      observedAt: 0,
      speedKnots: Number.NaN,
      courseDegrees: Number.NaN,
      altitudeFeet: Number.NaN,
    };
  }

  observedAt(slot: number): number {
    return this.places[slot * 3 + 2] as number;
  }

  read(slot: number, into: Fix): void {
    const at = slot * 3;
    into.lat = this.places[at] as number;
    into.lon = this.places[at + 1] as number;
    into.observedAt = this.places[at + 2] as number;
    into.speedKnots = this.rest[at] as number;
    into.courseDegrees = this.rest[at + 1] as number;
    into.altitudeFeet = this.rest[at + 2] as number;
  }

  write(slot: number, fix: Fix): void {
    const at = slot * 3;
    if (at >= this.places.length) this.grow(at);
    this.places[at] = fix.lat;
    this.places[at + 1] = fix.lon;
    this.places[at + 2] = fix.observedAt;
    this.rest[at] = fix.speedKnots;
    this.rest[at + 1] = fix.courseDegrees;
    this.rest[at + 2] = fix.altitudeFeet;
  }

  private grow(atLeast: number): void {
    const length = Math.max(3 * 1_024, this.places.length * 2, atLeast + 3);
    const [places, rest] = [this.places, this.rest];
    this.places = new Float64Array(length);
    this.rest = new Float32Array(length);
    this.places.set(places);
    this.rest.set(rest);
  }
}
