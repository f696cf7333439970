import type { Fix } from '../track-point.js';

/** Fixes by slot, in columns that grow: half a million of them are few objects to the collector. */
export class FixColumns {
  private places = new Float64Array(0);
  private rest = new Float32Array(0);

  static empty(): Fix {
    return { lat: 0, lon: 0, observedAt: 0, speedKnots: Number.NaN, courseDegrees: Number.NaN, altitudeFeet: Number.NaN };
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
