import { METERS_PER_DEGREE } from '../sphere.js';
import type { FlatRing } from './ring.js';

const RADIANS = Math.PI / 180;

/** Maximum average number of bands per edge; above it, bands are made taller. */
const MAX_ENTRIES_PER_EDGE = 4;
const MAX_BANDS = 1_024;
/** Maximum number of edges compared in a search for the nearest one; above it, the bound found so far is returned. */
const MAX_SEARCHED = 128;

/**
 * A ring whose edges are sorted into bands of latitude, so that a point is compared only with edges near its latitude.
 * Edges are straight in degrees. Western and southern edges belong to the ring, eastern and northern ones do not: of
 * two adjacent rings exactly one contains a shared edge.
 */
export class PreparedRing {
  private readonly bands: number;
  private readonly perDegree: number;
  /** Index in `entries` of the first edge of each band. */
  private readonly starts: Int32Array;
  /** Indices of edges, band by band. */
  private readonly entries: Int32Array;
  /** The shortest length of a degree of longitude in the ring, as a fraction of a degree of latitude. */
  private readonly narrowest: number;
  /**
   * Minimum distance (m) between positions of the ring that are one degree apart in a plane where a degree of longitude
   * has the length `narrowest`.
   */
  private readonly metersPerDegree: number;
  /** Half of the height or width of the ring (m), whichever is less; no position inside is farther from the edges. */
  readonly halfMeters: number;

  constructor(readonly ring: FlatRing) {
    const edges = ring.lons.length - 1;
    const height = ring.north - ring.south;
    let bands = height > 0 ? Math.min(MAX_BANDS, Math.max(1, edges)) : 1;
    let counts = this.count(bands, height);
    while (bands > 1 && (counts[bands] as number) > MAX_ENTRIES_PER_EDGE * edges) {
      bands = Math.ceil(bands / 2);
      counts = this.count(bands, height);
    }
    this.bands = bands;
    this.perDegree = height > 0 ? bands / height : 0;
    this.starts = counts;
    this.entries = new Int32Array(counts[bands] as number);
    // `metersPerDegree` is a lower bound: the straight distance through the Earth is 2 √(sin²(Δφ/2) + cos φ₁ cos φ₂
    // sin²(Δλ/2)), and sin x ≥ x · sin m / m for x ≤ m.
    this.narrowest = Math.max(0, Math.min(Math.cos(ring.south * RADIANS), Math.cos(ring.north * RADIANS)));
    const most = (Math.max(height, ring.east - ring.west) / 2) * RADIANS;
    this.metersPerDegree = most > 0 && most < Math.PI ? (METERS_PER_DEGREE * Math.sin(most)) / most : 0;
    this.halfMeters = (Math.min(height, ring.east - ring.west) / 2) * METERS_PER_DEGREE;
    const next = counts.slice();
    for (let edge = 0; edge < edges; edge += 1) {
      const [from, to] = this.bandsOf(edge, bands, this.perDegree);
      for (let band = from; band <= to; band += 1) {
        const at = next[band] as number;
        this.entries[at] = edge;
        next[band] = at + 1;
      }
    }
  }

  /** True if a position is inside. @param lon in [-180, 180] */
  contains(lat: number, lon: number): boolean {
    const { west, south, east, north } = this.ring;
    if (lat < south || lat > north) return false;
    const x = lon < west ? lon + 360 : lon;
    if (x > east) return false;
    // A ring around a pole may overlap itself in the plane: a point is then inside when exactly one of the two layers
    // contains it.
    return x + 360 <= east ? this.isWithin(lat, x) !== this.isWithin(lat, x + 360) : this.isWithin(lat, x);
  }

  /**
   * Returns a lower bound (m) of the distance from a position to the nearest edge. It is far too low for tall and wide
   * rings; it is 0 outside the box, and when too many edges would have to be compared.
   */
  metersToEdge(lat: number, lon: number): number {
    const { west, south, east, north, lons, lats } = this.ring;
    const { starts, entries, bands, perDegree, narrowest, metersPerDegree } = this;
    const x = lon < west ? lon + 360 : lon;
    if (metersPerDegree === 0 || lat < south || lat > north || x > east) return 0;
    let first = Math.min(bands - 1, Math.floor((lat - south) * perDegree));
    let last = first;
    // The search goes through bands around the position until they are farther away than the nearest edge, or the limit
    // of edges is reached. `least` is in square degrees.
    let least = Number.POSITIVE_INFINITY;
    let from = starts[first] as number;
    let to = starts[first + 1] as number;
    if (to - from > MAX_SEARCHED) return 0;
    for (let looked = 0; ; ) {
      for (let i = from; i < to; i += 1) {
        const edge = entries[i] as number;
        const aX = ((lons[edge] as number) - x) * narrowest;
        const aY = (lats[edge] as number) - lat;
        const dX = ((lons[edge + 1] as number) - x) * narrowest - aX;
        const dY = (lats[edge + 1] as number) - lat - aY;
        const along = -(aX * dX + aY * dY);
        const length = dX * dX + dY * dY;
        const part = along <= 0 ? 0 : along >= length ? 1 : along / length;
        const [nearX, nearY] = [aX + dX * part, aY + dY * part];
        least = Math.min(least, nearX * nearX + nearY * nearY);
      }
      looked += to - from;
      const below = first === 0 ? Number.POSITIVE_INFINITY : lat - south - first / perDegree;
      const above = last === bands - 1 ? Number.POSITIVE_INFINITY : (last + 1) / perDegree + south - lat;
      const beyond = Math.max(0, Math.min(below, above));
      if (beyond * beyond >= least) return Math.sqrt(least) * metersPerDegree;
      const band = below < above ? first - 1 : last + 1;
      from = starts[band] as number;
      to = starts[band + 1] as number;
      if (looked + to - from > MAX_SEARCHED) return beyond * metersPerDegree;
      if (below < above) first = band;
      else last = band;
    }
  }

  private isWithin(lat: number, x: number): boolean {
    const { lons, lats, south } = this.ring;
    const band = Math.min(this.bands - 1, Math.floor((lat - south) * this.perDegree));
    const end = this.starts[band + 1] as number;
    let inside = false;
    for (let i = this.starts[band] as number; i < end; i += 1) {
      const edge = this.entries[i] as number;
      const aLat = lats[edge] as number;
      const bLat = lats[edge + 1] as number;
      if (aLat > lat === bLat > lat) continue;
      const aLon = lons[edge] as number;
      if (x < aLon + ((lat - aLat) / (bLat - aLat)) * ((lons[edge + 1] as number) - aLon)) inside = !inside;
    }
    return inside;
  }

  /** Returns the index of the first entry of each band, followed by the total number of entries. */
  private count(bands: number, height: number): Int32Array {
    const starts = new Int32Array(bands + 1);
    const perDegree = height > 0 ? bands / height : 0;
    for (let edge = 0; edge < this.ring.lons.length - 1; edge += 1) {
      const [from, to] = this.bandsOf(edge, bands, perDegree);
      for (let band = from; band <= to; band += 1) starts[band + 1] = (starts[band + 1] as number) + 1;
    }
    for (let band = 0; band < bands; band += 1)
      starts[band + 1] = (starts[band + 1] as number) + (starts[band] as number);
    return starts;
  }

  /**
   * Returns the first and the last band of an edge. The rounding is the same as in `isWithin`, so that no edge is
   * missed at the limit of a band.
   */
  private bandsOf(edge: number, bands: number, perDegree: number): [from: number, to: number] {
    const { lats, south } = this.ring;
    const a = Math.floor(((lats[edge] as number) - south) * perDegree);
    const b = Math.floor(((lats[edge + 1] as number) - south) * perDegree);
    return [Math.min(a, b, bands - 1), Math.min(Math.max(a, b), bands - 1)];
  }
}
