import { distanceMeters } from '../sphere.js';
import type { Fix } from '../track-point.js';
import { simplify } from './simplify.js';
import type { TimeRange } from './track.repository.js';

/** Maximum number of points in memory; above it half of them are removed. Far more than a response contains. */
const HELD = 40_000;

/** A track as it is read, a piece at a time, in the order of time. Memory is bounded however long it is. */
export class TrackReading {
  pointsBefore = 0;
  distanceMeters = 0;
  readonly gaps: TimeRange[] = [];
  private points: Fix[] = [];
  private missMeters = 0;
  private last: Fix | undefined;
  private readonly ends = new Set<Fix>();

  /** @param idleTimeoutMs after which there is a gap */
  constructor(private readonly idleTimeoutMs: number) {}

  get lastObservedAt(): number | undefined {
    return this.last?.observedAt;
  }

  add(points: readonly Fix[]): void {
    for (const point of points) this.addOne(point);
    if (this.points.length > HELD) this.points = this.cut(0, HELD / 2);
  }

  /** @param most how many points may be left @returns what is left, and how far from its line the rest is at most */
  finish(toleranceMeters: number, most: number): { points: Fix[]; missMeters: number } {
    const points = this.cut(toleranceMeters, most);
    return { points, missMeters: this.missMeters };
  }

  private addOne(point: Fix): void {
    this.pointsBefore += 1;
    this.points.push(point);
    const { last } = this;
    this.last = point;
    if (last === undefined) return;
    if (point.observedAt - last.observedAt <= this.idleTimeoutMs) {
      this.distanceMeters += distanceMeters(last.lat, last.lon, point.lat, point.lon);
      return;
    }
    this.gaps.push({ from: last.observedAt, to: point.observedAt });
    this.ends.add(last).add(point);
  }

  private cut(toleranceMeters: number, most: number): Fix[] {
    const fixed = this.points.flatMap((point, index) => (this.ends.has(point) ? [index] : []));
    const { kept, missMeters } = simplify(this.points, toleranceMeters, most, fixed);
    // Each cut is measured against what the one before left.
    this.missMeters += missMeters;
    return kept.map((index) => this.points[index] as Fix);
  }
}
