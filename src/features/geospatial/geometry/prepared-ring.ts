import type { FlatRing } from './ring.js';

/** An edge is looked up in every band it touches: so many times the edges on average at the most, or bands are made taller. */
const MOST_ENTRIES_PER_EDGE = 4;
const MOST_BANDS = 1_024;

/**
 * A ring whose edges are sorted into bands of latitude, so that a place is compared with the few edges at its own latitude. Edges are straight
 * in degrees. Western and southern edges belong to it, eastern and northern ones do not: of neighbours that share an edge exactly one has it.
 */
export class PreparedRing {
  private readonly bands: number;
  private readonly perDegree: number;
  /** Where the edges of each band begin in `entries`. */
  private readonly starts: Int32Array;
  /** Numbers of edges, band by band. */
  private readonly entries: Int32Array;

  constructor(readonly ring: FlatRing) {
    const edges = ring.lons.length - 1;
    const height = ring.north - ring.south;
    let bands = height > 0 ? Math.min(MOST_BANDS, Math.max(1, edges)) : 1;
    let counts = this.count(bands, height);
    while (bands > 1 && (counts[bands] as number) > MOST_ENTRIES_PER_EDGE * edges) {
      bands = Math.ceil(bands / 2);
      counts = this.count(bands, height);
    }
    this.bands = bands;
    this.perDegree = height > 0 ? bands / height : 0;
    this.starts = counts;
    this.entries = new Int32Array(counts[bands] as number);
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

  /** @param lon in [-180, 180] */
  contains(lat: number, lon: number): boolean {
    const { west, south, east, north } = this.ring;
    if (lat < south || lat > north) return false;
    const x = lon < west ? lon + 360 : lon;
    if (x > east) return false;
    // A ring around a pole may lie over itself where it is laid out flat: a place is then in it where one of the two layers has it.
    return x + 360 <= east ? this.isWithin(lat, x) !== this.isWithin(lat, x + 360) : this.isWithin(lat, x);
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

  /** Where the edges of each band begin; at the end, how many entries there are. */
  private count(bands: number, height: number): Int32Array {
    const starts = new Int32Array(bands + 1);
    const perDegree = height > 0 ? bands / height : 0;
    for (let edge = 0; edge < this.ring.lons.length - 1; edge += 1) {
      const [from, to] = this.bandsOf(edge, bands, perDegree);
      for (let band = from; band <= to; band += 1) starts[band + 1] = (starts[band + 1] as number) + 1;
    }
    for (let band = 0; band < bands; band += 1) starts[band + 1] = (starts[band + 1] as number) + (starts[band] as number);
    return starts;
  }

  /** The first and the last band of an edge. The same rounding as for a place, so that no edge is missed at the limit of a band. */
  private bandsOf(edge: number, bands: number, perDegree: number): [from: number, to: number] {
    const { lats, south } = this.ring;
    const a = Math.floor(((lats[edge] as number) - south) * perDegree);
    const b = Math.floor(((lats[edge + 1] as number) - south) * perDegree);
    return [Math.min(a, b, bands - 1), Math.min(Math.max(a, b), bands - 1)];
  }
}
